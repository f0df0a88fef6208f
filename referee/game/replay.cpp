#include "referee/game/replay.hpp"

#include <fmt/format.h>

#include <utility>

namespace referee {
namespace {

class Replay {
  public:
    Replay(const Board& first, int turn_limit, const std::function<void(const ReplayedTurn&)>& visit)
        : turn_limit_(turn_limit)
        , visit_(visit)
        , result_{Course(first), {}} {}

    /// Makes the next move, an opening's move when `took` is empty. False when it cannot be made.
    bool make(const MoveNumbers& move, std::optional<std::chrono::nanoseconds> took) {
        Course& course = result_.last;
        const int turn = course.turns() + 1;
        if (const auto end = board_verdict(course, turn_limit_)) {
            result_.difference = fmt::format("turn {}: the game was over before it ({})", turn, name(*end));
            return false;
        }
        const Board before = course.board();
        if (!course.make(move)) {
            result_.difference = fmt::format("turn {}: {} {} is illegal", turn,
                                             took ? "move" : "opening move", to_string(move));
            return false;
        }
        visit_({.before = before, .move = move, .after = course, .took = took});
        return true;
    }

    /// False when another position than `start` was reached.
    bool reached(const Start& start) {
        if (result_.last.board() != start.board) {
            result_.difference =
                fmt::format("turn {}: the opening does not lead to start_fen", result_.last.turns());
            return false;
        }
        return true;
    }

    [[nodiscard]] Replayed result() { return std::move(result_); }

  private:
    int turn_limit_;
    const std::function<void(const ReplayedTurn&)>& visit_;
    Replayed result_;
};

} // namespace

Board first_board(const GameRecord& record) {
    return record.start && record.opening.empty() ? record.start->board : Board(record.rules);
}

Player mover_after_opening(const GameRecord& record) {
    const Side begins = first_board(record).to_move();
    return player_of(record.opening.size() % 2 == 0 ? begins : opponent(begins), record.first);
}

Replayed replay(const GameRecord& record, const std::function<void(const ReplayedTurn&)>& visit) {
    Replay game(first_board(record), record.turn_limit, visit);
    for (const MoveNumbers& move : record.opening) {
        if (!game.make(move, std::nullopt)) {
            return game.result();
        }
    }
    if (record.start && !game.reached(*record.start)) {
        return game.result();
    }
    for (const TimedMove& move : record.moves) {
        if (!game.make(move.numbers, move.took)) {
            break;
        }
    }
    return game.result();
}

} // namespace referee
