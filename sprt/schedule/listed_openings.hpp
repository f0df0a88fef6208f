#pragma once
// Openings that are all known before the first game.

#include "sprt/schedule/openings.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sprt {

/// A list of openings, each for one pair.
class ListedOpenings final : public Openings {
  public:
    /// In the order of the list. `facts` holds what is known besides the numbers of openings and of plies.
    ListedOpenings(std::vector<Opening> openings, OpeningsFacts facts)
        : Openings(counted(openings, std::move(facts)))
        , openings_(std::move(openings)) {}

    std::optional<Opening> opening(std::uint64_t pair) override {
        return pair < openings_.size() ? std::optional(openings_[pair]) : std::nullopt;
    }

  private:
    static OpeningsFacts counted(const std::vector<Opening>& openings, OpeningsFacts facts) {
        facts.size = openings.size();
        facts.least = openings.size();
        facts.most_plies = 0;
        for (const Opening& opening : openings) {
            facts.most_plies = std::max(facts.most_plies, opening.moves.size());
        }
        return facts;
    }

    std::vector<Opening> openings_;
};

} // namespace sprt
