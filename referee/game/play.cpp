#include "referee/game/play.hpp"

#include "referee/base/text.hpp"
#include "referee/rules/ataxx/illegal.hpp"
#include "referee/talk/protocol.hpp"

#include <fmt/format.h>

#include <cassert>
#include <optional>

namespace referee {
namespace {

/// The position after `opening`, which must be fit for a game of `turns` turns.
ataxx::Position position_after(const std::vector<ataxx::Move>& opening, int turns) {
    ataxx::Position position;
    int played = 0;
    for (const ataxx::Move move : opening) {
        assert(!position.is_finished() && position.is_legal(move));
        position = position.after(move);
        ++played;
    }
    assert(opening.empty() || !board_verdict(position, played, turns));
    return position;
}

/// What an agent's line makes of a position: the move it names, or its fault.
std::variant<ataxx::Move, AgentFault> read_move(const ataxx::Position& position, Line line) {
    const auto answer = parse_move_answer(line);
    if (const auto* fault = std::get_if<AgentFault>(&answer)) {
        return *fault;
    }
    const ataxx::MoveNumbers& numbers = std::get<ataxx::MoveNumbers>(answer);
    const auto move = ataxx::Move::from_numbers(numbers);
    if (!move || !position.is_legal(*move)) {
        return AgentFault{Termination::IllegalMove,
                          fmt::format("played {} {} {} {}: {}", numbers.x1, numbers.y1, numbers.x2,
                                      numbers.y2, why_illegal(position, numbers))};
    }
    return *move;
}

class Game {
  public:
    Game(const GameSetup& setup, Agents& agents)
        : setup_(setup)
        , agents_(agents)
        , after_opening_(position_after(setup.opening, setup.limits.turns))
        , clocks_{Clock(setup.limits.time[index(player_of(Side::First, setup.first))]),
                  Clock(setup.limits.time[index(player_of(Side::Second, setup.first))])} {
        record_.moves.reserve(static_cast<std::size_t>(setup.limits.turns));
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
        faults_[index(side)] = std::move(fault.reason);
        fault_kinds_[index(side)] = fault.termination;
    }

    /// False when the game is over before its first turn.
    bool get_ready() {
        const auto replies = agents_.ask_both(kReadyMessages, setup_.limits.ready);
        for (const Side side : kSides) {
            if (std::holds_alternative<Stopped>(replies[side].what)) {
                end(Termination::Aborted);
                return false;
            }
        }
        for (const Side side : {Side::Second, Side::First}) { // the fault of whoever plays first decides
            const auto& what = replies[side].what;
            std::optional<AgentFault> fault;
            if (const auto* line = std::get_if<Line>(&what)) {
                fault = read_ready(side, *line);
            } else {
                fault = std::get<AgentFault>(what);
            }
            if (fault && fault->termination == Termination::Timeout) {
                fault = AgentFault{Termination::ReadyTimeout, "did not say OK in time"};
            }
            if (fault) {
                end(side, std::move(*fault));
            }
        }
        return !ended_;
    }

    /// The fault in an answer to READY, if any; notes what the agent lacks.
    std::optional<AgentFault> read_ready(Side side, Line line) {
        auto answer = parse_ready_answer(line);
        if (auto* fault = std::get_if<AgentFault>(&answer)) {
            return std::move(*fault);
        }
        record_.lacks_opening[index(player_of(side, setup_.first))] = !std::get<Capabilities>(answer).opening;
        return std::nullopt;
    }

    /// Puts the opening on the board, when both agents know how to.
    void begin() {
        if (setup_.opening.empty() || record_.lacks_opening[0] || record_.lacks_opening[1]) {
            return;
        }
        position_ = after_opening_;
        for (const ataxx::Move move : setup_.opening) {
            record_.opening.push_back(move.numbers());
        }
        awaits_opening_ = {true, true};
    }

    /// The opening goes out in the write of the first message that an agent gets after OK. That costs no
    /// wake-up of its own, and nobody can work on it at the expense of the other's clock.
    void tell_opening(Side side, Message& message) {
        if (awaits_opening_[index(side)]) {
            message.opening(setup_.opening);
            awaits_opening_[index(side)] = false;
        }
    }

    [[nodiscard]] std::size_t turns() const { return record_.opening.size() + record_.moves.size(); }

