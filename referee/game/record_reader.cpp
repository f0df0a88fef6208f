#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/game/record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace referee {
namespace {

/// 50 days; the sum of 2 million of them fits 64 bits.
constexpr In<std::chrono::microseconds> kMicroseconds{std::int64_t{1} << 42};
constexpr In<std::chrono::milliseconds> kMilliseconds{std::int64_t{1} << 42};
constexpr std::string_view kTermination = "termination";
constexpr Whole kInt{0, kMostNumber};

Termination to_termination(const JsonNode& node) {
    const auto termination = termination_named(node.text());
    node.expect(termination.has_value(), "the name of a termination, e.g. board_full");
    return *termination;
}

Winner to_winner(const JsonNode& node) {
    return static_cast<Winner>(node.integer(0, 2));
}

AdjudicationRule to_rule(const JsonNode& node) {
    const auto rule = adjudication_rule_named(node.text());
    node.expect(rule.has_value(), "the name of a rule of adjudication, e.g. material");
    return *rule;
}

UtcTime to_utc_time(const JsonNode& node) {
    const auto time = utc_time_of(node.text());
    node.expect(time.has_value(), "a time in UTC, e.g. 2026-11-26T21:55:58.042Z");
    return *time;
}

PerPlayer<bool> to_agents(const JsonNode& node) {
    PerPlayer<bool> agents;
    for (const JsonNode& agent : node.items()) {
        agents[to_player(agent)] = true;
    }
    return agents;
}

// Codecs that only read: a line is written by to_json_line().

template<auto read_value>
struct By {
    void read(const JsonNode& node,
              std::invoke_result_t<decltype(read_value), const JsonNode&>& value) const {
        value = read_value(node);
    }
};

template<auto member>
struct Load {
    void read(const JsonNode& node, TurnLoad& load) const { kMicroseconds.read(node, load.*member); }
};

struct Times {
    void read(const JsonNode& node, MostAndSum& times) const {
        const auto items = node.items();
        node.expect(items.size() == 2 || items.size() == 3, "the longest time, the sum, and of how many");
        kMicroseconds.read(items[0], times.most);
        kMicroseconds.read(items[1], times.sum);
        if (items.size() == 3) {
            times.count = to_count(items[2]);
        }
    }
};

constexpr auto kFaultFields =
    fields<FaultNote>(field("agent", &FaultNote::agent, By<to_player>()), field("reason", &FaultNote::reason),
                      field("stderr", &FaultNote::stderr_tail));
constexpr auto kWouldFields =
    fields<RuledTurn>(field("rule", &RuledTurn::rule, By<to_rule>()), field("turn", &RuledTurn::turn),
                      field("result", &RuledTurn::winner, By<to_winner>()));
constexpr auto load_of(std::chrono::nanoseconds TurnLoad::*member) {
    return [member](TimeLoss & loss) -> auto& {
        return loss.load.*member;
    };
}
constexpr auto kTimeLossFields =
    fields<TimeLoss>(field("disputed", &TimeLoss::disputed), field("took_us", &TimeLoss::took, kMicroseconds),
                     field("watched_us", load_of(&TurnLoad::watched), kMicroseconds),
                     field("cpu_us", load_of(&TurnLoad::cpu), kMicroseconds),
                     field("delay_us", load_of(&TurnLoad::delay), kMicroseconds),
                     field("rival_cpu_us", load_of(&TurnLoad::rival_cpu), kMicroseconds));

/// What is known about the machine may be missing: logs of other programs lack it.
constexpr auto kRecordFields = fields<GameRecord>(
    Constant{"format", kLogFormat}, told("rules", &GameRecord::rules, By<to_game>()),
    field("game", &GameRecord::game), field("pair", &GameRecord::pair), Elsewhere{"round"},
    Elsewhere{"agents"}, field("first", &GameRecord::first, By<to_player>()), Elsewhere{"opening"},
    Elsewhere{"start_fen"}, Elsewhere{"moves"}, Elsewhere{"depth"}, Elsewhere{"scores"}, Elsewhere{"nodes"},
    Elsewhere{"time_ms"}, Elsewhere{"seldepth"}, Elsewhere{"hashfull"}, Elsewhere{"tbhits"}, Elsewhere{"pv"},
    Elsewhere{"line"}, told("bad_pv", &GameRecord::bad_pv, kInt),
    told("bad_mate", &GameRecord::bad_mate, kInt), field("winner", &GameRecord::winner, By<to_winner>()),
    Elsewhere{"score"}, field("turns", &GameRecord::turns),
    field(kTermination, &GameRecord::termination, By<to_termination>()),
    told("adjudication", &GameRecord::adjudication, By<to_rule>()),
    told("would_adjudicate", &GameRecord::would_adjudicate, kWouldFields),
    field("fault", &GameRecord::fault, kFaultFields),
    later("also_fault", &GameRecord::also_fault, kFaultFields),
    field("used_us", &GameRecord::used, kMicroseconds), field("seed", &GameRecord::seed, By<to_seed>()),
    field("exit", &GameRecord::exit), later("turn_limit", &GameRecord::turn_limit, Whole{1, kMostNumber}),
    Elsewhere{"budget_us"}, Elsewhere{"limits"},
    told("time_scale", &GameRecord::time_scale, By<read_time_scale>()),
    told("tune", &GameRecord::tune, By<to_tuned_game>()), told("over_us", &GameRecord::over, Times()),
    told("ping_us", &GameRecord::pings, Times()), told("most_cpu_us", &GameRecord::most_cpu, kMicroseconds),
    told("lacks_opening", &GameRecord::lacks_opening, By<to_agents>()),
    told("restarts", &GameRecord::replaced, kInt), later("cpu_us", &GameRecord::processor, kMicroseconds),
    later("watched_us", &GameRecord::load, Load<&TurnLoad::watched>()),
    later("watched_cpu_us", &GameRecord::load, Load<&TurnLoad::cpu>()),
    later("delay_us", &GameRecord::load, Load<&TurnLoad::delay>()),
    later("rival_cpu_us", &GameRecord::load, Load<&TurnLoad::rival_cpu>()),
    told("throttled_us", &GameRecord::load, Load<&TurnLoad::throttled>()),
    told("threads", &GameRecord::threads, kInt), told("time_loss", &GameRecord::time_loss, kTimeLossFields),
    told("doubtful", &GameRecord::doubtful),
    told("disturbed", &GameRecord::disturbances, kDisturbancesFields), Elsewhere{"interference"},
    told("started", &GameRecord::started, By<to_utc_time>()),
    told("duration_ms", &GameRecord::duration, kMilliseconds), told("worker", &GameRecord::worker));

/// Adds the pointers of the fields of a game's line that parse_record() does not know.
void add_unknown(const JsonNode& root, std::vector<std::string>& unknown) {
    const auto look = [&](const JsonNode& object, std::span<const std::string_view> known) {
        for (std::string& pointer : object.unknown(known)) {
            unknown.push_back(std::move(pointer));
        }
    };
    look(root, kRecordFields.keys());
    constexpr auto kFault = kFaultFields.keys();
    constexpr auto kAlsoFault =
        std::to_array<std::string_view>({kFault[0], kFault[1], kFault[2], kTermination});
    constexpr auto kLoss = kTimeLossFields.keys();
    constexpr auto kWould = kWouldFields.keys();
    constexpr auto kDisturbed = kDisturbancesFields.keys();
    constexpr auto kTuned = std::to_array<std::string_view>({"kind", "k", "values"});
    const std::pair<const char*, std::span<const std::string_view>> inner[] = {
        {"fault", kFault},         {"also_fault", kAlsoFault},
        {"time_loss", kLoss},      {"would_adjudicate", kWould},
        {"disturbed", kDisturbed}, {"tune", kTuned}};
    for (const auto& [key, known] : inner) {
        if (root.has(key) && !root.at(key).is_null()) {
            look(root.at(key), known);
        }
    }
}

/// Lists of whole numbers that were taken out of a line; all have `width` numbers.
struct Lists {
    using Numbers = std::array<std::int32_t, MoveNumbers::kMost + 1>;
    std::vector<Numbers> each;
    std::size_t width = 0;
};

/// Takes the lists out of a line, `key` being `,"moves":[` or the like, and leaves an empty array. Most of a
/// line are its moves, and most of the time to read it would go into a JSON tree of them. Takes none when the
/// line has another form there: any byte that to_json_line() would not write.
Lists take_lists(std::string& line, std::string_view key) {
    constexpr std::size_t kMostLists = 10'000; // a JSON tree has a limit too
    const auto begin = line.find(key);
    // A quote in a text is escaped, so that this is a key, and of the line itself: no other object begins
    // before it.
    if (begin == std::string::npos || line.find('{', 1) < begin) {
        return {};
    }
    Lists lists;
    const char* at = line.data() + begin + key.size();
    const char* const first = at;
    const char* const end = line.data() + line.size();
    const auto next_is = [&](char wanted) {
        const bool is_it = at != end && *at == wanted;
        at += is_it ? 1 : 0;
        return is_it;
    };
    do {
        Lists::Numbers& numbers = lists.each.emplace_back();
        std::size_t count = 0;
        if (!next_is('[') || lists.each.size() > kMostLists) {
            return {};
        }
        do {
            const char* const digits = at != end && *at == '-' ? at + 1 : at;
            const bool has_more_digits = end - digits > 1 && digits[1] >= '0' && digits[1] <= '9';
            if (count == numbers.size() || (digits != end && *digits == '0' && has_more_digits)) {
                return {};
            }
            const auto [after, error] = std::from_chars(at, end, numbers[count]);
            if (error != std::errc() || std::abs(std::int64_t{numbers[count++]}) > kMostNumber) {
                return {};
            }
            at = after;
        } while (next_is(','));
        lists.width = lists.each.size() == 1 ? count : lists.width;
        if (!next_is(']') || count != lists.width) {
            return {};
        }
    } while (next_is(','));
    if (!next_is(']')) {
        return {};
    }
    line.erase(static_cast<std::size_t>(first - line.data()), static_cast<std::size_t>(at - 1 - first));
    return lists;
}

MoveNumbers first_of(const Lists::Numbers& numbers, std::size_t count) noexcept {
    MoveNumbers first;
    for (std::size_t i = 0; i < count; ++i) {
        first.push_back(numbers[i]);
    }
    return first;
}

/// `opening` and `moves` were taken out of the line, or are none.
GameRecord read_record(std::string_view line, const Lists& opening, const Lists& moves,
                       std::vector<std::string>* unknown) {
    Json json;
    try {
        json = parse_json(line);
    } catch (const NotJson& error) {
        throw UserError(fmt::format("{} (column {})", error.what(), error.byte()));
    }
    const JsonNode root(json, "");
    GameRecord record = kRecordFields.read(root);
    const GameFacts& facts = facts_of(record.rules);
    if (root.has("round") || root.has("agents")) {
        const PerPlayer<JsonNode> agents = of_both(root.at("agents"));
        record.round = to_count(root.at("round"));
        record.agents = {to_agent_id(agents.agent1), to_agent_id(agents.agent2)};
    }
    const auto expect_width = [&](const Lists& lists, std::size_t width) {
        root.expect(lists.each.empty() || lists.width == width, "a game with other moves");
    };
    expect_width(opening, facts.numbers);
    expect_width(moves, facts.numbers + 1);
    for (const Lists::Numbers& move : opening.each) {
        record.opening.push_back(first_of(move, facts.numbers));
    }
    for (const JsonNode& move : root.at("opening").items()) {
        record.opening.push_back(to_numbers(move.items(facts.numbers), facts.numbers));
    }
    if (root.has("start_fen")) {
        record.start = to_start(root.at("start_fen"), record.rules);
    }
    for (const Lists::Numbers& move : moves.each) {
        root.expect(move[facts.numbers] >= 0, "a game without negative times");
        record.moves.push_back({.numbers = first_of(move, facts.numbers),
                                .took = std::chrono::microseconds(move[facts.numbers])});
    }
    for (const JsonNode& move : root.at("moves").items()) {
        const auto items = move.items(facts.numbers + 1);
        TimedMove& timed = record.moves.emplace_back();
        timed.numbers = to_numbers(items, facts.numbers);
        kMicroseconds.read(items.back(), timed.took);
    }
    if (record.also_fault) {
        record.also_termination = to_termination(root.at("also_fault").at(std::string(kTermination)));
    }
    read_by(Whole{0, facts.most_score}, root.at("score"), record.score);
    if (!root.has("turn_limit")) {
        record.turn_limit = facts.turns;
    }
    record.search = read_searches(root, record.moves.size());
    record.limits = read_limits(root);
    if (unknown != nullptr) {
        add_unknown(root, *unknown);
    }
    return record;
}

} // namespace

GameRecord parse_record(std::string_view line, std::vector<std::string>* unknown) {
    std::string rest(line);
    const Lists opening = take_lists(rest, ",\"opening\":[");
    const Lists moves = take_lists(rest, ",\"moves\":[");
    if (rest.size() < line.size()) {
        try {
            return read_record(rest, opening, moves, unknown);
        } catch (const UserError&) { // what is wrong is told as of the whole line
        }
    }
    return read_record(line, {}, {}, unknown);
}

} // namespace referee
