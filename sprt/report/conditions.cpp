#include "sprt/report/conditions.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/clock.hpp"
#include "sprt/report/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sprt {
namespace {

/// `resting`: what the verdict rests on. `without`: the evaluation without it.
std::string rests_text(const std::string& resting, const Evaluation& without) {
    return fmt::format(
        "the verdict rests on {}: without them the LLR is {}, {}.", resting, number_text(without.llr, 3),
        without.verdict == Verdict::Continue ? "no decision"
                                             : fmt::format("which accepts {}", name(without.verdict)));
}

/// Copies that count make pairs depend on one another, whatever the agents and the machine do.
bool counts_copies(const RunSnapshot& run) {
    const Standing& standing = run.state.standing;
    return run.plan.counting.repeats == RepeatRule::Count && standing.distinct_pairs < standing.whole_pairs;
}

std::string rests_on_adjudication_text(const Standing& standing) {
    const std::uint64_t ended = standing.adjudicated.total().ended;
    return fmt::format("the verdict rests on adjudication ({}): with as many wrong results as the verified "
                       "games leave room for, the LLR is {}; verify more games.",
                       referee::counted(ended, "game"), number_text(standing.worst_evaluation->llr, 3));
}

void add_drift(const Drift& drift, std::vector<Condition>& found) {
    const auto add = [&](const std::optional<Correlation>& seen, std::string_view what) {
        if (seen && seen->p < kDriftWarning) {
            found.push_back({fmt::format(
                "{} (correlation {:.2f} over {} pairs, p = {:.1e}): agents that learn between games "
                "do so, and a machine that changes; the test takes pairs for independent.",
                what, seen->r, drift.pairs, seen->p)});
        }
    };
    add(drift.lag_one, drift.lag_one && drift.lag_one->r > 0 ? "pairs resemble the pair before them"
                                                             : "pairs are unlike the pair before them");
    add(drift.trend, "the score changed in the course of the run");
}

/// Engines that are given the same time for each move and use their cores for different times. Some subtract
/// a margin, some seldom look at the clock, some have threads.
void add_unequal_work(const RunSnapshot& run, std::vector<Condition>& found) {
    constexpr double kMostRatio = 1.2;
    const auto& [one, two] = run.plan.schedule.limits.time;
    const auto& is_engine = run.plan.counting.is_engine;
    const auto& [first, second] = run.state.conduct.effort;
    const auto first_ms = first.processor_ms_a_move();
    const auto second_ms = second.processor_ms_a_move();
    if (!is_engine.agent1 || !is_engine.agent2 || one.kind != referee::LimitKind::Move || one != two ||
        !first_ms || !second_ms) {
        return;
    }
    const double least = std::min(*first_ms, *second_ms);
    if (least > 0 && std::max(*first_ms, *second_ms) / least <= kMostRatio) {
        return;
    }
    found.push_back(
        {fmt::format("the engines used their cores unequally in the same time for a move: agent 1 "
                     "{:.2f} ms a move, agent 2 {:.2f} ms.",
                     *first_ms, *second_ms)});
}

/// An engine may think about a position before it says that it has read it, and no clock runs then.
void add_long_pings(const RunSnapshot& run, std::vector<Condition>& found) {
    constexpr auto kLeast = std::chrono::milliseconds(1); // a busy machine takes less on the average
    constexpr int kPartOfTime = 10;
    for (const referee::Player player : referee::kPlayers) {
        const Effort& effort = run.state.conduct.effort[player];
        const auto moves = static_cast<std::int64_t>(effort.moves);
        if (effort.pings > moves * kLeast && effort.pings * kPartOfTime > effort.time) {
            const double ms = static_cast<double>(effort.pings.count()) / 1e6 / static_cast<double>(moves);
            found.push_back(
                {fmt::format("agent {} took {:.1f} ms before each move to say readyok, which is not "
                             "charged; ping=off charges it.",
                             number(player), ms)});
        }
    }
}

/// Games that were not scored at first, because an agent, the referee or the machine stood still.
void add_disturbances(const RunSnapshot& run, std::vector<Condition>& found) {
    const referee::Disturbances& times = run.state.machine.disturbances();
    const auto attempts = [](int count) {
        return referee::counted(static_cast<std::uint64_t>(count), "attempt");
    };
    for (const referee::Player player : referee::kPlayers) {
        if (times.tampering[player] > 0) {
            found.push_back(
                {fmt::format("{} not scored, because agent {} was stopped or traced, which agent "
                             "{} can do without a sandbox.",
                             attempts(times.tampering[player]), number(other(player)), number(player))});
        }
    }
    if (times.referee_stopped > 0) {
        found.push_back({fmt::format("{} not scored, because the referee was stopped while a clock ran.",
                                     attempts(times.referee_stopped))});
    }
    if (times.machine_suspended > 0) {
        found.push_back({fmt::format("{} not scored, because the machine was suspended.",
                                     attempts(times.machine_suspended))});
    }
    if (times.machine_overloaded > 0) {
        found.push_back({fmt::format("{} not scored, because neither agent got a core to be ready in time.",
                                     attempts(times.machine_overloaded))});
    }
    if (times.out_of_memory > 0) {
        found.push_back(
            {fmt::format("{} not scored, because the kernel ended an agent for want of memory that it "
                         "shares with others.",
                         attempts(times.out_of_memory))});
    }
}

/// What to know of a verdict that tampering may have brought about.
std::string tampering_verdict_text(const RunState& state) {
    const Standing& standing = state.standing;
    if (standing.rests_on_disturbed()) {
        return fmt::format(
            "the verdict may rest on tampering ({}): if its agent had lost the games that were "
            "disturbed, the LLR were {}.",
            referee::counted(standing.disturbed, "game"),
            number_text(standing.undisturbed_evaluation->llr, 3));
    }
    return "the verdict may rest on tampering: it favours the agent that may have stopped or traced "
           "the other one.";
}

void add_given_up(const RunSnapshot& run, std::vector<Condition>& found) {
    for (const referee::Player player : referee::kPlayers) {
        const auto& pids = run.state.conduct.given_up[player];
        if (!pids.empty()) {
            found.push_back(
                {fmt::format("processes of agent {} could not be ended and may have slowed later games: {}.",
                             number(player), fmt::join(pids, ", "))});
        }
    }
}

} // namespace

