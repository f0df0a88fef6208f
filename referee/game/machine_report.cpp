#include "referee/game/machine_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace referee {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

double ms(nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

/// Which agents interfered, and how much, in this game; empty when none did.
std::string interference_text(const GameRecord& record) {
    std::string text;
    for (const Player player : kPlayers) {
        if (interfered(record, player)) {
            const TurnLoad& rivals = record.load[other(player)];
            text += fmt::format(
                "{}agent {} used {:.0f} ms of processor time in game {} while agent {}'s clock ran "
                "({:.0f} ms of it watched)",
                text.empty() ? "interference: " : "; ", number(player), ms(rivals.rival_cpu), record.game,
                number(other(player)), ms(rivals.watched));
        }
    }
    return text;
}

/// How many attempts at games were disturbed, and by what.
std::string disturbances_text(const Disturbances& times) {
    if (times.total() == 0) {
        return {};
    }
    std::string text = fmt::format(
        "Not scored and played again: tampering by agent 1: {}, by agent 2: {}; the referee was "
        "stopped: {}; the machine was suspended: {}",
        times.tampering.agent1, times.tampering.agent2, times.referee_stopped, times.machine_suspended);
    if (times.machine_overloaded > 0) {
        text += fmt::format("; no core for either agent at READY: {}", times.machine_overloaded);
    }
    if (times.out_of_memory > 0) {
        text += fmt::format("; an agent was ended for want of memory: {}", times.out_of_memory);
    }
    return text + ".\n";
}

} // namespace

void MachineReport::add(const GameRecord& record) {
    disturbances_ += record.disturbances;
    for (const Player player : kPlayers) {
        const TurnLoad& load = record.load[player];
        const auto delay_us = std::chrono::duration_cast<microseconds>(load.delay).count();
        constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
        delays_us_.push_back(static_cast<std::uint32_t>(std::clamp<std::int64_t>(delay_us, 0, kMost)));
        total_ += load;
        interfered_games_[player] += interfered(record, player) ? 1U : 0U;
    }
    if (is_time_loss(record)) {
        ++time_losses_[record.fault->agent];
        disputed_[record.fault->agent] += record.time_loss && record.time_loss->disputed ? 1U : 0U;
    }
}

MachineReport::Delays MachineReport::delays() const {
    if (delays_us_.empty()) {
        return {};
    }
    std::vector<std::uint32_t> sorted = delays_us_;
    std::sort(sorted.begin(), sorted.end());
    // The smallest value that so many percent do not exceed.
    const auto quantile = [&](std::size_t percent) {
        return microseconds(sorted[(sorted.size() * percent + 99) / 100 - 1]);
    };
    return {quantile(50), quantile(99), quantile(100)};
}

bool MachineReport::is_overloaded() const noexcept {
    return total_.delay >= std::chrono::milliseconds(200) && delay_percent() >= 5;
}

double MachineReport::delay_percent() const noexcept {
    return total_.watched > nanoseconds(0)
               ? 100 * static_cast<double>(total_.delay.count()) / static_cast<double>(total_.watched.count())
               : 0;
}

std::string MachineReport::clocks_text() const {
    if (delays_us_.empty()) {
        return {};
    }
    const auto [median, p99, largest] = delays();
    const bool waited = largest >= microseconds(50); // below, it is shown as 0.0 ms
    if (!waited && time_losses_ == PerPlayer<std::uint64_t>{}) {
        return {};
    }
    const std::string throttled =
        total_.throttled >= kLeastThatMatters
            ? fmt::format(
                  "Throttled: a quota of processor time took {:.0f} ms of the agents' time ({:.0f} %).\n",
                  ms(total_.throttled), 100 * ms(total_.throttled) / ms(total_.watched))
            : "";
    return fmt::format("Clocks: without a core an agent waited {:.1f} ms a game (median), {:.1f} ms (99 %), "
                       "{:.1f} ms (most); time losses: {}, disputed: {}.\n",
                       ms(median), ms(p99), ms(largest), time_losses_.agent1 + time_losses_.agent2,
                       disputed_.agent1 + disputed_.agent2) +
           throttled;
}

std::string MachineReport::text() const {
    return clocks_text() + disturbances_text(disturbances_);
}

void MachineWarnings::warn_of_disturbances(const GameRecord& record, std::vector<std::string>& warnings) {
    const Disturbances& times = record.disturbances;
    for (const Player player : kPlayers) {
        if (times.tampering[player] > 0 && !std::exchange(told_of_tampering_[player], true)) {
            warnings.push_back(fmt::format(
                "tampering: agent {} was stopped or traced in game {}, which agent {} can do without a "
                "sandbox; the game is not scored and is played again, three times in all, and no verdict may "
                "rest on it "
                "(--sandbox on keeps agents apart)",
                number(other(player)), record.game, number(player)));
        }
    }
    if (times.referee_stopped + times.machine_suspended > 0 && !std::exchange(told_of_stop_, true)) {
        warnings.push_back(
            fmt::format("{} while a clock ran in game {}; the game is not scored and is played again",
                        times.referee_stopped > 0 ? "the referee was stopped" : "the machine was suspended",
                        record.game));
    }
    if (times.machine_overloaded > 0 && !std::exchange(told_of_late_starts_, true)) {
        warnings.push_back(fmt::format(
            "neither agent was ready in time in game {}, and both waited for a core; the game is not scored "
            "and is played again (play fewer games at once, or give more time: --ready-ms, start_ms)",
            record.game));
    }
    if (times.out_of_memory > 0 && !std::exchange(told_of_memory_, true)) {
        warnings.push_back(fmt::format(
            "the kernel ended an agent in game {}, because memory that it shares with others had run out{}; "
            "the game is not scored and is played again (play fewer games at once, or give each agent a "
            "share of its own: --sandbox on, --memory-mb)",
            record.game, record.disturbed_by.empty() ? "" : " (" + record.disturbed_by + ")"));
    }
}

std::vector<std::string> MachineWarnings::after(const GameRecord& record, const MachineReport& report) {
    std::vector<std::string> warnings;
    warn_of_disturbances(record, warnings);
    if (std::string text = told_of_interference_ ? "" : interference_text(record); !text.empty()) {
        told_of_interference_ = true;
        warnings.push_back(std::move(text));
    }
    if (report.is_overloaded() && !std::exchange(told_of_load_, true)) {
        const bool is_remote = !record.worker.empty();
        warnings.push_back(fmt::format(
            "the {} overloaded: {:.0f} % of the agents' time was spent waiting for a core; play fewer games "
            "at "
            "once ({}), stop what else runs, or do not charge for it (--clock fair)",
            is_remote ? "machines of workers are" : "machine is", report.delay_percent(),
            is_remote ? "sprt worker --cores, other ones for each worker of a machine" : "--concurrency"));
    }
    return warnings;
}

} // namespace referee
