#include "referee/game/play.hpp"

#include "referee/base/time.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/speakers/speaker.hpp"
#include "referee/rules/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace referee {
namespace {

/// Of a job whose opening is fit for its game.
Course checked_opening(const Job& job) {
    auto course = after_opening(job);
    assert(course && "the opening is legal, leaves the game unfinished and leads to its position");
    return *std::move(course);
}

class Refereeing {
  public:
    Refereeing(const Job& job, Agents& agents, const PerPlayer<std::optional<bool>>& lacked)
        : job_(job)
        , agents_(agents)
        , lacked_(lacked)
        , game_{.job = job,
                .course = Course(Board(job.rules)),
                .clocks = {Clock(job.limits.time[job.first]), Clock(job.limits.time[other(job.first)])}}
        , after_opening_(checked_opening(job))
        , speakers_{make_speaker(job, Side::First, agents), make_speaker(job, Side::Second, agents)} {
        if (job.limits.adjudication.is_on()) {
            adjudicator_.emplace(job.limits.adjudication, job.first, job.limits.turns);
        }
        record_.moves.reserve(static_cast<std::size_t>(job.limits.turns));
        tells_searches_ = speakers_.first->tells_searches() || speakers_.second->tells_searches();
        if (tells_searches_) {
            record_.search.reserve(static_cast<std::size_t>(job.limits.turns));
        }
    }

