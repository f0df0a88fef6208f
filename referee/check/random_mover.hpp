#pragma once
// The opponent of checked agents: it plays random moves inside of this process, and is talked to as a native
// agent is. Source: docs/protocol.md, "The messages".

#include "referee/base/splitmix64.hpp"
#include "referee/rules/games.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace referee::check {

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

} // namespace referee::check
