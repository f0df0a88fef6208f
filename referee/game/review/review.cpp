#include "referee/game/review/review.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"
#include "referee/game/replay.hpp"
#include "referee/talk/agents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace referee {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

/// Far above any game, so that no log can make a sum overflow.
constexpr nanoseconds kMostTime{std::int64_t{1} << 62};

/// Makes the moves of one record again and collects what does not fit.
class Check {
  public:
    explicit Check(const GameRecord& record)
        : record_(record)
        , course_(first_board(record)) {}

    std::vector<std::string> run() {
        if (play_moves()) {
            check_ending();
            check_rulings();
        }
        check_result();
        check_times();
        return std::move(found_);
    }

  private:
    template<class... Args>
    void differ(fmt::format_string<Args...> format, Args&&... args) {
        found_.push_back(fmt::format(format, std::forward<Args>(args)...));
    }

    [[nodiscard]] Player player_to_move() const {
        return player_of(course_.board().to_move(), record_.first);
    }

    /// False when a move cannot be made, so that nothing after it can be judged.
    bool play_moves() {
        Replayed replayed = replay(record_, [](const ReplayedTurn&) {});
        course_ = std::move(replayed.last);
        if (replayed.difference) {
            found_.push_back(std::move(*replayed.difference));
            return false;
        }
        return true;
    }

    /// Compares the board at the end with the termination, the stones and the winner.
    void check_ending() {
        const std::uint64_t turns = record_.opening.size() + record_.moves.size();
        const auto end = board_verdict(course_, record_.turn_limit);
        const GameEnding& claimed = ending_by(record_.termination);
        if (claimed.is_by_board() && end != claimed.termination) {
            differ("termination is {}, but the board says {}", claimed.name,
                   end ? name(*end) : "the game goes on");
        } else if (!claimed.is_by_board() && end) {
            differ("termination is {}, but the board had ended the game: {}", claimed.name, name(*end));
        }
        const std::string_view unit = facts_of(record_.rules).score_unit;
        const PerSide<int> score = course_.board().score();
        for (const Side side : kSides) {
            const Player player = player_of(side, record_.first);
            if (record_.score[player] != score[side]) {
                const std::string_view counted = unit.substr(0, unit.size() - (score[side] == 1 ? 1 : 0));
                differ("score of agent {} is {}, but it has {} {}", number(player), record_.score[player],
                       score[side], counted);
            }
        }
        if (claimed.is_by_board() && end) {
            const auto side = winner_by_board(course_.board(), *end);
            expect_winner(side ? winner_is(player_of(*side, record_.first)) : Winner::Draw,
                          fmt::format("by the {}", ending_by(*end).is_draw() ? name(*end) : unit));
        }
        const bool was_asked =
            turns > record_.opening.size() || claimed.termination == Termination::IllegalMove ||
            claimed.termination ==
                Termination::Timeout; // any other fault may come before the first turn, from either agent
        if (claimed.is_by_fault() && record_.fault && was_asked && record_.fault->agent != player_to_move()) {
            differ("agent {} is at fault ({}), but it was not its turn", number(record_.fault->agent),
                   claimed.name);
        }
    }

    /// The line does not hold the bounds of the rules: what contradicts a rule whatever its bounds is found.
    void check_rulings() {
        const bool is_adjudicated = ending_by(record_.termination).is_by_rule();
        if (record_.adjudication.has_value() != is_adjudicated) {
            differ("adjudication is {}, which does not go with {}",
                   record_.adjudication ? name(*record_.adjudication) : "not given",
                   name(record_.termination));
        } else if (is_adjudicated && record_.would_adjudicate) {
            differ("would_adjudicate is given, but the game was adjudicated");
        } else if (is_adjudicated && !record_.winner) {
            differ("winner is null, but an adjudicated game has a result");
        }
        if (!found_.empty()) {
            return;
        }
        std::optional<RuledTurn> ruled = record_.would_adjudicate;
        if (is_adjudicated) {
            ruled = RuledTurn{*record_.adjudication, record_.opening.size() + record_.moves.size(),
                              *record_.winner};
        }
        auto problem = ruled ? problem_of_ruling(*ruled, record_) : std::nullopt;
        if (problem) {
            found_.push_back(std::move(*problem));
        }
    }

