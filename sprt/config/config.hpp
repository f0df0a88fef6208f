#pragma once
// The configuration of a run of any kind: agents, hypotheses and limits, read from a JSON file and overridden
// by flags; and the forms of its texts.
// Source: docs/commands.md, "Configuration".

#include "referee/game/json.hpp"
#include "referee/game/player.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/game/settings/setting.hpp"
#include "referee/process/placement.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/rules.hpp"
#include "sprt/schedule/tune_param.hpp"
#include "sprt/stats/model.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// Settings whose text has a form of its own: `random:auto` and the comments of PGN.

// `random:auto`: so many random moves that a run rarely uses up its openings, and a match never.
// Source: docs/games.md, "Openings".

inline constexpr std::string_view kRandomAuto = "random:auto";

/// The fewest random moves, 4 or more, whose openings are enough for 99 of 100 runs of a test: each takes a
/// pair. The true Elo is the one at which the test is longest, half way between the hypotheses; there are no
/// draws and no opening bias. Where no number of moves has enough openings: the one that has the most.
/// `max_games`: the limit of a run; empty: none.
[[nodiscard]] int enough_random_moves(const Hypotheses& hypotheses, Model model,
                                      std::optional<std::uint64_t> max_games, referee::Game game);

/// The fewest random moves, 4 or more, that have an opening for each of `pairs`. Where no number of moves has
/// so many: the one that has the most.
[[nodiscard]] int enough_random_moves(std::uint64_t pairs, referee::Game game);

// How moves of games are written as PGN, and what stands in the comments on them. Source: docs/commands.md,
// "sprt export".

/// Beside score, depth and time, in the order in which they are written.
enum class MoveFact : std::uint8_t { TimeLeft, Latency, Nodes, SelDepth, Nps, HashFull, TbHits, Pv, Line };

struct PgnComments {
    bool are_on = true;            ///< off: only why the game ended
    std::vector<MoveFact> facts{}; ///< in the order of MoveFact, each once
};

inline constexpr std::string_view kPgnCommentsForm = "WORD[,WORD...]";
inline constexpr std::string_view kPgnCommentsHelp =
    "What the comments of PGN say of each move beside score, depth and time: timeleft, latency, nodes, "
    "seldepth, nps, hashfull, tbhits, pv (with --log-pv), line (with --pgn-line); none: no comments on moves";

/// The words for a Notation.
[[nodiscard]] const referee::Words& notations();
/// `text` is one of them.
[[nodiscard]] referee::Notation notation_named(std::string_view text);

/// Reads `none`, or words with commas between them: `timeleft,nodes`; empty: no facts. Throws UserError.
[[nodiscard]] PgnComments read_pgn_comments(std::string_view text);

enum class RunKind : std::uint8_t {
    Test,       ///< it ends when a sequential test decides
    Match,      ///< it plays a number of games that was fixed before it, and estimates
    Tournament, ///< many agents meet each other
    Tune,       ///< an agent plays itself, to find better values of its parameters
};

// Settings of a run that workers on other machines play. Source: docs/many-machines.md.

/// The name of a member is its key in a configuration.
struct RemoteSettings {
    std::optional<std::string> via;   ///< the server through which workers play; empty: threads do
    std::string send_agents = "auto"; ///< auto, always or never
    double share = 1.0;               ///< of the workers, beside other runs
    std::string time_scale = "off";   ///< off or speed
    double reference_speed = 1.0;     ///< of the machine whose times are those of the run, million nodes/s
    /// Share of the pairs that a second worker plays, too; empty: 0.02 while volunteers are present.
    std::optional<double> spot_check{};
    /// Seconds after which the run ends when all workers that came may not play it.
    std::int64_t wait = 600;
};

using AgentConfig = referee::AgentSpec;

