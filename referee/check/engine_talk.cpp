#include "referee/check/engine_talk.hpp"

#include "referee/check/random_mover.hpp"
#include "referee/game/speakers/speaker.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/engine/reader.hpp"

#include <utility>
#include <variant>

namespace referee::check {

using namespace std::chrono_literals;

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

void add_position(engine::TurnMessage& message, const Subject& subject, std::string_view fen) {
    if (subject.manner.protocol == Protocol::Uci) {
        const Start start = read_start(subject.rules, fen);
        message.position(subject.dialect(), start.board, start.full_move);
    } else {
        message.position(fen); // the numbers in it may be such as are never told in a game
    }
}

std::variant<std::string, AgentFault> EngineTalk::ask(std::string_view message, std::string_view awaited,
                                                      std::chrono::nanoseconds limit) {
    Reply reply = talker_.ask(
        {.message = message, .limit = limit, .awaited = awaited, .is_turn = awaited == kBestMove});
    if (const auto* line = std::get_if<Line>(&reply.what)) {
        return std::string(*line);
    }
    if (auto* fault = std::get_if<AgentFault>(&reply.what)) {
        return std::move(*fault);
    }
    return late_answer(); // stopped, as above
}

std::optional<AgentFault> EngineTalk::position(std::string_view fen) {
    engine::TurnMessage message;
    add_position(message, subject_, fen);
    message.is_ready();
    auto answer = ask(message.text(), kReadyOk, subject_.manner.ping_limit);
    auto* const fault = std::get_if<AgentFault>(&answer);
    if (fault != nullptr && fault->termination == Termination::Timeout) {
        fault->reason = no_readyok(*fault);
    }
    return fault != nullptr ? std::optional(std::move(*fault)) : std::nullopt;
}

std::string EngineTalk::end_by(const AgentFault& fault) {
    return problem_of(fault, talker_.end({}, 0ms).departure);
}

Search EngineTalk::search(std::string_view fen, const engine::TurnMessage& go, std::chrono::nanoseconds limit,
                          std::string_view last_call) {
    Search search;
    if (const auto fault = position(fen)) {
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

std::optional<EngineTalk> prepared_talk(Bench& bench, std::string& problem) {
    Talker& talker = bench.talker();
    EngineTalk talk(bench.subject(), talker);
    if (const auto fault = get_ready(bench.subject(), talker)) {
        problem = talk.end_by(*fault);
        return std::nullopt;
    }
    return talk;
}

} // namespace referee::check