    GameRecord play() {
        record_.started = utc_time_now();
        const auto began = SteadyTime::now();
        if (get_ready()) {
            begin();
            while (!ended_ && take_turn()) {
            }
        }
        record_.duration = shown_ms(SteadyTime::now() - began);
        see_off();
        judge_late_starts();
        judge_memory_ends();
        judge_searches();
        write_down(game_,
                   {*ended_,
                    loser_,
                    std::move(faults_),
                    std::move(departures_),
                    turns_,
                    {agents_.is_free(Side::First), agents_.is_free(Side::Second)},
                    is_curbed_},
                   record_);
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

    /// Whether something disturbed the reply of `side`, so that the game is over and not scored.
    bool is_disturbed_by(Side side, const Reply& reply) {
        if (!reply.disturbed) {
            return false;
        }
        record_.disturbed = reply.disturbed->what;
        if (reply.disturbed->what == Disturbance::Tampering) {
            end(opponent(side), {Termination::Tampering, std::string(reply.disturbed->reason)});
        } else {
            end(Termination::RefereeFailure);
        }
        return true;
    }

    /// Asks until both agents are ready. False when the game is over before its first turn.
    bool get_ready() {
        while (true) {
            const PerSide<Question> questions{speakers_.first->prepare(), speakers_.second->prepare()};
            if (questions.first.message.empty() && questions.second.message.empty()) {
                return true;
            }
            const PerSide<Reply> replies = agents_.ask_both(questions);
            const auto is_asked = [&](Side side) { return !questions[side].message.empty(); };
            for (const Side side : kSides) {
                if (is_asked(side) && std::holds_alternative<Stopped>(replies[side].what)) {
                    end(Termination::Aborted);
                    return false;
                }
            }
            for (const Side side : kSides) {
                if (is_asked(side) && is_disturbed_by(side, replies[side])) {
                    return false;
                }
            }
            for (const Side side :
                 {Side::Second, Side::First}) { // the last fault decides: the first player's
                auto fault = is_asked(side) ? speakers_[side]->prepared(replies[side]) : std::nullopt;
                if (fault && fault->termination == Termination::ReadyTimeout) {
                    const Reply& reply = replies[side];
                    late_[side] = LateStart{{reply.elapsed, reply.load}, questions[side].limit};
                }
                if (fault && !has_new_process(side, *fault)) {
                    end(side, std::move(*fault));
                }
            }
            if (ended_) {
                note_offers();
                return false;
            }
        }
    }

    /// Whether the process of `side` had died between two games and was replaced, so that `fault` is none.
    bool has_new_process(Side side, const AgentFault& fault) {
        const bool has_died = fault.termination == Termination::Crashed && !agents_.is_new(side);
        if (!has_died || !agents_.replace(side)) {
            return false;
        }
        speakers_[side]->begin_again();
        return true;
    }

    /// Notes what the agents that are ready offer.
    void note_offers() {
        for (const Side side : kSides) {
            const Player player = player_of(side, job_.first);
            record_.offers[player] = speakers_[side]->offers();
            record_.lacks_opening[player] = record_.offers[player] && !speakers_[side]->can_open();
        }
    }

    /// Begins with the opening, when both agents can be told it.
    void begin() {
        note_offers();
        for (const Side side : {Side::Second, Side::First}) {
            const Player player = player_of(side, job_.first);
            if (lacked_[player].value_or(record_.lacks_opening[player]) != record_.lacks_opening[player]) {
                end(side, {Termination::ProtocolError,
                           "does not offer what it offered in the first game of its pair"});
            }
        }
        if (ended_) {
            return;
        }
        const bool has_opening = job_.start || !job_.opening.empty();
        if (!has_opening || record_.lacks_opening.agent1 || record_.lacks_opening.agent2) {
            game_.course.reserve(job_.limits.turns);
            return;
        }
        game_.course = after_opening_;
        game_.course.reserve(job_.limits.turns); // a copy has no more room than it needs
        game_.has_opening = true;
        game_.full_move = job_.start ? job_.start->full_move : 1 + static_cast<int>(job_.opening.size() / 2);
        record_.opening = job_.opening;
        record_.start = job_.start;
    }

    /// False when the game is over.
    bool take_turn() {
        ended_ = board_verdict(game_.course, job_.limits.turns);
        if (ended_ || adjudicate()) {
            return false;
        }
        const Side side = game_.course.board().to_move();
        Speaker& speaker = *speakers_[side];
        if (!ping(side)) {
            return false;
        }
        Clock& clock = game_.clocks[side];
        Reply reply = agents_.ask(side, speaker.turn(game_));
        clock.charge(reply.elapsed);
        turns_[side].load += reply.load;
        turns_[side].most_cpu = std::max(turns_[side].most_cpu, reply.load.cpu);
        if (std::holds_alternative<Stopped>(reply.what)) {
            end(Termination::Aborted);
            return false;
        }
        if (is_disturbed_by(side, reply)) {
            return false;
        }
        auto made = judge(side, reply);
        if (auto* fault = std::get_if<AgentFault>(&made)) {
            *fault = speaker.explained(game_, std::move(*fault));
            if (seems_deaf(side, *fault, reply.load)) {
                fault->reason += "; it answered no TURN: does it read TURN, and is its output flushed?";
            }
            end(side, std::move(*fault));
            return false;
        }
        clock.moved();
        record_.moves.push_back({std::get<MoveNumbers>(made), reply.elapsed});
        game_.moves = record_.moves;
        if (tells_searches_) {
            record_.search.push_back(speaker.search_of(reply));
        }
        if (adjudicator_) {
            adjudicator_->moved(side, game_.course.board(),
                                tells_searches_ ? record_.search.back().score : std::nullopt);
        }
        game_.full_move += side == Side::Second ? 1 : 0;
        return true;
    }

    /// Whether the native agent on `side` let its first turn of the game pass without work and without a
    /// word.
    [[nodiscard]] bool seems_deaf(Side side, const AgentFault& late, const TurnLoad& load) const {
        return agents_.manner(side).protocol == Protocol::Native &&
               late.termination == Termination::Timeout && late.came.empty() && record_.moves.size() < 2 &&
               2 * load.cpu < load.watched;
    }

    /// Whether a rule of adjudication ends the game. In a game that verifies rules none does: the first
    /// ruling is written down.
    bool adjudicate() {
        const auto ruling =
            adjudicator_ ? adjudicator_->ruling(game_.course.board(), game_.course.turns(), game_.full_move)
                         : std::nullopt;
        if (!ruling) {
            return false;
        }
        const Winner winner =
            ruling->winner ? winner_is(player_of(*ruling->winner, job_.first)) : Winner::Draw;
        if (job_.is_verified) {
            record_.would_adjudicate =
                RuledTurn{ruling->rule, static_cast<std::uint64_t>(game_.course.turns()), winner};
            adjudicator_.reset();
            return false;
        }
        end(Termination::Adjudicated);
        record_.adjudication = ruling->rule;
        record_.winner = winner;
        return true;
    }

    /// Lets an engine read the position, outside of the clock, unless it does that quickly. False when the
    /// game is over by that.
    bool ping(Side side) {
        PingHabit& habit = agents_.ping_habit(side);
        const Ping when = agents_.manner(side).ping;
        const bool is_due = when == Ping::On || (when == Ping::Auto && habit.is_due());
        const auto question = is_due ? speakers_[side]->ping(game_) : std::nullopt;
        if (!question) {
            return true;
        }
        PerSide<Question> questions;
        questions[side] = *question;
        PerSide<Reply> replies = agents_.ask_both(questions);
        turns_[side].pings.add(replies[side].elapsed);
        habit.pinged(replies[side].elapsed);
        if (std::holds_alternative<Stopped>(replies[side].what)) {
            end(Termination::Aborted);
        } else if (is_disturbed_by(side, replies[side])) {
            return false;
        } else if (auto* fault = std::get_if<AgentFault>(&replies[side].what)) {
            end(side, speakers_[side]->explained(game_, std::move(*fault)));
        }
        return !ended_;
    }

    /// The move of an answer that came in time, which is made, or the fault.
    std::variant<MoveNumbers, AgentFault> judge(Side side, Reply& reply) {
        if (auto* fault = std::get_if<AgentFault>(&reply.what)) {
            if (fault->termination == Termination::Timeout) {
                record_.time_loss = TimeLoss{reply.elapsed, reply.load, false};
            }
            is_curbed_ = reply.is_curbed;
            return std::move(*fault);
        }
        if (game_.clocks[side].is_overrun()) { // judged before the content of the answer
            record_.time_loss = TimeLoss{reply.elapsed, reply.load, false};
            return late_answer();
        }
        auto move = speakers_[side]->read_move(game_, std::get<Line>(reply.what));
        const auto* numbers = std::get_if<MoveNumbers>(&move);
        if (numbers != nullptr && !game_.course.make(*numbers)) {
            return AgentFault{Termination::IllegalMove,
                              fmt::format("played {}: {}", to_string(*numbers),
                                          why_illegal(game_.course.board(), *numbers))};
        }
        return move;
    }

    /// Tells both what they have not heard, and ends those that play no further game.
    void see_off() {
        const bool by_board = ending_by(*ended_).is_between_turns();
        PerSide<bool> keeps;
        PerSide<std::string_view> words;
        for (const Side side : kSides) {
            keeps[side] = job_.keeps[player_of(side, job_.first)] && speakers_[side]->plays_on() &&
                          !faults_[side] && ending_by(*ended_).is_scored();
            words[side] = speakers_[side]->last_words(game_, by_board, keeps[side]);
        }
        departures_ = agents_.finish(words, keeps);
    }

    /// An agent that waited for a core has no fault while its rival has one. When that is true of both, the
    /// game says nothing, unless only one of them had the core for half of its time.
    void judge_late_starts() {
        PerSide<bool> kept_waiting{};
        for (const Side side : kSides) {
            if (late_[side]) {
                referee::judge(*late_[side], departures_[side]);
            }
        }
        if (late_.first && late_.second) {
            judge_together(*late_.first, *late_.second);
        }
        for (const Side side : kSides) {
            if (late_[side]) {
                kept_waiting[side] = late_[side]->loss.disputed;
                faults_[side]->reason += hint_of(*late_[side], *faults_[side]);
            }
        }
        if (kept_waiting.first && kept_waiting.second) {
            record_.disturbed = Disturbance::MachineOverloaded;
            end(Termination::RefereeFailure);
            loser_.reset();
            return;
        }
        for (const Side side : kSides) {
            const auto& others = faults_[opponent(side)];
            if (kept_waiting[side] && others) {
                faults_[side].reset();
                loser_ = opponent(side);
                end(others->termination);
            } else if (kept_waiting[side]) {
                record_.time_loss = late_[side]->loss;
            }
        }
    }

    [[nodiscard]] static bool may_be_by_others(Termination fault) {
        return fault == Termination::Crashed || fault == Termination::Timeout ||
               fault == Termination::ReadyTimeout;
    }

    /// An agent has no fault when the kernel ended it for want of memory that it shares with others.
    void judge_memory_ends() {
        if (record_.disturbed) {
            return;
        }
        PerPlayer<std::uint64_t> held_mib;
        for (const Side side : kSides) {
            held_mib[player_of(side, job_.first)] = departures_[side].held_bytes >> 20U;
        }
        for (const Side side : kSides) {
            const auto end_of = departures_[side].memory_end;
            if (!end_of || !faults_[side] || !may_be_by_others(faults_[side]->termination)) {
                continue;
            }
            if (*end_of == MemoryEnd::Own) {
                faults_[side]->reason += "; it had used up the memory that it was given (--memory-mb)";
                continue;
            }
            record_.disturbed = Disturbance::OutOfMemory;
            record_.disturbed_by =
                fmt::format("agent 1 held {} MiB, agent 2 {} MiB", held_mib.agent1, held_mib.agent2);
            record_.time_loss.reset();
            end(Termination::RefereeFailure);
            loser_.reset();
        }
    }

    /// Counts the lines that engines expected and that are wrong.
    void judge_searches() {
        if (!tells_searches_) {
            return;
        }
        Course course = game_.has_opening ? after_opening_ : Course(Board(job_.rules));
        for (std::size_t i = 0; i < record_.moves.size(); ++i) {
            const Side side = course.board().to_move();
            if (const auto fault = speakers_[side]->fault_of_line(record_.search[i], course)) {
                const Player player = player_of(side, job_.first);
                ++(*fault == engine::LineFault::NoMate ? record_.bad_mate : record_.bad_pv)[player];
                ++record_.line_faults[player][static_cast<std::size_t>(*fault)];
            }
            static_cast<void>(course.make(record_.moves[i].numbers)); // it was legal
        }
    }

    const Job& job_;
    Agents& agents_;
    PerPlayer<std::optional<bool>> lacked_;
    GameSoFar game_;
    const Course after_opening_;
    std::optional<Adjudicator> adjudicator_; ///< empty: nothing is adjudicated, or nothing more
    bool tells_searches_ = false;
    PerSide<std::unique_ptr<Speaker>> speakers_;
    std::optional<Termination> ended_;
    std::optional<Side> loser_;
    PerSide<std::optional<AgentFault>> faults_;
    PerSide<std::optional<LateStart>> late_; ///< those that were not ready in time
    PerSide<Departure> departures_;
    PerSide<TurnsTaken> turns_;
    bool is_curbed_ = false; ///< the agent that lost on time or crashed, see Reply
    GameRecord record_;
};

} // namespace

GameRecord play(const Job& job, Agents& agents, const PerPlayer<std::optional<bool>>& lacked) {
    return Refereeing(job, agents, lacked).play();
}

} // namespace referee
