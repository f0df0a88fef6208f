#pragma once
// The verdict without the games of workers that were caught lying, as a second ledger. What they sent is
// counted all the same, since to take back results after they are seen would be a choice by outcome.
// Source: docs/many-machines.md, "Trust".

#include "sprt/ledger/ledger.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sprt {

class TrustedLedger {
  public:
    /// `before`: the ledger that counted all games, before `result`, the next one, of `worker` (empty: of
    /// this machine). Games are remembered from the first one of a worker on.
    void add(const Ledger& before, const GameResult& result, const std::string& worker);

    /// These workers were caught lying, and no others.
    void distrust(std::set<std::string> workers);

    /// Whether games of such workers were counted.
    [[nodiscard]] bool leaves_out() const noexcept { return left_out_ > 0; }
    /// Pairs of which such a worker played a game.
    [[nodiscard]] std::uint64_t pairs_left_out() const noexcept { return left_out_; }
    /// The evaluation of all other games; empty while none is left out.
    [[nodiscard]] std::optional<Evaluation> evaluation() const;

  private:
    struct Played {
        GameResult result;
        std::uint32_t worker = 0; ///< its index
    };

    void count(const GameResult& result, const std::string& worker);

    std::optional<Ledger> base_; ///< before the first game of a worker; empty: there was none
    std::vector<Played> played_; ///< from then on
    std::vector<std::string> names_;
    std::map<std::string, std::uint32_t> index_of_;
    std::set<std::string> distrusted_;
    std::optional<Ledger> trusted_; ///< empty: nobody is distrusted, or there is no game of a worker
    std::optional<std::uint64_t> pair_left_out_; ///< the last one
    std::uint64_t left_out_ = 0;
};

} // namespace sprt
