#include "referee/base/time.hpp"
#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/game/record.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/engine/reader.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace referee {
namespace {

constexpr Whole kInt{0, kMostNumber};

constexpr auto kTermination = texts([](Termination termination) { return name(termination); },
                                    termination_named, "the name of a termination, e.g. board_full");
constexpr auto kRule = texts([](AdjudicationRule rule) { return name(rule); }, adjudication_rule_named,
                             "the name of a rule of adjudication, e.g. material");
constexpr auto kUtcTime = texts(utc_text, utc_time_of, "a time in UTC, e.g. 2026-11-26T21:55:58.042Z");
constexpr Code kWinner{[](Winner winner) { return Json(static_cast<int>(winner)); },
                       [](const JsonNode& node) { return static_cast<Winner>(node.integer(0, 2)); }};

/// The numbers of the agents for which something is true.
struct AgentsCode {
    [[nodiscard]] Json write(const PerPlayer<bool>& agents) const {
        Json json = Json::array();
        for (const Player player : kPlayers) {
            if (agents[player]) {
                json.push_back(number(player));
            }
        }
        return json;
    }
    void read(const JsonNode& node, PerPlayer<bool>& agents) const {
        for (const JsonNode& agent : node.items()) {
            agents[to_player(agent)] = true;
        }
    }
};

template<auto member>
struct LoadCode {
    [[nodiscard]] Json write(const TurnLoad& load) const { return kMicroseconds.write(load.*member); }
    void read(const JsonNode& node, TurnLoad& load) const { kMicroseconds.read(node, load.*member); }
};

struct MostAndSumCode {
    void append(std::string& text, const MostAndSum& times) const {
        const std::array<Json, 3> items{kMicroseconds.write(times.most), kMicroseconds.write(times.sum),
                                        times.count};
        append_written(text, Plain(), std::span(items).first(times.count > 0 ? 3 : 2));
    }
    void read(const JsonNode& node, MostAndSum& times) const {
        const auto items = node.items();
        node.expect(items.size() == 2 || items.size() == 3, "the longest time, the sum, and of how many");
        kMicroseconds.read(items[0], times.most);
        kMicroseconds.read(items[1], times.sum);
        if (items.size() == 3) {
            Plain().read(items[2], times.count);
        }
    }
};

struct TimedMoveCode {
    void append(std::string& text, const TimedMove& move) const {
        MoveCode().append(text, move.numbers);
        text.back() = ',';
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(move.took);
        fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}]"), took.count());
    }
};

/// Behind the rules.
struct MovesRow {
    std::string_view key = "moves";

    void add(std::string& line, const GameRecord& record) const {
        put(line, key, TimedMoveCode(), record.moves);
    }
    /// Adds the moves to those that `record` has.
    void read(const JsonNode& node, GameRecord& record) const {
        const std::size_t numbers = facts_of(record.rules).numbers;
        for (const JsonNode& move : node.at("moves").items()) {
            const auto items = move.items(numbers + 1);
            TimedMove& timed = record.moves.emplace_back();
            timed.numbers = to_numbers(items, numbers);
            kMicroseconds.read(items.back(), timed.took);
        }
    }
};

struct ScoreCode {
    void append(std::string& text, const engine::Score& score) const { text += engine::to_json(score); }
    void read(const JsonNode& node, engine::Score& score) const {
        if (!node.json().is_string()) {
            score = {.value = static_cast<int>(node.integer(-kMostInt, kMostInt))};
            return;
        }
        const auto mate = engine::mate_score(node.text());
        node.expect(mate.has_value(), "a whole number, or the moves to a win, as \"#5\" or \"#-3\"");
        score = *mate;
    }
    static constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();
};

/// What engines said of their searches: a value for each move, null where it is not told; nothing when it is
/// told of none. Behind the moves.
template<class Value, class Codec>
struct SearchRow {
    std::string_view key;
    Value SearchNote::*place;
    Codec codec;

    /// As a codec of a note.
    void append(std::string& text, const SearchNote& note) const { append_written(text, codec, note.*place); }
    void add(std::string& line, const GameRecord& record) const {
        const auto is_told = [this](const SearchNote& note) { return note.*place != Value(); };
        if (std::ranges::any_of(record.search, is_told)) {
            put(line, key, *this, record.search);
        }
    }
    void read(const JsonNode& node, GameRecord& record) const {
        if (!node.has(std::string(key))) {
            return;
        }
        record.search.resize(record.moves.size());
        const auto items = node.at(std::string(key)).items(record.moves.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            read_by(codec, items[i], record.search[i].*place);
        }
    }
};
template<class Value, class Codec>
SearchRow(std::string_view, Value SearchNote::*, Codec) -> SearchRow<Value, Codec>;

