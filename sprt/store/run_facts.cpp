#include "sprt/store/run_facts.hpp"

#include "referee/base/text.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/config/settings.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <functional>
#include <utility>

#include <sys/utsname.h>

namespace sprt {

namespace {

namespace fs = std::filesystem;
using referee::closed_fields;
using referee::Code;
using referee::Constant;
using referee::Elsewhere;
using referee::field;
using referee::fields;
using referee::joined;
using referee::Json;
using referee::JsonNode;
using referee::later;
using referee::TextOrNull;
using referee::told;

constexpr int kFormat = 1;
constexpr std::array<std::string_view, 4> kKinds{"", "match", "tournament", "tune"}; ///< as RunKind
constexpr const char* kHashedSeeds = "sha256"; ///< runs of earlier versions say nothing

constexpr auto kFileFields =
    closed_fields<FilePrint>(field("path", &FilePrint::path), field("sha256", &FilePrint::sha256));

/// Beside the settings of the agent.
constexpr auto kAgentFields = fields<AgentPrint>(
    Elsewhere{"name"}, Elsewhere{"command"},
    field(
        "executable", [](auto& print) -> auto& { return print.executable.path; }),
    field(
        "sha256", [](auto& print) -> auto& { return print.executable.sha256; }),
    field("files", &AgentPrint::files, kFileFields), told("sandbox", &AgentPrint::in_sandbox),
    told("lacks_sandbox", &AgentPrint::lacks_sandbox));

constexpr auto kOpeningsFields = closed_fields<RunFacts>(
    field("size", &RunFacts::book_size), later("duplicates", &RunFacts::book_duplicates),
    field("sha256", &RunFacts::book_sha256), later("since", &RunFacts::book_since));

constexpr auto kSessionFields = closed_fields<SessionFacts>(
    field("at", &SessionFacts::at), field("game", &SessionFacts::game),
    field("forced", &SessionFacts::forced), told("missing", &SessionFacts::missing),
    told("games", &SessionFacts::games, referee::Whole{2, referee::kMostCount}),
    told("changed", &SessionFacts::changed), told("via", &SessionFacts::via, TextOrNull()));

/// Numbers of games rise from 0.
struct RisingDigests {
    static constexpr auto kFields = closed_fields<GamesDigest>(field("games", &GamesDigest::games),
                                                               field("sha256", &GamesDigest::sha256));