/// All settings of a run, with their defaults. The name of a member is its key in a file; the flag is the key
/// with dashes. settings() says which of them a run of `kind` has.
struct Config {
    Config()
        : Config(RunKind::Test) {}
    explicit Config(RunKind its_kind)
        : kind(its_kind)
        , agents(kind == RunKind::Tournament ? 0 : 2)
        , max_faults{kind == RunKind::Tournament ? std::optional<std::int64_t>() : 3} {}

    RunKind kind;                    ///< no setting: the command gives it
    std::vector<AgentConfig> agents; ///< two, but of a tournament; of a tuning twice the same
    Hypotheses test;                 ///< elo0, elo1, alpha, beta
    std::string model = "pentanomial";
    std::string test_kind = "sprt";      ///< key `test`; there is no other kind
    std::optional<std::int64_t> games;   ///< of a match or a tuning; required
    std::vector<TuneParam> params;       ///< of a tuning, as the four after it
    std::optional<std::int64_t> verify;  ///< games; empty: a tenth of `games`
    std::optional<std::int64_t> lag;     ///< pairs; empty: a 32nd of the pairs
    std::string probe = "on";            ///< on or off
    std::optional<std::string> max_time; ///< H:MM; empty: no limit
    std::string format = "roundrobin";   ///< of a tournament, as the six after it
    std::optional<std::int64_t> seeds;   ///< of a gauntlet; empty: 1
    std::optional<std::int64_t> span;    ///< of a ladder; empty: 1
    std::int64_t rounds = 50;
    std::optional<std::string> until; ///< separated or best; empty: all rounds are played
    double error = 0.05;
    std::optional<std::string> anchor; ///< NAME or NAME=ELO; empty: a gauntlet's first seed, otherwise none
    std::string openings{kRandomAuto};
    std::string book_order = "random"; ///< of a file of openings: random or sequential
    std::int64_t book_start = 1;       ///< the opening of the file that the first pair gets
    bool check_book = false;           ///< read all lines of a large file of openings before the first game
    std::optional<std::int64_t> book_plies{}; ///< of PGN, the most half-moves of each game; empty: all
    std::optional<std::string> repeats;       ///< empty: collapse, for models of games count
    std::optional<std::int64_t> max_games;    ///< empty: no limit
    std::optional<std::uint64_t> seed;        ///< empty: a random one
    std::optional<std::int64_t> concurrency;  ///< empty: as many as fit on the cores, or of each worker
    std::string out;                          ///< empty: no run directory
    std::string pgn;                          ///< the games as PGN; empty: nowhere
    std::string pgn_notation = "san";         ///< see notations()
    std::optional<std::string> site;          ///< where the games are played, for PGN; empty: kSite
    std::string pgn_line;                     ///< see LinePattern; empty: no lines of engines are kept
    std::string pgn_comments;                 ///< see read_pgn_comments()
    std::optional<std::string> title;         ///< what the run is called; empty: by its agents
    std::int64_t report_every = 10;           ///< games between two estimates (models of pairs), or rounds
    std::string progress = "auto";            ///< the status line: auto, on or off
    bool quiet = false;
    bool summary_only = false;
    referee::PlaySettings play; ///< how games are played
    RemoteSettings remote;      ///< who plays them
    referee::Limit max_faults;  ///< an agent with more faults ends the run, or leaves the tournament
    bool no_check = false;      ///< begin without the check game
};

/// The key of agent `i` in a configuration of a run of two seats: `agent1`; of a tuning `agent`.
[[nodiscard]] std::string agent_key(RunKind kind, std::size_t i);

/// Where each setting was given, so that errors can name the place.
struct ConfigSources {
    std::string file;                  ///< empty: none
    std::set<std::string> in_file;     ///< keys given in the file
    std::set<std::string> in_flags;    ///< keys given as flags, spelled as in a file
    bool agents_are_arguments = false; ///< given without flags
    std::string pointer = {}; ///< JSON pointer to the configuration in the file; empty: the whole file

