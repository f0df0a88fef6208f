// Check 7 of engines: whether each kind of limit is honoured, and which time an engine measures.

#include "referee/check/bench.hpp"
#include "referee/check/checks.hpp"
#include "referee/check/subject.hpp"
#include "referee/process/cores.hpp"
#include "referee/rules/games.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace referee::check {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

struct Seen {
    std::string told{};
    bool is_honoured = true;
    nanoseconds overshoot{0}; ///< what it takes longer than a time for a move, at least

    void add(std::string_view part, bool is_right) {
        add_part(told, part, "; ");
        is_honoured = is_honoured && is_right;
    }
};

/// A search from the start. Throws CheckFailed when the engine does worse than to be late.
Search search_from_start(Bench& bench, const engine::TurnMessage& go, nanoseconds limit,
                         std::string_view last_call = {}) {
    EngineTalk talk = prepared_talk(bench);
    Search search = talk.search(facts_of(bench.subject().rules).start_fen, go, limit, last_call);
    if (!search.is_late) {
        expect_none(search.problem, fmt::format("{}: ", go.text().substr(0, go.text().size() - 1)));
    }
    return search;
}

void try_move_time(Bench& bench, Seen& seen) {
    constexpr nanoseconds kTime = 100ms;
    nanoseconds least = nanoseconds::max();
    nanoseconds most{0};
    nanoseconds processor{0};
    constexpr int kTries = 3;
    for (int i = 0; i < kTries; ++i) {
        engine::TurnMessage go;
        go.go_move_time(std::chrono::duration_cast<std::chrono::milliseconds>(kTime));
        const Search search = search_from_start(bench, go, kTime + bench.patience());
        if (search.is_late) {
            seen.add("movetime 100: no answer", false);
            return;
        }
        least = std::min(least, search.took);
        most = std::max(most, search.took);
        processor += search.processor;
    }
    const auto over = std::max(most - kTime, nanoseconds(0));
    seen.overshoot = std::max(least - kTime, nanoseconds(0));
    seen.add(fmt::format("movetime 100: {:.1f} to {:.1f} ms, processor {:.1f} ms, late by {:.1f} ms",
                         in_ms(least), in_ms(most), in_ms(processor / kTries), in_ms(over)),
             over <= bench.subject().margin);
}

/// How an answer to a limit of another kind came; empty when it came by itself.
std::string how_late(const Search& search, nanoseconds limit) {
    if (search.is_late) {
        return "no answer, not to stop either";
    }
    return search.took > limit ? "no answer until stop" : "";
}

void try_nodes(Bench& bench, Seen& seen) {
    constexpr std::uint64_t kNodes = 1000;
    constexpr std::uint64_t kFactor = 10;
    engine::TurnMessage go;
    go.go_search({.nodes = kNodes});
    const Search search = search_from_start(bench, go, 2s, engine::kStopMessage);
    if (const std::string late = how_late(search, 2s); !late.empty()) {
        seen.add("nodes 1000: " + late, false);
    } else if (const auto nodes = search.info.nodes) {
        seen.add(fmt::format("nodes 1000: {} in {}", *nodes, shown(search.took)),
                 *nodes <= kNodes * kFactor && *nodes * kFactor >= kNodes);
    } else {
        seen.add("nodes 1000: an answer without nodes", false);
    }
}

void try_depth(Bench& bench, Seen& seen) {
    constexpr int kDepth = 3;
    engine::TurnMessage go;
    go.go_search({.depth = kDepth});
    const Search search = search_from_start(bench, go, 2s, engine::kStopMessage);
    if (const std::string late = how_late(search, 2s); !late.empty()) {
        seen.add("depth 3: " + late, false);
    } else if (const auto depth = search.info.depth) {
        seen.add(fmt::format("depth 3: {} in {}", *depth, shown(search.took)), *depth == kDepth);
    } else {
        seen.add("depth 3: an answer without depth", false);
    }
}

void try_clock(Bench& bench, Seen& seen) {
    constexpr nanoseconds kTime = 1s;
    engine::TurnMessage go;
    const engine::Dialect& dialect = bench.subject().dialect();
    go.go_clock(dialect, {kTime, kTime}, {10ms, 10ms});
    const Search search = search_from_start(bench, go, kTime + bench.patience());
    seen.add(fmt::format("{}time 1000: {}", dialect.clock_letter.first,
                         search.is_late ? std::string("no answer") : shown(search.took)),
             !search.is_late && search.took <= kTime + bench.subject().margin);
}

