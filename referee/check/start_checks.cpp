// Checks 1 to 4: the start of a process, and what it says of itself.

#include "referee/base/steady_time.hpp"
#include "referee/base/text.hpp"
#include "referee/check/checks.hpp"
#include "referee/check/engine_talk.hpp"
#include "referee/check/words.hpp"
#include "referee/talk/uai/asides.hpp"
#include "referee/talk/uai/options.hpp"
#include "referee/talk/uai/words.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace referee::check {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// What an engine answers to `uai`.
struct Introduction {
    std::string problem{};
    std::vector<std::string> about{}; ///< `id` and `option` lines
    nanoseconds took{0};
};

Introduction introduced(Bench& bench) {
    Talker& talker = bench.fresh_talker();
    const auto begin = SteadyTime::now();
    const Reply reply = talker.ask({.message = uai::kUaiMessage,
                                    .limit = bench.subject().manner.start,
                                    .awaited = "uaiok",
                                    .looks_first = false});
    Introduction introduction{.took = SteadyTime::now() - begin};
    if (reply.asides != nullptr) {
        introduction.about = reply.asides->about;
    }
    if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
        AgentFault what = *fault;
        if (what.termination == Termination::Timeout) {
            what = {Termination::ReadyTimeout, with_what_came("sent no uaiok in time", fault->came)};
        }
        introduction.problem = problem_of(what, talker.end({}, 0ms).departure);
    }
    bench.end_process();
    return introduction;
}

/// The time to get a new process ready, or what is wrong.
std::string problem_of_start(Bench& bench, nanoseconds& took) {
    Talker& talker = bench.fresh_talker();
    const auto begin = SteadyTime::now();
    const auto fault = get_ready(bench.subject(), talker);
    took = SteadyTime::now() - begin;
    return fault ? problem_of(*fault, talker.end({}, 0ms).departure) : std::string();
}

/// The text after the words `id name`.
std::string name_in(const std::vector<std::string>& about) {
    for (const std::string& line : about) {
        std::string_view rest = line;
        if (uai::take_word(rest) == "id" && uai::take_word(rest) == "name" && !rest.empty()) {
            return to_printable(rest);
        }
    }
    return {};
}

} // namespace

Finding start(Bench& bench) {
    nanoseconds took{0};
    std::string problem;
    if (bench.subject().is_engine()) {
        const Introduction introduction = introduced(bench);
        took = introduction.took;
        problem = introduction.problem;
    } else {
        problem = problem_of_start(bench, took);
    }
    if (!problem.empty()) {
        return fail(problem);
    }
    return ok(fmt::format("{} after {}", bench.subject().is_engine() ? "uaiok" : "OK", shown(took)));
}

Finding engine_name(Bench& bench) {
    const Introduction introduction = introduced(bench);
    if (!introduction.problem.empty()) {
        return fail(introduction.problem);
    }
    const std::string name = name_in(introduction.about);
    return name.empty() ? fail("no line 'id name ...' before uaiok") : ok(name);
}

Finding ready(Bench& bench) {
    nanoseconds took{0};
    const std::string problem = problem_of_start(bench, took);
    return problem.empty() ? ok(fmt::format("options, uainewgame and two readyok after {}", shown(took)))
                           : fail(problem);
}

Finding options(Bench& bench) {
    const Introduction introduction = introduced(bench);
    if (!introduction.problem.empty()) {
        return fail(introduction.problem);
    }
    std::vector<uai::OptionLine> listed;
    std::string names;
    std::string unread;
    listed.reserve(introduction.about.size());
    for (const std::string& line : introduction.about) {
        if (uai::first_word(line) != "option") {
            continue;
        }
        if (auto option = uai::parse_option(line)) {
            add_part(names, to_printable(option->name));
            listed.push_back(std::move(*option));
        } else {
            add_part(unread, "'" + to_printable(line) + "'");
        }
    }
    std::string problems = unread.empty() ? std::string() : "not understood: " + unread;
    for (const std::string_view wanted : {"Hash", "Threads"}) {
        if (std::ranges::find(listed, wanted, &uai::OptionLine::name) == listed.end()) {
            add_part(problems, fmt::format("no option {}", wanted), "; ");
        }
    }
    const std::string list = names.empty() ? "lists no option" : "lists " + to_printable(names, 300);
    return problems.empty() ? ok(list) : note(list + "; " + problems);
}

Finding capabilities(Bench& bench) {
    const auto offers = bench.offers();
    if (!offers) {
        return fail("it said no OK");
    }
    std::string offered;
    std::string missing;
    const std::pair<std::string_view, bool> all[] = {{"OPENING", offers->opening},
                                                     {"FEN", offers->fen},
                                                     {"GAMES", offers->games},
                                                     {"CLOCK", offers->clock}};
    for (const auto& [capability, is_offered] : all) {
        add_part(is_offered ? offered : missing, capability);
    }
    if (missing.empty()) {
        return ok("offers " + offered);
    }
    return note((offered.empty() ? "offers none of " : "offers " + offered + ", not ") + missing +
                (offers->opening ? ""
                                 : "; without OPENING all games begin at the start: agents without chance "
                                   "repeat two games, which decide nothing"));
}

} // namespace referee::check
