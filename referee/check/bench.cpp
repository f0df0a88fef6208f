#include "referee/check/bench.hpp"

#include "referee/base/text.hpp"
#include "referee/game/job.hpp"
#include "referee/game/play.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/engine/dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace referee::check {
namespace {

using namespace std::chrono_literals;

/// The reason, how the process ended where that is not our doing, and the last line of its standard error.
std::string with_end(std::string reason, std::string_view exit, std::string_view errors) {
    if (!exit.empty() && exit != "killed by referee") {
        reason += fmt::format(" ({})", exit);
    }
    const auto last = errors.find_last_not_of(" \t\r\n");
    if (last != std::string_view::npos) {
        errors = errors.substr(0, last + 1);
        reason += fmt::format("; stderr: {}", to_printable(errors.substr(errors.rfind('\n') + 1)));
    }
    return reason;
}

} // namespace

std::string problem_of(const GameRecord& record) {
    if (record.termination == Termination::Aborted) { // there is no move to look at
        return "interrupted";
    }
    if (!record.fault) {
        return {};
    }
    const AgentFault fault{record.termination, record.fault->reason};
    return problem_of(fault, {.exit = record.exit.agent1, .stderr_tail = record.fault->stderr_tail});
}

std::string problem_of(const AgentFault& fault, const Departure& departure) {
    const bool is_its_doing = fault.termination == Termination::Crashed;
    return with_end(fmt::format("{}: {}", name(fault.termination), fault.reason),
                    is_its_doing ? departure.exit : std::string(), departure.stderr_tail);
}

Board board_of(Game rules, const Situation& situation) {
    if (situation.start) {
        return situation.start->board;
    }
    Board board(rules);
    for (const MoveNumbers& move : situation.opening) {
        board = board.after(move).value();
    }
    return board;
}

Bench::Bench(const Subject& subject, StopToken stop, Orphans& orphans)
    : subject_(subject)
    , stop_(stop)
    , orphans_(orphans)
    , talker_(subject, stop, orphans) {}

Talker& Bench::talker() {
    if (!talker_.has_process()) {
        talker_.start(agent_seed({.seed = subject_.seed}, asked_++, Player::Agent1));
    }
    return talker_;
}

Talker& Bench::fresh_talker() {
    end_process();
    return talker();
}

void Bench::end_process() {
    if (talker_.has_process()) {
        const bool is_engine = subject_.is_engine();
        static_cast<void>(talker_.end(is_engine ? engine::kQuitMessage : kFinishMessage, 100ms));
    }
}

std::optional<std::string> Bench::death() {
    if (!talker_.has_exited()) {
        return std::nullopt;
    }
    const Ended ended = talker_.end({}, 0ms);
    return with_end("died after its answer", ended.departure.exit, ended.departure.stderr_tail);
}

GameRecord Bench::play(const Job& job, const ChooseMove& choose) {
    if (!talker_.has_process()) {
        talker_.start(job.seeds.agent1);
    }
    talker_.forget();
    RandomMover mover(job.rules, job.seeds.agent2, choose);
    const Side side = job.first == Player::Agent1 ? Side::First : Side::Second;
    AgainstRandom agents(subject_, talker_, mover, side);
    GameRecord record = referee::play(job, agents);
    if (record.offers.agent1) {
        offers_ = record.offers.agent1;
    }
    return record;
}

Job Bench::game(std::uint64_t number, const TimeControl& limit) const {
    return {
        .rules = subject_.rules,
        .id = number,
        .first = number % 2 == 0 ? Player::Agent1 : Player::Agent2,
        .seeds = {agent_seed({.seed = subject_.seed}, number, Player::Agent1),
                  agent_seed({.seed = subject_.seed}, number, Player::Agent2)},
        .limits = {.time = {limit, limit}, .ready = subject_.ready, .turns = facts_of(subject_.rules).turns},
        .keeps = {true, false}};
}

Job Bench::game_from(const Situation& situation, Player mover, int turns) {
    Job job = game(asked_++, patient());
    const bool is_first = board_of(subject_.rules, situation).to_move() == Side::First;
    job.first = is_first ? mover : other(mover);
    job.limits.turns = static_cast<int>(situation.opening.size()) + turns;
    job.opening = situation.opening;
    job.start = situation.start;
    return job;
}

TurnAnswer Bench::answer(const Situation& situation, const TimeControl& limit) {
    return answer(situation, PerPlayer<TimeControl>{limit, limit});
}

TurnAnswer Bench::answer(const Situation& situation, const PerPlayer<TimeControl>& limits) {
    Job job = game_from(situation, Player::Agent1, 1);
    job.limits.time = limits;
    const GameRecord record = play(job);
    TurnAnswer answer{.problem = problem_of(record),
                      .is_late = record.termination == Termination::Timeout,
                      .came_in_part = record.termination == Termination::Timeout && record.fault &&
                                      record.fault->reason.ends_with("came without a newline"),
                      .took = record.used.agent1,
                      .has_bad_line = record.bad_pv.agent1 > 0};
    if (answer.problem.empty() && !record.moves.empty()) {
        answer.move = record.moves[0].numbers;
        answer.line = talker_.last_answer();
        answer.search = record.search.empty() ? SearchNote() : record.search[0];
    }
    return answer;
}

std::optional<Capabilities> Bench::offers() {
    if (!offers_) {
        static_cast<void>(answer({}, patient()));
    }
    return offers_;
}

std::optional<Situation> Bench::situation(std::string_view fen, std::string_view moves) {
    if (!subject_.has_positions()) {
        return std::nullopt;
    }
    if (subject_.is_engine() || (offers() && offers()->fen)) {
        return Situation{.start = read_start(subject_.rules, fen)};
    }
    if (moves.empty() || !offers() || !offers()->opening) {
        return std::nullopt;
    }
    return Situation{.opening = make_moves(subject_.rules, moves, kMostOpeningMoves, MayEnd::No).moves};
}

std::chrono::milliseconds Bench::patience() const {
    return std::max(subject_.margin, std::chrono::milliseconds(3000));
}

TimeControl Bench::patient() const {
    if (!subject_.is_engine()) {
        return subject_.own_limit.value_or(TimeControl(10s));
    }
    TimeControl limit(50ms);
    limit.kind = LimitKind::Move;
    limit.margin = patience();
    return limit;
}

TimeControl Bench::for_games() const {
    if (subject_.own_limit) {
        return *subject_.own_limit;
    }
    TimeControl limit = patient();
    if (subject_.is_engine()) {
        limit.time = 10ms;
    }
    return limit;
}

} // namespace referee::check
