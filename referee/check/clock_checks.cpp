// Checks 5, 6 and, of native agents, 7: a move in time, and whose clock an agent looks at.

#include "referee/check/checks.hpp"
#include "referee/check/words.hpp"
#include "referee/rules/games.hpp"

#include <algorithm>
#include <chrono>

namespace referee::check {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

constexpr std::string_view kSecondToMove = "x5o/7/7/7/7/7/o4xx o 0 1";

/// The best of a few tries: only what is always late is the agent's.
Answer best_of_three(Bench& bench, const Situation& situation, const PerPlayer<TimeControl>& limits) {
    Answer answer = bench.answer(situation, limits);
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

/// What is wrong with how an engine treats its clock in a position; empty when nothing is. `told` gets words
/// about the times.
std::string problem_of_clock(Bench& bench, const Situation& situation, std::string& told) {
    constexpr nanoseconds kLittle = 200ms;
    constexpr nanoseconds kMuch = 20s;
    constexpr nanoseconds kMatters = 20ms;
    const TimeControl little = clock_of(kLittle, bench.subject().margin);
    const TimeControl much = clock_of(kMuch, bench.subject().margin);
    const Answer hurried = best_of_three(bench, situation, {little, much});
    if (!hurried.problem.empty()) {
        return fmt::format("with 0.2 s left, and 20 s of its opponent: {}", hurried.problem);
    }
    const Answer calm = bench.answer(situation, {much, little});
    if (!calm.problem.empty()) {
        return fmt::format("with 20 s left, and 0.2 s of its opponent: {}", calm.problem);
    }
    add_part(told, fmt::format("{} of 0.2 s and {} of 20 s", shown(hurried.took), shown(calm.took)), "; ");
    if (hurried.took >= kMatters && hurried.took > 3 * calm.took) {
        return fmt::format("it thinks {}: that is the opponent's clock", told);
    }
    return {};
}

} // namespace

Finding first_move(Bench& bench) {
    TimeControl limit = bench.patient();
    if (bench.subject().is_engine()) {
        limit.time = 100ms;
        limit.margin = bench.subject().margin;
    }
    const Answer answer = best_of_three(bench, {}, {limit, limit});
    if (!answer.problem.empty()) {
        return fail(answer.problem);
    }
    return ok(fmt::format("{} after {} ({})", notation(bench.subject().rules, answer.move.value()),
                          shown(answer.took), to_string(limit)));
}

Finding own_clock(Bench& bench) {
    std::string told;
    for (const Situation& situation : {Situation{}, bench.situation(kSecondToMove).value_or(Situation{})}) {
        const std::string problem = problem_of_clock(bench, situation, told);
        if (!problem.empty()) {
            return fail(problem);
        }
    }
    return ok("thinks " + told);
}

Finding native_clock(Bench& bench) {
    std::string told;
    std::string problems;
    for (const auto left : {1000ms, 100ms}) {
        const Answer answer =
            best_of_three(bench, {}, {clock_of(left, bench.subject().margin), TimeControl(10s)});
        if (!answer.problem.empty() && !answer.is_late) {
            return fail(fmt::format("with {} ms left: {}", left.count(), answer.problem));
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
