#pragma once
// Whether an agent is too broken for a run to go on with it. What a single volunteer saw ends no run: it
// could have made it up. Source: docs/commands.md, "What counts, and in which order"; docs/many-machines.md,
// "Quarantine".

#include "referee/game/record.hpp"
#include "sprt/ledger/counting_rules.hpp"
#include "sprt/ledger/run_state.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

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

class Breakage {
  public:
    explicit Breakage(const CountingRules& rules);

    /// Sees the next game.
    void add(const referee::GameRecord& record);

    /// An agent, and why the run ends because of it.
    struct Broken {
        referee::Player agent{};
        EndReason reason{};
    };
    /// The first agent that ends the run; empty: none does.
    [[nodiscard]] std::optional<Broken> found() const;
    /// Whether `agent` ends the run; both may.
    [[nodiscard]] bool is_broken(referee::Player agent) const;
    /// What `worker` alone saw so often that it would end the run if a volunteer were believed. A line of at
    /// most 120 characters; empty: there is nothing, or `worker` is no volunteer.
    [[nodiscard]] std::string seen_alone_by(const std::string& worker) const;

  private:
    /// Something that ends a run when it was seen often enough.
    struct Cause {
        EndReason reason{};
        /// So often it must be seen; empty: it ends no run.
        referee::PerPlayer<std::optional<std::uint64_t>> least{};
        referee::PerPlayer<Sightings> seen{};

        [[nodiscard]] bool ends_run(referee::Player agent) const;
    };

    Cause tampering_;
    Cause faults_;
    Cause failed_starts_; ///< games one after the other, up to the last scored one
};

} // namespace sprt
