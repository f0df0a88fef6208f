#include "referee/game/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// The score that the mover of move `i` told.
std::optional<engine::Score> score_of(const GameRecord& record, std::size_t i) {
    return i < record.search.size() ? record.search[i].score : std::nullopt;
}

Winner winner_of(const Ruling& ruling, Player first) {
    return ruling.winner ? winner_is(player_of(*ruling.winner, first)) : Winner::Draw;
}

/// The game after `turns` turns; empty when there are not so many.
std::optional<Course> course_at(const GameRecord& record, std::uint64_t turns) {
    std::optional<Course> course;
    if (turns == 0) {
        return Course(first_board(record));
    }
    static_cast<void>(replay(record, [&](const ReplayedTurn& turn) {
        if (static_cast<std::uint64_t>(turn.after.turns()) == turns) {
            course = turn.after;
        }
    }));
    return course;
}

/// The last score that `player` told in the first `turns` turns, when it told one with its last move there.
std::optional<engine::Score> last_score(const GameRecord& record, std::uint64_t turns, Player player) {
    Side side = first_board(record).to_move();
    side = record.opening.size() % 2 == 0 ? side : opponent(side);
    std::optional<engine::Score> last;
    const std::size_t moves = std::min<std::size_t>(turns - record.opening.size(), record.moves.size());
    for (std::size_t i = 0; i < moves; ++i) {
        if (player_of(side, record.first) == player) {
            last = score_of(record, i);
        }
        side = opponent(side);
    }
    return last;
}

bool is_bad(const std::optional<engine::Score>& score) {
    return score && (score->is_mate ? score->value <= 0 : score->value < 0);
}

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

std::optional<RuledTurn> first_ruling(const Adjudication& rules, const GameRecord& record) {
    Adjudicator adjudicator(rules, record.first, record.turn_limit);
    std::optional<RuledTurn> found;
    std::size_t made = 0;
    int full_move = record.start ? record.start->full_move : 1 + static_cast<int>(record.opening.size() / 2);
    const auto look = [&](const Board& board, int turns) { // the game goes on there
        const auto ruling = found ? std::nullopt : adjudicator.ruling(board, turns, full_move);
        if (ruling) {
            found =
                RuledTurn{ruling->rule, static_cast<std::uint64_t>(turns), winner_of(*ruling, record.first)};
        }
    };
    const Replayed replayed = replay(record, [&](const ReplayedTurn& turn) {
        if (!turn.took) {
            return;
        }
        look(turn.before, turn.after.turns() - 1);
        adjudicator.moved(turn.before.to_move(), turn.after.board(), score_of(record, made++));
        full_move += turn.before.to_move() == Side::Second ? 1 : 0;
    });
    if (!replayed.difference && !board_verdict(replayed.last, record.turn_limit)) {
        look(replayed.last.board(), replayed.last.turns());
    }
    return found;
}

std::optional<std::string> problem_of_ruling(const RuledTurn& ruled, const GameRecord& record) {
    const std::string_view rule = name(ruled.rule);
    const auto course = course_at(record, ruled.turn);
    if (ruled.turn < record.opening.size() || !course) {
        return fmt::format("{} ends it after turn {}, and the agents' turns are {} to {}", rule, ruled.turn,
                           record.opening.size() + 1, record.opening.size() + record.moves.size());
    }
    if (const auto end = board_verdict(*course, record.turn_limit)) {
        return fmt::format("{} ends it after turn {}, but the board had ended the game: {}", rule, ruled.turn,
                           name(*end));
    }
    const auto expect_winner = [&](std::optional<Side> side) -> std::optional<std::string> {
        const Winner right = side ? winner_is(player_of(*side, record.first)) : Winner::Draw;
        return ruled.winner == right
                   ? std::nullopt
                   : std::optional(fmt::format("winner by {} is {}, but it is {}", rule,
                                               static_cast<int>(ruled.winner), static_cast<int>(right)));
    };
    switch (ruled.rule) {
    case AdjudicationRule::Tablebase:
        if (table_pieces(course->board()).value_or(kMostTablePieces + 1) > kMostTablePieces) {
            return fmt::format(
                "{} ends it after turn {}, where no table can know the position: it has more than "
                "{} pieces, a right to castle, or half-moves since a capture or a move of a pawn",
                rule, ruled.turn, kMostTablePieces);
        }
        break;
    case AdjudicationRule::Material:
        if (const auto side = leader(course->board())) {
            return expect_winner(side);
        }
        return fmt::format("{} ends it after turn {}, where no side leads", rule, ruled.turn);
    case AdjudicationRule::Resign: {
        if (ruled.winner == Winner::Draw) {
            return fmt::format("winner by {} is 0, but one side wins by it", rule);
        }
        const Player loser = ruled.winner == Winner::Agent1 ? Player::Agent2 : Player::Agent1;
        if (!is_bad(last_score(record, ruled.turn, loser))) {
            return fmt::format("agent {} loses by {}, but its last score is not below 0", number(loser),
                               rule);
        }
        break;
    }
    case AdjudicationRule::Draw:
        for (const Player player : kPlayers) {
            const auto score = last_score(record, ruled.turn, player);
            if (!score || score->is_mate) {
                return fmt::format("it is a draw by {}, but agent {} last told {}", rule, number(player),
                                   score ? "a mate" : "no score");
            }
        }
        return expect_winner(std::nullopt);
    case AdjudicationRule::Fill:
        if (const auto side =
                winner_by_filling(course->board(), record.turn_limit - static_cast<int>(ruled.turn))) {
            return expect_winner(side);
        }
        return fmt::format("{} ends it after turn {}, where it is not proved that a side fills the board",
                           rule, ruled.turn);
    case AdjudicationRule::MaxTurns:
        return ruled.winner == Winner::Draw ? std::nullopt : expect_winner(leader(course->board()));
    }
    return std::nullopt;
}

} // namespace referee