constexpr auto searched(std::size_t i) {
    const engine::SearchNumber& number = engine::kSearchNumbers[i];
    return SearchRow{number.key, number.place, Whole{0, static_cast<std::int64_t>(number.most)}};
}
static_assert(engine::kSearchNumbers.size() == 5, "each has a row below");

template<class Note, class... More>
constexpr auto fault_fields(More... more) {
    return fields<Note>(field("agent", &Note::agent, kPlayer), field("reason", &Note::reason),
                        field("stderr", &Note::stderr_tail), more...);
}
constexpr auto kFaultFields = fault_fields<FaultNote>();
constexpr auto kAlsoFaultFields =
    fault_fields<AlsoFault>(field("termination", &AlsoFault::termination, kTermination));

/// Left out where there is none; null is read as none.
struct AlsoFaultCode {
    [[nodiscard]] Json write(const std::optional<AlsoFault>& fault) const {
        return kAlsoFaultFields.write(*fault);
    }
    void read(const JsonNode& node, std::optional<AlsoFault>& fault) const {
        read_by(kAlsoFaultFields, node, fault);
    }
    void add_unknown(const JsonNode& node, std::vector<std::string>& places) const {
        kAlsoFaultFields.add_unknown(node, places);
    }
};

constexpr auto kWouldFields =
    fields<RuledTurn>(field("rule", &RuledTurn::rule, kRule), field("turn", &RuledTurn::turn),
                      field("result", &RuledTurn::winner, kWinner));
constexpr auto load_of(std::chrono::nanoseconds TurnLoad::*member) {
    return [member](auto& loss) -> auto& {
        return loss.load.*member;
    };
}
constexpr auto kTimeLossFields =
    fields<TimeLoss>(field("disputed", &TimeLoss::disputed), field("took_us", &TimeLoss::took, kMicroseconds),
                     field("watched_us", load_of(&TurnLoad::watched), kMicroseconds),
                     field("cpu_us", load_of(&TurnLoad::cpu), kMicroseconds),
                     field("delay_us", load_of(&TurnLoad::delay), kMicroseconds),
                     field("rival_cpu_us", load_of(&TurnLoad::rival_cpu), kMicroseconds));

constexpr auto limits_in = [](auto& record) -> auto& {
    return record.limits;
};

// Keys that more than one member decides, or that are left out for another value than a new one's.

constexpr Part kScore{"score",
                      [](const GameRecord& record) { return std::optional(written(Plain(), record.score)); },
                      [](const JsonNode& node, GameRecord& record) {
                          read_by(Whole{0, facts_of(record.rules).most_score}, node, record.score);
                      }};
constexpr LoadCode<&TurnLoad::throttled> kThrottled;
constexpr Part kThrottledPart{
    "throttled_us",
    [](const GameRecord& record) {
        Json times = written(kThrottled, record.load);
        return times == Json{0, 0} ? std::nullopt : std::optional(std::move(times));
    },
    [](const JsonNode& node, GameRecord& record) { read_by(kThrottled, node, record.load); }};
constexpr Part kThreads{
    "threads",
    [](const GameRecord& record) {
        return record.threads == PerPlayer<int>{1, 1} ? std::nullopt
                                                      : std::optional(written(kInt, record.threads));
    },
    [](const JsonNode& node, GameRecord& record) { read_by(kInt, node, record.threads); }};
constexpr Part kInterference{
    "interference",
    [](const GameRecord& record) {
        const PerPlayer<bool> who{interfered(record, Player::Agent1), interfered(record, Player::Agent2)};
        return who.agent1 || who.agent2 ? std::optional(AgentsCode().write(who)) : std::nullopt;
    },
    [](const JsonNode& /*node*/, GameRecord& /*record*/) {}};
constexpr In<std::chrono::milliseconds> kMilliseconds{std::int64_t{1} << 42};
constexpr Part kDuration{
    "duration_ms",
    [](const GameRecord& record) {
        return record.started ? std::optional(kMilliseconds.write(record.duration)) : std::nullopt;
    },
    [](const JsonNode& node, GameRecord& record) { kMilliseconds.read(node, record.duration); }};

