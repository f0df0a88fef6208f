#include "sprt/store/run_facts.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/config/config_json.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "sprt/store/workers_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::Json;
using referee::JsonNode;

constexpr int kFormat = 1;
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;
constexpr const char* kHashedSeeds = "sha256"; ///< runs of earlier versions say nothing
constexpr auto kCommonKeys = std::to_array<std::string_view>(
    {"format",      "kind",          "version",        "config",  "config_sha256", "games_sha256",
     "config_file", "overrides",     "directory",      "agents",  "openings",      "seed",
     "seeds",       "machine",       "oversubscribed", "started", "resumed",       "elapsed_before_ms",
     "result",      "changed_files", "run_id",         "epoch",   "via",           "workers"});
constexpr auto kFileKeys = std::to_array<std::string_view>({"path", "sha256"});
constexpr auto kAgentKeys =
    std::to_array<std::string_view>({"name", "command", "executable", "sha256", "files", "sandbox"});
constexpr auto kOpeningsKeys = std::to_array<std::string_view>({"size", "duplicates", "sha256", "since"});
constexpr auto kMachineKeys =
    std::to_array<std::string_view>({"system", "architecture", "processor", "cores", "placement"});
constexpr auto kSessionKeys =
    std::to_array<std::string_view>({"at", "game", "forced", "missing", "games", "changed", "via"});
constexpr auto kDigestKeys = std::to_array<std::string_view>({"games", "sha256"});

Json or_null(const std::optional<std::string>& text) {
    return text ? Json(*text) : Json(nullptr);
}

std::optional<std::string> text_or_null(const JsonNode& node) {
    return node.is_null() ? std::nullopt : std::optional(node.text());
}

Json to_json(const FilePrint& file) {
    return {{"path", file.path}, {"sha256", or_null(file.sha256)}};
}

FilePrint file_of(const JsonNode& node) {
    expect_known(node, kFileKeys);
    return {node.at("path").text(), text_or_null(node.at("sha256"))};
}

Json session_json(const Session& session) {
    Json json{{"at", session.at}, {"game", session.game}, {"forced", session.forced}};
    if (session.missing > 0) {
        json["missing"] = session.missing;
    }
    if (session.games) {
        json["games"] = *session.games;
    }
    if (!session.changed.empty()) {
        json["changed"] = session.changed;
    }
    if (session.via) {
        json["via"] = session.via->empty() ? Json(nullptr) : Json(*session.via);
    }
    return json;
}

Session session_of(const JsonNode& node) {
    expect_known(node, kSessionKeys);
    Session session{.at = node.at("at").text(),
                    .game = static_cast<std::uint64_t>(node.at("game").integer(0, kMostCount)),
                    .forced = {},
                    .missing = node.has("missing")
                                   ? static_cast<std::uint64_t>(node.at("missing").integer(0, kMostCount))
                                   : 0,
                    .games = {}};
    if (node.has("games")) {
        session.games = static_cast<std::uint64_t>(node.at("games").integer(2, kMostCount));
    }
    if (node.has("changed")) {
        for (const JsonNode& line : node.at("changed").items()) {
            session.changed.push_back(line.text());
        }
    }
    if (node.has("via")) {
        session.via = text_or_null(node.at("via")).value_or("");
    }
    for (const JsonNode& line : node.at("forced").items()) {
        session.forced.push_back(line.text());
    }
    return session;
}

Json digests_json(const std::vector<GamesDigest>& digests) {
    Json json = Json::array();
    for (const auto& [games, sha256] : digests) {
        json.push_back({{"games", games}, {"sha256", sha256}});
    }
    return json;
}

