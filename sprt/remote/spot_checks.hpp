#pragma once
// Plays some pairs a second time, and finds out who does not play what it should. Pure.
//
// A share of the pairs, chosen by a hash of a secret and the pair's number, is played once more by a worker
// of another name after its result was taken: by a trusted one when there is one. The copy never counts. When
// it differs, and trusted workers have agreed so often that games must be repeatable, a third playing by a
// trusted worker decides: whoever differs from two that agree has lied.
//
// What a worker can know: a copy is a task like another one, of an earlier pair and with an attempt above 1,
// as after a loss. A worker may guess that it is one. That is worth nothing: what a copy is compared with was
// sent before, which pairs will have copies depends on a secret, and one who lies in a copy is himself caught
// by the third playing. The secret is new in each session and is written nowhere: nothing that counts depends
// on it. Source: docs/many-machines.md, "Spot checks".

#include "referee/game/record.hpp"
#include "sprt/remote/leases.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {

// How a pair was played, and whether another playing of it is the same.
// Source: docs/many-machines.md, "Spot checks".

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

/// The share of pairs that are checked while volunteers are present, when the user says nothing.
inline constexpr double kShareWithVolunteers = 0.02;

struct SpotCheckRules {
    std::optional<double> share{}; ///< 0 to 1; empty: kShareWithVolunteers while volunteers are present
    std::string secret{};
};

/// Pairs of one worker that were compared.
struct Compared {
    std::uint64_t copies = 0; ///< its own pairs, and those that it played as a copy
    std::uint64_t differed = 0;
};

/// A worker that was caught.
struct CaughtLying {
    std::string worker;
    std::string why;
};

class SpotChecks {
  public:
    explicit SpotChecks(SpotCheckRules rules = {})
        : rules_(std::move(rules)) {}

    /// The result of `attempt` by `worker` was taken. `has_volunteers`: there are some among the workers.
    void taken(const Attempt& attempt, const std::string& worker,
               std::shared_ptr<const std::vector<Job>> jobs, Playing playing, bool has_volunteers);
    /// The copy that `worker` should play now, which it then has; empty: none. `trusted`: the trusted workers
    /// that are present and may play.
    [[nodiscard]] std::optional<Copy> next_for(const std::string& worker,
                                               const std::set<std::string>& trusted);
    /// Whether a copy waits for a worker.
    [[nodiscard]] bool has_waiting() const noexcept { return waiting_ > 0; }
    /// The copy was lost.
    void lost(const Attempt& attempt);
    /// The copy was played.
    void played(const Attempt& attempt, const std::string& worker, const Playing& playing);
    /// The pairs from `pair` on need no copies any more: others have their numbers now.
    void forget_from(std::uint64_t pair);
    /// Its pairs need no copies any more, and its word counts for nothing.
    void forget(const std::string& worker);

    /// Those that were caught since the last call.
    [[nodiscard]] std::vector<CaughtLying> take_caught() { return std::exchange(caught_, {}); }
    [[nodiscard]] const std::map<std::string, Compared>& compared() const noexcept { return compared_; }
    /// Whether trusted workers agreed often enough, in the games of all agents that were compared, for a
    /// difference to accuse somebody.
    [[nodiscard]] bool are_repeatable() const;
    /// Pairs whose copies differ, of which nobody knows yet who is right.
    [[nodiscard]] std::uint64_t undecided() const noexcept;

  private:
    struct Check {
        std::shared_ptr<const std::vector<Job>> jobs;
        int attempts = 1; ///< the number of the last one
        bool is_held = false;
        std::string first; ///< who played what counts
        Playing counted;
        std::string second{}; ///< who played the copy that differs; empty: none does
        Playing copy{};
    };
    using Checks = std::map<std::uint64_t, Check>;
    /// Agents differ in whether their games can be repeated, so each two have their own agreement.
    using Agents = referee::PerPlayer<referee::AgentId>;
    struct Agreeing {
        Agreement agreement;
        std::optional<std::set<std::string>> workers; ///< that agree; empty: to be computed
    };

    [[nodiscard]] bool is_chosen(std::uint64_t pair, double share) const;
    [[nodiscard]] bool may_play(const Check& check, const std::string& worker,
                                const std::set<std::string>& trusted) const;
    /// Compares two playings of a pair of `agents`, and notes that of both workers.
    Likeness note(const Agents& agents, const std::string& one, const Playing& its, const std::string& other,
                  const Playing& others);
    void decide(std::uint64_t pair, const Check& check, const std::string& third, const Playing& playing);
    void end(Checks::iterator check);
    [[nodiscard]] static Agents agents_of(const Check& check) { return check.jobs->front().agents; }
    [[nodiscard]] const std::set<std::string>& agreeing(const Agents& agents) const;

    SpotCheckRules rules_;
    Checks checks_;                                                          ///< by pair
    std::size_t waiting_ = 0;                                                ///< of them, that are not held
    mutable std::map<std::array<referee::AgentId, 2>, Agreeing> agreements_; ///< by agents 1 and 2
    std::map<std::string, Compared> compared_;
    std::vector<CaughtLying> caught_;
};

} // namespace sprt::remote
