#pragma once
// The seed of a game: one that the user gave holds for all games, otherwise each game brings its own.

#include <cstdint>

namespace search {

class Seeds {
  public:
    explicit Seeds(std::uint64_t seed) noexcept
        : seed_(seed) {}

    /// The seed of the game that is served.
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

    /// A game brings `seed`.
    void set(std::uint64_t seed) noexcept {
        if (!is_fixed) {
            seed_ = seed;
        }
    }

    /// Where the seed stands, for the reader of the command line.
    [[nodiscard]] std::uint64_t& place() noexcept { return seed_; }
    bool is_fixed = false; ///< the user gave the seed

  private:
    std::uint64_t seed_;
};

} // namespace search
