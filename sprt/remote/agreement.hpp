#pragma once
// How a pair was played, and whether another playing of it is the same.
// Source: docs/many-machines.md, "Spot checks".

#include "referee/game/record.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

/// What follows from position and seed in a game of agents that do not look at a clock.
struct PlayedGame {
    std::vector<referee::MoveNumbers> moves; ///< those of the opening too
    referee::Termination termination{};
    std::optional<referee::Winner> winner{};
    /// It ended by a fault or a time loss, or is not scored. That may be the machine's doing.
    bool is_broken_off = false;
};

/// The games of a pair.
using Playing = std::vector<PlayedGame>;

[[nodiscard]] Playing playing_of(const std::vector<referee::GameRecord>& records);

enum class Likeness : std::uint8_t {
    Same,      ///< move for move, and all games have come to the same end
    Unclear,   ///< the same as far as both go, and a game was broken off in one
    Different, ///< other moves, or another end
};

[[nodiscard]] Likeness compare(const Playing& one, const Playing& other);

// Which trusted workers play the same games, so that another one's can be compared with theirs.
//
// Agents whose moves depend on time play other games at each attempt, and then a difference says nothing. So
// games are taken for repeatable only when trusted workers agreed kAgreements times and never differed. A
// worker that lies differs from all others, so it is left out first, with those that differ from more workers
// or agree less often. Source: docs/many-machines.md, "Spot checks".

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
