#pragma once
// Openings that are all known before the first game.

#include "referee/base/splitmix64.hpp"
#include "sprt/schedule/openings.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sprt {

/// A list of openings, each for one pair, shuffled by the seed.
class ListedOpenings final : public Openings {
  public:
    ListedOpenings(std::vector<Opening> openings, std::uint64_t duplicates, std::uint64_t seed)
        : Openings({.size = openings.size(),
                    .least = openings.size(),
                    .most_plies = longest(openings),
                    .duplicates = duplicates})
        , openings_(std::move(openings)) {
        referee::SplitMix64(seed).shuffle(openings_);
    }

    std::optional<Opening> opening(std::uint64_t pair) override {
        return pair < openings_.size() ? std::optional(openings_[pair]) : std::nullopt;
    }

  private:
    static std::size_t longest(const std::vector<Opening>& openings) {
        std::size_t most = 0;
        for (const Opening& opening : openings) {
            most = std::max(most, opening.size());
        }
        return most;
    }

    std::vector<Opening> openings_;
};

} // namespace sprt
