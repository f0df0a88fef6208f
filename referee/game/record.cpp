#include "referee/game/record.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/seed.hpp"
#include "referee/game/json.hpp"
#include "referee/game/log/game_fields_json.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

namespace referee {

namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::nanoseconds;

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

/// Nothing when all times are 0.
void add_most_and_sum(Buffer& line, const char* key, const PerPlayer<MostAndSum>& times) {
    if (times != PerPlayer<MostAndSum>()) {
        const auto numbers = [](const MostAndSum& all) {
            return all.count == 0 ? fmt::format("[{},{}]", us(all.most), us(all.sum))
                                  : fmt::format("[{},{},{}]", us(all.most), us(all.sum), all.count);
        };
        add(line, FMT_COMPILE(R"(,"{}":[{},{}])"), key, numbers(times.agent1), numbers(times.agent2));
    }
}

/// The numbers of the agents for which something is true; nothing when there are none.
void add_agents(Buffer& line, const char* key, const PerPlayer<bool>& is_true) {
    const auto [one, two] = is_true;
    if (one || two) {
        add(line, FMT_COMPILE(R"(,"{}":[{}{}{}])"), key, one ? "1" : "", one && two ? "," : "",
            two ? "2" : "");
    }
}

/// `,"adjudication":"fill"`, or what would have ended the game; nothing without rules of adjudication.
std::string adjudication_fields(const GameRecord& record) {
    std::string fields;
    if (record.adjudication) {
        fields = fmt::format(R"(,"adjudication":"{}")", name(*record.adjudication));
    }
    if (const auto& would = record.would_adjudicate) {
        fields += fmt::format(R"(,"would_adjudicate":{{"rule":"{}","turn":{},"result":{}}})",
                              name(would->rule), would->turn, static_cast<int>(would->winner));
    }
    return fields;
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
    if (us(one_load.throttled) + us(two_load.throttled) > 0) {
        add_times(line, "throttled_us", one_load.throttled, two_load.throttled);
    }
    if (record.threads != PerPlayer<int>{1, 1}) {
        add(line, FMT_COMPILE(R"(,"threads":[{},{}])"), record.threads.agent1, record.threads.agent2);
    }
    if (record.time_loss) {
        const TurnLoad& load = record.time_loss->load;
        add(line,
            FMT_COMPILE(
                R"(,"time_loss":{{"disputed":{},"took_us":{},"watched_us":{},"cpu_us":{},"delay_us":{},"rival_cpu_us":{}}})"),
            record.time_loss->disputed, us(record.time_loss->took), us(load.watched), us(load.cpu),
            us(load.delay), us(load.rival_cpu));
    }
    if (record.doubtful) {
        add(line, FMT_COMPILE(R"(,"doubtful":true)"));
    }
    if (const Disturbances& times = record.disturbances; times.total() > 0) {
        add(line,
            FMT_COMPILE(R"(,"disturbed":{{"tampering":[{},{}],"referee_stopped":{},"machine_suspended":{})"),
            times.tampering.agent1, times.tampering.agent2, times.referee_stopped, times.machine_suspended);
        if (times.machine_overloaded > 0) {
            add(line, FMT_COMPILE(R"(,"machine_overloaded":{})"), times.machine_overloaded);
        }
        if (times.out_of_memory > 0) {
            add(line, FMT_COMPILE(R"(,"out_of_memory":{})"), times.out_of_memory);
        }
        line.push_back('}');
    }
    add_agents(line, "interference",
               {interfered(record, Player::Agent1), interfered(record, Player::Agent2)});
}

} // namespace

std::string too_few_cores_text(const std::string& agent, int threads, int cores) {
    return fmt::format("{} ran {} threads at once on {} core{}; give it as many (--threads-per-agent {}), or "
                       "set its option Threads to {}",
                       agent, threads, cores, cores == 1 ? "" : "s", threads, cores);
}

std::optional<nanoseconds> latency(const GameRecord& record, std::size_t move) {
    if (record.search.empty() || !record.search[move].time_ms) {
        return std::nullopt;
    }
    const std::chrono::milliseconds told(*record.search[move].time_ms);
    return std::max<nanoseconds>(std::chrono::floor<microseconds>(record.moves[move].took) - told,
                                 nanoseconds(0));
}

