#include "referee/game/settings/play_settings.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"
#include "referee/game/process_player.hpp"
#include "referee/game/roster.hpp"
#include "referee/process/cores.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>
#include <vector>

namespace referee {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kMostTurns = 1'000'000;
constexpr std::int64_t kMostStderrKb = 64 * 1024;
constexpr std::int64_t kMostMegabytes = std::int64_t{1} << 40;
constexpr std::int64_t kMostSeconds = 1'000'000'000;

} // namespace

std::span<const Setting<PlaySettings>> play_settings() {
    using S = PlaySettings;
    static const std::vector<Setting<PlaySettings>> kTable{
        {{"game", "The game", game_names()}, place_at(&S::game)},
        {in(FlagGroup::Test,
            {"rules", "Rules of a game that has several; by default articles or orthodox", rule_set_names()}),
         place_at(&S::rules)},
        {in(FlagGroup::Agents, {"engines",
                                "File that names agents, for @NAME as an agent; by default engines.json",
                                {},
                                "FILE"}),
         place_at(&S::engines)},
        {in(FlagGroup::Time, {"time_ms", "Each agent's time for a game", Range{1, kMostMilliseconds}}),
         place_at(&S::time_ms)},
        {in(FlagGroup::Time,
            {"inc_ms", "Time added after each of an agent's moves", Range{0, kMostMilliseconds}}),
         place_at(&S::inc_ms)},
        {{"tc",
          "Each agent's clock: 10+0.1 is --time-ms 10000 --inc-ms 100; 1:30+1 has minutes, 40/60+0.6 is for "
          "each 40 moves, inf is none, for engines with nodes or depth",
          parse_time_control, "[MOVES/]TIME[+SECONDS]"},
         place_at(&S::tc)},
        {in(FlagGroup::Time, {"move_ms", "Each agent's time for a move, in place of a time for the game",
                              Range{1, kMostMilliseconds}}),
         place_at(&S::move_ms)},
        {in(FlagGroup::Time,
            {"margin_ms", "How late each answer may be without a loss; by default 0, with --move-ms 25",
             Range{0, kMostMilliseconds}}),
         place_at(&S::margin_ms)},
        {in(FlagGroup::Time, {"ready_ms", "Time to say OK", Range{1, kMostMilliseconds}}),
         place_at(&S::ready_ms)},
        {in(FlagGroup::Time, {"finish_ms", "Time to exit after FINISH", Range{0, kMostMilliseconds}}),
         place_at(&S::finish_ms)},
        {in(FlagGroup::Test,
            {"turns", "Turns of both sides after which a game ends; by default what its rules say",
             Range{1, kMostTurns}}),
         place_at(&S::turns)},
        {{"adjudicate",
          "A rule that ends games early, or verify=SHARE, the games in which rules are only checked (0.1): "
          "material=LEAD/PLIES, resign=SCORE/MOVES, draw=SCORE/MOVES/AFTER, fill=true, max_turns=TURNS/draw, "
          "tablebase=DIR",
          {},
          "RULE=VALUE"},
         place_at(&S::adjudicate)},
        {in(FlagGroup::Machine, {"cores", "Cores to play on, e.g. 0,2,4-7; by default all that are allowed",
                                 parse_cores, "LIST"}),
         place_at(&S::cores)},
        {in(FlagGroup::Machine, {"pin",
                                 "Cores of a game: for both its agents (game), divided between them (split), "
                                 "or as the scheduler decides (off)",
                                 Words{"game", "split", "off"}}),
         place_at(&S::pin)},
        {in(FlagGroup::Machine,
            {"threads_per_agent",
             "How many cores an agent gets; by default as many as the option Threads of an engine says, or 1",
             Range{1, kMostThreadsPerAgent}}),
         place_at(&S::threads_per_agent)},
        {in(FlagGroup::Limits,
            {"memory_mb",
             "Address space of each agent's process; breaks what reserves much and uses little (Java, Go)",
             Range{1, kMostMegabytes}}),
         place_at(&S::limits, &AgentLimits::memory_mb)},
        {in(FlagGroup::Limits, {"cpu_s", "Processor time of each agent's process", Range{1, kMostSeconds}}),
         place_at(&S::limits, &AgentLimits::cpu_s)},
        {in(FlagGroup::Limits, {"file_mb", "Size of any file an agent writes", Range{0, kMostMegabytes}}),
         place_at(&S::limits, &AgentLimits::file_mb)},
        {in(FlagGroup::Limits, {"sandbox",
                                "Agents see their own files alone; auto: where the machine can; by default "
                                "auto for agents that are not trusted and in a gate, off for others",
                                Words{"off", "auto", "on"}}),
         place_at(&S::sandbox)},
        {in(FlagGroup::Limits, {"env",
                                "Environment of agents that have no sandbox; clean leaves out what may be "
                                "secret or steers CI; by default inherit, in a gate clean",
                                Words{"inherit", "clean"}}),
         place_at(&S::env)},
        {in(FlagGroup::Output, {"stderr_kb", "How much of the end of an agent's standard error is kept",
                                Range{0, kMostStderrKb}}),
         place_at(&S::stderr_kb)},
        {in(FlagGroup::Time,
            {"clock", "What of a turn is charged; fair leaves out waits for a core", Words{"wall", "fair"}}),
         place_at(&S::clock)},
        {in(FlagGroup::Output, {"log_pv", "Keep the lines that engines expect in the log"}),
         place_at(&S::log_pv)},
        {in(FlagGroup::Output,
            {"trace", "Write what is said in each game to a file in this new directory", {}, "DIR"}),
         place_at(&S::trace)},
        {in(FlagGroup::Output, {"trace_faults", "The same, for games with a fault only", {}, "DIR"}),
         place_at(&S::trace_faults)},
    };
    return kTable;
}