std::vector<Condition> conditions_of(const RunSnapshot& run) {
    std::vector<Condition> found;
    const auto& [one, two] = run.plan.schedule.limits.time;
    if (one != two) {
        const bool is_for_game = one.kind == referee::LimitKind::Game && two.kind == referee::LimitKind::Game;
        found.push_back(
            {fmt::format("the agents had unequal {}: agent 1 {}, agent 2 {}.",
                         is_for_game ? "time for a game" : "limits", to_string(one), to_string(two))});
    }
    add_unequal_work(run, found);
    add_long_pings(run, found);
    add_given_up(run, found);
    add_disturbances(run, found);
    for (const std::string& change : run.session_changes) {
        found.push_back({change + ".", true});
    }
    const Standing& standing = run.state.standing;
    if (!counts_copies(run)) {
        add_drift(standing.drift, found);
    }
    if (run.state.verdict() == Verdict::Continue) {
        return found;
    }
    if (standing.rests_on_faults()) {
        found.push_back({rests_text(fmt::format("games lost by faults ({})", standing.faulty),
                                    standing.faultless_evaluation)});
    }
    if (standing.rests_on_adjudication()) {
        found.push_back({rests_on_adjudication_text(standing)});
    }
    if (standing.rests_on_disputed()) {
        found.push_back({rests_text(fmt::format("disputed time losses ({})", standing.disputed),
                                    standing.undisputed_evaluation)});
    }
    if (standing.rests_on_doubtful()) {
        found.push_back(
            {rests_text(fmt::format("losses that the winner may have caused ({})", standing.doubtful),
                        standing.undoubted_evaluation)});
    }
    if (run.state.rests_on_tampering()) {
        found.push_back({tampering_verdict_text(run.state)});
    }
    if (run.state.rests_on_distrusted()) {
        found.push_back({rests_text(
            fmt::format("pairs of workers that were caught lying ({})", run.state.distrusted_pairs),
            *run.state.trusted_evaluation)});
    }
    return found;
}

} // namespace sprt
