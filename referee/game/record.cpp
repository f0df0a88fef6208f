#include "referee/game/record.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/seed.hpp"
#include "referee/game/json.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <iterator>
#include <span>
#include <utility>

namespace referee {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr int kFormat = 1;

using Buffer = fmt::memory_buffer;

/// Adds to a line. The format is compiled: a line of many moves would be slow otherwise.
template<class Format, class... Values>
void add(Buffer& line, const Format& format, const Values&... values) {
    fmt::format_to(std::back_inserter(line), format, values...);
}

std::string quoted(const std::string& text) {
    return Json(text).dump();
}

std::int64_t us(nanoseconds time) {
    return duration_cast<microseconds>(time).count();
}

void add_fault(Buffer& line, const FaultNote& fault) {
    add(line, FMT_COMPILE(R"({{"agent":{},"reason":{},"stderr":{})"), number(fault.agent),
        quoted(fault.reason), quoted(fault.stderr_tail));
}

void add_times(Buffer& line, const char* key, nanoseconds one, nanoseconds two) {
    add(line, FMT_COMPILE(R"(,"{}":[{},{}])"), key, us(one), us(two));
}

/// The numbers of the agents for which something is true; nothing when there are none.
void add_agents(Buffer& line, const char* key, const PerPlayer<bool>& is_true) {
    const auto [one, two] = is_true;
    if (one || two) {
        add(line, FMT_COMPILE(R"(,"{}":[{}{}{}])"), key, one ? "1" : "", one && two ? "," : "",
            two ? "2" : "");
    }
}

void add_numbers(Buffer& line, const MoveNumbers& move) {
    const char* comma = "";
    for (const int number : move) {
        add(line, FMT_COMPILE("{}{}"), std::exchange(comma, ","), number);
    }
}

/// What is known about the machine. It does not change the result.
void add_evidence(Buffer& line, const GameRecord& record) {
    const auto& [one_load, two_load] = record.load;
    add_times(line, "cpu_us", record.processor.agent1, record.processor.agent2);
    add_times(line, "watched_us", one_load.watched, two_load.watched);
    add_times(line, "watched_cpu_us", one_load.cpu, two_load.cpu);
    add_times(line, "delay_us", one_load.delay, two_load.delay);
    add_times(line, "rival_cpu_us", one_load.rival_cpu, two_load.rival_cpu);
    if (record.time_loss) {
        const TurnLoad& load = record.time_loss->load;
        add(line,
            FMT_COMPILE(
                R"(,"time_loss":{{"disputed":{},"took_us":{},"watched_us":{},"cpu_us":{},"delay_us":{},"rival_cpu_us":{}}})"),
            record.time_loss->disputed, us(record.time_loss->took), us(load.watched), us(load.cpu),
            us(load.delay), us(load.rival_cpu));
    }
    add_agents(line, "interference",
               {interfered(record, Player::Agent1), interfered(record, Player::Agent2)});
}

constexpr std::int64_t kMostNumber = 999'999'999;
constexpr std::int64_t kMostMicroseconds = std::int64_t{1}
                                           << 42; // 50 days; the sum of 2 million of them fits 64 bits
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;

/// The values of both agents, in an array.
PerPlayer<JsonNode> of_both(const JsonNode& array) {
    const auto items = array.items(2);
    return {items[0], items[1]};
}

Player to_player(const JsonNode& node) {
    return node.integer(1, 2) == 1 ? Player::Agent1 : Player::Agent2;
}

nanoseconds to_time(const JsonNode& node) {
    return microseconds(node.integer(0, kMostMicroseconds));
}

/// The first `count` of `items`.
MoveNumbers to_numbers(const std::vector<JsonNode>& items, std::size_t count) {
    MoveNumbers numbers;
    for (std::size_t i = 0; i < count; ++i) {
        numbers.push_back(static_cast<int>(items[i].integer(-kMostNumber, kMostNumber)));
    }
    return numbers;
}

std::uint64_t to_seed(const JsonNode& node) {
    const auto seed = parse_seed(node.text());
    node.expect(seed.has_value(), std::string(kSeedForm) + " in a string");
    return *seed;
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

Game to_game(const JsonNode& node) {
    const auto game = game_named(node.text());
    std::vector<std::string> names;
    names.reserve(kGames.size());
    for (const Game each : kGames) {
        names.emplace_back(name(each));
    }
    node.expect(game.has_value(), choice_of(names));
    return *game;
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
    if (root.has("budget_us")) {
        read_times("budget_us", record.budget.agent1.emplace(), record.budget.agent2.emplace());
    }
    read_times("cpu_us", record.processor.agent1, record.processor.agent2);
    auto& [one, two] = record.load;
    read_times("watched_us", one.watched, two.watched);
    read_times("watched_cpu_us", one.cpu, two.cpu);
    read_times("delay_us", one.delay, two.delay);
    read_times("rival_cpu_us", one.rival_cpu, two.rival_cpu);
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

std::optional<Winner> to_winner(const JsonNode& node) {
    if (node.is_null()) {
        return std::nullopt;
    }
    return static_cast<Winner>(node.integer(0, 2));
}

constexpr auto kFields = std::to_array<std::string_view>(
    {"format",     "rules",       "game",           "pair",     "first",        "opening",
     "moves",      "winner",      "score",          "turns",    "termination",  "fault",
     "also_fault", "used_us",     "seed",           "exit",     "turn_limit",   "budget_us",
     "cpu_us",     "watched_us",  "watched_cpu_us", "delay_us", "rival_cpu_us", "lacks_opening",
     "time_loss",  "interference"});
constexpr auto kFaultFields = std::to_array<std::string_view>({"agent", "reason", "stderr"});
constexpr auto kAlsoFaultFields =
    std::to_array<std::string_view>({"agent", "reason", "stderr", "termination"});
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
        {"fault", kFaultFields}, {"also_fault", kAlsoFaultFields}, {"time_loss", kTimeLossFields}};
    for (const auto& [key, known] : inner) {
        if (root.has(key) && !root.at(key).is_null()) {
            look(root.at(key), known);
        }
    }
}

} // namespace