    /// The place of a setting: `configs/x.json: /elo0` when only the file gives it, otherwise its flag
    /// `--elo0`, or `AGENT1`.
    [[nodiscard]] std::string place(std::string_view key) const;
    /// The place of agent `i` of a run of `kind`: `--agent2`; of a tournament `--agent 3` or
    /// `t.json: /agents/2`.
    [[nodiscard]] std::string place_of_agent(RunKind kind, std::size_t i) const;
};

/// Reads a file into `config` and adds its keys to `sources`. Throws UserError naming the file and the line
/// and column of what is not JSON, or the JSON pointer of what is unknown, mistyped or out of range.
void read_config(const std::filesystem::path& file, Config& config, ConfigSources& sources);

/// The setting `out` in the file of a configuration; empty: it has none. Throws what
/// read_config() throws for a file that is no JSON.
[[nodiscard]] std::string out_in(const std::filesystem::path& file);

/// Takes agents that are written as `@NAME` from the file that names them: the setting `engines`, otherwise
/// engines.json beside the configuration file, or in the current directory. Throws UserError, naming the
/// place by `sources`; see referee::find_named().
void name_agents(Config& config, const ConfigSources& sources);

/// Throws UserError for the first wrong setting. The text names the place, by `sources`, and what would be
/// right.
void validate(const Config& config, const ConfigSources& sources);

/// The cores of `machine` on which the games of a validated `config` are played. Throws UserError, naming the
/// place by `sources`, for cores that may not be used on `machine`.
[[nodiscard]] referee::Placement place_games(const Config& config, const ConfigSources& sources,
                                             const referee::Machine& machine);

/// Sets the number of moves of `random:auto`; nothing else, and nothing when the test is not valid.
void settle_openings(Config& config);

/// Sets what a validated `config` leaves open: repeats, rules, turns, the moves of `random:auto`, concurrency
/// and seed; what only a tournament or a tuning has. In models of pairs, an odd `max_games` is lowered to
/// whole pairs, and so is `games`; `turns` is lowered to what the game can have.
void fill_in(Config& config, const referee::Placement& placement);

/// The whole configuration as indented JSON; reading the text gives the same configuration. Bytes from flags
/// that are not UTF-8 become U+FFFD, because JSON cannot hold them.
[[nodiscard]] std::string to_json_text(const Config& config);

// Reads a configuration from JSON and writes it as JSON.

/// Sets in `config` what `root` holds; all other settings stay. Throws UserError naming the JSON pointer of
/// what is unknown, mistyped or out of range.
void read_config(const referee::JsonNode& root, Config& config);

/// `json` as indented text with a newline at the end. Bytes that are not UTF-8 become U+FFFD, because JSON
/// cannot hold them.
[[nodiscard]] std::string lines_of(const referee::Json& json);

/// All settings; an open one is null.
[[nodiscard]] referee::Json to_json(const Config& config);

// Which settings make a valid sequential test, and the error texts for wrong ones. Used for tests from a
// configuration and for tests from flags.

inline constexpr double kMostElo = 2000; ///< largest absolute value of elo0 and elo1
/// The check of alpha and beta.
inline constexpr referee::RealRange kErrorRates{
    .least = 0, .most = 1, .only_above = true, .only_below = true};

/// What is wrong with one setting, or with two that contradict each other.
struct TestProblem {
    std::vector<std::string_view> keys; ///< one or two: `elo0`, or `elo0` and `elo1`
    std::string what;                   ///< the value and what would be right; a single key is not named
};

/// The first problem of `test`; empty when a SequentialTest can be made from it. Right are: elo0 < elo1, both
/// within +-kMostElo; alpha and beta above 0 and together below 1. Not-a-number is out of range.
[[nodiscard]] std::optional<TestProblem> problem_of(const Hypotheses& test);

/// The model named `text`. Throws UserError `PLACE: 'text' must be ...`.
[[nodiscard]] Model read_model(std::string_view text, std::string_view place);

/// What is wrong with an agent, in one line; empty when nothing is. Its command is not empty.
[[nodiscard]] std::optional<std::string> problem_of(const AgentConfig& agent,
                                                    const referee::PlaySettings& play);

} // namespace sprt
