#include "referee/game/play.hpp"

#include "referee/agent/protocol.hpp"
#include "referee/agent/text.hpp"

#include <optional>

namespace ataxx {
namespace {

std::string square_text(int x, int y) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + ")";
}

/// Why `numbers` name no legal move, for the agent's author.
std::string why_illegal(const Position& position, const MoveNumbers& numbers) {
    const std::string played = "played " + std::to_string(numbers.x1) + " " + std::to_string(numbers.y1) +
                               " " + std::to_string(numbers.x2) + " " + std::to_string(numbers.y2) + ": ";
    if (numbers == MoveNumbers{}) {
        return played + "it may not pass while it has a move";
    }
    const auto from = Square::at(numbers.x1, numbers.y1);
    const auto to = Square::at(numbers.x2, numbers.y2);
    const std::string source = square_text(numbers.x1, numbers.y1);
    const std::string target = square_text(numbers.x2, numbers.y2);
    if (!from || !to) {
        return played + (from ? target : source) + " is not on the board";
    }
    if (!position.own().has(*from)) {
        return played + source + " holds no stone of its own";
    }
    if (const int steps = distance(*from, *to); steps != 1 && steps != 2) {
        return played + target + " is " + std::to_string(steps) + " away, not 1 or 2";
    }
    return played + target + " is not empty";
}

/// What an agent's line makes of a position: the move it names, or its fault.
std::variant<Move, AgentFault> read_move(const Position& position, Line line) {
    const auto answer = parse_move_answer(line);
    if (const auto* fault = std::get_if<AgentFault>(&answer)) {
        return *fault;
    }
    const MoveNumbers& numbers = std::get<MoveNumbers>(answer);
    const auto move = Move::from_numbers(numbers);
    if (!move || !position.is_legal(*move)) {
        return AgentFault{Termination::IllegalMove, why_illegal(position, numbers)};
    }
    return *move;
}

class Game {
  public:
    Game(const GameSetup& setup, Agents& agents)
        : setup_(setup)
        , agents_(agents)
        , clocks_{Clock(setup.limits.time[index(player_of(Side::First, setup.first))]),
                  Clock(setup.limits.time[index(player_of(Side::Second, setup.first))])} {
        record_.moves.reserve(static_cast<std::size_t>(setup.limits.turns));
    }

    GameRecord play() {
        if (get_ready()) {
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
        for (const Reply& reply : replies) {
            if (std::holds_alternative<Stopped>(reply.what)) {
                end(Termination::Aborted);
                return false;
            }
        }
        for (const Side side : {Side::Second, Side::First}) { // the fault of whoever plays first decides
            const auto& what = replies[index(side)].what;
            std::optional<AgentFault> fault;
            if (const auto* line = std::get_if<Line>(&what)) {
                fault = check_ready_answer(*line);
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

    /// False when the game is over.
    bool take_turn() {
        ended_ = board_verdict(position_, static_cast<int>(record_.moves.size()), setup_.limits.turns);
        if (ended_) {
            return false;
        }
        const Side side = position_.to_move();
        Clock& clock = clocks_[index(side)];
        Message message;
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
            end(side, {Termination::Timeout, "sent no answer in time"});
            return false;
        }
        auto read = read_move(position_, std::get<Line>(reply.what));
        if (auto* fault = std::get_if<AgentFault>(&read)) {
            end(side, std::move(*fault));
            return false;
        }
        last_move_ = std::get<Move>(read);
        record_.moves.push_back({last_move_->numbers(), reply.elapsed});
        position_ = position_.after(*last_move_);
        return true;
    }

    /// FINISH to both; when the board decided, with the last move before it for whoever did not make it.
    void see_off() {
        std::array<Message, 2> words;
        if (board_decides(*ended_) && last_move_) {
            words[index(position_.to_move())].opponent_moved(*last_move_, record_.moves.back().took);
        }
        for (Message& message : words) {
            message.finish();
        }
        departures_ = agents_.finish({words[0].text(), words[1].text()});
    }

    [[nodiscard]] FaultNote note(Side side, std::string reason) const {
        return {player_of(side, setup_.first), std::move(reason),
                to_valid_utf8(departures_[index(side)].stderr_tail)};
    }

    void write_down() {
        record_.game = setup_.game;
        record_.pair = setup_.pair;
        record_.first = setup_.first;
        record_.seed = setup_.seed;
        record_.turn_limit = setup_.limits.turns;
        record_.turns = record_.moves.size();
        record_.termination = *ended_;
        for (const Side side : {Side::First, Side::Second}) {
            const std::size_t agent = index(player_of(side, setup_.first));
            record_.score[agent] = position_.stones(side).count();
            record_.used[agent] = clocks_[index(side)].used();
            record_.exit[agent] = departures_[index(side)].exit;
            record_.processor[agent] = departures_[index(side)].processor;
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
        if (const auto& known_now = departures_[index(*loser_)].cut_off) {
            load_[index(*loser_)].delay += known_now->delay - loss.load.delay;
            loss.load = *known_now;
        }
        loss.disputed = is_disputed(loss.load, load_[index(*loser_)].delay,
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
    Position position_;
    std::array<Clock, 2> clocks_; ///< by side
    std::optional<Move> last_move_;
    std::optional<Termination> ended_;
    std::optional<Side> loser_;
    std::array<std::optional<std::string>, 2> faults_; ///< by side
    std::array<Termination, 2> fault_kinds_{};         ///< by side, where there is a fault
    std::array<Departure, 2> departures_;              ///< by side
    std::array<TurnLoad, 2> load_{};                   ///< by side
    GameRecord record_;
};

} // namespace

GameRecord play(const GameSetup& setup, Agents& agents) {
    return Game(setup, agents).play();
}

} // namespace ataxx
