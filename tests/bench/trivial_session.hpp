#pragma once
// An agent that costs almost nothing, so that a benchmark measures the referee: it starts fast, never
// allocates and hardly thinks. It makes the first clone and the first jump that it finds, by turns. Two such
// agents play the same game of 94 turns each time.

#include "referee/rules/ataxx/position.hpp"
#include "tests/bench/lines.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace bench {

using namespace ataxx;
using namespace referee;

/// The first move of a stone of `own` to an empty square that `reach(stone)` holds.
template<class Reach>
std::optional<Move> first_move(Bitboard own, Bitboard empty, Reach&& reach) {
    for (; !own.empty(); own = own.without_lowest()) {
        const Square from = own.lowest();
        if (const Bitboard targets = reach(from) & empty; !targets.empty()) {
            return Move(from, targets.lowest());
        }
    }
    return std::nullopt;
}

inline Move choose(Bitboard own, Bitboard empty, bool wants_jump) {
    const auto clone = [&] { return first_move(own, empty, neighbours); };
    const auto jump = [&] { return first_move(own, empty, jump_targets); };
    auto move = wants_jump ? jump() : clone();
    if (!move) {
        move = wants_jump ? clone() : jump();
    }
    return move.value_or(Move::pass());
}

inline bool say_move(Move move) {
    if (move.is_pass()) {
        return say("MOVE -1 -1 -1 -1\n");
    }
    std::array<char, 13> text{'M', 'O', 'V', 'E', ' ', '?', ' ', '?', ' ', '?', ' ', '?', '\n'};
    text[5] = static_cast<char>('0' + move.from().x());
    text[7] = static_cast<char>('0' + move.from().y());
    text[9] = static_cast<char>('0' + move.to().x());
    text[11] = static_cast<char>('0' + move.to().y());
    return say({text.data(), text.size()});
}

/// The move of `OPP x1 y1 x2 y2 time`, which is not checked.
inline Move opponents_move(std::string_view line) {
    if (line[4] == '-') {
        return Move::pass();
    }
    const auto square = [&](std::size_t at) {
        return Square((line[at] - '1') * kBoardSize + (line[at + 2] - '1'));
    };
    return {square(4), square(8)};
}

/// Plays one game, or, when it offers to, many. Calls has_read() of `watch` after each read, and answers()
/// right before a move is written.
template<class Watch>
class Session {
  public:
    explicit Session(Watch& watch, bool offers_games = false)
        : watch_(watch)
        , offers_games_(offers_games) {}

    /// Plays until FINISH. Returns the exit status.
    int play() {
        return serve_lines([&] { watch_.has_read(); }, [&](std::string_view line) { return hear(line); });
    }

  private:
    Next hear(std::string_view line) {
        if (line.starts_with("TURN ")) {
            const Move move = choose(position_.own(), position_.empty_squares(), wants_jump_);
            wants_jump_ = !wants_jump_;
            position_ = position_.after(move);
            watch_.answers();
            return say_move(move) ? Next::Listen : Next::Lost;
        }
        if (line.starts_with("OPP ") && line.size() > 12) {
            position_ = position_.after(opponents_move(line));
            return Next::Listen;
        }
        if (line.starts_with("READY ")) {
            position_ = Position();
            wants_jump_ = false;
            return say(offers_games_ ? "OK GAMES\n" : "OK\n") ? Next::Listen : Next::Lost;
        }
        if (line.starts_with("SEED ")) {
            return Next::Listen;
        }
        return line == "FINISH" ? Next::Done : Next::Lost;
    }

    Watch& watch_;
    bool offers_games_;
    Position position_;
    bool wants_jump_ = false;
};

} // namespace bench
