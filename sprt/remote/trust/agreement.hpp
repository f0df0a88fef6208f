#pragma once
// Which trusted workers play the same games, so that another one's can be compared with theirs.
//
// Agents whose moves depend on time play other games at each attempt, and then a difference says nothing. So
// games are taken for repeatable only when trusted workers agreed kAgreements times and never differed. A
// worker that lies differs from all others, so it is left out first, with those that differ from more workers
// or agree less often. Source: docs/many-machines.md, "Spot checks".

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace sprt::remote {

/// Copies that agreed between trusted workers before a difference accuses somebody.
inline constexpr std::uint64_t kAgreements = 10;

class Agreement {
  public:
    /// Two trusted workers played a pair alike, or not.
    void add(const std::string& one, const std::string& other, bool is_same);
    /// Nothing is known of `worker` any more.
    void forget(const std::string& worker);

    /// The workers that agree with each other, without `left_out` (empty: nobody), when they did so
    /// kAgreements times; otherwise none.
    [[nodiscard]] std::set<std::string> agreeing(const std::string& left_out = "") const;

  private:
    struct Times {
        std::uint64_t same = 0;
        std::uint64_t different = 0;
    };
    std::map<std::pair<std::string, std::string>, Times> times_; ///< by two names, the lesser one first
};

} // namespace sprt::remote
