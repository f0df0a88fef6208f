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

Breakage::Breakage(std::size_t agents, std::optional<std::uint64_t> max_faults, bool is_of_two)
    : is_of_two_(is_of_two)
    , tampering_{.reason = EndReason::Tampering}
    , faults_{.reason = EndReason::MaxFaults}
    , failed_starts_{.reason = EndReason::FailedStarts} {
    tampering_.least.assign(agents, kMostTampering);
    faults_.least.assign(agents, max_faults ? std::optional(*max_faults + 1) : std::nullopt);
    failed_starts_.least.assign(agents, std::nullopt);
    for (Cause* const cause : {&tampering_, &faults_, &failed_starts_}) {
        cause->seen.resize(agents);
    }
}

Breakage::Breakage(std::size_t agents, std::optional<std::uint64_t> max_faults)
    : Breakage(agents, max_faults, false) {}

Breakage::Breakage(const CountingRules& rules)
    : Breakage(referee::kPlayers.size(), rules.max_faults, true) {
    for (const Player player : referee::kPlayers) {
        if (rules.is_engine[player]) {
            failed_starts_.least[index(referee::kBothAgents[player])] = kMostFailedStarts;
        }
    }
}

void Breakage::add(const referee::GameRecord& record) {
    const auto whose = [&](Player player) { return index(record.agents[player]); };
    const bool counts = is_of_two_ || (record.winner && !is_time_loss(record));
    for (const CountedFault& fault : counted_faults(record)) {
        if (counts && fault.termination != referee::Termination::Timeout) {
            faults_.seen[whose(fault.agent)].add(1, record.worker);
        }
    }
    for (const Player player : referee::kPlayers) {
        const int times = record.disturbances.tampering[player];
        tampering_.seen[whose(player)].add(static_cast<std::uint64_t>(times), record.worker);
        if (failed_to_start(record, player)) {
            failed_starts_.seen[whose(player)].add(1, record.worker);
        } else if (record.winner) {
            failed_starts_.seen[whose(player)].clear();
        }
    }
}

bool Breakage::Cause::breaks(std::size_t agent) const {
    return least[agent] && seen[agent].without_one_volunteer() >= *least[agent];
}

bool Breakage::is_broken(referee::AgentId agent) const {
    return tampering_.breaks(index(agent)) || faults_.breaks(index(agent)) ||
           failed_starts_.breaks(index(agent));
}

std::optional<Breakage::Broken> Breakage::found() const {
    for (const Cause* const cause : {&tampering_, &faults_, &failed_starts_}) {
        for (std::size_t agent = 0; agent < cause->least.size(); ++agent) {
            if (cause->breaks(agent)) {
                return Broken{referee::AgentId{agent}, cause->reason};
            }
        }
    }
    return std::nullopt;
}

std::string Breakage::seen_alone_by(const std::string& worker) const {
    for (const Cause* const cause : {&tampering_, &faults_, &failed_starts_}) {
        for (std::size_t agent = 0; agent < cause->least.size(); ++agent) {
            const std::uint64_t times = cause->seen[agent].by(worker);
            if (const auto& least = cause->least[agent]; least && times >= *least) {
                return fmt::format("it reports {} agent {}, and a volunteer alone ends no run",
                                   words(cause->reason, times), agent + 1);
            }
        }
    }
    return "";
}

} // namespace sprt