/// What is known about the machine may be missing: logs of other programs lack it.
constexpr auto kRecordFields = fields<GameRecord>(
    Constant{"format", kLogFormat}, told("rules", &GameRecord::rules, kGame),
    field("game", &GameRecord::game), field("pair", &GameRecord::pair), told("round", &GameRecord::round),
    SeatsRow(), field("first", &GameRecord::first, kPlayer), OpeningRow(), StartRow(), MovesRow(),
    SearchRow{"depth", &SearchNote::depth, Whole{0, ScoreCode::kMostInt}},
    SearchRow{"scores", &SearchNote::score, ScoreCode()}, searched(0), searched(1), searched(2), searched(3),
    searched(4), SearchRow{"pv", &SearchNote::pv, TextOrNull()},
    SearchRow{"line", &SearchNote::line, TextOrNull()}, told("bad_pv", &GameRecord::bad_pv, kInt),
    told("bad_mate", &GameRecord::bad_mate, kInt), field("winner", &GameRecord::winner, kWinner), kScore,
    field("turns", &GameRecord::turns), field("termination", &GameRecord::termination, kTermination),
    told("adjudication", &GameRecord::adjudication, kRule),
    told("would_adjudicate", &GameRecord::would_adjudicate, kWouldFields),
    field("fault", &GameRecord::fault, kFaultFields),
    told("also_fault", &GameRecord::also_fault, AlsoFaultCode()),
    field("used_us", &GameRecord::used, kMicroseconds), field("seed", &GameRecord::seed, kSeed),
    field("exit", &GameRecord::exit), later("turn_limit", &GameRecord::turn_limit, Whole{1, kMostNumber}),
    budget_row(limits_in), limits_row(limits_in),
    told("time_scale", &GameRecord::time_scale, TimeScaleCode()),
    told("tune", &GameRecord::tune, TunedGameCode()), told("over_us", &GameRecord::over, MostAndSumCode()),
    told("ping_us", &GameRecord::pings, MostAndSumCode()),
    told("most_cpu_us", &GameRecord::most_cpu, kMicroseconds),
    told("lacks_opening", &GameRecord::lacks_opening, AgentsCode()),
    told("restarts", &GameRecord::replaced, kInt), later("cpu_us", &GameRecord::processor, kMicroseconds),
    later("watched_us", &GameRecord::load, LoadCode<&TurnLoad::watched>()),
    later("watched_cpu_us", &GameRecord::load, LoadCode<&TurnLoad::cpu>()),
    later("delay_us", &GameRecord::load, LoadCode<&TurnLoad::delay>()),
    later("rival_cpu_us", &GameRecord::load, LoadCode<&TurnLoad::rival_cpu>()), kThrottledPart, kThreads,
    told("time_loss", &GameRecord::time_loss, kTimeLossFields), told("doubtful", &GameRecord::doubtful),
    told("disturbed", &GameRecord::disturbances, kDisturbancesFields), kInterference,
    told("started", &GameRecord::started, kUtcTime), kDuration, told("worker", &GameRecord::worker));

/// Lists of whole numbers that were taken out of a line; all have `width` numbers.
struct Lists {
    using Numbers = std::array<std::int32_t, MoveNumbers::kMost + 1>;
    std::vector<Numbers> each;
    std::size_t width = 0;
};

/// Takes the lists out of a line, `key` being `,"moves":[` or the like, and leaves an empty array. Most of a
/// line are its moves, and most of the time to read it would go into a JSON tree of them. Takes none when a
/// list has more than `most` numbers, or the line another form there: any byte that to_json_line() would not
/// write.
Lists take_lists(std::string& line, std::string_view key, std::size_t most) {
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
            if (count == most || (digits != end && *digits == '0' && has_more_digits)) {
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
    GameRecord record;
    for (const Lists::Numbers& move : opening.each) {
        record.opening.push_back(first_of(move, opening.width));
    }
    for (const Lists::Numbers& move : moves.each) {
        root.expect(moves.width > 0 && move[moves.width - 1] >= 0, "a game without negative times");
        record.moves.push_back({.numbers = first_of(move, moves.width - 1),
                                .took = std::chrono::microseconds(move[moves.width - 1])});
    }
    kRecordFields.read(root, record);
    const GameFacts& facts = facts_of(record.rules);
    root.expect((opening.each.empty() || opening.width == facts.numbers) &&
                    (moves.each.empty() || moves.width == facts.numbers + 1),
                "a game with other moves");
    static_cast<void>(root.at("score"));
    if (!root.has("turn_limit")) {
        record.turn_limit = facts.turns;
    }
    if (unknown != nullptr) {
        kRecordFields.add_unknown(root, *unknown);
    }
    return record;
}

} // namespace

std::string to_json_line(const GameRecord& record) {
    constexpr std::size_t kMoveBytes = 24;
    constexpr std::size_t kNoteBytes = 32;    // more with the lines of engines
    constexpr std::size_t kOtherBytes = 1024; // more with the standard error of a fault
    return kRecordFields.line(record, kOtherBytes +
                                          kMoveBytes * (record.opening.size() + record.moves.size()) +
                                          kNoteBytes * record.search.size());
}

GameRecord parse_record(std::string_view line, std::vector<std::string>* unknown) {
    std::string rest(line);
    const Lists opening = take_lists(rest, ",\"opening\":[", MoveNumbers::kMost);
    const Lists moves = take_lists(rest, ",\"moves\":[", MoveNumbers::kMost + 1);
    if (rest.size() < line.size()) {
        try {
            return read_record(rest, opening, moves, unknown);
        } catch (const UserError&) { // what is wrong is told as of the whole line
        }
    }
    return read_record(line, {}, {}, unknown);
}

} // namespace referee