    void expect_winner(Winner right, const std::string& why) {
        if (record_.winner != right) {
            differ("winner is {}, but {} it is {}",
                   record_.winner ? std::to_string(static_cast<int>(*record_.winner)) : "null", why,
                   static_cast<int>(right));
        }
    }

    /// Checks what does not need the board.
    void check_result() {
        const std::uint64_t turns = record_.opening.size() + record_.moves.size();
        if (record_.pair != pair_of(record_.game)) {
            differ("pair is {}, but game {} belongs to pair {}", record_.pair, record_.game,
                   pair_of(record_.game));
        }
        if (record_.turns != turns) {
            differ("turns is {}, but it has {}", record_.turns, counted(turns, "move"));
        }
        const GameEnding& claimed = ending_by(record_.termination);
        if (record_.fault.has_value() != claimed.names_fault()) {
            differ("fault is {}, which does not go with {}", record_.fault ? "given" : "null", claimed.name);
        } else if (record_.fault && claimed.is_scored()) {
            expect_winner(winner_is(other(record_.fault->agent)), "by the fault");
        }
        if (claimed.termination == Termination::ReadyTimeout && !record_.moves.empty()) {
            differ("termination is {}, but moves were made", claimed.name);
        }
        const bool is_late_start = claimed.termination == Termination::ReadyTimeout && record_.time_loss &&
                                   record_.time_loss->disputed;
        if (record_.time_loss && claimed.termination != Termination::Timeout && !is_late_start) {
            differ("time_loss is given, which does not go with {}", claimed.name);
        }
        if (record_.doubtful && claimed.termination != Termination::Crashed &&
            !(claimed.termination == Termination::Timeout && record_.time_loss)) {
            differ("it is doubtful, which does not go with {}", claimed.name);
        }
        check_also_fault();
        if (!claimed.is_scored() && record_.winner) {
            differ("winner is {}, but a game that ended by {} is not scored",
                   static_cast<int>(*record_.winner), claimed.name);
        }
    }

    /// Both agents fail together only at READY, before any move.
    void check_also_fault() {
        if (!record_.also_fault) {
            return;
        }
        const bool goes_with_fault = record_.fault && record_.fault->agent != record_.also_fault->agent;
        const GameEnding& also = ending_by(record_.also_fault->termination);
        if (!goes_with_fault || !record_.moves.empty() || !record_.opening.empty() || record_.start ||
            !also.is_by_fault() || also.termination == Termination::Timeout ||
            also.termination == Termination::IllegalMove) {
            differ("also_fault ({}) is given, but the agents did not both fail at READY", also.name);
        }
    }

    [[nodiscard]] std::int64_t moves_of(Player player) const {
        const auto count = static_cast<std::int64_t>(record_.moves.size());
        return mover_after_opening(record_) == player ? (count + 1) / 2 : count / 2;
    }

    /// used_us is an exact sum that was rounded down, and each move's time was rounded down by itself. So the
    /// sum of the moves is at most used_us, and less than it by less than a microsecond for each move. The
    /// time of an answer that ended the game is in used_us only.
    void check_times() {
        for (const Player player : kPlayers) {
            nanoseconds sum{0};
            Player mover = mover_after_opening(record_);
            for (const TimedMove& move : record_.moves) {
                if (mover == player) {
                    sum = std::min(sum + move.took, kMostTime);
                }
                mover = other(mover);
            }
            const std::int64_t count = moves_of(player);
            const auto used = record_.used[player];
            const bool ended_it = !ending_by(record_.termination).is_between_turns() && mover == player;
            if (used < sum || (!ended_it && used > sum + microseconds(count))) {
                differ("used_us of agent {} is {}, but its moves took {}", number(player),
                       used.count() / 1000, sum.count() / 1000);
            }
            check_budget(player);
        }
    }

