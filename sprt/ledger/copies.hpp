#pragma once
// Tells copies from chance. Agents without chance play the same again from the same opening: a copy is no new
// evidence. Once two results of one opening differ, the agents have chance, and an equal result is evidence
// as any other. Source: docs/statistics.md, "The same games again".

#include "referee/base/seed.hpp"

#include <cstdint>
#include <unordered_set>

namespace sprt {

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
    /// Adds a result with the fingerprint `print`. `others` holds the results of all groups that differ from
    /// the first of their group; `number` is that of this group.
    Comparison add(std::uint64_t print, const Result& result, std::uint64_t number,
                   std::unordered_set<std::uint64_t>& others) {
        if (is_empty_) {
            is_empty_ = false;
            print_ = print;
            first_ = result;
            return {};
        }
        if (print == print_) {
            copies_ += differ_ ? 0U : 1U;
            return {.is_new = false, .shows_chance = differ_};
        }
        const bool is_first_that_differs = !differ_;
        differ_ = true;
        return {.is_new = others.insert(referee::mixed(print, number)).second,
                .shows_chance = true,
                .copies = is_first_that_differs ? copies_ : 0};
    }

    /// The first result; there is one.
    [[nodiscard]] const Result& first() const noexcept { return first_; }

  private:
    bool is_empty_ = true;
    bool differ_ = false;
    std::uint64_t print_ = 0; ///< of the first result
    std::uint64_t copies_ = 0;
    Result first_{};
};

} // namespace sprt
