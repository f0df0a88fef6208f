#include "referee/check/bench.hpp"

#include "referee/base/text.hpp"
#include "referee/check/random_mover.hpp"
#include "referee/game/job.hpp"
#include "referee/game/play.hpp"
#include "referee/game/speakers/speaker.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>
#include <variant>

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

/// Of a game in which a side without a move passes.
template<class Position>
concept HasPasses = requires(const Position& position, Side side) {
    position.can_move();
    grown(grown(position.stones(side))) & position.empty_squares();
};

constexpr int kPassed = 1'000'000; ///< the side must pass
constexpr int kOver = -kPassed;    ///< the game is over before that

/// Alpha-beta with fail-hard bounds: who steers wants high values, the other side low ones.
template<HasPasses Position>
class Steering {
  public:
    using G = RulesOf<Position>;

    Steering(Side who, Side steers) noexcept
        : who_(who)
        , steers_(steers) {}

    [[nodiscard]] int value(const Position& position, int depth, int low, int high) const {
        if (G::ending(position)) {
            return kOver;
        }
        if (G::to_move(position) == who_ && !position.can_move()) {
            return kPassed + depth; // sooner is better
        }
        if (depth == 0) {
            return worth(position);
        }
        const bool wants_high = G::to_move(position) == steers_;
        for (const auto move : G::moves(position)) {
            if (low >= high) {
                break;
            }
            const int seen = value(G::after(position, move), depth - 1, low, high);
            (wants_high ? low : high) = wants_high ? std::max(low, seen) : std::min(high, seen);
        }
        return wants_high ? low : high;
    }

  private:
    /// High where the side can go to few squares and has few stones.
    [[nodiscard]] int worth(const Position& position) const {
        constexpr int kOfTarget = 10;
        constexpr int kOfStone = 40;
        const auto own = position.stones(who_);
        const int targets = (grown(grown(own)) & position.empty_squares()).count();
        return -kOfTarget * targets - kOfStone * own.count();
    }

    const Side who_;
    const Side steers_;
};

template<HasPasses Position>
MoveNumbers best_move(const Position& position, Side who, int depth, SplitMix64& chance) {
    using G = RulesOf<Position>;
    constexpr int kMost = std::numeric_limits<int>::max();
    const Steering<Position> steering(who, G::to_move(position));
    int best = -kMost;
    std::uint64_t alike = 0;
    MoveNumbers chosen;
    for (const auto move : G::moves(position)) {
        // With a bound one below the best, a value that equals the best is exact.
        const int low = best == -kMost ? best : best - 1;
        const int seen = steering.value(G::after(position, move), depth - 1, low, kMost);
        alike = seen > best ? 1 : seen == best ? alike + 1 : alike;
        if (seen > best || (seen == best && chance.below(alike) == 0)) {
            best = seen;
            chosen = G::numbers(move);
        }
    }
    return chosen;
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

TurnAnswer Bench::moved(const Situation& situation, std::string_view before) {
    TurnAnswer answer = this->answer(situation, patient());
    expect_none(answer.problem, before);
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

std::optional<AgentFault> get_ready(const Subject& subject, Talker& talker) {
    const Job job{.rules = subject.rules, .limits = {.ready = subject.ready}};
    RandomMover mover(subject.rules, subject.seed);
    AgainstRandom agents(subject, talker, mover, Side::First);
    const auto speaker = make_speaker(job, Side::First, agents);
    while (true) {
        const Question question = speaker->prepare();
        if (question.message.empty()) {
            talker.is_prepared();
            return std::nullopt;
        }
        const Reply reply = talker.ask(question);
        if (std::holds_alternative<Stopped>(reply.what)) {
            return late_answer(); // nobody reads what was found
        }
        if (auto fault = speaker->prepared(reply)) {
            return fault;
        }
    }
}

void expect_ready(const Subject& subject, Talker& talker) {
    if (const auto fault = get_ready(subject, talker)) {
        throw CheckFailed(problem_of(*fault, talker.end({}, 0ms).departure));
    }
}

void add_position(engine::TurnMessage& message, const Subject& subject, std::string_view fen) {
    if (subject.manner.protocol == Protocol::Uci) {
        const Start start = read_start(subject.rules, fen);
        message.position(subject.dialect(), start.board, start.full_move);
    } else {
        message.position(fen); // the numbers in it may be such as are never told in a game
    }
}

std::optional<AgentFault> EngineTalk::ask(std::string_view message, std::string_view awaited,
                                          std::chrono::nanoseconds limit) {
    Reply reply = talker_.ask(
        {.message = message, .limit = limit, .awaited = awaited, .is_turn = awaited == kBestMove});
    if (std::holds_alternative<Line>(reply.what)) {
        return std::nullopt;
    }
    auto* const fault = std::get_if<AgentFault>(&reply.what);
    return fault != nullptr ? std::move(*fault) : late_answer(); // stopped, as above
}

bool EngineTalk::answers(std::string_view message, std::string_view awaited, std::chrono::nanoseconds limit) {
    const auto fault = ask(message, awaited, limit);
    if (fault && fault->termination != Termination::Timeout) {
        throw CheckFailed(end_by(*fault));
    }
    return !fault;
}

std::optional<AgentFault> EngineTalk::fault_at_position(std::string_view fen) {
    engine::TurnMessage message;
    add_position(message, subject_, fen);
    message.is_ready();
    auto fault = ask(message.text(), kReadyOk, subject_.manner.ping_limit);
    if (fault && fault->termination == Termination::Timeout) {
        fault->reason = no_readyok(*fault);
    }
    return fault;
}

void EngineTalk::position(std::string_view fen) {
    if (const auto fault = fault_at_position(fen)) {
        throw CheckFailed(end_by(*fault));
    }
}

void EngineTalk::end() {
    talker_.end({}, 0ms);
}

std::string EngineTalk::end_by(const AgentFault& fault) {
    return problem_of(fault, talker_.end({}, 0ms).departure);
}

Search EngineTalk::search(std::string_view fen, const engine::TurnMessage& go, std::chrono::nanoseconds limit,
                          std::string_view last_call) {
    Search search;
    if (const auto fault = fault_at_position(fen)) {
        search.problem = end_by(*fault);
        return search;
    }
    const auto before = talker_.processor();
    Reply reply = talker_.ask({.message = go.text(),
                               .limit = limit,
                               .awaited = kBestMove,
                               .last_call = last_call,
                               .grace = last_call.empty() ? 0s : 1s,
                               .is_turn = true,
                               .looks_first = false});
    const auto after = talker_.processor();
    search.took = reply.elapsed;
    search.processor = before && after ? *after - *before : 0ns;
    if (const auto* line = std::get_if<Line>(&reply.what)) {
        search.line = *line;
        search.info = reply.asides != nullptr ? reply.asides->info : engine::SearchInfo();
        return search;
    }
    const auto* fault = std::get_if<AgentFault>(&reply.what);
    const AgentFault what = fault != nullptr ? *fault : late_answer();
    search.is_late = what.termination == Termination::Timeout;
    search.problem = end_by(what);
    return search;
}

EngineTalk prepared_talk(Bench& bench) {
    expect_ready(bench.subject(), bench.talker());
    return {bench.subject(), bench.talker()};
}

MoveNumbers move_towards_pass(const Board& board, Side who, int depth, SplitMix64& chance) {
    const auto steer = [&]<class Position>(const Position& position) {
        if constexpr (HasPasses<Position>) {
            return best_move(position, who, depth, chance);
        } else {
            assert(false && "a side may pass in this game");
            return MoveNumbers();
        }
    };
    return std::visit(steer, board.position());
}

} // namespace referee::check
