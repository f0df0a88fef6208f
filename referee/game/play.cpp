#include "referee/game/play.hpp"

#include "referee/base/text.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/protocol.hpp"

#include <fmt/format.h>

#include <cassert>
#include <optional>

namespace referee {
namespace {

/// The board after the opening of `job`, which must be fit for its game.
Board board_after_opening(const Job& job) {
    Board board(job.rules);
    for (const MoveNumbers& move : job.opening) {
        const auto after = board.ending() ? std::nullopt : board.after(move);
        assert(after && "the opening is legal and does not go beyond the end");
        board = *after;
    }
    assert(job.opening.empty() ||
           !board_verdict(board, static_cast<int>(job.opening.size()), job.limits.turns));
    return board;
}

/// A legal move and the board after it.
struct Made {
    MoveNumbers move;
    Board board;
};

/// Makes the legal move that an agent's line names; otherwise returns the agent's fault.
std::variant<Made, AgentFault> make_move(const Board& board, Line line) {
    const GameFacts& facts = facts_of(board.game());
    const auto answer = parse_move_answer(line, facts.numbers, facts.move_form);
    if (const auto* fault = std::get_if<AgentFault>(&answer)) {
        return *fault;
    }
    const MoveNumbers& move = std::get<MoveNumbers>(answer);
    const auto after = board.after(move);
    if (!after) {
        return AgentFault{Termination::IllegalMove,
                          fmt::format("played {}: {}", to_string(move), why_illegal(board, move))};
    }
    return Made{move, *after};
}

/// The time loss of an agent that has not said OK.
AgentFault not_ready(const AgentFault& late) {
    return {Termination::ReadyTimeout,
            "did not say OK in time; " + (late.part.empty()
                                              ? "nothing came: is its output flushed?"
                                              : "'" + to_printable(late.part) + "' came without a newline")};
}

class Refereeing {
  public:
    Refereeing(const Job& job, Agents& agents)
        : job_(job)
        , agents_(agents)
        , board_(job.rules)
        , after_opening_(board_after_opening(job))
        , clocks_{Clock(job.limits.time[job.first]), Clock(job.limits.time[other(job.first)])} {
        record_.moves.reserve(static_cast<std::size_t>(job.limits.turns));
    }

    GameRecord play() {
        if (get_ready()) {
            begin();
            while (!ended_ && take_turn()) {
            }
        }
        see_off();
        write_down();
        return std::move(record_);
    }

  private:
    void end(Termination termination) { ended_ = termination; }

    /// `side` loses by `fault`.
    void end(Side side, AgentFault fault) {
        ended_ = fault.termination;
        loser_ = side;
        faults_[side] = std::move(fault);
    }

    /// False when the game is over before its first turn.
    bool get_ready() {
        const PerSide<std::string> ready = ready_messages(job_.rules);
        const PerSide<Reply> replies = agents_.ask_both({ready.first, ready.second}, job_.limits.ready);
        for (const Side side : kSides) {
            if (std::holds_alternative<Stopped>(replies[side].what)) {
                end(Termination::Aborted);
                return false;
            }
        }
        for (const Side side :
             {Side::Second, Side::First}) { // the last fault decides: that of the first player
            const auto& what = replies[side].what;
            std::optional<AgentFault> fault;
            if (const auto* line = std::get_if<Line>(&what)) {
                fault = read_ready(side, *line);
            } else {
                fault = std::get<AgentFault>(what);
            }
            if (fault && fault->termination == Termination::Timeout) {
                fault = not_ready(*fault);
            }
            if (fault) {
                end(side, std::move(*fault));
            }
        }
        return !ended_;
    }

    /// The fault in an answer to READY, if any. Notes whether the agent lacks OPENING.
    std::optional<AgentFault> read_ready(Side side, Line line) {
        auto answer = parse_ready_answer(line);
        if (auto* fault = std::get_if<AgentFault>(&answer)) {
            return std::move(*fault);
        }
        record_.lacks_opening[player_of(side, job_.first)] = !std::get<Capabilities>(answer).opening;
        return std::nullopt;
    }

    /// Begins with the opening, when both agents offer OPENING.
    void begin() {
        if (job_.opening.empty() || record_.lacks_opening.agent1 || record_.lacks_opening.agent2) {
            return;
        }
        board_ = after_opening_;
        record_.opening = job_.opening;
        awaits_opening_ = {true, true};
    }

    /// Adds the opening to the first message that an agent gets after OK. So it costs no wake-up of its own,
    /// and no agent can work on it while the other's clock runs.
    void tell_opening(Side side, Message& message) {
        if (awaits_opening_[side]) {
            message.opening(job_.opening);
            awaits_opening_[side] = false;
        }
    }

    [[nodiscard]] std::size_t turns() const { return record_.opening.size() + record_.moves.size(); }

