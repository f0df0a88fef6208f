#include "sprt/report/conduct_text.hpp"

#include "referee/base/text.hpp"
#include "referee/game/game_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::Player;

/// Mean time per game, with decimals below 10 ms.
std::string ms_a_game(std::chrono::nanoseconds used, std::uint64_t games) {
    const double ms = static_cast<double>(used.count()) / 1e6 / static_cast<double>(games);
    return ms >= 10 ? fmt::format("{:.0f} ms", ms) : fmt::format("{:.2f} ms", ms);
}

/// With decimals below 10.
std::string few_digits(double value) {
    return fmt::format("{:.{}f}", value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

std::string ms_text(std::chrono::nanoseconds time, std::uint64_t moves) {
    return few_digits(static_cast<double>(time.count()) / 1e6 / static_cast<double>(moves)) + " ms";
}

/// `Agent 1: 4812 moves of 49.8 ms (50.9 ms at most), processor 48.1 ms a move (49.7 ms at most), 182344
/// nodes, depth 9.41, latency 0.31 ms (2.10 ms at most)`.
std::string effort_text(Player player, const Effort& effort) {
    if (effort.moves == 0) {
        return {};
    }
    std::string line =
        fmt::format("Agent {}: {} of {} ({} at most)", number(player), referee::counted(effort.moves, "move"),
                    ms_text(effort.time, effort.moves), ms_text(effort.longest, 1));
    if (const auto processor = effort.processor_ms_a_move()) {
        line += fmt::format(", processor {} ms a move", few_digits(*processor));
        if (effort.most_processor.count() > 0) {
            line += fmt::format(" ({} at most)", ms_text(effort.most_processor, 1));
        }
    }
    if (effort.nodes.count > 0) {
        line += fmt::format(", {:.0f} nodes", effort.nodes.mean());
    }
    if (effort.depth.count > 0) {
        line += ", depth " + few_digits(effort.depth.mean());
    }
    if (effort.latency.count > 0) {
        line += fmt::format(", latency {} ({} at most)", ms_text(effort.latency.sum, effort.latency.count),
                            ms_text(effort.latency.most, 1));
    }
    if (effort.restarts > 0) {
        line += fmt::format("; its process died between games {}", referee::counted(effort.restarts, "time"));
    }
    return line + "\n";
}

std::string faults_text(const Conduct& conduct) {
    const auto& [one, two] = conduct.faults;
    if (one.total() + two.total() == 0) {
        return {};
    }
    const auto text_of = [](const FaultCounts& counts) {
        std::vector<std::string> kinds;
        for (const referee::GameEnding& ending : referee::kGameEndings) {
            const std::uint64_t times = counts.of(ending.termination);
            if (times > 0 && ending.termination != referee::Termination::Timeout) {
                kinds.push_back(fmt::format("{} {}", times, ending.name));
            }
        }
        const std::string which = kinds.empty() ? "" : fmt::format(" ({})", fmt::join(kinds, ", "));
        return fmt::format("{}{}, time losses {}", counts.faults(), which, counts.time_losses());
    };
    return fmt::format("Faults: agent 1: {}; agent 2: {}\n", text_of(one), text_of(two));
}

/// The first fault of each kind and agent, with the end of the agent's standard error.
std::string first_faults_text(const RunState& result) {
    constexpr std::size_t kMostStderrBytes = 400;
    std::string text;
    referee::FirstFaults first;
    for (const referee::GameFault& fault : result.faults) {
        if (first.add(fault)) {
            text += referee::fault_text(fault, kMostStderrBytes);
        }
    }
    return text;
}

} // namespace

std::string broken_text(const RunSnapshot& run) {
    const Player broken = run.state.broken.value();
    if (run.state.reason == EndReason::Tampering) {
        return fmt::format(
            "Agent {} is broken: tampering in {} at games (the other agent was stopped or traced)",
            number(broken),
            referee::counted(static_cast<std::uint64_t>(run.state.machine.disturbances().tampering[broken]),
                             "attempt"));
    }
    if (run.state.reason == EndReason::FailedStarts) {
        return fmt::format("Agent {} is broken: it did not start {} times in a row", number(broken),
                           kMostFailedStarts);
    }
    return fmt::format("Agent {} is broken: {}, and {} are allowed", number(broken),
                       referee::counted(run.state.conduct.faults[broken].faults(), "fault"),
                       run.plan.counting.max_faults.value());
}

std::string named(const referee::PerPlayer<bool>& agents) {
    std::string who;
    for (const Player player : referee::kPlayers) {
        if (agents[player]) {
            who += fmt::format("{}agent {}", who.empty() ? "" : " and ", number(player));
        }
    }
    return who;
}

std::string lack_text(const referee::PerPlayer<bool>& lacking, std::string_view what) {
    const std::string who = named(lacking);
    const bool are_both = lacking.agent1 && lacking.agent2;
    return who.empty() ? who : fmt::format("{} {} not offer {}", who, are_both ? "do" : "does", what);
}

std::string repeats_remedy(const RunPlan& plan, const RunState& state) {
    if (is_one_opening(plan.schedule.openings, plan.schedule.rules)) {
        return "Openings (--openings random:4), or chance that REFEREE_SEED seeds, give other games.";
    }
    const std::string lack = lack_text(state.conduct.lacks_opening);
    return lack.empty() ? std::string("More openings, or chance that REFEREE_SEED seeds, give other games.")
                        : fmt::format("{}, so that all games begin at the start: {}.",
                                      referee::capitalised(lack), kOtherGames);
}

std::string used_time_text(const RunState& state) {
    const std::uint64_t games = state.games();
    const auto& used = state.conduct.used;
    const auto one = static_cast<double>(used.agent1.count());
    const auto two = static_cast<double>(used.agent2.count());
    if (games == 0 || one <= 0 || two <= 0) {
        return {};
    }
    constexpr double kAsMuch = 1.05; // below, the ratio is shown as 1.0
    const double ratio = std::max(one, two) / std::min(one, two);
    return fmt::format("{} ({} / {} a game)",
                       ratio < kAsMuch ? "both agents used about as much"
                                       : fmt::format("agent 1 used {:.1f} times {} than agent 2", ratio,
                                                     one <= two ? "less" : "more"),
                       ms_a_game(used.agent1, games), ms_a_game(used.agent2, games));
}

std::string effort_lines(const RunSnapshot& run) {
    const std::string used = run.state.tuning ? "" : used_time_text(run.state); // both are one program
    std::string text = used.empty() ? used : "Time: " + used + ".\n";
    for (const Player player : referee::kPlayers) {
        const Effort& effort = run.state.conduct.effort[player];
        if (run.plan.counting.is_engine[player]) {
            text += effort_text(player, effort);
            if (effort.is_shallow()) {
                text += fmt::format("Note: agent {} searched less than {} plies deep in most of its moves: "
                                    "it may keep back its clock's time (an option such as Move Overhead).\n",
                                    number(player), kShallowDepth);
            }
        } else if (effort.restarts > 0) {
            text += fmt::format("Note: agent {}: its process died between games {}\n", number(player),
                                referee::counted(effort.restarts, "time"));
        }
    }
    return text;
}

std::string workers_line(const GamesByWorker& workers) {
    std::vector<std::pair<std::uint64_t, std::string_view>> all;
    for (const auto& [worker, its] : workers.by_name()) {
        all.emplace_back(its.games, worker);
    }
    if (all.empty()) {
        return {};
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, [](const auto& entry) { return entry.first; });
    constexpr std::size_t kMostNamed = 10;
    std::string text = "Workers:";
    for (std::size_t i = 0; i < std::min(all.size(), kMostNamed); ++i) {
        text += fmt::format("{} {} {}", i == 0 ? "" : ",", referee::to_printable(all[i].second),
                            referee::counted(all[i].first, "game"));
    }
    if (all.size() > kMostNamed) {
        text += fmt::format(", and {} more", all.size() - kMostNamed);
    }
    return text + ".\n";
}

std::string fault_lines(const RunState& state) {
    return faults_text(state.conduct) + first_faults_text(state);
}

} // namespace sprt