/// Numbers of games rise from 0.
std::vector<GamesDigest> digests_of(const JsonNode& node) {
    std::vector<GamesDigest> digests;
    for (const JsonNode& item : node.items()) {
        expect_known(item, kDigestKeys);
        const std::int64_t least = digests.empty() ? 0 : static_cast<std::int64_t>(digests.back().games) + 1;
        const std::int64_t most = digests.empty() ? 0 : kMostCount;
        digests.push_back(
            {static_cast<std::uint64_t>(item.at("games").integer(least, most)), item.at("sha256").text()});
    }
    node.expect(!digests.empty(), "an array that begins with the digest of 0 games");
    return digests;
}

} // namespace

void expect_known(const JsonNode& object, std::span<const std::string_view> known) {
    const auto unknown = object.unknown(known);
    if (!unknown.empty()) {
        throw referee::UserError(
            fmt::format("{} is unknown; known are {}", unknown.front(), fmt::join(known, ", ")));
    }
}

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
    for (const Session& session : resumed) {
        if (session.missing > 0) {
            changes.push_back(fmt::format("games {} to {} had been played, were missing when the run was "
                                          "resumed, and were played again",
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

std::string utc_now() {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::optional<std::string> book_print(const OpeningsSpec& openings) {
    const auto* const book = std::get_if<OpeningBook>(&openings);
    return book != nullptr ? referee::sha256_of_file(book->file, kMostBookBytes) : std::nullopt;
}

std::string_view name(RunKind kind) noexcept {
    switch (kind) {
    case RunKind::Match:
        return "match";
    case RunKind::Tournament:
        return "tournament";
    case RunKind::Test:
        break;
    }
    return "";
}

Json agent_json(const AgentConfig& agent, const AgentPrint& print) {
    Json files = Json::array();
    for (const FilePrint& file : print.files) {
        files.push_back(to_json(file));
    }
    Json json{{"name", agent.name},
              {"command", agent.command},
              {"executable", print.executable.path},
              {"sha256", or_null(print.executable.sha256)},
              {"files", std::move(files)}};
    if (print.in_sandbox) {
        json["sandbox"] = true;
    }
    return json;
}

AgentPrint agent_of(const JsonNode& node, std::span<const std::string_view> more_keys) {
    std::vector<std::string_view> keys(kAgentKeys.begin(), kAgentKeys.end());
    keys.insert(keys.end(), more_keys.begin(), more_keys.end());
    expect_known(node, keys);
    AgentPrint print{.executable = {node.at("executable").text(), text_or_null(node.at("sha256"))},
                     .files = {},
                     .in_sandbox = node.has("sandbox") && node.at("sandbox").truth()};
    for (const JsonNode& file : node.at("files").items()) {
        print.files.push_back(file_of(file));
    }
    return print;
}

Json facts_json(const RunFacts& run, RunKind kind, Json config, Json agents, std::uint64_t seed) {
    if (run.config_as_read.is_object()) {
        config = run.config_as_read;
    }
    Json resumed = Json::array();
    for (const Session& session : run.resumed) {
        resumed.push_back(session_json(session));
    }
    Json json{{"format", kFormat},
              {"version", run.version},
              {"config", config},
              {"config_sha256", run.config_sha256.empty() ? digest_of(config) : run.config_sha256},
              {"games_sha256", digests_json(run.games_sha256)},
              {"config_file", run.config_file ? to_json(*run.config_file) : Json(nullptr)},
              {"overrides", run.overrides},
              {"directory", run.directory.string()},
              {"agents", std::move(agents)},
              {"openings",
               {{"size", run.book_size ? Json(*run.book_size) : Json(nullptr)},
                {"duplicates", run.book_duplicates},
                {"sha256", or_null(run.book_sha256)},
                {"since", run.book_since}}},
              {"seed", std::to_string(seed)},
              {"machine", run.machine},
              {"oversubscribed", run.oversubscribed},
              {"started", run.started},
              {"resumed", std::move(resumed)},
              {"elapsed_before_ms", run.elapsed_before.count()},
              {"result", run.result}};
    if (run.games_sha256.empty()) { // a run of an earlier version that is not resumed
        json.erase("games_sha256");
    }
    if (kind != RunKind::Test) {
        json["kind"] = name(kind);
    }
    if (run.seed_rule == referee::SeedRule::Hashed) {
        json["seeds"] = kHashedSeeds;
    }
    if (!run.changed_files.empty()) {
        json["changed_files"] = run.changed_files;
    }
    if (const auto& remote = run.remote) {
        json["run_id"] = remote->run_id;
        json["epoch"] = run.epoch();
        json["via"] = remote->via.empty() ? Json(nullptr) : Json(remote->via);
        json["workers"] = workers_json(remote->workers, remote->games);
    }
    return json;
}

std::vector<std::string_view> run_keys(std::span<const std::string_view> more) {
    std::vector<std::string_view> keys(kCommonKeys.begin(), kCommonKeys.end());
    keys.insert(keys.end(), more.begin(), more.end());
    return keys;
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
    for (const RunKind kind : {RunKind::Match, RunKind::Tournament}) {
        if (root.at("kind").text() == name(kind)) {
            return kind;
        }
    }
    root.at("kind").expect(false, "\"match\" or \"tournament\"");
    return RunKind::Test;
}

void read_facts(const JsonNode& root, RunFacts& run) {
    run.version = root.at("version").text();
    const JsonNode config = root.at("config");
    run.config_as_read = config.json();
    run.config_sha256 = root.at("config_sha256").text();
    run.config_sha256_now = digest_of(config.json()); // as written: versions differ in settings
    if (root.has("games_sha256")) {                   // earlier versions did not write it
        run.games_sha256 = digests_of(root.at("games_sha256"));
    }
    if (!root.at("config_file").is_null()) {
        run.config_file = file_of(root.at("config_file"));
    }
    for (const JsonNode& key : root.at("overrides").items()) {
        run.overrides.insert(key.text());
    }
    run.directory = root.at("directory").text();
    const JsonNode openings = root.at("openings");
    expect_known(openings, kOpeningsKeys);
    if (!openings.at("size").is_null()) {
        run.book_size = static_cast<std::uint64_t>(openings.at("size").integer(0, kMostCount));
    }
    if (openings.has("duplicates")) { // earlier versions did not write it
        run.book_duplicates = static_cast<std::uint64_t>(openings.at("duplicates").integer(0, kMostCount));
    }
    run.book_sha256 = text_or_null(openings.at("sha256"));
    if (openings.has("since")) { // the first versions did not write it
        run.book_since = static_cast<std::uint64_t>(openings.at("since").integer(0, kMostCount));
    }
    static_cast<void>(root.at("seed").text()); // a copy of /config/seed for readers of the file
    run.seed_rule = referee::SeedRule::Mixed;
    if (root.has("seeds")) {
        root.at("seeds").expect(root.at("seeds").text() == kHashedSeeds, fmt::format("\"{}\"", kHashedSeeds));
        run.seed_rule = referee::SeedRule::Hashed;
    }
    expect_known(root.at("machine"), kMachineKeys);
    run.machine = root.at("machine").json();
    run.oversubscribed = root.at("oversubscribed").truth();
    run.started = root.at("started").text();
    for (const JsonNode& session : root.at("resumed").items()) {
        run.resumed.push_back(session_of(session));
    }
    if (root.has("run_id")) {
        run.remote = {.run_id = root.at("run_id").text(), .via = text_or_null(root.at("via")).value_or("")};
        run.remote->workers = workers_of(root.at("workers"));
        static_cast<void>(root.at("epoch").integer(1, kMostCount)); // the number of sessions
    }
    if (root.has("changed_files")) {
        for (const JsonNode& line : root.at("changed_files").items()) {
            run.changed_files.push_back(line.text());
        }
    }
    run.elapsed_before = std::chrono::milliseconds(root.at("elapsed_before_ms").integer(0, kMostCount));
    const JsonNode result = root.at("result");
    result.expect(result.is_null() || result.json().is_object(), "an object or null");
    run.result = result.json();
    run.as_read = root.json();
}

} // namespace sprt
