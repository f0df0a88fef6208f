#pragma once
// One agent's part of a game in its protocol: what it is told, and what its answers mean.

#include "referee/game/job.hpp"
#include "referee/game/record.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/reader.hpp"
#include "referee/talk/protocol.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace referee {

struct GameSoFar {
    const Job& job;
    Course course;
    PerSide<Clock> clocks;
    std::span<const TimedMove> moves{}; ///< of the agents
    bool has_opening = false;           ///< the opening of the job is played
    int full_move = 1;                  ///< as FENs count: one more after each move of the second player
};

/// Of one agent in one game. Texts are valid until the next call of the same function. Nothing is allocated
/// in a turn.
class Speaker {
  public:
    Speaker() = default;
    Speaker(const Speaker&) = delete;
    Speaker& operator=(const Speaker&) = delete;
    virtual ~Speaker() = default;

    /// The next question before the game; its message is empty once the agent is ready.
    [[nodiscard]] virtual Question prepare() = 0;
    /// Reads the answer to prepare(), or its fault. Returns what is wrong with it.
    [[nodiscard]] virtual std::optional<AgentFault> prepared(const Reply& reply) = 0;
    /// The agent got another process: prepare() begins again.
    virtual void begin_again() = 0;

    /// What the agent offers, once it is ready.
    [[nodiscard]] virtual std::optional<Capabilities> offers() const = 0;
    /// Whether it can be told how the game of the job begins.
    [[nodiscard]] virtual bool can_open() const = 0;
    /// Whether it can play another game after this one.
    [[nodiscard]] virtual bool plays_on() const = 0;

    /// Asks an engine to read the position of its turn, outside of the clock. Empty: the protocol has no
    /// ping.
    [[nodiscard]] virtual std::optional<Question> ping(const GameSoFar& /*game*/) { return std::nullopt; }
    /// Asks for a move, and tells the position unless ping() told it.
    [[nodiscard]] virtual Question turn(const GameSoFar& game) = 0;
    /// The move in the answer to turn(), which need not be legal.
    [[nodiscard]] virtual std::variant<MoveNumbers, AgentFault> read_move(const GameSoFar& game,
                                                                          Line line) = 0;
    /// Whether the agent may say something of its searches.
    [[nodiscard]] virtual bool tells_searches() const { return false; }
    /// What it said of its search for the move of `reply`.
    [[nodiscard]] virtual SearchNote search_of(const Reply& /*reply*/) const { return {}; }
    /// What is wrong with the line that it expected from there on.
    [[nodiscard]] virtual std::optional<engine::LineFault> fault_of_line(const SearchNote& /*note*/,
                                                                         const Course& /*game*/) const {
        return std::nullopt;
    }
    /// A fault in a turn, with what its log should say besides.
    [[nodiscard]] virtual AgentFault explained(const GameSoFar& game, AgentFault fault) const = 0;

    /// What is said at the end. `by_board`: the board, or a rule of adjudication, decided.
    [[nodiscard]] virtual std::string_view last_words(const GameSoFar& game, bool by_board, bool keeps) = 0;
};

/// The move that `fault` was committed in place of, where there was only one.
[[nodiscard]] std::optional<OnlyMove> due_move(const Board& board, const AgentFault& fault);
/// `; a pass was due (MOVE -1 -1 -1 -1)`. `answer`: the move as the agent writes it.
[[nodiscard]] std::string due_text(const OnlyMove& due, std::string_view answer);

/// The speaker of the agent on `side` in the game of `job`. All of them must outlive it.
[[nodiscard]] std::unique_ptr<Speaker> make_speaker(const Job& job, Side side, const Agents& agents);

// The native protocol in a game. Source: docs/protocol.md, "The messages".

class NativeSpeaker final : public Speaker {
  public:
    NativeSpeaker(const Job& job, Side side, const Agents& agents);

    [[nodiscard]] Question prepare() override;
    [[nodiscard]] std::optional<AgentFault> prepared(const Reply& reply) override;
    void begin_again() override { is_ready_ = false; }
    [[nodiscard]] std::optional<Capabilities> offers() const override;
    [[nodiscard]] bool can_open() const override;
    [[nodiscard]] bool plays_on() const override { return capabilities_.games; }
    [[nodiscard]] Question turn(const GameSoFar& game) override;
    [[nodiscard]] std::variant<MoveNumbers, AgentFault> read_move(const GameSoFar& game, Line line) override;
    [[nodiscard]] AgentFault explained(const GameSoFar& game, AgentFault fault) const override;
    [[nodiscard]] std::string_view last_words(const GameSoFar& game, bool by_board, bool keeps) override;

  private:
    void tell_how_it_begins(const GameSoFar& game);

    const Job& job_;
    const Side side_;
    const Agents& agents_;
    std::string ready_;
    bool is_ready_ = false;
    bool has_heard_opening_ = false;
    bool has_heard_clock_ = false;
    Capabilities capabilities_;
    Message message_;
};

} // namespace referee
