#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/check/bench.hpp"
#include "referee/check/checks.hpp"
#include "referee/command/commands.hpp"
#include "referee/game/roster.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/signal_stop.hpp"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <string_view>
#include <vector>

namespace referee {
namespace {

constexpr std::size_t kMostProcesses = 3; ///< of the agent, at once

/// `5,13` as numbers of checks.
std::set<int> numbers_of_checks(std::string_view text) {
    const int most = check::all_checks().back().number;
    std::set<int> numbers;
    for (const std::string_view word : text.empty() ? std::vector<std::string_view>() : split(text, ',')) {
        const int number = parse_number<int>(word).value_or(0);
        if (number < 1 || number > most) {
            throw UserError(
                fmt::format("--only: '{}' is not the number of a check, 1 to {}", to_printable(word), most));
        }
        numbers.insert(number);
    }
    return numbers;
}

constexpr const char* kNamed = "AGENT: ";

/// Errors of code that knows two agents name the only one as the first.
std::string without_number(const std::string& what) {
    for (const std::string_view first : {"agent1: ", "agent 1: "}) {
        if (what.starts_with(first)) {
            return kNamed + what.substr(first.size());
        }
    }
    return what;
}

AgentSpec read_agent(const CheckFlags& flags) {
    AgentSpec agent = find_named(parse_agent(flags.command), flags.settings.engines.value_or(kEnginesFile));
    if (const auto problem = problem_of_agent(agent, flags.settings)) {
        throw UserError(*problem);
    }
    return agent;
}

check::Subject read_subject(const CheckFlags& flags) {
    PlaySettings settings = flags.settings;
    const AgentSpec agent = read_agent(flags);
    settings.rules = default_rules(settings, is_engine(agent));
    settle_cores(settings, {&agent, 1});
    const PlayRules rules = play_rules(settings);
    Roster roster({enlisted(agent, program_of(agent, rules), "the agent")});
    roster.make_sandboxes({sandbox_of(agent, rules)},
                          {.hidden = {}, .share_memory = memory_sharers(rules, 1)});
    for (const std::string& line : roster.without_sandbox()) {
        complain(kProgram, "warning: " + line);
    }
    const std::size_t descriptors = descriptors_for(1) + roster.descriptors(kMostProcesses);
    const RosterAgent& found = roster.agents().front();
    check::Subject subject{.name = agent.name,
                           .program = found.program,
                           .manner = found.manner,
                           .rules = rules_of(settings),
                           .settings = agent_settings(rules, raise_descriptor_limit(descriptors)),
                           .games = flags.games,
                           .positions = flags.positions,
                           .sandbox = found.sandbox};
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
        const std::string what = without_number(error.what());
        throw UserError(what.starts_with("--") || what.starts_with(kNamed) ? what : kNamed + what);
    }
}

check::CheckResults made(check::Bench& bench, const std::set<int>& only, bool is_quiet) {
    try {
        return check::run_checks(bench, only, [&](const check::Result& result) {
            if (!is_quiet) {
                say(check::line_of(result));
            }
        });
    } catch (const UserError& error) {
        throw UserError(without_number(error.what()));
    }
}

} // namespace

std::span<const Setting<CheckFlags>> check_flag_settings() {
    static const std::vector<Setting<CheckFlags>> kTable = [] {
        std::vector<Setting<CheckFlags>> table;
        for (const auto* key : {"game", "engines", "memory_mb", "cpu_s", "file_mb", "sandbox", "env"}) {
            table.push_back(lifted(play_setting(key), &CheckFlags::settings));
        }
        return table;
    }();
    return kTable;
}

ExitStatus run(const CheckFlags& flags) {
    validate(flags, check_flag_settings(), flag_of);
    const std::set<int> only = numbers_of_checks(flags.only);
    const check::Subject subject = checked_subject(flags);
    Orphans orphans;
    SignalStop signals(orphans);
    check::Bench bench(subject, signals.token(), orphans);
    const check::CheckResults results = made(bench, only, flags.json);
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
