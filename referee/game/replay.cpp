#include "referee/game/replay.hpp"

#include <fmt/format.h>

#include <utility>

namespace referee {
namespace {

class Replay {
  public:
    Replay(int turn_limit, const std::function<void(const ReplayedTurn&)>& visit)
        : turn_limit_(turn_limit)
        , visit_(visit) {}

    /// Makes the next move, an opening's move when `took` is empty. False when it cannot be made.
    bool make(const ataxx::MoveNumbers& numbers, std::optional<std::chrono::nanoseconds> took) {
        if (const auto end = board_verdict(result_.last, turns_, turn_limit_)) {
            result_.difference =
                fmt::format("turn {}: the game was over before it ({})", turns_ + 1, name(*end));
            return false;
        }
        ++turns_;
        const auto move = ataxx::Move::from_numbers(numbers);
        if (!move || !result_.last.is_legal(*move)) {
            result_.difference =
                fmt::format("turn {}: {} {} {} {} {} is illegal", turns_, took ? "move" : "opening move",
                            numbers.x1, numbers.y1, numbers.x2, numbers.y2);
            return false;
        }
        const ataxx::Position after = result_.last.after(*move);
        visit_({.number = turns_, .before = result_.last, .move = *move, .after = after, .took = took});
        result_.last = after;
        return true;
    }

    [[nodiscard]] Replayed result() { return std::move(result_); }

  private:
    int turn_limit_;
    const std::function<void(const ReplayedTurn&)>& visit_;
    int turns_ = 0;
    Replayed result_;
};

} // namespace

Replayed replay(const GameRecord& record, const std::function<void(const ReplayedTurn&)>& visit) {
    Replay game(record.turn_limit, visit);
    for (const ataxx::MoveNumbers& numbers : record.opening) {
        if (!game.make(numbers, std::nullopt)) {
            return game.result();
        }
    }
    for (const TimedMove& move : record.moves) {
        if (!game.make(move.numbers, move.took)) {
            break;
        }
    }
    return game.result();
}

} // namespace referee
