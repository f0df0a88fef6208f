#pragma once
// What a run of any kind counts, what ends it, and when an agent is too broken to play on.
// Source: docs/commands.md, "What counts, and in which order"; docs/many-machines.md, "Quarantine".

#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/schedule/tuning.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// So many games, one after the other, that an engine loses because it does not start end the run, whatever
/// `max_faults`: it will not get better.
inline constexpr int kMostFailedStarts = 3;

/// So many games that were not scored because an agent tampered with the other one end the run, whatever
/// `max_faults`.
inline constexpr int kMostTampering = 3;

struct CountingRules {
    std::optional<SequentialTest> test; ///< empty: a match, which ends after `max_games`
    RepeatRule repeats;
    std::optional<std::uint64_t> max_games{};  ///< empty: no limit
    std::optional<std::uint64_t> max_faults{}; ///< an agent with more faults ends the run; empty: off
    referee::PerPlayer<bool> is_engine{};      ///< engines end the run by kMostFailedStarts
    std::optional<TuneRules> tune{};           ///< empty: the run is no tuning

    /// Whether pairs of games are counted; otherwise games are.
    [[nodiscard]] bool by_pairs() const noexcept { return !test || is_pairwise(test->model()); }
};

/// How often something was seen, and by which volunteers.
class Sightings {
  public:
    /// `worker` saw it so often; empty: this machine.
    void add(std::uint64_t times, const std::string& worker);
    void clear();
    /// How often `worker`, a volunteer, saw it.
    [[nodiscard]] std::uint64_t by(const std::string& worker) const;
    /// How often all saw it but the one volunteer that saw it most often.
    [[nodiscard]] std::uint64_t without_one_volunteer() const;

  private:
    std::uint64_t all_ = 0;
    std::map<std::string, std::uint64_t> by_volunteer_;
};

/// Why an agent is broken.
enum class Flaw : std::uint8_t {
    Tampering, ///< it tampered with its rivals, see kMostTampering
    Faults,
    FailedStarts, ///< an engine does not start, see kMostFailedStarts
    TimeLosses,   ///< it lost each of its last games on time
};

/// The name in JSON: `tampering`, `faults`, `failed_starts`, `time_losses`.
[[nodiscard]] std::string_view name(Flaw flaw) noexcept;

/// Whether an agent is too broken to play on: a run of two ends then, a tournament goes on without it. What a
/// single volunteer saw breaks nobody: it could have made it up.
class Breakage {
  public:
    /// Of a run of two.
    explicit Breakage(const CountingRules& rules);
    /// Of a tournament of `agents`: one with more than `max_faults`, or that loses each of its last
    /// `time_losses` games on time, is broken. Empty: none is for its faults; none is for its time losses.
    Breakage(std::size_t agents, std::optional<std::uint64_t> max_faults,
             std::optional<std::uint64_t> time_losses = {});

    /// Sees the next game.
    void add(const referee::GameRecord& record);

    /// An agent, and why it is broken.
    struct Broken {
        referee::AgentId agent{};
        Flaw flaw{};
    };
    /// The first agent that is broken; empty: none is.
    [[nodiscard]] std::optional<Broken> found() const;
    /// Why `agent` is broken; empty: it is not.
    [[nodiscard]] std::optional<Flaw> flaw_of(referee::AgentId agent) const;
    /// What `worker` alone saw so often that an agent would be broken if a volunteer were believed. A line of
    /// at most 120 characters; empty: there is nothing, or `worker` is no volunteer. Always empty in a
    /// tournament, which does not end by it: honest volunteers see a bad agent often before its round ends.
    [[nodiscard]] std::string seen_alone_by(const std::string& worker) const;

  private:
    /// Something that breaks an agent when it was seen often enough.
    struct Cause {
        Flaw flaw{};
        /// By agent: so often it must be seen; empty: it breaks nobody.
        std::vector<std::optional<std::uint64_t>> least{};
        std::vector<Sightings> seen{}; ///< by agent

        [[nodiscard]] bool breaks(std::size_t agent) const;
    };

    Breakage(bool is_of_two, std::size_t agents, std::optional<std::uint64_t> max_faults);
    [[nodiscard]] std::array<const Cause*, 4> causes() const noexcept;
    [[nodiscard]] std::size_t index_of(const referee::GameRecord& record, referee::Player player) const;
    void note_time_losses(const referee::GameRecord& record);

    bool is_of_two_; ///< in a tournament neither tampering nor what comes with a time loss is a fault
    Cause tampering_;
    Cause faults_;
    Cause failed_starts_; ///< games one after the other, up to the last scored one
    Cause time_losses_;   ///< of scored games, one after the other
};

// Counts the games of a run of any kind: a test, a match or a tournament.

class Counting {
  public:
    virtual ~Counting() = default;

    /// Counts the next game of the schedule. A game in another order, or after the end, is a bug of the
    /// caller. Returns whether the games after this one are no longer those that were planned before.
    virtual bool add(const referee::GameRecord& record) = 0;
    /// How many games were counted, scored or not. This is also the number of the next game.
    [[nodiscard]] virtual std::uint64_t games() const noexcept = 0;
    /// Whether the counted games end the run.
    [[nodiscard]] virtual bool has_ended() const noexcept = 0;

    /// These workers were caught lying: what stands is also computed without their pairs.
    virtual void distrust(std::set<std::string> workers) = 0;
    /// The counted games by who played them.
    [[nodiscard]] virtual const GamesByWorker& workers() const noexcept = 0;
    /// The same in parts whose games are alike, so that workers can be compared: of each two agents.
    [[nodiscard]] virtual std::vector<const GamesByWorker*> comparable_games() const = 0;
    /// What makes agents too broken to play on, and who saw it.
    [[nodiscard]] virtual const Breakage& breakage() const noexcept = 0;

  protected:
    Counting() = default;
    Counting(const Counting&) = default;
    Counting(Counting&&) = default;
    Counting& operator=(const Counting&) = default;
    Counting& operator=(Counting&&) = default;
};

} // namespace sprt
