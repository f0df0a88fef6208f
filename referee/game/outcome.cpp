#include "referee/base/text.hpp"
#include "referee/game/play.hpp"

#include <string>
#include <utility>

namespace referee {
namespace {

/// Writes the end of one game into its record.
class Completion {
  public:
    Completion(const GameSoFar& game, GameOutcome& outcome, GameRecord& record)
        : game_(game)
        , job_(game.job)
        , outcome_(outcome)
        , record_(record) {}

    void write_down() {
        record_.rules = job_.rules;
        record_.game = job_.id;
        record_.pair = job_.pair;
        record_.round = job_.round;
        record_.tune = job_.tune;
        record_.agents = job_.agents;
        record_.first = job_.first;
        record_.seed = job_.seeds;
        record_.turn_limit = job_.limits.turns;
        record_.time_scale = job_.time_scale;
        record_.turns = record_.opening.size() + record_.moves.size();
        record_.termination = outcome_.termination;
        if (record_.time_loss && outcome_.termination == Termination::Timeout) {
            judge_time_loss();
        }
        const PerSide<int> score = game_.course.board().score();
        for (const Side side : kSides) {
            const Player agent = agent_of(side);
            record_.score[agent] = score[side];
            record_.used[agent] = game_.clocks[side].used();
            record_.exit[agent] = outcome_.departures[side].exit;
            record_.processor[agent] = outcome_.departures[side].processor;
            record_.limits[agent] = job_.limits.time[agent];
            record_.over[agent] = {game_.clocks[side].over_most(), game_.clocks[side].over_sum()};
            const TurnsTaken& turns = outcome_.turns[side];
            record_.load[agent] = turns.load;
            record_.threads[agent] = turns.load.threads;
            record_.pings[agent] = turns.pings;
            if (job_.limits.time[agent].kind == LimitKind::Move) {
                record_.most_cpu[agent] = turns.most_cpu;
            }
        }
        if (ending_by(outcome_.termination).is_by_board()) {
            const auto winner = winner_by_board(game_.course.board(), outcome_.termination);
            record_.winner = winner ? winner_is(agent_of(*winner)) : Winner::Draw;
        } else if (outcome_.loser) {
            if (ending_by(outcome_.termination).is_scored()) {
                record_.winner = winner_is(agent_of(opponent(*outcome_.loser)));
                record_.doubtful = is_doubtful(*outcome_.loser);
            }
            write_down_faults(*outcome_.loser);
        }
    }

  private:
    [[nodiscard]] Player agent_of(Side side) const { return player_of(side, job_.first); }

    [[nodiscard]] FaultNote note(Side side, std::string reason) const {
        return {agent_of(side), std::move(reason), to_valid_utf8(outcome_.departures[side].stderr_tail)};
    }

    /// Whether the loss by a fault may be the work of the winner.
    [[nodiscard]] bool is_doubtful(Side loser) const {
        if (!outcome_.is_free[opponent(loser)]) {
            return false;
        }
        if (record_.time_loss && outcome_.termination == Termination::Timeout) {
            const TurnLoad& turn = record_.time_loss->load;
            return outcome_.is_curbed || stood_still(turn, turn.watched) ||
                   stood_still(on_the_clock(loser), game_.clocks[loser].control().time);
        }
        return outcome_.termination == Termination::Crashed &&
               (outcome_.is_curbed || is_by_signal(outcome_.departures[loser].exit));
    }

    /// Whether a signal ended the agent, or the child of an agent that is a shell script: a shell then exits
    /// with a status above 128.
    [[nodiscard]] static bool is_by_signal(std::string_view exit) {
        constexpr std::string_view kExited = "exited ";
        return exit.starts_with("signal ") ||
               (exit.starts_with(kExited) && exit.size() == kExited.size() + 3 &&
                exit.substr(kExited.size()) > "128");
    }

    /// More may be known about the last turn now than when it was cut off.
    void judge_time_loss() {
        const Side loser = *outcome_.loser;
        TimeLoss& loss = *record_.time_loss;
        TurnLoad& load = outcome_.turns[loser].load;
        if (const auto& known_now = outcome_.departures[loser].cut_off) {
            load.delay += known_now->delay - loss.load.delay;
            const auto excused = loss.load.excused;
            loss.load = *known_now;
            loss.load.excused = excused;
        }
        const TurnLoad& all = on_the_clock(loser);
        loss.disputed = is_disputed(loss.load, all.delay - all.excused, game_.clocks[loser].control().time);
    }

    /// What happened while the clock ran that ran out: in all turns, or in the last one when each has a clock
    /// of its own.
    [[nodiscard]] const TurnLoad& on_the_clock(Side loser) const {
        return game_.clocks[loser].control().kind == LimitKind::Game ? outcome_.turns[loser].load
                                                                     : record_.time_loss->load;
    }

    void write_down_faults(Side loser) {
        const auto& others = outcome_.faults[opponent(loser)];
        std::string reason = outcome_.faults[loser]->reason;
        if (others) {
            const auto naming = [&](Side side) {
                return "agent " + std::to_string(number(agent_of(side))) + " " +
                       outcome_.faults[side]->reason;
            };
            reason = naming(loser) + "; " + naming(opponent(loser));
            record_.also_fault = AlsoFault{note(opponent(loser), others->reason), others->termination};
        }
        record_.fault = note(loser, std::move(reason));
    }

    const GameSoFar& game_;
    const Job& job_;
    GameOutcome& outcome_;
    GameRecord& record_;
};

} // namespace

void write_down(const GameSoFar& game, GameOutcome outcome, GameRecord& record) {
    Completion(game, outcome, record).write_down();
}

} // namespace referee
