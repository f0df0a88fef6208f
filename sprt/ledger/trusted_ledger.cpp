#include "sprt/ledger/trusted_ledger.hpp"

#include <utility>

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

} // namespace sprt
