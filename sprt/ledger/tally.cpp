#include "sprt/ledger/tally.hpp"

#include <cassert>
#include <utility>

namespace sprt {
namespace {

using referee::Player;

/// The first agent with more faults than `max_faults`; empty when there is none.
std::optional<Player> broken_agent(std::optional<std::uint64_t> max_faults, const Conduct& conduct) {
    for (const Player player : {Player::Agent1, Player::Agent2}) {
        if (max_faults && conduct.faults[player].faults() > *max_faults) {
            return player;
        }
    }
    return std::nullopt;
}

/// The first engine that does not start; empty when there is none.
std::optional<Player> dead_engine(const referee::PerPlayer<bool>& is_engine, const Conduct& conduct) {
    for (const Player player : referee::kPlayers) {
        if (is_engine[player] && conduct.failed_starts[player] >= kMostFailedStarts) {
            return player;
        }
    }
    return std::nullopt;
}

/// The first agent that tampered too often; empty when there is none.
std::optional<Player> tamperer(const referee::Disturbances& disturbances) {
    for (const Player player : referee::kPlayers) {
        if (disturbances.tampering[player] >= kMostTampering) {
            return player;
        }
    }
    return std::nullopt;
}

} // namespace

Tally::Tally(const CountingRules& rules)
    : max_games_(rules.max_games)
    , at_max_games_(rules.test ? EndReason::MaxGames : EndReason::Games)
    , max_faults_(rules.max_faults)
    , is_engine_(rules.is_engine)
    , ledger_(rules.test, rules.repeats) {
    result_.standing = ledger_.standing();
}

void Tally::add(const referee::GameRecord& record) {
    assert(!ended_ && record.game == games_);
    ++games_;
    const GameResult game = result_of(record);
    trusted_.add(ledger_, game, record.worker);
    ledger_.add(game);
    result_.standing = ledger_.standing();
    evaluate_trusted();
    result_.conduct.add(record);
    result_.machine.add(record);
    result_.workers.add(record);
    keep_faults(record);
    ended_ = find_broken();
    if (!ended_) {
        ended_ = find_end();
    }
    result_.reason = ended_.value_or(EndReason::Interrupted);
}

void Tally::distrust(std::set<std::string> workers) {
    trusted_.distrust(std::move(workers));
    evaluate_trusted();
}

void Tally::evaluate_trusted() {
    result_.trusted_evaluation = trusted_.evaluation();
    result_.distrusted_pairs = trusted_.pairs_left_out();
}

void Tally::keep_faults(const referee::GameRecord& record) {
    constexpr std::size_t kMostKept = 100;
    for (referee::GameFault& fault : referee::faults_of(record)) {
        if (first_faults_.add(fault) || result_.faults.size() < kMostKept) {
            result_.faults.push_back(std::move(fault));
        }
    }
}

/// Why the run ends because an agent is broken, and which one.
std::optional<EndReason> Tally::find_broken() {
    const auto& conduct = result_.conduct;
    const std::pair<std::optional<Player>, EndReason> causes[] = {
        {tamperer(result_.machine.disturbances()), EndReason::Tampering},
        {broken_agent(max_faults_, conduct), EndReason::MaxFaults},
        {dead_engine(is_engine_, conduct), EndReason::FailedStarts}};
    for (const auto& [broken, reason] : causes) {
        if (broken) {
            result_.broken = broken;
            return reason;
        }
    }
    return std::nullopt;
}

std::optional<EndReason> Tally::find_end() const {
    if (ledger_.verdict() != Verdict::Continue) {
        return EndReason::Verdict;
    }
    if (ledger_.only_repeats()) {
        return EndReason::Repeats;
    }
    if (max_games_ && games_ >= *max_games_) {
        return at_max_games_;
    }
    return std::nullopt;
}

} // namespace sprt
