#include "referee/game/record.hpp"

#include "referee/game/json.hpp"
#include "referee/game/seed.hpp"

namespace ataxx {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

constexpr int kFormat = 1;

Json to_json(const MoveNumbers& n) {
    return Json::array({n.x1, n.y1, n.x2, n.y2});
}

Json to_json(const TimedMove& move) {
    Json json = to_json(move.numbers);
    json.push_back(duration_cast<microseconds>(move.took).count());
    return json;
}

template<class Items>
Json to_json_array(const Items& items) {
    Json array = Json::array();
    for (const auto& item : items) {
        array.push_back(to_json(item));
    }
    return array;
}

Json to_json(const std::optional<FaultNote>& fault) {
    if (!fault) {
        return nullptr;
    }
    return {{"agent", number(fault->agent)}, {"reason", fault->reason}, {"stderr", fault->stderr_tail}};
}

constexpr std::int64_t kMostNumber = 999'999'999;
constexpr std::int64_t kMostMicroseconds = std::int64_t{1}
                                           << 42; // 50 days; 2 million of them still fit 64 bits
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;

Player to_player(const JsonNode& node) {
    return node.integer(1, 2) == 1 ? Player::Agent1 : Player::Agent2;
}

nanoseconds to_time(const JsonNode& node) {
    return microseconds(node.integer(0, kMostMicroseconds));
}

MoveNumbers to_numbers(const std::vector<JsonNode>& items) {
    const auto at = [&](std::size_t i) {
        return static_cast<int>(items[i].integer(-kMostNumber, kMostNumber));
    };
    return {at(0), at(1), at(2), at(3)};
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

std::optional<Winner> to_winner(const JsonNode& node) {
    if (node.is_null()) {
        return std::nullopt;
    }
    return static_cast<Winner>(node.integer(0, 2));
}

} // namespace

std::string to_json_line(const GameRecord& record) {
    Json json{
        {"format", kFormat},
        {"game", record.game},
        {"pair", record.pair},
        {"first", number(record.first)},
        {"opening", to_json_array(record.opening)},
        {"moves", to_json_array(record.moves)},
        {"winner", record.winner ? Json(static_cast<int>(*record.winner)) : Json(nullptr)},
        {"score", record.score},
        {"turns", record.turns},
        {"termination", name(record.termination)},
        {"fault", to_json(record.fault)},
    };
    if (record.also_fault) {
        json["also_fault"] = to_json(record.also_fault);
        json["also_fault"]["termination"] = name(record.also_termination);
    }
    json["used_us"] = {duration_cast<microseconds>(record.used[0]).count(),
                       duration_cast<microseconds>(record.used[1]).count()};
    json["seed"] = {std::to_string(record.seed[0]), std::to_string(record.seed[1])};
    json["exit"] = record.exit;
    json["turn_limit"] = record.turn_limit;
    return json.dump();
}

GameRecord parse_record(std::string_view line) {
    Json json;
    try {
        json = parse_json(line);
    } catch (const NotJson& error) {
        throw UserError(std::string(error.what()) + ", wrong at column " + std::to_string(error.byte()));
    }
    const JsonNode root(json, "");
    static_cast<void>(root.at("format").integer(kFormat, kFormat));
    GameRecord record;
    record.game = static_cast<std::uint64_t>(root.at("game").integer(0, kMostCount));
    record.pair = static_cast<std::uint64_t>(root.at("pair").integer(0, kMostCount));
    record.first = to_player(root.at("first"));
    for (const JsonNode& move : root.at("opening").items()) {
        record.opening.push_back(to_numbers(move.items(4)));
    }
    for (const JsonNode& move : root.at("moves").items()) {
        const auto items = move.items(5);
        record.moves.push_back({to_numbers(items), to_time(items[4])});
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
    const auto score = root.at("score").items(2);
    const auto used = root.at("used_us").items(2);
    const auto seed = root.at("seed").items(2);
    const auto exit = root.at("exit").items(2);
    for (std::size_t i = 0; i < 2; ++i) {
        record.score[i] = static_cast<int>(score[i].integer(0, kSquares));
        record.used[i] = to_time(used[i]);
        record.seed[i] = to_seed(seed[i]);
        record.exit[i] = exit[i].text();
    }
    if (root.has("turn_limit")) {
        record.turn_limit = static_cast<int>(root.at("turn_limit").integer(1, kMostNumber));
    }
    return record;
}

} // namespace ataxx
