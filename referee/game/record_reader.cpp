#include "referee/game/json.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/game/log/search_json.hpp"
#include "referee/game/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <span>
#include <utility>

namespace referee {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr std::int64_t kMostMicroseconds = std::int64_t{1}
                                           << 42; // 50 days; the sum of 2 million of them fits 64 bits

nanoseconds to_time(const JsonNode& node) {
    return microseconds(node.integer(0, kMostMicroseconds));
}

std::optional<FaultNote> to_fault(const JsonNode& node) {
    if (node.is_null()) {
        return std::nullopt;
    }
    return FaultNote{to_player(node.at("agent")), node.at("reason").text(), node.at("stderr").text()};
}

Termination to_termination(const JsonNode& node) {
    const auto termination = termination_named(node.text());
    node.expect(termination.has_value(), "the name of a termination, e.g. board_full");
    return *termination;
}

/// Reads what is known about the machine. Logs of other programs may lack all of it.
void parse_evidence(const JsonNode& root, GameRecord& record) {
    const auto read_times = [&root](const char* key, nanoseconds& one, nanoseconds& two) {
        if (root.has(key)) {
            const PerPlayer<JsonNode> nodes = of_both(root.at(key));
            one = to_time(nodes.agent1);
            two = to_time(nodes.agent2);
        }
    };
    record.limits = read_limits(root);
    if (root.has("time_scale")) {
        record.time_scale = read_time_scale(root.at("time_scale"));
    }
    const auto read_most_and_sum = [&root](const char* key, PerPlayer<MostAndSum>& into) {
        if (root.has(key)) {
            const PerPlayer<JsonNode> nodes = of_both(root.at(key));
            for (const Player player : kPlayers) {
                const auto times = nodes[player].items(2);
                into[player] = {to_time(times[0]), to_time(times[1])};
            }
        }
    };
    read_most_and_sum("over_us", record.over);
    read_most_and_sum("ping_us", record.pings);
    read_times("most_cpu_us", record.most_cpu.agent1, record.most_cpu.agent2);
    read_times("cpu_us", record.processor.agent1, record.processor.agent2);
    auto& [one, two] = record.load;
    read_times("watched_us", one.watched, two.watched);
    read_times("watched_cpu_us", one.cpu, two.cpu);
    read_times("delay_us", one.delay, two.delay);
    read_times("rival_cpu_us", one.rival_cpu, two.rival_cpu);
    read_times("throttled_us", one.throttled, two.throttled);
    if (root.has("time_loss")) {
        const JsonNode loss = root.at("time_loss");
        record.time_loss = {to_time(loss.at("took_us")),
                            {.watched = to_time(loss.at("watched_us")),
                             .cpu = to_time(loss.at("cpu_us")),
                             .delay = to_time(loss.at("delay_us")),
                             .rival_cpu = to_time(loss.at("rival_cpu_us"))},
                            loss.at("disputed").truth()};
    }
}

/// Sums of them over any run fit an int.
constexpr std::int64_t kMostDisturbed = 9;

int to_attempts(const JsonNode& node) {
    return static_cast<int>(node.integer(0, kMostDisturbed));
}

Disturbances to_disturbances(const JsonNode& node) {
    const PerPlayer<JsonNode> tampering = of_both(node.at("tampering"));
    return {.tampering = {to_attempts(tampering.agent1), to_attempts(tampering.agent2)},
            .referee_stopped = to_attempts(node.at("referee_stopped")),
            .machine_suspended = to_attempts(node.at("machine_suspended")),
            .machine_overloaded =
                node.has("machine_overloaded") ? to_attempts(node.at("machine_overloaded")) : 0,
            .out_of_memory = node.has("out_of_memory") ? to_attempts(node.at("out_of_memory")) : 0};
}

std::optional<Winner> to_winner(const JsonNode& node) {
    if (node.is_null()) {
        return std::nullopt;
    }
    return static_cast<Winner>(node.integer(0, 2));
}

AdjudicationRule to_rule(const JsonNode& node) {
    const auto rule = adjudication_rule_named(node.text());
    node.expect(rule.has_value(), "the name of a rule of adjudication, e.g. material");
    return *rule;
}

void parse_adjudication(const JsonNode& root, GameRecord& record) {
    if (root.has("adjudication")) {
        record.adjudication = to_rule(root.at("adjudication"));
    }
    if (root.has("would_adjudicate")) {
        const JsonNode would = root.at("would_adjudicate");
        record.would_adjudicate = {to_rule(would.at("rule")), to_count(would.at("turn")),
                                   static_cast<Winner>(would.at("result").integer(0, 2))};
    }
}

constexpr auto kFields =
    std::to_array<std::string_view>({"format",       "rules",          "game",
                                     "pair",         "round",          "agents",
                                     "first",        "opening",        "moves",
                                     "winner",       "score",          "turns",
                                     "termination",  "fault",          "also_fault",
                                     "used_us",      "seed",           "exit",
                                     "turn_limit",   "budget_us",      "cpu_us",
                                     "watched_us",   "watched_cpu_us", "delay_us",
                                     "rival_cpu_us", "lacks_opening",  "time_loss",
                                     "interference", "start_fen",      "limits",
                                     "over_us",      "restarts",       "bad_pv",
                                     "depth",        "scores",         "nodes",
                                     "pv",           "adjudication",   "would_adjudicate",
                                     "ping_us",      "most_cpu_us",    "doubtful",
                                     "disturbed",    "worker",         "time_scale",
                                     "throttled_us"});
constexpr auto kFaultFields = std::to_array<std::string_view>({"agent", "reason", "stderr"});
constexpr auto kAlsoFaultFields =
    std::to_array<std::string_view>({"agent", "reason", "stderr", "termination"});
constexpr auto kWouldFields = std::to_array<std::string_view>({"rule", "turn", "result"});
constexpr auto kDisturbedFields = std::to_array<std::string_view>(
    {"tampering", "referee_stopped", "machine_suspended", "machine_overloaded", "out_of_memory"});
constexpr auto kTimeLossFields = std::to_array<std::string_view>(
    {"disputed", "took_us", "watched_us", "cpu_us", "delay_us", "rival_cpu_us"});

/// Adds the pointers of the fields of a game's line that parse_record() does not know.
void add_unknown(const JsonNode& root, std::vector<std::string>& unknown) {
    const auto look = [&](const JsonNode& object, std::span<const std::string_view> known) {
        for (std::string& pointer : object.unknown(known)) {
            unknown.push_back(std::move(pointer));
        }
    };
    look(root, kFields);
    const std::pair<const char*, std::span<const std::string_view>> inner[] = {
        {"fault", kFaultFields},
        {"also_fault", kAlsoFaultFields},
        {"time_loss", kTimeLossFields},
        {"would_adjudicate", kWouldFields},
        {"disturbed", kDisturbedFields}};
    for (const auto& [key, known] : inner) {
        if (root.has(key) && !root.at(key).is_null()) {
            look(root.at(key), known);
        }
    }
}

} // namespace

