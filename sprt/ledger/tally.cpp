#include "sprt/ledger/tally.hpp"

#include <cassert>

namespace sprt {

void TrustedLedger::add(const Ledger& before, const GameResult& result, const std::string& worker) {
    if (!base_) {
        if (worker.empty()) {
            return;
        }
        base_ = before;
        if (!distrusted_.empty()) {
            trusted_ = base_;
        }
    }
    const auto [place, is_new] = index_of_.try_emplace(worker, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
        names_.push_back(worker);
    }
    played_.push_back({result, place->second});
    if (trusted_) {
        count(result, worker);
    }
}

void TrustedLedger::distrust(std::set<std::string> workers) {
    distrusted_ = std::move(workers);
    left_out_ = 0;
    pair_left_out_.reset();
    trusted_.reset();
    if (distrusted_.empty() || !base_) {
        return;
    }
    trusted_ = base_;
    for (const Played& played : played_) {
        count(played.result, names_[played.worker]);
    }
}

/// A pair whose first game is left out is left out as a whole; one that lacks its second game is no pair.
void TrustedLedger::count(const GameResult& result, const std::string& worker) {
    if (distrusted_.contains(worker) && pair_left_out_ != result.pair) {
        pair_left_out_ = result.pair;
        ++left_out_;
    }
    if (pair_left_out_ != result.pair) {
        trusted_->add(result);
    }
}

std::optional<Evaluation> TrustedLedger::evaluation() const {
    return leaves_out() ? std::optional(trusted_->standing().evaluation) : std::nullopt;
}

namespace {

referee::Player player_of(referee::AgentId agent) {
    return agent == referee::kBothAgents.agent1 ? referee::Player::Agent1 : referee::Player::Agent2;
}

EndReason reason_of(Flaw flaw) {
    switch (flaw) {
    case Flaw::Tampering:
        return EndReason::Tampering;
    case Flaw::FailedStarts:
        return EndReason::FailedStarts;
    case Flaw::Faults:
    case Flaw::TimeLosses: // end no run of two
        break;
    }
    return EndReason::MaxFaults;
}

} // namespace

Tally::Tally(const CountingRules& rules)
    : max_games_(rules.max_games)
    , at_max_games_(rules.test ? EndReason::MaxGames : EndReason::Games)
    , ledger_(rules.test, rules.repeats)
    , breakage_(rules) {
    result_.standing = ledger_.standing();
    if (rules.tune) {
        result_.tuning.emplace(*rules.tune);
    }
}

/// Of a tuning the verification alone says who is stronger.
bool Tally::add(const referee::GameRecord& record) {
    assert(!ended_ && record.game == games_);
    ++games_;
    if (!record.tune || record.tune->kind == referee::TuneKind::Verify) {
        const GameResult game = result_of(record);
        trusted_.add(ledger_, game, record.worker);
        ledger_.add(game);
        result_.standing = ledger_.standing();
        evaluate_trusted();
    }
    if (result_.tuning) {
        result_.tuning->add(record);
    }
    result_.conduct.add(record);
    result_.machine.add(record);
    result_.workers.add(record);
    keep_faults(record);
    breakage_.add(record);
    const bool is_time_over = result_.tuning && result_.tuning->is_between_tuning_pairs() && is_time_over_ &&
                              !result_.tuning->rules().tuned_until && is_time_over_();
    if (is_time_over) {
        result_.tuning->end_tuning();
    }
    ended_ = find_end();
    result_.reason = ended_.value_or(EndReason::Interrupted);
    return is_time_over;
}

std::vector<referee::GameFault> Tally::faults_of(const referee::GameRecord& record) const {
    std::vector<referee::GameFault> faults = referee::faults_of(record);
    for (referee::GameFault& fault : faults) {
        if (record.tune && result_.tuning) {
            fault.values = referee::values_text(names_of(result_.tuning->rules().params),
                                                record.tune->values[fault.note.agent]);
        }
    }
    return faults;
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
    for (referee::GameFault& fault : faults_of(record)) {
        if (first_faults_.add(fault) || result_.faults.size() < kMostKept) {
            result_.faults.push_back(std::move(fault));
        }
    }
}

std::optional<EndReason> Tally::find_end() {
    if (const auto broken = breakage_.found()) {
        result_.broken = player_of(broken->agent);
        for (const referee::Player player : referee::kPlayers) {
            result_.are_broken[player] = breakage_.flaw_of(referee::kBothAgents[player]).has_value();
        }
        return reason_of(broken->flaw);
    }
    if (ledger_.verdict() != Verdict::Continue) {
        return EndReason::Verdict;
    }
    if (ledger_.only_repeats()) {
        return EndReason::Repeats;
    }
    if (const auto& tuning = result_.tuning) {
        if (!tuning->has_effect()) {
            return EndReason::NoEffect;
        }
        const bool is_all = games_ >= 2 * tuning->rules().all_pairs();
        return is_all ? std::optional(tuning->rules().tuned_until ? EndReason::MaxTime : EndReason::Games)
                      : std::nullopt;
    }
    if (max_games_ && games_ >= *max_games_) {
        return at_max_games_;
    }
    return std::nullopt;
}

} // namespace sprt