    /// used_us is rounded down: equal to what was given it may have been more.
    void check_budget(Player player) {
        const auto& limit = record_.limits[player];
        if (!limit || limit->kind != LimitKind::Game) {
            return;
        }
        const std::int64_t moves = moves_of(player);
        const auto given = limit->given(moves) + limit->margin;
        const auto most = given + limit->margin * std::max<std::int64_t>(moves - 1, 0); // each may be late
        const auto used = record_.used[player];
        const bool ended_it = record_.fault && record_.fault->agent == player;
        const bool lost_on_time = ended_it && record_.termination == Termination::Timeout &&
                                  !record_.fault->reason.starts_with(kNoReadyOk);
        if (lost_on_time && used < given) {
            differ("agent {} lost on time, but used {} of {} us", number(player), used.count() / 1000,
                   given.count() / 1000);
        } else if (!ended_it && record_.winner && used > most) {
            differ("agent {} did not lose on time, but used {} of {} us", number(player), used.count() / 1000,
                   most.count() / 1000);
        }
    }

    const GameRecord& record_;
    Course course_; ///< as far as the rules allow its moves
    std::vector<std::string> found_;
};

/// The numbers of games in the order of a log, as ranges: `0 to 4, 7`.
class NumberRanges {
  public:
    void add(std::uint64_t number) {
        if (!ranges_.empty() && number == ranges_.back().second + 1) {
            ++ranges_.back().second;
        } else {
            ranges_.emplace_back(number, number);
        }
    }

    /// `games 0 to 4, 7`, `game 3` or `no game`; the first few ranges only.
    [[nodiscard]] std::string text() const {
        constexpr std::size_t kMost = 8;
        if (ranges_.empty()) {
            return "no game";
        }
        std::string text = ranges_.size() == 1 && ranges_[0].first == ranges_[0].second ? "game" : "games";
        for (std::size_t i = 0; i < std::min(ranges_.size(), kMost); ++i) {
            const auto [least, most] = ranges_[i];
            text += fmt::format("{} {}", i == 0 ? "" : ",", least);
            text += least == most ? "" : fmt::format(" to {}", most);
        }
        return ranges_.size() > kMost ? text + ", ..." : text;
    }

  private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
};

/// Reads the line of this number, and notes fields that are not known in `result`.
GameRecord parse_line(const std::string& line, const std::string& file, std::size_t number, Review& result) {
    try {
        std::vector<std::string> unknown;
        GameRecord record = parse_record(line, &unknown);
        for (std::string& field : unknown) {
            if (result.unknown.size() < Review::kMostUnknown) {
                result.unknown.try_emplace(std::move(field), number);
            }
        }
        return record;
    } catch (const UserError& error) {
        throw UserError(fmt::format("{}:{}: {}", file, number, error.what()));
    }
}

/// Adds what is wrong with a game, and its result, to `result`.
void add_game(Review& result, const GameRecord& record, std::size_t line) {
    for (std::string& what : differences(record)) {
        result.found.push_back({line, record.game, std::move(what)});
    }
    ++result.games;
    result.terminations.add(record.termination);
    if (record.winner) {
        result.results.add(*record.winner);
    } else {
        ++result.unscored;
    }
}

} // namespace

std::vector<std::string> differences(const GameRecord& record) {
    return Check(record).run();
}

Review review(std::istream& log, const std::string& file, const ReviewChoice& choice) {
    Review result;
    NumberRanges games;
    std::optional<std::uint64_t> previous;
    std::optional<Game> rules; // of the first game
    std::string line;
    for (std::size_t number = 1; std::getline(log, line); ++number) {
        if (log.eof()) { // the last line has no newline
            result.last_line_cut = true;
            break;
        }
        const GameRecord record = parse_line(line, file, number, result);
        games.add(record.game);
        const auto before = std::exchange(previous, record.game);
        rules = rules.value_or(record.rules);
        if (choice.only && record.game != *choice.only) {
            continue;
        }
        if (before && record.game != *before + 1) {
            result.found.push_back(
                {number, record.game, fmt::format("game {} follows game {}", record.game, *before)});
        }
        if (*rules != record.rules) {
            result.found.push_back({number, record.game,
                                    fmt::format("rules is {}, but the log began with {}",
                                                rules_name(record.rules), rules_name(*rules))});
        }
        add_game(result, record, number);
        choice.visit(record);
    }
    if (choice.only && result.games == 0) {
        throw UserError(fmt::format("{} has no game {}; it has {}", file, *choice.only, games.text()));
    }
    return result;
}

} // namespace referee