const Setting<PlaySettings>& play_setting(std::string_view key) {
    const auto table = play_settings();
    const auto row = std::ranges::find(table, key, &Setting<PlaySettings>::key);
    assert(row != table.end());
    return *row;
}

Words game_names() {
    Words names;
    names.reserve(kGames.size());
    for (const Game game : kGames) {
        if (by_own_rules(game) == game) {
            names.push_back(name(game));
        }
    }
    return names;
}

Words rule_set_names() {
    Words names;
    names.reserve(kGames.size());
    for (const Game game : kGames) {
        if (const std::string_view rule_set = facts_of(game).rule_set; !rule_set.empty()) {
            names.push_back(rule_set);
        }
    }
    return names;
}

void check_rules(const PlaySettings& settings, const NamePlace& name_place) {
    if (settings.rules && !game_named(settings.game, *settings.rules)) {
        throw_problem(name_place, "rules",
                      settings.game + " is not played by '" + *settings.rules + "'; leave it out");
    }
}

std::optional<std::string> default_rules(const PlaySettings& settings, bool both_are_engines) {
    constexpr std::string_view kRulesOfEngines = "uai";
    const bool has_both = game_named(settings.game, kRulesOfEngines).has_value();
    const std::string_view rule_set =
        both_are_engines && has_both ? kRulesOfEngines : facts_of(game_named(settings.game).value()).rule_set;
    return rule_set.empty() ? std::nullopt : std::optional<std::string>(rule_set);
}

Game rules_of(const PlaySettings& settings) {
    const std::optional<std::string> rules = settings.rules ? settings.rules : default_rules(settings, false);
    return game_named(settings.game, rules.value_or("")).value();
}

std::optional<SettingsProblem> problem_of_limits(const PlaySettings& settings) {
    const auto two_kinds = [](std::string_view key, std::string_view other) {
        return SettingsProblem{key, "it does not go with " + std::string(other) +
                                        ", another kind of limit; leave one out"};
    };
    if (settings.move_ms && settings.tc) {
        return two_kinds("move_ms", "tc");
    }
    if (settings.move_ms && settings.inc_ms) {
        return two_kinds("move_ms", "inc_ms");
    }
    if (settings.tc && settings.inc_ms) {
        return SettingsProblem{"tc", "it holds an increment; leave inc_ms out"};
    }
    return std::nullopt;
}

GameLimits game_limits(const PlaySettings& settings) {
    const Game rules = rules_of(settings);
    const std::int64_t turns = settings.turns.value_or(facts_of(rules).turns);
    const TimeControl control = time_control(settings);
    return {.time = {control, control},
            .ready = milliseconds(settings.ready_ms),
            .turns = effective_turns(rules, static_cast<int>(turns)),
            .adjudication = settings.adjudicate};
}

PlacementSettings placement_settings(const PlaySettings& settings) {
    return {.pin = parse_pin(settings.pin).value(),
            .threads_per_agent = static_cast<int>(settings.threads_per_agent.value_or(1)),
            .cores = settings.cores ? std::optional(parse_cores(*settings.cores)) : std::nullopt};
}

PlayRules play_rules(const PlaySettings& settings) {
    return {.placement = placement_settings(settings),
            .limits = settings.limits,
            .sandbox = settings.sandbox ? parse_sandbox_use(*settings.sandbox) : std::nullopt,
            .gives_secrets = settings.env != "clean",
            .finish_wait = milliseconds(settings.finish_ms),
            .stderr_bytes = static_cast<std::size_t>(settings.stderr_kb) * 1024,
            .clock = settings.clock == "fair" ? ClockRule::Fair : ClockRule::Wall,
            .logs_pv = settings.log_pv,
            .trace = settings.trace,
            .trace_faults = settings.trace_faults};
}

AgentSettings agent_settings(const PlayRules& rules, const rlimit& descriptors) {
    return {.finish_wait = rules.finish_wait,
            .stderr_bytes = rules.stderr_bytes,
            .limits = resource_limits(rules.limits, descriptors),
            .clock = rules.clock,
            .trace = !rules.trace.empty() || !rules.trace_faults.empty(),
            .kept = rules.kept};
}

PlayerKit player_kit(const PlayRules& rules, Roster roster, std::size_t games) {
    const rlimit descriptors = raise_descriptor_limit(descriptors_for(games) + roster.descriptors(games));
    return {.settings = agent_settings(rules, descriptors),
            .roster = std::move(roster),
            .logs_pv = rules.logs_pv,
            .trace = rules.trace,
            .trace_faults = rules.trace_faults};
}

void make_trace_dirs(const PlayRules& rules, OldTraces old_traces) {
    std::vector<std::string> dirs;
    for (const auto& [flag, dir] :
         {std::pair("--trace", &rules.trace), std::pair("--trace-faults", &rules.trace_faults)}) {
        try {
            if (!dir->empty()) {
                make_trace_dir(*dir, old_traces);
                dirs.push_back(*dir);
            }
        } catch (const UserError& error) {
            throw UserError(std::string(flag) + ": " + error.what());
        }
    }
    if (old_traces == OldTraces::Remove) {
        std::ranges::for_each(dirs, remove_traces);
    }
}

} // namespace referee
