#pragma once
// The flags of each command of `sprt`, as plain values. Source: docs/commands.md.

#include "sprt/config/config.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/session/resumption.hpp"
#include "sprt/stats/model.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sprt {

/// A configuration file or agents, and the flags that override the file.
struct RunFlags {
    RunKind kind = RunKind::Test;
    std::string config_file{};           ///< with `agent2` the command of agent 1; empty: none
    std::optional<std::string> agent2{}; ///< the second argument: its command; empty: the first one is a file
    bool takes_agents = false;           ///< as arguments
    std::vector<std::function<void(Config&)>> overrides{}; ///< called in order, after the file is read
    std::set<std::string> keys{};                          ///< settings that flags set
    bool overwrite = false;                                ///< traces that are there already
    bool print_config = false;
    bool skip_failed = false; ///< of a tournament: agents that fail the check game do not play
};

/// The files that reports are written to; empty: no report.
struct ReportFiles {
    std::string junit;
    std::string markdown;
};

struct GateFlags {
    RunFlags run;
    std::optional<std::string> expect;
    ReportFiles files;
    std::string page;        ///< file of the page; empty: none
    std::string repeat_with; ///< see WatchPlan; empty: the configuration repeats the gate
};

struct WorkerFlags {
    std::string via;
    std::string cores; ///< empty: all that are allowed
    std::string pin;   ///< empty: as the run says
    std::string cache; ///< directory for files of agents; empty: that of the user
    std::int64_t cache_mb = 1024;
    std::vector<std::string> only; ///< coordinators whose runs are served; empty: all
    bool measure = false;          ///< prints the speed of the machine, and no more
    bool once = false;             ///< ends with the first run that it served
    bool allow_root = false;
};

struct HubFlags {
    std::string dir;
    std::string listen;              ///< HOST:PORT; empty: as the hub was made, or loopback
    std::string public_host;         ///< HOST[:PORT]; empty: as the hub was made, or where it listens
    std::vector<std::string> invite; ///< NAME[:ROLE]
    std::vector<std::string> revoke; ///< names
};

struct StatusFlags {
    std::string via;
    bool follow = false; ///< goes on until a signal comes
    bool json = false;
};

struct AdjudicateFlags {
    std::string dir;
    referee::Adjudication rules;
};

struct ReportFlags {
    std::string dir;
    ReportFiles files;
    bool json = false;
    // of a tournament:
    std::string csv;                  ///< file of pairings; empty: none
    std::string pgn;                  ///< file of games; empty: none
    std::string anchor;               ///< NAME or NAME=ELO; empty: that of the tournament
    std::vector<std::string> without; ///< agents that the table leaves out
    std::string cross;                ///< points or wdl; empty: points
};

struct PageFlags {
    std::string dir;
    std::string out; ///< empty: page.html in `dir`; -: standard output
    std::uint64_t stderr_kb = 4;
    bool no_games = false;
};

struct ServeFlags {
    std::string dir; ///< of a run, or of several
    std::uint16_t port = 8642;
    std::string bind = "127.0.0.1";
    std::vector<std::string> hosts; ///< names that the server may be called by
    bool opens = false;             ///< in a browser
};

/// The test of a command that reads no configuration.
struct TestFlags {
    std::string model{name(Model::Pentanomial)};
    Hypotheses hypotheses{}; ///< elo0 and elo1 are required
};

struct ExportFlags {
    std::string source;           ///< a run directory, or a log
    std::string format;           ///< one of export_formats(); empty: by the name of the output
    std::string notation = "san"; ///< one of notations()
    std::string comments;         ///< see read_pgn_comments()
    std::string output;           ///< empty: standard output
    bool overwrite = false;
};

struct CalcFlags {
    TestFlags test{.model = {}}; ///< without a model: what fits the counts
    std::optional<std::string> wld;
    std::optional<std::string> ptnml;
    bool json = false;
};

struct RateFlags {
    std::string file;
    std::string anchor; ///< NAME or NAME=ELO; empty: none
    bool json = false;
};

struct PlanFlags {
    TestFlags test;
    PlanRequest request; ///< all but the test
    bool json = false;
};

struct SimulateFlags {
    RunFlags run;
    GameModel model;
    TuningSimulationRequest tuning; ///< what only it has; without params no tuning is simulated
    std::optional<double> draws;    ///< empty: none in a test, half the games in a tuning
    std::int64_t runs = 0;
    bool completion_order = false;
    bool json = false;
};

using CommandFlags = std::variant<RunFlags, GateFlags, ResumeRequest, ReportFlags, PageFlags, ServeFlags,
                                  AdjudicateFlags, ExportFlags, CalcFlags, PlanFlags, RateFlags,
                                  SimulateFlags, WorkerFlags, HubFlags, StatusFlags>;

/// Reads the configuration file or the two agents, lets the flags override the file, and finds agents that
/// are named; those of a tournament get names that differ. `sources` receives the settings that each of the
/// two gave. Throws UserError, naming the file, the argument or the flag, for a setting that cannot be read,
/// for one argument that is no configuration, and for an agent that is both an argument and a flag.
[[nodiscard]] Config read_config(const RunFlags& flags, ConfigSources& sources);

} // namespace sprt