    /// False when the game is over.
    bool take_turn() {
        ended_ = board_verdict(position_, static_cast<int>(turns()), setup_.limits.turns);
        if (ended_) {
            return false;
        }
        const Side side = position_.to_move();
        Clock& clock = clocks_[index(side)];
        Message message;
        tell_opening(side, message);
        if (last_move_) {
            message.opponent_moved(*last_move_, record_.moves.back().took);
        }
        message.turn(clock.remaining(), clocks_[index(opponent(side))].remaining());
        Reply reply = agents_.ask(side, message.text(), clock.remaining());
        clock.charge(reply.elapsed);
        load_[index(side)] += reply.load;
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
        if (clock.is_overrun()) { // before its content
            record_.time_loss = TimeLoss{reply.elapsed, reply.load, false};
            end(side, late_answer());
            return false;
        }
        auto read = read_move(position_, std::get<Line>(reply.what));
        if (auto* fault = std::get_if<AgentFault>(&read)) {
            end(side, std::move(*fault));
            return false;
        }
        last_move_ = std::get<ataxx::Move>(read);
        record_.moves.push_back({last_move_->numbers(), reply.elapsed});
        position_ = position_.after(*last_move_);
        return true;
    }

    /// FINISH to both; when the board decided, with the last move before it for whoever did not make it.
    void see_off() {
        std::array<Message, 2> words;
        if (board_decides(*ended_) && last_move_) {
            const Side side = position_.to_move();
            tell_opening(side, words[index(side)]); // it may not have had a turn
            words[index(side)].opponent_moved(*last_move_, record_.moves.back().took);
        }
        for (Message& message : words) {
            message.finish();
        }
        departures_ = agents_.finish({words[0].text(), words[1].text()});
    }

    [[nodiscard]] FaultNote note(Side side, std::string reason) const {
        return {player_of(side, setup_.first), std::move(reason),
                to_valid_utf8(departures_[side].stderr_tail)};
    }

    void write_down() {
        record_.game = setup_.game;
        record_.pair = setup_.pair;
        record_.first = setup_.first;
        record_.seed = setup_.seed;
        record_.turn_limit = setup_.limits.turns;
        record_.turns = turns();
        record_.termination = *ended_;
        for (const Side side : {Side::First, Side::Second}) {
            const std::size_t agent = index(player_of(side, setup_.first));
            record_.score[agent] = position_.stones(side).count();
            record_.used[agent] = clocks_[index(side)].used();
            record_.exit[agent] = departures_[side].exit;
            record_.processor[agent] = departures_[side].processor;
            record_.budget[agent] = setup_.limits.time[agent];
        }
        if (record_.time_loss) {
            judge_time_loss();
        }
        for (const Side side : {Side::First, Side::Second}) {
            record_.load[index(player_of(side, setup_.first))] = load_[index(side)];
        }
        if (board_decides(*ended_)) {
            const auto winner = leader(position_);
            record_.winner = winner ? winner_is(player_of(*winner, setup_.first)) : Winner::Draw;
        } else if (loser_) {
            record_.winner = winner_is(player_of(opponent(*loser_), setup_.first));
            write_down_faults();
        }
    }

    /// More may be known about the last turn now than when it was cut off.
    void judge_time_loss() {
        TimeLoss& loss = *record_.time_loss;
        if (const auto& known_now = departures_[*loser_].cut_off) {
            load_[index(*loser_)].delay += known_now->delay - loss.load.delay;
            const auto excused = loss.load.excused;
            loss.load = *known_now;
            loss.load.excused = excused;
        }
        loss.disputed = is_disputed(loss.load, load_[index(*loser_)].delay - load_[index(*loser_)].excused,
                                    setup_.limits.time[index(player_of(*loser_, setup_.first))]);
    }

    void write_down_faults() {
        const auto& others = faults_[index(opponent(*loser_))];
        std::string reason = *faults_[index(*loser_)];
        if (others) {
            const auto naming = [&](Side side) {
                return "agent " + std::to_string(number(player_of(side, setup_.first))) + " " +
                       *faults_[index(side)];
            };
            reason = naming(*loser_) + "; " + naming(opponent(*loser_));
            record_.also_termination = fault_kinds_[index(opponent(*loser_))];
            record_.also_fault = note(opponent(*loser_), *others);
        }
        record_.fault = note(*loser_, std::move(reason));
    }

    const GameSetup& setup_;
    Agents& agents_;
    const ataxx::Position after_opening_;
    ataxx::Position position_;
    std::array<bool, 2> awaits_opening_{}; ///< by side
    std::array<Clock, 2> clocks_;          ///< by side
    std::optional<ataxx::Move> last_move_;
    std::optional<Termination> ended_;
    std::optional<Side> loser_;
    std::array<std::optional<std::string>, 2> faults_; ///< by side
    std::array<Termination, 2> fault_kinds_{};         ///< by side, where there is a fault
    PerSide<Departure> departures_;
    std::array<TurnLoad, 2> load_{};                   ///< by side
    GameRecord record_;
};

} // namespace

GameRecord play(const GameSetup& setup, Agents& agents) {
    return Game(setup, agents).play();
}

} // namespace referee