    [[nodiscard]] Json write(const std::vector<GamesDigest>& digests) const {
        return referee::written(kFields, digests);
    }
    void read(const JsonNode& node, std::vector<GamesDigest>& digests) const {
        referee::read_by(kFields, node, digests);
        node.expect(!digests.empty(), "an array that begins with the digest of 0 games");
        std::int64_t least = 0;
        for (const JsonNode& item : node.items()) {
            least = 1 + item.at("games").integer(least, least == 0 ? 0 : referee::kMostCount);
        }
    }
};

constexpr Code kPath{[](const fs::path& path) { return Json(path.string()); },
                     [](const JsonNode& node) { return fs::path(node.text()); }};
constexpr Code kMachine{[](const Json& machine) { return machine; },
                        [](const JsonNode& node) {
                            node.expect_known(std::to_array<std::string_view>(
                                {"system", "architecture", "processor", "cores", "placement"}));
                            return node.json();
                        }};
constexpr Code kResult{[](const Json& result) { return result; },
                       [](const JsonNode& node) {
                           node.expect(node.is_null() || node.json().is_object(), "an object or null");
                           return node.json();
                       }};

constexpr auto kFactsFields = fields<RunFacts>(
    Constant{"format", kFormat}, field("version", &RunFacts::version), Elsewhere{"config"},
    field("config_sha256", &RunFacts::config_sha256),
    told("games_sha256", &RunFacts::games_sha256, RisingDigests()),
    field("config_file", &RunFacts::config_file, kFileFields), field("overrides", &RunFacts::overrides),
    field("directory", &RunFacts::directory, kPath), Elsewhere{"agents"},
    field("openings", std::identity(), kOpeningsFields), Elsewhere{"seed"},
    field("machine", &RunFacts::machine, kMachine), field("oversubscribed", &RunFacts::oversubscribed),
    field("started", &RunFacts::started), field("resumed", &RunFacts::resumed, kSessionFields),
    field("elapsed_before_ms", &RunFacts::elapsed_before, referee::In<std::chrono::milliseconds>()),
    field("result", &RunFacts::result, kResult));

/// After `kind` and `seeds`.
constexpr auto kLaterFields =
    fields<RunFacts>(told("changed_files", &RunFacts::changed_files),
                     told("tuned_until", &RunFacts::tuned_until), told("gate", &RunFacts::is_gate));
constexpr auto kRemoteFields =
    fields<RemoteFacts>(field("run_id", &RemoteFacts::run_id), Elsewhere{"epoch"},
                        field("via", &RemoteFacts::via, TextOrNull()), Elsewhere{"workers"});

/// Reads and checks `config`, which was filled in before the run began.
void read_filled_in(const fs::path& file, const JsonNode& node, Config& config) {
    read_config(node, config);
    if (config.kind == RunKind::Tune) {
        config.repeats = name(RepeatRule::Count);
    }
    validate(config, sources_in_run_file(file, config.kind));
    for (const RunSetting& setting : settings(config.kind)) {
        constexpr std::array<std::string_view, 5> kFilledIn{"repeats", "seed", "concurrency", "verify",
                                                            "lag"};
        // Workers decide how many games they play at once; older versions filled it in.
        const bool may_be_open = (setting.key == "concurrency" && config.remote.via) ||
                                 (setting.key == "repeats" && config.kind == RunKind::Tournament);
        if (std::ranges::find(kFilledIn, setting.key) != kFilledIn.end() && !may_be_open) {
            const JsonNode value = node.at(std::string(setting.key));
            value.expect(!value.is_null(),
                         fmt::format("the value that the {} was played with",
                                     config.kind == RunKind::Tournament ? "tournament" : "run"));
        }
    }
}

std::string processor_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    std::string line;
    while (std::getline(cpuinfo, line)) {
        if (line.starts_with("model name")) {
            const auto colon = line.find(": ");
            return colon == std::string::npos ? std::string() : line.substr(colon + 2);
        }
    }
    return {};
}

/// The cores of the `games` played at once, an entry for each. Games after the last entry share the entries,
/// beginning with the first.
Json placement_json(const referee::Placement& placement, std::int64_t games) {
    Json entries = Json::array();
    for (const referee::GameCores& game : placement.games()) {
        if (static_cast<std::int64_t>(entries.size()) == games) {
            break;
        }
        entries.push_back({{"worker", referee::cores_text(game.worker)},
                           {"agents", {referee::cores_text(game.first), referee::cores_text(game.second)}}});
    }
    return entries;
}

} // namespace

std::set<std::string> RemoteFacts::distrusted() const {
    std::set<std::string> names;
    for (const auto& [worker, facts] : workers) {
        if (facts.is_distrusted) {
            names.insert(worker);
        }
    }
    return names;
}

bool RunFacts::config_is_edited() const {
    const bool fits = games_sha256.empty() || games_sha256.front() == digest_of_no_game(config_sha256);
    return !fits || (!config_sha256_now.empty() && config_sha256 != config_sha256_now);
}

std::vector<std::string> RunFacts::session_changes() const {
    std::vector<std::string> changes;
    for (const SessionFacts& session : resumed) {
        if (session.missing > 0) {
            changes.push_back(fmt::format("games {} to {} had been played, were missing when the run was "
                                          "resumed, and count only as they were played again",
                                          session.game, session.game + session.missing - 1));
        }
        for (const std::string& change : session.forced) {
            changes.push_back(fmt::format("from game {} on, accepted with --force: {}", session.game,
                                          referee::to_printable(change, 1000)));
        }
    }
    for (const std::string& change : changed_files) {
        changes.push_back(referee::to_printable(change, 1000));
    }
    return changes;
}

std::vector<fs::path> places_of(const fs::path& directory, const fs::path& out, const fs::path& dir) {
    std::vector<fs::path> places{directory};
    std::error_code error;
    const fs::path here = fs::weakly_canonical(dir, error); // an error: the working directory is gone
    if (error || !here.is_absolute()) {
        return places;
    }
    if (out.is_relative() && !out.empty()) {
        const fs::path then = (directory / out).lexically_normal();
        const fs::path place =
            (here / directory.lexically_normal().lexically_relative(then)).lexically_normal();
        places.push_back(place.has_filename() ? place : place.parent_path()); // without a slash at its end
    }
    places.push_back(here.parent_path());
    places.push_back(here);
    return places;
}

std::string digest_of(const Json& config) {
    return referee::sha256_of_text(lines_of(config));
}

std::string digest_of(const Config& config) {
    return digest_of(to_json(config));
}

