#pragma once
// Tells copies from chance. Agents without chance play the same again from the same opening: a copy is no new
// evidence. Once two results of one opening differ, the agents have chance, and an equal result is evidence
// as any other. Source: docs/statistics.md, "The same games again".

#include "referee/base/seed.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_set>

namespace sprt {

/// Fingerprints of a result.
struct Print {
    std::uint64_t moves = 0;
    /// Of each of its games: how it went on after a rule of adjudication would have ended it. 0: that is not
    /// known, because the rule ended it, or there was no such rule.
    std::array<std::uint64_t, 2> rests{};

    /// Whether nothing that is known of both differs.
    [[nodiscard]] constexpr bool matches(const Print& other) const noexcept {
        bool do_match = moves == other.moves;
        for (std::size_t game = 0; game < rests.size(); ++game) {
            do_match =
                do_match && (rests[game] == other.rests[game] || rests[game] == 0 || other.rests[game] == 0);
        }
        return do_match;
    }
};

/// What a result is beside the earlier ones of its group.
struct Comparison {
    bool is_new = true;        ///< it equals no earlier one
    bool shows_chance = false; ///< the results of the group are not all equal, with this one
    /// How many copies of the group's first result came before this one, when this one is the first that
    /// differs; otherwise 0.
    std::uint64_t copies = 0;
};

/// Results that would all be equal if the agents had no chance: pairs from one opening, or games from one
/// opening with the same seats.
template<class Result>
class Group {
  public:
    /// Adds a result with the fingerprints `print`. `others` holds the results of all groups that differ from
    /// the first of their group; `number` is that of this group.
    Comparison add(const Print& print, const Result& result, std::uint64_t number,
                   std::unordered_set<std::uint64_t>& others) {
        if (is_empty_) {
            is_empty_ = false;
            print_ = print;
            first_ = result;
            return {};
        }
        if (print.matches(print_)) {
            copies_ += differ_ ? 0U : 1U;
            return {.is_new = false, .shows_chance = differ_};
        }
        const bool is_first_that_differs = !differ_;
        differ_ = true;
        return {.is_new = others.insert(referee::mixed(print.moves, number)).second,
                .shows_chance = true,
                .copies = is_first_that_differs ? copies_ : 0};
    }

    /// The first result; there is one.
    [[nodiscard]] const Result& first() const noexcept { return first_; }

  private:
    bool is_empty_ = true;
    bool differ_ = false;
    Print print_{}; ///< of the first result
    std::uint64_t copies_ = 0;
    Result first_{};
};

} // namespace sprt