    /// False when the game is over.
    bool take_turn() {
        ended_ = board_verdict(board_, static_cast<int>(turns()), job_.limits.turns);
        if (ended_) {
            return false;
        }
        const Side side = board_.to_move();
        Clock& clock = clocks_[side];
        Message message;
        tell_opening(side, message);
        if (last_move_) {
            message.opponent_moved(*last_move_, record_.moves.back().took);
        }
        message.turn(clock.remaining(), clocks_[opponent(side)].remaining());
        Reply reply = agents_.ask(side, message.text(), clock.remaining());
        clock.charge(reply.elapsed);
        load_[side] += reply.load;
        if (std::holds_alternative<Stopped>(reply.what)) {
            end(Termination::Aborted);
            return false;
        }
        if (auto* fault = std::get_if<AgentFault>(&reply.what)) {
            if (fault->termination == Termination::Timeout) {
                record_.time_loss = TimeLoss{reply.elapsed, reply.load, false};
            }
            end(side, std::move(*fault));
            return false;
        }
        if (clock.is_overrun()) { // judged before the content of the answer
            record_.time_loss = TimeLoss{reply.elapsed, reply.load, false};
            end(side, late_answer());
            return false;
        }
        auto made = make_move(board_, std::get<Line>(reply.what));
        if (auto* fault = std::get_if<AgentFault>(&made)) {
            end(side, std::move(*fault));
            return false;
        }
        const auto& [move, board] = std::get<Made>(made);
        last_move_ = move;
        record_.moves.push_back({move, reply.elapsed});
        board_ = board;
        return true;
    }

    /// Says FINISH to both. When the board decided, the agent that did not make the last move is told it
    /// first.
    void see_off() {
        PerSide<Message> words;
        if (ending_by(*ended_).is_by_board() && last_move_) {
            const Side side = board_.to_move();
            tell_opening(side, words[side]); // it may not have had a turn
            words[side].opponent_moved(*last_move_, record_.moves.back().took);
        }
        for (const Side side : kSides) {
            words[side].finish();
        }
        departures_ = agents_.finish({words.first.text(), words.second.text()});
    }

    [[nodiscard]] FaultNote note(Side side, std::string reason) const {
        return {player_of(side, job_.first), std::move(reason), to_valid_utf8(departures_[side].stderr_tail)};
    }

    void write_down() {
        record_.rules = job_.rules;
        record_.game = job_.id;
        record_.pair = job_.pair;
        record_.first = job_.first;
        record_.seed = job_.seeds;
        record_.turn_limit = job_.limits.turns;
        record_.turns = turns();
        record_.termination = *ended_;
        const PerSide<int> score = board_.score();
        for (const Side side : kSides) {
            const Player agent = player_of(side, job_.first);
            record_.score[agent] = score[side];
            record_.used[agent] = clocks_[side].used();
            record_.exit[agent] = departures_[side].exit;
            record_.processor[agent] = departures_[side].processor;
            record_.budget[agent] = job_.limits.time[agent];
        }
        if (record_.time_loss) {
            judge_time_loss();
        }
        for (const Side side : kSides) {
            record_.load[player_of(side, job_.first)] = load_[side];
        }
        if (ending_by(*ended_).is_by_board()) {
            const auto winner = leader(board_);
            record_.winner = winner ? winner_is(player_of(*winner, job_.first)) : Winner::Draw;
        } else if (loser_) {
            record_.winner = winner_is(player_of(opponent(*loser_), job_.first));
            write_down_faults();
        }
    }

    /// More may be known about the last turn now than when it was cut off.
    void judge_time_loss() {
        TimeLoss& loss = *record_.time_loss;
        if (const auto& known_now = departures_[*loser_].cut_off) {
            load_[*loser_].delay += known_now->delay - loss.load.delay;
            const auto excused = loss.load.excused;
            loss.load = *known_now;
            loss.load.excused = excused;
        }
        loss.disputed = is_disputed(loss.load, load_[*loser_].delay - load_[*loser_].excused,
                                    job_.limits.time[player_of(*loser_, job_.first)]);
    }

    void write_down_faults() {
        const auto& others = faults_[opponent(*loser_)];
        std::string reason = faults_[*loser_]->reason;
        if (others) {
            const auto naming = [&](Side side) {
                return "agent " + std::to_string(number(player_of(side, job_.first))) + " " +
                       faults_[side]->reason;
            };
            reason = naming(*loser_) + "; " + naming(opponent(*loser_));
            record_.also_termination = others->termination;
            record_.also_fault = note(opponent(*loser_), others->reason);
        }
        record_.fault = note(*loser_, std::move(reason));
    }

    const Job& job_;
    Agents& agents_;
    Board board_;
    const Board after_opening_;
    PerSide<bool> awaits_opening_;
    PerSide<Clock> clocks_;
    std::optional<MoveNumbers> last_move_;
    std::optional<Termination> ended_;
    std::optional<Side> loser_;
    PerSide<std::optional<AgentFault>> faults_;
    PerSide<Departure> departures_;
    PerSide<TurnLoad> load_;
    GameRecord record_;
};

} // namespace

GameRecord play(const Job& job, Agents& agents) {
    return Refereeing(job, agents).play();
}

} // namespace referee
