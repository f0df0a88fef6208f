#include "sprt/store/gate_ledger.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/config/test_validation.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;
using referee::UserError;

constexpr int kLedgerFormat = 1;
constexpr std::int64_t kMostGates = std::int64_t{1} << 53;
constexpr std::array kOutcomes{LedgerOutcome::Passed,      LedgerOutcome::Rejected,
                               LedgerOutcome::Broken,      LedgerOutcome::Undecided,
                               LedgerOutcome::Interrupted, LedgerOutcome::NotPlayed};

template<class Value>
Json value_or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json ledger_agent_json(const LedgerAgent& agent) {
    Json files = Json::array();
    for (const FilePrint& file : agent.print.files) {
        files.push_back({{"path", file.path}, {"sha256", value_or_null(file.sha256)}});
    }
    return {{"name", agent.name},
            {"command", agent.command},
            {"executable", agent.print.executable.path},
            {"sha256", value_or_null(agent.print.executable.sha256)},
            {"files", std::move(files)},
            {"build", agent.build}};
}

FilePrint ledger_file_of(const JsonNode& node, const char* path) {
    const JsonNode sha256 = node.at("sha256");
    return {.path = node.at(path).text(),
            .sha256 = sha256.is_null() ? std::nullopt : std::optional(sha256.text())};
}

LedgerAgent ledger_agent_of(const JsonNode& node) {
    LedgerAgent agent{.name = node.at("name").text(),
                      .command = {},
                      .print = {.executable = ledger_file_of(node, "executable"), .files = {}},
                      .build = node.at("build").text()};
    for (const JsonNode& word : node.at("command").items()) {
        agent.command.push_back(word.text());
    }
    for (const JsonNode& file : node.at("files").items()) {
        agent.print.files.push_back(ledger_file_of(file, "path"));
    }
    return agent;
}

referee::Game rules_of(const JsonNode& node) {
    const auto rules = referee::rules_named(node.text());
    node.expect(rules.has_value(), "the name of a game or of a set of rules");
    return *rules;
}

GateBegin begin_of(const JsonNode& root) {
    const auto agents = root.at("agents").items(2);
    GateBegin begin{.gate = static_cast<std::uint64_t>(root.at("gate").integer(1, kMostGates)),
                    .at = root.at("at").text(),
                    .version = root.at("version").text(),
                    .agents = {ledger_agent_of(agents[0]), ledger_agent_of(agents[1])},
                    .model = root.at("model").text(),
                    .test_kind = root.at("test").text(),
                    .test = {.elo0 = root.at("elo0").number(),
                             .elo1 = root.at("elo1").number(),
                             .alpha = root.at("alpha").number(),
                             .beta = root.at("beta").number()},
                    .fdr = {},
                    .max_games = {}};
    if (root.has("rules")) {
        begin.rules = rules_of(root.at("rules"));
    }
    static_cast<void>(read_model(begin.model, root.at("model").place()));
    const TestKind kind = read_test_kind(begin.test_kind, root.at("test").place());
    if (const auto problem = problem_of(begin.test, kind)) {
        throw UserError(fmt::format("/{}: {}", problem->keys.front(), problem->what));
    }
    if (const JsonNode fdr = root.at("fdr"); !fdr.is_null()) {
        begin.fdr = fdr.number();
        fdr.expect(*begin.fdr > 0 && *begin.fdr < 1, "a rate above 0 and below 1, or null");
    }
    if (const JsonNode limit = root.at("max_games"); !limit.is_null()) {
        begin.max_games = limit.integer(1, kMostGates);
    }
    const auto seed = referee::parse_seed(root.at("seed").text());
    root.at("seed").expect(seed.has_value(), referee::kSeedForm);
    begin.seed = *seed;
    return begin;
}

GateEnd end_of(const JsonNode& root) {
    const JsonNode outcome = root.at("outcome");
    const std::string word = outcome.text();
    const auto* const found =
        std::ranges::find_if(kOutcomes, [&](LedgerOutcome known) { return name(known) == word; });
    outcome.expect(found != kOutcomes.end(),
                   "passed, rejected, broken, undecided, interrupted or not_played");
    return {.gate = static_cast<std::uint64_t>(root.at("gate").integer(1, kMostGates)),
            .at = root.at("at").text(),
            .outcome = *found,
            .games = static_cast<std::uint64_t>(root.at("games").integer(0, kMostGates)),
            .llr = root.at("llr").is_null() ? std::nullopt : std::optional(root.at("llr").number())};
}

