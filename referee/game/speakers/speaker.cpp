#include "referee/game/speakers/speaker.hpp"

#include "referee/game/speakers/engine_speaker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace referee {

std::optional<OnlyMove> due_move(const Board& board, const AgentFault& fault) {
    return fault.is_before_question ? std::nullopt : only_move(board);
}

std::string due_text(const OnlyMove& due, std::string_view answer) {
    return due.kind.empty() ? fmt::format("; {} was the only move", answer)
                            : fmt::format("; a {} was due ({})", due.kind, answer);
}

std::unique_ptr<Speaker> make_speaker(const Job& job, Side side, const Agents& agents) {
    if (is_of_engines(agents.manner(side).protocol)) {
        return std::make_unique<EngineSpeaker>(job, side, agents);
    }
    return std::make_unique<NativeSpeaker>(job, side, agents);
}

namespace {

/// The time loss of an agent that has not said OK.
AgentFault not_ready(const AgentFault& late) {
    return {.termination = Termination::ReadyTimeout,
            .reason = with_what_came("did not say OK in time", late.came),
            .came = late.came,
            .more_time = "--ready-ms",
            .may_be_unflushed = true};
}

/// What TURN shows as left on a clock.
std::chrono::nanoseconds left_on(const Clock& clock) {
    return std::max(clock.remaining(), std::chrono::nanoseconds(0));
}

} // namespace

NativeSpeaker::NativeSpeaker(const Job& job, Side side, const Agents& agents)
    : job_(job)
    , side_(side)
    , agents_(agents) {}

Question NativeSpeaker::prepare() {
    if (is_ready_) {
        return {};
    }
    const auto seed =
        agents_.is_new(side_) ? std::nullopt : std::optional(job_.seeds[player_of(side_, job_.first)]);
    ready_ = ready_message(side_, by_own_rules(job_.rules), seed);
    return {.message = ready_, .limit = job_.limits.ready};
}

std::optional<AgentFault> NativeSpeaker::prepared(const Reply& reply) {
    if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
        return fault->termination == Termination::Timeout ? not_ready(*fault) : *fault;
    }
    auto answer = parse_ready_answer(std::get<Line>(reply.what));
    if (auto* fault = std::get_if<AgentFault>(&answer)) {
        return std::move(*fault);
    }
    capabilities_ = std::get<Capabilities>(answer);
    is_ready_ = true;
    return std::nullopt;
}

std::optional<Capabilities> NativeSpeaker::offers() const {
    return is_ready_ ? std::optional(capabilities_) : std::nullopt;
}

bool NativeSpeaker::can_open() const {
    const bool by_moves = capabilities_.opening && (!job_.start || !job_.opening.empty());
    return by_moves || (capabilities_.fen && job_.start);
}

/// Adds what an agent hears once, to the first message that it gets after OK. So it costs no wake-up of its
/// own, and no agent can work on it while the other's clock runs.
void NativeSpeaker::tell_how_it_begins(const GameSoFar& game) {
    if (!game.has_opening || std::exchange(has_heard_opening_, true)) {
        return;
    }
    if (capabilities_.opening && !job_.opening.empty()) {
        message_.opening(job_.opening);
    } else {
        message_.fen(job_.start->fen);
    }
}

Question NativeSpeaker::turn(const GameSoFar& game) {
    message_.clear();
    tell_how_it_begins(game);
    const Clock& clock = game.clocks[side_];
    if (capabilities_.clock && !std::exchange(has_heard_clock_, true)) {
        message_.clock(clock.control());
    }
    if (!game.moves.empty()) {
        message_.opponent_moved(game.moves.back().numbers, game.moves.back().took);
    }
    const Clock& other = game.clocks[opponent(side_)];
    message_.turn(left_on(clock), left_on(other.control().kind == LimitKind::Game ? other : clock));
    return {.message = message_.text(), .limit = clock.turn_limit(), .is_turn = true};
}

std::variant<MoveNumbers, AgentFault> NativeSpeaker::read_move(const GameSoFar& game, Line line) {
    const GameFacts& facts = facts_of(game.course.board().game());
    return parse_move_answer(line, facts.numbers, facts.move_form);
}

AgentFault NativeSpeaker::explained(const GameSoFar& game, AgentFault fault) const {
    if (const auto due = due_move(game.course.board(), fault)) {
        fault.reason += due_text(*due, "MOVE " + to_string(due->numbers));
    }
    return fault;
}

/// When the board decided, the agent that did not make the last move is told it first.
std::string_view NativeSpeaker::last_words(const GameSoFar& game, bool by_board, bool keeps) {
    message_.clear();
    if (by_board && !game.moves.empty() && game.course.board().to_move() == side_) {
        tell_how_it_begins(game); // it may not have had a turn
        message_.opponent_moved(game.moves.back().numbers, game.moves.back().took);
    }
    if (!keeps) {
        message_.finish();
    }
    return message_.text();
}

} // namespace referee
