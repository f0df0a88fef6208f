#include "sprt/config/settings.hpp"

#include <algorithm>
#include <array>

namespace sprt {
namespace {

using enum SettingUse;

/// A place that is a member of Config, or of a member of it.
template<auto Member>
constexpr auto at = +[](Config& config) -> auto& {
    return config.*Member;
};
template<auto Member>
constexpr auto in_test = +[](Config& config) -> auto& {
    return config.test.*Member;
};
template<auto Member>
constexpr auto in_limits = +[](Config& config) -> auto& {
    return config.limits.*Member;
};

using referee::AgentLimits;

constexpr std::array kSettings{
    Setting{"elo0", Match, in_test<&Hypotheses::elo0>, "H0: agent 1 is this much stronger"},
    Setting{"elo1", Match, in_test<&Hypotheses::elo1>, "H1: agent 1 is this much stronger"},
    Setting{"alpha", Match, in_test<&Hypotheses::alpha>, "Rate of accepting H1 wrongly"},
    Setting{"beta", Match, in_test<&Hypotheses::beta>, "Rate of accepting H0 wrongly"},
    Setting{"model", Match, at<&Config::model>,
            "What a result counts: pentanomial, normalized, trinomial, wald or bayeselo",
            "{pentanomial,normalized,trinomial,wald,bayeselo}"},
    Setting{"test", Match, at<&Config::test_kind>, "sprt or 2sprt", "{sprt,2sprt}"},
    Setting{"openings", Match, at<&Config::openings>,
            "Where pairs of games begin: start, random:PLIES, or a file of openings",
            "{start,random:PLIES,FILE}"},
    Setting{
        "repeats", Match, at<&Config::repeats>,
        "What a repeated pair counts: collapse, nothing, or count; by default collapse for models of pairs",
        "{collapse,count}"},
    Setting{"max_games", Match, at<&Config::max_games>,
            "Games after which there is no decision; by default no limit"},
    Setting{"max_faults", Play, at<&Config::max_faults>,
            "Faults of an agent (time losses are none) after which it is broken; by default off"},
    Setting{"seed", Match, at<&Config::seed>, "Seed of the run; by default a random one, printed at the end",
            "SEED"},
    Setting{"concurrency", Match, at<&Config::concurrency>,
            "Games at once; by default as many as fit on the cores to play on"},
    Setting{"cores", Play, at<&Config::cores>,
            "Cores to play on, e.g. 0,2,4-7; by default all that are allowed", "LIST"},
    Setting{
        "pin", Play, at<&Config::pin>,
        "game: a game's cores are for both its agents; split: each has its own; off: the scheduler decides",
        "{game,split,off}"},
    Setting{"threads_per_agent", Play, at<&Config::threads_per_agent>, "How many cores an agent gets"},
    Setting{"out", Play, at<&Config::out>, "Keep the run in this new directory", "DIR"},
    Setting{"report_every", Play, at<&Config::report_every>, "Games between estimates (models of pairs)"},
    Setting{"progress", Play, at<&Config::progress>,
            "A status line: auto (in place of the lines of games, on a terminal), on or off",
            "{auto,on,off}"},
    Setting{"quiet", Play, at<&Config::quiet>, "No lines for each game"},
    Setting{"time_ms", Play, at<&Config::time_ms>, "Each agent's time for a game"},
    Setting{"ready_ms", Play, at<&Config::ready_ms>, "Time to say OK"},
    Setting{"finish_ms", Play, at<&Config::finish_ms>, "Time to exit after FINISH"},
    Setting{"turns", Play, at<&Config::turns>, "Turns of both sides after which a game ends"},
    Setting{"stderr_kb", Play, at<&Config::stderr_kb>,
            "How much of the end of an agent's standard error is kept"},
    Setting{"clock", Play, at<&Config::clock>,
            "What of a turn is charged: wall, or fair, which leaves out waits for a core", "{wall,fair}"},
    Setting{"memory_mb", Play, in_limits<&AgentLimits::memory_mb>,
            "Address space of each agent's process; breaks what reserves much and uses little (Java, Go)"},
    Setting{"cpu_s", Play, in_limits<&AgentLimits::cpu_s>, "Processor time of each agent's process"},
    Setting{"file_mb", Play, in_limits<&AgentLimits::file_mb>, "Size of any file an agent writes"},
    Setting{"trace", Play, at<&Config::trace>,
            "Write what is said in each game to a file in this new directory", "DIR"},
    Setting{"trace_faults", Play, at<&Config::trace_faults>, "The same, for games with a fault only", "DIR"},
};

} // namespace

std::span<const Setting> settings() noexcept {
    return kSettings;
}

std::string flag_of(std::string_view key) {
    std::string flag = "--" + std::string(key);
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

} // namespace sprt
