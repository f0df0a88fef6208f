#include "sprt/ledger/breakage.hpp"

#include "referee/base/text.hpp"
#include "sprt/ledger/worker_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sprt {
namespace {

using referee::Player;

std::string words(EndReason reason, std::uint64_t times) {
    switch (reason) {
    case EndReason::Tampering:
        return referee::counted(times, "case") + " of tampering by";
    case EndReason::FailedStarts:
        return referee::counted(times, "failed start") + " in a row of";
    default:
        return referee::counted(times, "fault") + " of";
    }
}

} // namespace

void Sightings::add(std::uint64_t times, const std::string& worker) {
    all_ += times;
    if (times > 0 && is_volunteer(worker)) {
        by_volunteer_[worker] += times;
    }
}

void Sightings::clear() {
    all_ = 0;
    by_volunteer_.clear();
}

std::uint64_t Sightings::by(const std::string& worker) const {
    const auto found = by_volunteer_.find(worker);
    return found == by_volunteer_.end() ? 0 : found->second;
}

std::uint64_t Sightings::without_one_volunteer() const {
    std::uint64_t most = 0;
    for (const auto& [worker, times] : by_volunteer_) {
        most = std::max(most, times);
    }
    return all_ - most;
}

Breakage::Breakage(const CountingRules& rules)
    : tampering_{.reason = EndReason::Tampering, .least = {kMostTampering, kMostTampering}}
    , faults_{.reason = EndReason::MaxFaults}
    , failed_starts_{.reason = EndReason::FailedStarts} {
    for (const Player player : referee::kPlayers) {
        if (rules.max_faults) {
            faults_.least[player] = *rules.max_faults + 1;
        }
        if (rules.is_engine[player]) {
            failed_starts_.least[player] = kMostFailedStarts;
        }
    }
}

void Breakage::add(const referee::GameRecord& record) {
    for (const CountedFault& fault : counted_faults(record)) {
        if (fault.termination != referee::Termination::Timeout) {
            faults_.seen[fault.agent].add(1, record.worker);
        }
    }
    for (const Player player : referee::kPlayers) {
        const int times = record.disturbances.tampering[player];
        tampering_.seen[player].add(static_cast<std::uint64_t>(times), record.worker);
        if (failed_to_start(record, player)) {
            failed_starts_.seen[player].add(1, record.worker);
        } else if (record.winner) {
            failed_starts_.seen[player].clear();
        }
    }
}

bool Breakage::Cause::ends_run(Player agent) const {
    return least[agent] && seen[agent].without_one_volunteer() >= *least[agent];
}

bool Breakage::is_broken(Player agent) const {
    return tampering_.ends_run(agent) || faults_.ends_run(agent) || failed_starts_.ends_run(agent);
}

std::optional<Breakage::Broken> Breakage::found() const {
    for (const Cause* const cause : {&tampering_, &faults_, &failed_starts_}) {
        for (const Player player : referee::kPlayers) {
            if (cause->ends_run(player)) {
                return Broken{player, cause->reason};
            }
        }
    }
    return std::nullopt;
}

std::string Breakage::seen_alone_by(const std::string& worker) const {
    for (const Cause* const cause : {&tampering_, &faults_, &failed_starts_}) {
        for (const Player player : referee::kPlayers) {
            const std::uint64_t times = cause->seen[player].by(worker);
            if (const auto& least = cause->least[player]; least && times >= *least) {
                return fmt::format("it reports {} agent {}, and a volunteer alone ends no run",
                                   words(cause->reason, times), number(player));
            }
        }
    }
    return "";
}

} // namespace sprt
