#include "referee/game/play_settings.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/placement.hpp"
#include "referee/talk/agent_processes.hpp"

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

void check_cores(const std::string& text) {
    static_cast<void>(parse_cores(text));
}

std::vector<Setting<PlaySettings>> make_table() {
    using S = PlaySettings;
    return {
        {{"game", "The game", game_names(), game_form()}, place_at(&S::game)},
        {{"time_ms", "Each agent's time for a game", Range{1, kMostMilliseconds}}, place_at(&S::time_ms)},
        {{"ready_ms", "Time to say OK", Range{1, kMostMilliseconds}}, place_at(&S::ready_ms)},
        {{"finish_ms", "Time to exit after FINISH", Range{0, kMostMilliseconds}}, place_at(&S::finish_ms)},
        {{"turns", "Turns of both sides after which a game ends; never more than the game has",
          Range{1, kMostTurns}},
         place_at(&S::turns)},
        {{"cores", "Cores to play on, e.g. 0,2,4-7; by default all that are allowed", check_cores, "LIST"},
         place_at(&S::cores)},
        {{"pin",
          "game: a game's cores are for both its agents; split: each has its own; off: the scheduler decides",
          Words{"game", "split", "off"}, "{game,split,off}"},
         place_at(&S::pin)},
        {{"threads_per_agent", "How many cores an agent gets", Range{1, kMostThreadsPerAgent}},
         place_at(&S::threads_per_agent)},
        {{"memory_mb",
          "Address space of each agent's process; breaks what reserves much and uses little (Java, Go)",
          Range{1, kMostMegabytes}},
         place_at(&S::limits, &AgentLimits::memory_mb)},
        {{"cpu_s", "Processor time of each agent's process", Range{1, kMostSeconds}},
         place_at(&S::limits, &AgentLimits::cpu_s)},
        {{"file_mb", "Size of any file an agent writes", Range{0, kMostMegabytes}},
         place_at(&S::limits, &AgentLimits::file_mb)},
        {{"stderr_kb", "How much of the end of an agent's standard error is kept", Range{0, kMostStderrKb}},
         place_at(&S::stderr_kb)},
        {{"clock", "What of a turn is charged: wall, or fair, which leaves out waits for a core",
          Words{"wall", "fair"}, "{wall,fair}"},
         place_at(&S::clock)},
        {{"trace", "Write what is said in each game to a file in this new directory", {}, "DIR"},
         place_at(&S::trace)},
        {{"trace_faults", "The same, for games with a fault only", {}, "DIR"}, place_at(&S::trace_faults)},
    };
}

} // namespace

std::span<const Setting<PlaySettings>> play_settings() {
    static const std::vector<Setting<PlaySettings>> kTable = make_table();
    return kTable;
}

const Setting<PlaySettings>& play_setting(std::string_view key) {
    const auto table = play_settings();
    const auto row = std::ranges::find(table, key, &Setting<PlaySettings>::key);
    assert(row != table.end());
    return *row;
}

const std::string& game_form() {
    static const std::string kForm = [] {
        std::string form;
        for (const std::string_view each : game_names()) {
            form += form.empty() ? "{" : ",";
            form += each;
        }
        return form + "}";
    }();
    return kForm;
}

Words game_names() {
    Words names;
    for (const Game game : kGames) {
        names.push_back(name(game));
    }
    return names;
}

Game rules_of(const PlaySettings& settings) {
    return game_named(settings.game).value();
}

GameLimits game_limits(const PlaySettings& settings) {
    return {.time = {milliseconds(settings.time_ms), milliseconds(settings.time_ms)},
            .ready = milliseconds(settings.ready_ms),
            .turns = effective_turns(rules_of(settings), static_cast<int>(settings.turns))};
}

PlacementSettings placement_settings(const PlaySettings& settings) {
    return {.pin = parse_pin(settings.pin).value(),
            .threads_per_agent = static_cast<int>(settings.threads_per_agent),
            .cores = settings.cores ? std::optional(parse_cores(*settings.cores)) : std::nullopt};
}

AgentSettings agent_settings(const PlaySettings& settings, const rlimit& descriptors) {
    return {.finish_wait = milliseconds(settings.finish_ms),
            .stderr_bytes = static_cast<std::size_t>(settings.stderr_kb) * 1024,
            .limits = resource_limits(settings.limits, descriptors),
            .clock = settings.clock == "fair" ? ClockRule::Fair : ClockRule::Wall,
            .trace = !settings.trace.empty() || !settings.trace_faults.empty()};
}

void make_trace_dirs(const PlaySettings& settings, OldTraces old_traces) {
    std::vector<std::string> dirs;
    for (const auto& [flag, dir] :
         {std::pair("--trace", &settings.trace), std::pair("--trace-faults", &settings.trace_faults)}) {
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
