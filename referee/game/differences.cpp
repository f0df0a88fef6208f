#include "referee/game/differences.hpp"

#include "referee/game/alternation.hpp"
#include "referee/game/replay.hpp"

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
        , board_(record.rules) {}

    std::vector<std::string> run() {
        if (play_moves()) {
            check_ending();
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

    [[nodiscard]] Player player_to_move() const { return player_of(board_.to_move(), record_.first); }

    /// False when a move cannot be made, so that nothing after it can be judged.
    bool play_moves() {
        Replayed replayed = replay(record_, [](const ReplayedTurn&) {});
        board_ = replayed.last;
        if (replayed.difference) {
            found_.push_back(std::move(*replayed.difference));
            return false;
        }
        return true;
    }

    /// Compares the board at the end with the termination, the stones and the winner.
    void check_ending() {
        const std::uint64_t turns = record_.opening.size() + record_.moves.size();
        const auto end = board_verdict(board_, static_cast<int>(turns), record_.turn_limit);
        const GameEnding& claimed = ending_by(record_.termination);
        if (claimed.is_by_board() && end != claimed.termination) {
            differ("termination is {}, but the board says {}", claimed.name,
                   end ? name(*end) : "the game goes on");
        } else if (!claimed.is_by_board() && end) {
            differ("termination is {}, but the board had ended the game: {}", claimed.name, name(*end));
        }
        const std::string_view unit = facts_of(record_.rules).score_unit;
        const PerSide<int> score = board_.score();
        for (const Side side : kSides) {
            const Player player = player_of(side, record_.first);
            if (record_.score[player] != score[side]) {
                const std::string_view counted = unit.substr(0, unit.size() - (score[side] == 1 ? 1 : 0));
                differ("score of agent {} is {}, but it has {} {}", number(player), record_.score[player],
                       score[side], counted);
            }
        }
        if (claimed.is_by_board() && end) {
            const auto side = leader(board_);
            expect_winner(side ? winner_is(player_of(*side, record_.first)) : Winner::Draw,
                          fmt::format("by the {}", unit));
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
            differ("turns is {}, but there are {} moves", record_.turns, turns);
        }
        const GameEnding& claimed = ending_by(record_.termination);
        if (record_.fault.has_value() != claimed.is_by_fault()) {
            differ("fault is {}, which does not go with {}", record_.fault ? "given" : "null", claimed.name);
        } else if (record_.fault) {
            expect_winner(winner_is(other(record_.fault->agent)), "by the fault");
        }
        if (claimed.termination == Termination::ReadyTimeout && !record_.moves.empty()) {
            differ("termination is {}, but moves were made", claimed.name);
        }
        if (record_.time_loss && claimed.termination != Termination::Timeout) {
            differ("time_loss is given, which does not go with {}", claimed.name);
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
        const GameEnding& also = ending_by(record_.also_termination);
        if (!goes_with_fault || !record_.moves.empty() || !record_.opening.empty() || !also.is_by_fault() ||
            also.termination == Termination::Timeout || also.termination == Termination::IllegalMove) {
            differ("also_fault ({}) is given, but the agents did not both fail at READY", also.name);
        }
    }

    /// used_us is an exact sum that was rounded down, and each move's time was rounded down by itself. So the
    /// sum of the moves is at most used_us, and less than it by less than a microsecond for each move. The
    /// time of an answer that ended the game is in used_us only.
    void check_times() {
        for (const Player player : kPlayers) {
            nanoseconds sum{0};
            std::int64_t count = 0;
            Side side = side_to_move(record_.opening.size());
            for (const TimedMove& move : record_.moves) {
                if (player_of(side, record_.first) == player) {
                    sum = std::min(sum + move.took, kMostTime);
                    ++count;
                }
                side = opponent(side);
            }
            const auto used = record_.used[player];
            const bool ended_it =
                !ending_by(record_.termination).is_by_board() && player_of(side, record_.first) == player;
            if (used < sum || (!ended_it && used > sum + microseconds(count))) {
                differ("used_us of agent {} is {}, but its moves took {}", number(player),
                       used.count() / 1000, sum.count() / 1000);
            }
            check_budget(player);
        }
    }

    /// used_us is rounded down: equal to the budget it may have been more.
    void check_budget(Player player) {
        const auto budget = record_.budget[player];
        const auto used = record_.used[player];
        const bool ended_it = record_.fault && record_.fault->agent == player;
        const bool lost_on_time = ended_it && record_.termination == Termination::Timeout;
        if (budget && lost_on_time && used < *budget) {
            differ("agent {} lost on time, but used {} of {} us", number(player), used.count() / 1000,
                   budget->count() / 1000);
        } else if (budget && !ended_it && record_.winner && used > *budget) {
            differ("agent {} did not lose on time, but used {} of {} us", number(player), used.count() / 1000,
                   budget->count() / 1000);
        }
    }

    const GameRecord& record_;
    Board board_;
    std::vector<std::string> found_;
};

} // namespace

std::vector<std::string> differences(const GameRecord& record) {
    return Check(record).run();
}

} // namespace referee
