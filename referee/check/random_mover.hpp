#pragma once
// The opponent of checked agents: it plays random moves inside of this process, and is talked to as a native
// agent is. Source: docs/protocol.md, "The messages".

#include "referee/base/seed.hpp"
#include "referee/check/talker.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/agents.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::check {

// Positions that games of random moves reach.

struct RandomPosition {
    Start start;                    ///< the game goes on
    std::vector<MoveNumbers> moves; ///< lead there from the usual start
};

/// After up to `most_moves` random moves, fewer where the game would be over; at least one.
[[nodiscard]] RandomPosition random_position(Game rules, SplitMix64& chance, std::size_t most_moves);

/// A legal move, each with the same chance. The board must not have ended the game.
[[nodiscard]] MoveNumbers random_move(const Board& board, SplitMix64& chance);

/// Chooses a legal move. The board has not ended the game.
using ChooseMove = std::function<MoveNumbers(const Board&, SplitMix64&)>;

/// Understands OPENING and FEN. What it hears comes from our own speaker: messages of another form are bugs
/// (asserted).
class RandomMover {
  public:
    /// `choose`: how it moves, if not quite by chance.
    RandomMover(Game rules, std::uint64_t seed, ChooseMove choose = random_move);

    /// Takes messages, one a line. Returns the answer to the last one that asks for one, without a newline;
    /// empty when none does. Valid until the next call.
    [[nodiscard]] std::string_view hear(std::string_view messages);

  private:
    void hear_line(std::string_view line);
    void make(const MoveNumbers& move);

    Game rules_;
    Board board_;
    SplitMix64 chance_;
    ChooseMove choose_;
    std::string answer_;
};

// The two players of a checked game: the agent in its process, and random moves inside of ours.

/// Of one game. The clock of the random mover never moves.
class AgainstRandom final : public Agents {
  public:
    /// `side` is the agent's. All of them must outlive it, and the talker must have a process.
    AgainstRandom(const Subject& subject, Talker& talker, RandomMover& mover, Side side) noexcept
        : subject_(subject)
        , talker_(talker)
        , mover_(mover)
        , side_(side) {}

    [[nodiscard]] const Manner& manner(Side side) const override;
    [[nodiscard]] bool is_new(Side side) const override { return side != side_ || talker_.is_new(); }
    PingHabit& ping_habit(Side side) override { return ping_habits_[side]; }
    /// A process that died between two games is a fault here.
    bool replace(Side /*side*/) override { return false; }
    PerSide<Reply> ask_both(const PerSide<Question>& questions) override;
    Reply ask(Side side, const Question& question) override;
    PerSide<Departure> finish(const PerSide<std::string_view>& last_words,
                              const PerSide<bool>& keeps) override;

  private:
    const Subject& subject_;
    Talker& talker_;
    RandomMover& mover_;
    const Side side_;
    PerSide<PingHabit> ping_habits_;
};

} // namespace referee::check
