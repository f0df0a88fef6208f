#pragma once
// The cell of one agent and thread, from the first start of the agent on.

#include "referee/process/orphans.hpp"
#include "referee/process/process.hpp"
#include "referee/process/sandbox/cell.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include <sys/types.h>

namespace referee {

/// Belongs to the thread that starts the agent. Tells `orphans`, which must outlive it, of the cell's door.
class KeptCell {
  public:
    explicit KeptCell(Orphans& orphans) noexcept
        : orphans_(orphans) {}
    ~KeptCell() { close(); }
    KeptCell(const KeptCell&) = delete;
    KeptCell& operator=(const KeptCell&) = delete;

    /// Starts the agent of `sandbox`, which must outlive the cell, with REFEREE_SEED=`seed` on `cores`
    /// (nullptr: those of the calling thread). `limits`: of a new cell. An agent that has filled the memory
    /// of its control group may have had a process of its cell ended: then it gets a new cell. Throws as
    /// SandboxCell and Process do.
    [[nodiscard]] std::unique_ptr<Process> start(const Sandbox& sandbox,
                                                 const std::vector<ResourceLimit>& limits, std::uint64_t seed,
                                                 const std::vector<int>* cores);

    /// Null before the first start.
    [[nodiscard]] SandboxCell* get() const noexcept { return cell_.get(); }
    /// The process that what the agent leaves behind belongs to; 0 without a cell.
    [[nodiscard]] pid_t init() const noexcept { return cell_ ? cell_->init() : 0; }

  private:
    void close();

    Orphans& orphans_;
    std::unique_ptr<SandboxCell> cell_;
};

} // namespace referee
