#include "referee/command/check_command.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/check/bench.hpp"
#include "referee/check/report.hpp"
#include "referee/check/run_checks.hpp"
#include "referee/command/program_name.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/named_agent.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/game/settings/time_control.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/signal_stop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>
#include <string_view>

namespace referee {
namespace {

/// `5,13` as numbers of checks.
std::set<int> numbers_of_checks(std::string_view text) {
    const int most = check::all_checks().back().number;
    std::set<int> numbers;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(','));
        int number = 0;
        const std::from_chars_result result = std::from_chars(word.data(), word.data() + word.size(), number);
        if (result.ec != std::errc() || result.ptr != word.data() + word.size() || number < 1 ||
            number > most) {
            throw UserError(
                fmt::format("--only: '{}' is not the number of a check, 1 to {}", to_printable(word), most));
        }
        numbers.insert(number);
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return numbers;
}

bool has_own_limit(const AgentSpec& agent) {
    return agent.tc || agent.time_ms || agent.inc_ms || agent.move_ms || agent.nodes || agent.depth;
}

AgentSpec read_agent(const CheckFlags& flags, const PlaySettings& settings) {
    AgentSpec agent =
        find_named(parse_agent(flags.command), flags.engines.empty() ? kEnginesFile : flags.engines);
    if (const auto problem = problem_of_agent(agent, settings)) {
        throw UserError(*problem);
    }
    return agent;
}

check::Subject read_subject(const CheckFlags& flags) {
    PlaySettings settings;
    settings.game = flags.game;
    const AgentSpec agent = read_agent(flags, settings);
    settings.rules = default_rules(settings, is_engine(agent));
    check::Subject subject{.name = agent.name,
                           .program = find_program(agent.command, agent.dir, bundled_agents_dir()),
                           .manner = manner_of(agent),
                           .rules = rules_of(settings),
                           .settings = agent_settings(settings, raise_descriptor_limit(descriptors_for(1))),
                           .games = flags.games,
                           .positions = flags.positions};
    for (const auto& [variable, value] : agent.env) {
        subject.program.variables.push_back(fmt::format("{}={}", variable, value));
    }
    if (has_own_limit(agent)) {
        subject.own_limit = time_control(agent, settings);
    }
    if (agent.margin_ms) {
        subject.margin = std::chrono::milliseconds(*agent.margin_ms);
    }
    const auto seed = parse_seed(flags.seed);
    if (!seed) {
        throw UserError(fmt::format("--seed: '{}' is not {}", to_printable(flags.seed), kSeedForm));
    }
    subject.seed = *seed;
    return subject;
}

check::Subject checked_subject(const CheckFlags& flags) {
    try {
        return read_subject(flags);
    } catch (const UserError& error) {
        const std::string what = error.what();
        throw UserError(what.starts_with("--") ? what : "AGENT: " + what);
    }
}

/// Errors about options that an engine does not have name it as one of two.
check::Results made(check::Bench& bench, const std::set<int>& only, bool is_quiet) {
    constexpr std::string_view kOneOfTwo = "agent1: ";
    try {
        return check::run_checks(bench, only, [&](const check::Result& result) {
            if (!is_quiet) {
                say(check::line_of(result));
            }
        });
    } catch (const UserError& error) {
        const std::string what = error.what();
        throw UserError(what.starts_with(kOneOfTwo) ? "AGENT: " + what.substr(kOneOfTwo.size()) : what);
    }
}

} // namespace

ExitStatus run(const CheckFlags& flags) {
    const std::set<int> only = numbers_of_checks(flags.only);
    const check::Subject subject = checked_subject(flags);
    Orphans orphans;
    SignalStop signals(orphans);
    check::Bench bench(subject, signals.token(), orphans);
    const check::Results results = made(bench, only, flags.json);
    bench.end_process();
    for (const std::string& ignored : signals.ignored()) {
        complain(kProgram, "warning: the agent sent " + ignored + "; it was ignored");
    }
    if (const auto signal = signals.received()) {
        complain(kProgram, "interrupted; not all checks were made");
        return status_of_signal(*signal);
    }
    if (results.results.empty()) {
        throw UserError("--only: none of these checks is made of such an agent");
    }
    flags.json ? say_json(check::json_of(subject, results)) : say(check::summary_of(results));
    return results.holds() ? ExitStatus::Done : ExitStatus::CheckFailed;
}

} // namespace referee