/// Two processes think at the same time on one core. Half of its time is missing for each: one that measures
/// processor time takes it all the same.
void try_shared_core(Bench& bench, Seen& seen) {
    constexpr auto kTime = 200ms;
    const std::vector<int> core{this_machine().current};
    Talker thinker = bench.another(bench.subject());
    Talker other = bench.another(bench.subject());
    for (Talker* talker : {&other, &thinker}) {
        talker->start(bench.subject().seed, &core);
        if (const auto fault = get_ready(bench.subject(), *talker)) {
            throw CheckFailed("one of two processes: " + fault->reason);
        }
    }
    const std::string_view start = facts_of(bench.subject().rules).start_fen;
    engine::TurnMessage longer;
    add_position(longer, bench.subject(), start);
    longer.go_move_time(4 * kTime);
    other.tell(longer.text());
    engine::TurnMessage go;
    go.go_move_time(kTime);
    EngineTalk talk(bench.subject(), thinker);
    const Search search = talk.search(start, go, 10 * kTime + bench.patience());
    if (!search.problem.empty()) {
        seen.add("two on one core: " + search.problem, false);
        return;
    }
    const nanoseconds usual = kTime + seen.overshoot;
    const bool in_time = search.took < usual * 5 / 4;
    const bool had_its_time = search.processor > usual * 3 / 4;
    std::string_view which = "which time it measures is not clear";
    if (search.took < kTime / 2) {
        which = "does not use the time of a move";
    } else if (in_time != had_its_time) {
        which = in_time ? "measures wall time" : "measures processor time";
    }
    seen.add(fmt::format("{} (movetime 200 on a shared core: {:.1f} ms, processor {:.1f} ms)", which,
                         in_ms(search.took), in_ms(search.processor)),
             in_time || !had_its_time);
}

constexpr std::string_view kSecondToMove = "x5o/7/7/7/7/7/o4xx o 0 1";

/// The best of a few tries: only what is always late is the agent's.
TurnAnswer best_of_three(Bench& bench, const Situation& situation, const PerPlayer<TimeControl>& limits) {
    TurnAnswer answer = bench.answer(situation, limits);
    for (int tries = 1; tries < 3 && answer.is_late; ++tries) {
        answer = bench.answer(situation, limits);
    }
    return answer;
}

TimeControl clock_of(nanoseconds time, nanoseconds margin) {
    TimeControl limit(time);
    limit.margin = margin;
    return limit;
}

/// Throws CheckFailed when an engine does not treat its clock well in a position. `told` gets words about the
/// times.
void expect_own_clock(Bench& bench, const Situation& situation, std::string& told) {
    constexpr nanoseconds kLittle = 200ms;
    constexpr nanoseconds kMuch = 20s;
    constexpr nanoseconds kMatters = 20ms;
    const TimeControl little = clock_of(kLittle, bench.subject().margin);
    const TimeControl much = clock_of(kMuch, bench.subject().margin);
    const TurnAnswer hurried = best_of_three(bench, situation, {little, much});
    expect_none(hurried.problem, "with 0.2 s left, and 20 s of its opponent: ");
    const TurnAnswer calm = bench.answer(situation, {much, little});
    expect_none(calm.problem, "with 20 s left, and 0.2 s of its opponent: ");
    add_part(told, fmt::format("{} of 0.2 s and {} of 20 s", shown(hurried.took), shown(calm.took)), "; ");
    if (hurried.took >= kMatters && hurried.took > 3 * calm.took) {
        throw CheckFailed(fmt::format("it thinks {}: that is the opponent's clock", told));
    }
}

} // namespace

Finding limits(Bench& bench) {
    Seen seen;
    for (const auto& part : {try_move_time, try_nodes, try_depth, try_clock, try_shared_core}) {
        part(bench, seen);
    }
    return seen.is_honoured ? ok(seen.told) : note(seen.told);
}

// Checks 5, 6 and, of native agents, 7: a move in time, and whose clock an agent looks at.

Finding first_move(Bench& bench) {
    TimeControl limit = bench.patient();
    if (bench.subject().is_engine()) {
        limit.time = 100ms;
        limit.margin = bench.subject().margin;
    }
    const TurnAnswer answer = best_of_three(bench, {}, {limit, limit});
    expect_none(answer.problem);
    return ok(fmt::format("{} after {} ({})", notation(bench.subject().rules, answer.move.value()),
                          shown(answer.took), to_string(limit)));
}

Finding own_clock(Bench& bench) {
    std::string told;
    for (const Situation& situation : {Situation{}, bench.situation(kSecondToMove).value_or(Situation{})}) {
        expect_own_clock(bench, situation, told);
    }
    return ok("thinks " + told);
}

Finding native_clock(Bench& bench) {
    std::string told;
    std::string problems;
    for (const auto left : {1000ms, 100ms}) {
        const TurnAnswer answer =
            best_of_three(bench, {}, {clock_of(left, bench.subject().margin), TimeControl(10s)});
        if (!answer.is_late) {
            expect_none(answer.problem, fmt::format("with {} ms left: ", left.count()));
        }
        if (answer.came_in_part) {
            return note("not judged, because no whole line came: " + answer.problem);
        }
        if (answer.is_late) {
            add_part(problems, fmt::format("it takes longer than {} ms when that is left", left.count()),
                     "; ");
        } else {
            add_part(told, fmt::format("{} of {} ms", shown(answer.took), left.count()), ", ");
        }
    }
    return problems.empty() ? ok("thinks " + told) : note(problems);
}

} // namespace referee::check