ConfigSources sources_in_run_file(const fs::path& file, RunKind kind) {
    ConfigSources sources{.file = file.string(),
                          .in_file = {"agent", "agent1", "agent2", "agents", "params"},
                          .in_flags = {},
                          .pointer = "/config"};
    for (const RunSetting& setting : settings(kind)) {
        sources.in_file.emplace(setting.key);
    }
    return sources;
}

std::string utc_now() {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::optional<std::string> book_print(const OpeningsSpec& openings) {
    const auto* const book = std::get_if<OpeningBook>(&openings);
    return book != nullptr ? referee::sha256_of_file(book->file, kMostBookBytes) : std::nullopt;
}

std::string_view name(RunKind kind) noexcept {
    return kKinds[static_cast<std::size_t>(kind)];
}

Json agent_json(const AgentConfig& agent, const AgentPrint& print) {
    Json json = kAgentFields.write(print);
    json["name"] = agent.name;
    json["command"] = agent.command;
    return json;
}

AgentPrint agent_of(const JsonNode& node, std::span<const std::string_view> more_keys) {
    node.expect_known(joined(kAgentFields.keys(), more_keys));
    return kAgentFields.read(node);
}

Json facts_json(const RunFacts& run, Json agents) {
    Json json = kFactsFields.write(run);
    json["config"] = run.config_as_read.is_object() ? run.config_as_read : to_json(run.config);
    if (run.config_sha256.empty()) {
        json["config_sha256"] = digest_of(json["config"]);
    }
    json["agents"] = std::move(agents);
    json["seed"] = std::to_string(run.config.seed.value());
    if (run.config.kind != RunKind::Test) {
        json["kind"] = name(run.config.kind);
    }
    if (run.seed_rule == referee::SeedRule::Hashed) {
        json["seeds"] = kHashedSeeds;
    }
    kLaterFields.add(json, run);
    if (const auto& remote = run.remote) {
        kRemoteFields.add(json, *remote);
        json["epoch"] = run.epoch();
        json["workers"] = workers_json(remote->workers, remote->games);
    }
    return json;
}

std::vector<std::string_view> run_keys(std::span<const std::string_view> more) {
    constexpr auto kOptional = std::to_array<std::string_view>({"kind", "seeds"});
    return joined(kFactsFields.keys(), kOptional, kLaterFields.keys(), kRemoteFields.keys(), more);
}

Json read_run_json(const fs::path& file) {
    Json json = referee::read_plain_json(file, "a run.json");
    static_cast<void>(JsonNode(json, file.string() + ": ").at("format").integer(kFormat, kFormat));
    return json;
}

RunKind kind_in(const fs::path& file) {
    const Json json = read_run_json(file);
    const JsonNode root(json, file.string() + ": ");
    if (!root.has("kind")) {
        return RunKind::Test;
    }
    const auto kind = referee::named_in<RunKind>(kKinds, root.at("kind").text());
    root.at("kind").expect(kind && *kind != RunKind::Test, "\"match\", \"tournament\" or \"tune\"");
    return *kind;
}

void read_facts(const fs::path& file, const JsonNode& root, RunFacts& run) {
    read_filled_in(file, root.at("config"), run.config);
    kFactsFields.read(root, run);
    run.places = places_of(run.directory, run.config.out, file.parent_path());
    run.config_as_read = root.at("config").json();
    run.config_sha256_now = digest_of(run.config_as_read); // as written: versions differ in settings
    static_cast<void>(root.at("seed").text());             // a copy of /config/seed for readers of the file
    run.seed_rule = referee::SeedRule::Mixed;
    if (root.has("seeds")) {
        root.at("seeds").expect(root.at("seeds").text() == kHashedSeeds, fmt::format("\"{}\"", kHashedSeeds));
        run.seed_rule = referee::SeedRule::Hashed;
    }
    kLaterFields.read(root, run);
    if (root.has("run_id")) {
        run.remote = kRemoteFields.read(root);
        run.remote->workers = workers_of(root.at("workers"));
        static_cast<void>(root.at("epoch").integer(1, referee::kMostCount)); // the number of sessions
    }
    run.as_read = root.json();
}

Json describe_machine(const referee::Placement& placement, std::int64_t games) {
    utsname system{};
    ::uname(&system);
    return {{"system", std::string(system.sysname) + " " + system.release},
            {"architecture", system.machine},
            {"processor", processor_name()},
            {"cores", placement.cores().size()},
            {"placement", placement_json(placement, games)}};
}

} // namespace sprt