void add_begin(std::vector<LedgerGate>& gates, GateBegin begin) {
    if (begin.gate != gates.size() + 1) {
        throw UserError(
            fmt::format("gate {} begins, where gate {} must; lines are missing, double or out of order",
                        begin.gate, gates.size() + 1));
    }
    gates.push_back({.begin = std::move(begin), .end = {}});
}

void add_end(std::vector<LedgerGate>& gates, GateEnd end) {
    if (end.gate > gates.size()) {
        throw UserError(fmt::format("gate {} ends, and it has not begun", end.gate));
    }
    LedgerGate& gate = gates[end.gate - 1];
    if (gate.end && gate.end->outcome != LedgerOutcome::Interrupted) {
        throw UserError(
            fmt::format("gate {} ends, and it has ended before: {}", end.gate, name(gate.end->outcome)));
    }
    gate.end = std::move(end);
    gate.begun_by_then = gates.size();
}

} // namespace

std::string_view name(LedgerOutcome outcome) noexcept {
    switch (outcome) {
    case LedgerOutcome::Passed:
        return "passed";
    case LedgerOutcome::Rejected:
        return "rejected";
    case LedgerOutcome::Broken:
        return "broken";
    case LedgerOutcome::Undecided:
        return "undecided";
    case LedgerOutcome::NotPlayed:
        return "not_played";
    case LedgerOutcome::Interrupted:
        break;
    }
    return "interrupted";
}

std::string build_of(const referee::Program& program) {
    Json words = Json::array();
    words.push_back(referee::sha256_of_file(program.executable).value_or(program.executable.string()));
    for (std::size_t i = 1; i < program.words.size(); ++i) {
        const std::filesystem::path path = std::filesystem::absolute(program.dir / program.words[i]);
        std::error_code error;
        const bool is_file = std::filesystem::is_regular_file(path, error);
        const auto print = is_file ? referee::sha256_of_file(path) : std::nullopt;
        words.push_back(print ? Json{{"file", *print}} : Json(program.words[i]));
    }
    const Json all{{"words", std::move(words)}, {"env", program.variables}};
    return referee::sha256_of_text(all.dump(-1, ' ', true, Json::error_handler_t::replace));
}

Json to_json(const GateBegin& begin) {
    return {{"format", kLedgerFormat},
            {"event", "begin"},
            {"gate", begin.gate},
            {"at", begin.at},
            {"version", begin.version},
            {"agents", {ledger_agent_json(begin.agents.agent1), ledger_agent_json(begin.agents.agent2)}},
            {"rules", rules_name(begin.rules)},
            {"model", begin.model},
            {"test", begin.test_kind},
            {"elo0", begin.test.elo0},
            {"elo1", begin.test.elo1},
            {"alpha", begin.test.alpha},
            {"beta", begin.test.beta},
            {"fdr", value_or_null(begin.fdr)},
            {"max_games", value_or_null(begin.max_games)},
            {"seed", std::to_string(begin.seed)}};
}

Json to_json(const GateEnd& end) {
    return {{"format", kLedgerFormat},
            {"event", "end"},
            {"gate", end.gate},
            {"at", end.at},
            {"outcome", name(end.outcome)},
            {"games", end.games},
            {"llr", value_or_null(end.llr)}};
}

void add_line(std::vector<LedgerGate>& gates, std::string_view line) {
    const Json json = referee::parse_json(line);
    const JsonNode root(json, "");
    static_cast<void>(root.at("format").integer(kLedgerFormat, kLedgerFormat));
    const JsonNode event = root.at("event");
    const std::string word = event.text();
    event.expect(word == "begin" || word == "end", "begin or end");
    if (word == "begin") {
        add_begin(gates, begin_of(root));
    } else {
        add_end(gates, end_of(root));
    }
}

} // namespace sprt