std::string to_json_line(const GameRecord& record) {
    constexpr std::size_t kMoveBytes = 24;
    constexpr std::size_t kOtherBytes = 1024; // more only with the standard error of a fault
    Buffer line;
    line.reserve(kOtherBytes + kMoveBytes * (record.opening.size() + record.moves.size()));
    add(line, FMT_COMPILE(R"({{"format":{})"), kFormat);
    if (record.rules != kDefaultGame) {
        add(line, FMT_COMPILE(R"(,"rules":"{}")"), name(record.rules));
    }
    add(line, FMT_COMPILE(R"(,"game":{},"pair":{},"first":{},"opening":[)"), record.game, record.pair,
        number(record.first));
    const char* comma = "";
    for (const MoveNumbers& move : record.opening) {
        add(line, FMT_COMPILE("{}["), std::exchange(comma, ","));
        add_numbers(line, move);
        add(line, FMT_COMPILE("]"));
    }
    add(line, FMT_COMPILE(R"(],"moves":[)"));
    comma = "";
    for (const auto& [move, took] : record.moves) {
        add(line, FMT_COMPILE("{}["), std::exchange(comma, ","));
        add_numbers(line, move);
        add(line, FMT_COMPILE(",{}]"), us(took));
    }
    add(line, FMT_COMPILE(R"(],"winner":{},"score":[{},{}],"turns":{},"termination":"{}","fault":)"),
        record.winner ? std::to_string(static_cast<int>(*record.winner)) : std::string("null"),
        record.score.agent1, record.score.agent2, record.turns, name(record.termination));
    if (record.fault) {
        add_fault(line, *record.fault);
        add(line, FMT_COMPILE("}}"));
    } else {
        add(line, FMT_COMPILE("null"));
    }
    if (record.also_fault) {
        add(line, FMT_COMPILE(R"(,"also_fault":)"));
        add_fault(line, *record.also_fault);
        add(line, FMT_COMPILE(R"(,"termination":"{}"}})"), name(record.also_termination));
    }
    add(line, FMT_COMPILE(R"(,"used_us":[{},{}],"seed":["{}","{}"],"exit":[{},{}],"turn_limit":{})"),
        us(record.used.agent1), us(record.used.agent2), record.seed.agent1, record.seed.agent2,
        quoted(record.exit.agent1), quoted(record.exit.agent2), record.turn_limit);
    if (record.budget.agent1 && record.budget.agent2) {
        add_times(line, "budget_us", *record.budget.agent1, *record.budget.agent2);
    }
    add_agents(line, "lacks_opening", record.lacks_opening);
    add_evidence(line, record);
    add(line, FMT_COMPILE("}}"));
    return fmt::to_string(line);
}

GameRecord parse_record(std::string_view line, std::vector<std::string>* unknown) {
    Json json;
    try {
        json = parse_json(line);
    } catch (const NotJson& error) {
        throw UserError(fmt::format("{} (column {})", error.what(), error.byte()));
    }
    const JsonNode root(json, "");
    static_cast<void>(root.at("format").integer(kFormat, kFormat));
    GameRecord record;
    if (root.has("rules")) {
        record.rules = to_game(root.at("rules"));
    }
    record.game = static_cast<std::uint64_t>(root.at("game").integer(0, kMostCount));
    record.pair = static_cast<std::uint64_t>(root.at("pair").integer(0, kMostCount));
    record.first = to_player(root.at("first"));
    const GameFacts& facts = facts_of(record.rules);
    for (const JsonNode& move : root.at("opening").items()) {
        record.opening.push_back(to_numbers(move.items(facts.numbers), facts.numbers));
    }
    for (const JsonNode& move : root.at("moves").items()) {
        const auto items = move.items(facts.numbers + 1);
        record.moves.push_back({to_numbers(items, facts.numbers), to_time(items.back())});
    }
    record.winner = to_winner(root.at("winner"));
    record.turns = static_cast<std::uint64_t>(root.at("turns").integer(0, kMostCount));
    record.termination = to_termination(root.at("termination"));
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
    parse_evidence(root, record);
    if (unknown != nullptr) {
        add_unknown(root, *unknown);
    }
    return record;
}

} // namespace referee
