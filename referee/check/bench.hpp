#pragma once
// What the checks work with: a process of the agent that is kept from one check to the next, games and single
// moves that it is asked for, talk with an engine outside of games, and moves that lead to a pass.
// Source: docs/engines.md, "Checking an engine".

#include "referee/base/seed.hpp"
#include "referee/check/random_mover.hpp"
#include "referee/check/subject.hpp"
#include "referee/check/talker.hpp"
#include "referee/game/job.hpp"
#include "referee/game/record.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/reader.hpp"
#include "referee/talk/protocol.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::check {

/// A position in which the agent is to move. Without both it is the usual start.
struct Situation {
    std::optional<Start> start{};
    std::vector<MoveNumbers> opening{}; ///< leads there; for native agents that are told moves only
};

[[nodiscard]] Board board_of(Game rules, const Situation& situation);

struct TurnAnswer {
    std::optional<MoveNumbers> move{}; ///< legal; empty when there is a problem
    std::string line{};                ///< what it said, e.g. `bestmove g2`
    std::string problem{};             ///< one line; empty when there is a move
    bool is_late = false;              ///< the problem is that no answer came in time
    bool came_in_part = false;         ///< of a late one: something came, but no whole line
    std::chrono::nanoseconds took{0};
    SearchNote search{};
    bool has_bad_line = false; ///< it expects moves that are not legal
};

class Bench {
  public:
    /// All of them must outlive it.
    Bench(const Subject& subject, StopToken stop, Orphans& orphans);

    [[nodiscard]] const Subject& subject() const noexcept { return subject_; }
    /// A stop was requested: what was found since is worth nothing.
    [[nodiscard]] bool is_stopped() const { return stop_.requested(); }

    /// The process, which is started when there is none.
    [[nodiscard]] Talker& talker();
    /// A process that has heard nothing yet.
    [[nodiscard]] Talker& fresh_talker();
    /// Another process beside that of talker(), not started; of `subject`, which must outlive it.
    [[nodiscard]] Talker another(const Subject& subject) { return {subject, stop_, orphans_}; }
    void end_process();
    /// See Talker::was_starved().
    [[nodiscard]] bool was_starved() const noexcept { return talker_.was_starved(); }
    /// How the process died by itself since it was asked last, if it did. It is ended.
    [[nodiscard]] std::optional<std::string> death();

    /// Plays `job`, in which the agent is agent 1. A new process gets the seed of the job. `choose`: how its
    /// opponent moves.
    [[nodiscard]] GameRecord play(const Job& job, const ChooseMove& choose = random_move);
    /// A game from the start, of which the agent plays first or not. Its process is kept if it can be.
    [[nodiscard]] Job game(std::uint64_t number, const TimeControl& limit) const;

    /// `turns` turns from `situation` on, the first of which is that of `mover`.
    [[nodiscard]] Job game_from(const Situation& situation, Player mover, int turns);

    /// Asks for one move. Its process is kept if it can be.
    [[nodiscard]] TurnAnswer answer(const Situation& situation, const TimeControl& limit);
    /// The opponent's clock shows another time.
    [[nodiscard]] TurnAnswer answer(const Situation& situation, const PerPlayer<TimeControl>& limits);
    /// The same, with patience. Throws CheckFailed with `before` and the problem when it makes no move.
    [[nodiscard]] TurnAnswer moved(const Situation& situation, std::string_view before = {});

    /// What the agent offers; of an engine all that it is asked for. Empty when it cannot be got ready. Asks
    /// only once.
    [[nodiscard]] std::optional<Capabilities> offers();
    /// The position of this FEN, if the agent can be told it; an engine always can. One that is told moves
    /// only is asked after `moves` from the start, if there are any: a list as people write it.
    [[nodiscard]] std::optional<Situation> situation(std::string_view fen, std::string_view moves = {});

    /// A limit for positions in which the time does not matter: short, with patience.
    [[nodiscard]] TimeControl patient() const;
    [[nodiscard]] TimeControl for_games() const;
    /// How late an answer may be where time does not matter.
    [[nodiscard]] std::chrono::milliseconds patience() const;

  private:
    const Subject& subject_;
    StopToken stop_;
    Orphans& orphans_;
    Talker talker_;
    std::uint64_t asked_ = 0; ///< numbers the games
    std::optional<Capabilities> offers_;
};

/// What went wrong in a game that the agent lost by a fault, in one line; empty when it did not.
[[nodiscard]] std::string problem_of(const GameRecord& record);

/// The same of a reply, with the end of the process, which is over.
[[nodiscard]] std::string problem_of(const AgentFault& fault, const Departure& departure);

// What is said to an engine outside of games: the checks of the protocol itself.
// Source: docs/engines.md, "A session".

inline constexpr std::string_view kReadyOk = "readyok";
inline constexpr std::string_view kBestMove = "bestmove";

/// Prepares the process of `talker` for a game: it says all that is said before one. Returns what is wrong.
[[nodiscard]] std::optional<AgentFault> get_ready(const Subject& subject, Talker& talker);
/// The same. Throws CheckFailed when something is wrong; the process has ended then.
void expect_ready(const Subject& subject, Talker& talker);

/// Adds `position` with a FEN of the game, as the engine writes it.
void add_position(engine::TurnMessage& message, const Subject& subject, std::string_view fen);

struct Search {
    std::string line{};    ///< the answer, e.g. `bestmove g2`; empty when there is a problem
    std::string problem{}; ///< one line
    bool is_late = false;  ///< the problem is that no answer came in time
    std::chrono::nanoseconds took{0};
    std::chrono::nanoseconds processor{0}; ///< 0 when it cannot be read
    engine::SearchInfo info{};
};

/// Says a position, and then messages. The process must have been prepared.
class EngineTalk {
  public:
    EngineTalk(const Subject& subject, Talker& talker) noexcept
        : subject_(subject)
        , talker_(talker) {}

    /// `position` with this FEN and `isready`. Throws CheckFailed when something is wrong.
    void position(std::string_view fen);
    /// position(), and a search with the limits of `go`. An engine that is late by `limit` is told `stop`
    /// when that is said here, and has another second. After a problem the process is ended.
    [[nodiscard]] Search search(std::string_view fen, const engine::TurnMessage& go,
                                std::chrono::nanoseconds limit, std::string_view last_call = {});
    /// Asks for an answer that begins with `awaited`; returns what is wrong.
    [[nodiscard]] std::optional<AgentFault> ask(std::string_view message, std::string_view awaited,
                                                std::chrono::nanoseconds limit);
    /// Whether such an answer comes in time. Throws CheckFailed when something worse is wrong.
    [[nodiscard]] bool answers(std::string_view message, std::string_view awaited,
                               std::chrono::nanoseconds limit);
    /// What is wrong, in one line. The process is ended, and tells how.
    [[nodiscard]] std::string end_by(const AgentFault& fault);
    void end();

  private:
    [[nodiscard]] std::optional<AgentFault> fault_at_position(std::string_view fen);

    const Subject& subject_;
    Talker& talker_;
};

/// The process of the bench, prepared. Throws CheckFailed when that fails.
[[nodiscard]] EngineTalk prepared_talk(Bench& bench);

// Moves that bring a side into a position in which it must pass: agents that are told no positions are asked
// for a pass by whole games.

/// The move of the side to move after which `who`, either side, is soonest without one, by a search `depth`
/// moves deep (at least 1); by chance where several are alike. The game has passes (asserted) and goes on.
[[nodiscard]] MoveNumbers move_towards_pass(const Board& board, Side who, int depth, SplitMix64& chance);

} // namespace referee::check
