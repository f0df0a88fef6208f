#include "referee/game/replay.hpp"

#include <fmt/format.h>

namespace referee {

Replayed replay(const GameRecord& record, const std::function<void(const ReplayedTurn&)>& visit) {
    Replayed result;
    int turn = 0;
    const auto make = [&](const ataxx::MoveNumbers& numbers, std::optional<std::chrono::nanoseconds> took) {
        ++turn;
        if (const auto end = board_verdict(result.last, turn - 1, record.turn_limit)) {
            result.difference = fmt::format("turn {}: the game was over before it ({})", turn, name(*end));
            return false;
        }
        const auto move = ataxx::Move::from_numbers(numbers);
        if (!move || !result.last.is_legal(*move)) {
            result.difference =
                fmt::format("turn {}: {} {} {} {} {} is illegal", turn, took ? "move" : "opening move",
                            numbers.x1, numbers.y1, numbers.x2, numbers.y2);
            return false;
        }
        const ataxx::Position after = result.last.after(*move);
        visit({.number = turn, .before = result.last, .move = *move, .after = after, .took = took});
        result.last = after;
        return true;
    };
    for (const ataxx::MoveNumbers& numbers : record.opening) {
        if (!make(numbers, std::nullopt)) {
            return result;
        }
    }
    for (const TimedMove& move : record.moves) {
        if (!make(move.numbers, move.took)) {
            return result;
        }
    }
    return result;
}

} // namespace referee