GameRecord parse_record(std::string_view line, std::vector<std::string>* unknown) {
    Json json;
    try {
        json = parse_json(line);
    } catch (const NotJson& error) {
        throw UserError(fmt::format("{} (column {})", error.what(), error.byte()));
    }
    const JsonNode root(json, "");
    static_cast<void>(root.at("format").integer(kLogFormat, kLogFormat));
    GameRecord record;
    if (root.has("rules")) {
        record.rules = to_game(root.at("rules"));
    }
    record.game = to_count(root.at("game"));
    record.pair = to_count(root.at("pair"));
    if (root.has("round") || root.has("agents")) {
        const PerPlayer<JsonNode> agents = of_both(root.at("agents"));
        record.round = to_count(root.at("round"));
        record.agents = {to_agent_id(agents.agent1), to_agent_id(agents.agent2)};
    }
    record.first = to_player(root.at("first"));
    const GameFacts& facts = facts_of(record.rules);
    for (const JsonNode& move : root.at("opening").items()) {
        record.opening.push_back(to_numbers(move.items(facts.numbers), facts.numbers));
    }
    if (root.has("start_fen")) {
        record.start = to_start(root.at("start_fen"), record.rules);
    }
    for (const JsonNode& move : root.at("moves").items()) {
        const auto items = move.items(facts.numbers + 1);
        record.moves.push_back({to_numbers(items, facts.numbers), to_time(items.back())});
    }
    record.winner = to_winner(root.at("winner"));
    record.turns = to_count(root.at("turns"));
    record.termination = to_termination(root.at("termination"));
    parse_adjudication(root, record);
    record.fault = to_fault(root.at("fault"));
    if (root.has("also_fault")) {
        record.also_fault = to_fault(root.at("also_fault"));
        if (record.also_fault) {
            record.also_termination = to_termination(root.at("also_fault").at("termination"));
        }
    }
    const PerPlayer<JsonNode> score = of_both(root.at("score"));
    const PerPlayer<JsonNode> used = of_both(root.at("used_us"));
    const PerPlayer<JsonNode> seed = of_both(root.at("seed"));
    const PerPlayer<JsonNode> exit = of_both(root.at("exit"));
    for (const Player player : kPlayers) {
        record.score[player] = static_cast<int>(score[player].integer(0, facts.most_score));
        record.used[player] = to_time(used[player]);
        record.seed[player] = to_seed(seed[player]);
        record.exit[player] = exit[player].text();
    }
    record.turn_limit = facts.turns;
    if (root.has("turn_limit")) {
        record.turn_limit = static_cast<int>(root.at("turn_limit").integer(1, kMostNumber));
    }
    if (root.has("lacks_opening")) {
        for (const JsonNode& agent : root.at("lacks_opening").items()) {
            record.lacks_opening[to_player(agent)] = true;
        }
    }
    record.search = read_searches(root, record.moves.size());
    const auto read_counts = [&root](const char* key, PerPlayer<int>& counts) {
        if (root.has(key)) {
            const PerPlayer<JsonNode> nodes = of_both(root.at(key));
            for (const Player player : kPlayers) {
                counts[player] = static_cast<int>(nodes[player].integer(0, kMostNumber));
            }
        }
    };
    read_counts("restarts", record.replaced);
    read_counts("bad_pv", record.bad_pv);
    parse_evidence(root, record);
    if (root.has("doubtful")) {
        record.doubtful = root.at("doubtful").truth();
    }
    if (root.has("disturbed")) {
        record.disturbances = to_disturbances(root.at("disturbed"));
    }
    if (root.has("worker")) {
        record.worker = root.at("worker").text();
    }
    if (unknown != nullptr) {
        add_unknown(root, *unknown);
    }
    return record;
}

} // namespace referee