std::string to_json_line(const GameRecord& record) {
    constexpr std::size_t kMoveBytes = 24;
    constexpr std::size_t kNoteBytes = 32;
    constexpr std::size_t kOtherBytes = 1024; // more only with the standard error of a fault
    Buffer line;
    line.reserve(kOtherBytes + kMoveBytes * (record.opening.size() + record.moves.size()) +
                 kNoteBytes * record.search.size());
    add(line, FMT_COMPILE(R"({{"format":{})"), kLogFormat);
    if (record.rules != kDefaultGame) {
        add(line, FMT_COMPILE(R"(,"rules":"{}")"), rules_name(record.rules));
    }
    add(line, FMT_COMPILE(R"(,"game":{},"pair":{})"), record.game, record.pair);
    if (record.round) {
        add(line, FMT_COMPILE(R"(,"round":{},"agents":[{},{}])"), *record.round, index(record.agents.agent1),
            index(record.agents.agent2));
    }
    add(line, FMT_COMPILE(R"(,"first":{},"opening":[)"), number(record.first));
    const char* comma = "";
    for (const MoveNumbers& move : record.opening) {
        add(line, FMT_COMPILE("{}["), std::exchange(comma, ","));
        add_numbers(line, move);
        add(line, FMT_COMPILE("]"));
    }
    add(line, FMT_COMPILE("]"));
    if (record.start) {
        add(line, FMT_COMPILE(R"(,"start_fen":{})"), quoted(record.start->fen));
    }
    add(line, FMT_COMPILE(R"(,"moves":[)"));
    comma = "";
    for (const auto& [move, took] : record.moves) {
        add(line, FMT_COMPILE("{}["), std::exchange(comma, ","));
        add_numbers(line, move);
        add(line, FMT_COMPILE(",{}]"), us(took));
    }
    add(line, FMT_COMPILE("]{}"), search_fields(record.search));
    for (const auto& [key, count] :
         {std::pair("bad_pv", record.bad_pv), std::pair("bad_mate", record.bad_mate)}) {
        if (count != PerPlayer<int>()) {
            add(line, FMT_COMPILE(R"(,"{}":[{},{}])"), key, count.agent1, count.agent2);
        }
    }
    add(line, FMT_COMPILE(R"(,"winner":{},"score":[{},{}],"turns":{},"termination":"{}"{},"fault":)"),
        record.winner ? std::to_string(static_cast<int>(*record.winner)) : std::string("null"),
        record.score.agent1, record.score.agent2, record.turns, name(record.termination),
        adjudication_fields(record));
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
    add(line, FMT_COMPILE("{}"), limits_field(record.limits));
    if (record.time_scale) {
        add(line, FMT_COMPILE(R"(,"time_scale":{})"), to_string(*record.time_scale));
    }
    add(line, FMT_COMPILE("{}"), tune_field(record.tune));
    add_most_and_sum(line, "over_us", record.over);
    add_most_and_sum(line, "ping_us", record.pings);
    if (record.most_cpu != PerPlayer<nanoseconds>()) {
        add_times(line, "most_cpu_us", record.most_cpu.agent1, record.most_cpu.agent2);
    }
    add_agents(line, "lacks_opening", record.lacks_opening);
    if (record.replaced != PerPlayer<int>()) {
        add(line, FMT_COMPILE(R"(,"restarts":[{},{}])"), record.replaced.agent1, record.replaced.agent2);
    }
    add_evidence(line, record);
    if (record.started) {
        add(line, FMT_COMPILE(R"(,"started":"{}","duration_ms":{})"), utc_text(*record.started),
            record.duration.count());
    }
    if (!record.worker.empty()) {
        add(line, FMT_COMPILE(R"(,"worker":{})"), quoted(record.worker));
    }
    add(line, FMT_COMPILE("}}"));
    return fmt::to_string(line);
}

std::string to_text(const Results& results) {
    return fmt::format("Total: {}, WLD: {}/{}/{}", results.games(), results.wins, results.losses,
                       results.draws);
}

} // namespace referee
