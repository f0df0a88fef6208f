#pragma once
// A run as a worker plays it.

#include "referee/base/stop_token.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/remote/messages.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace sprt::remote {

/// Agents and settings of a run, ready to be played on this machine.
class PreparedJob {
  public:
    virtual ~PreparedJob() = default;

    /// Games at once.
    [[nodiscard]] virtual int slots() const = 0;
    /// The player of slot `slot`, called in the thread that plays.
    [[nodiscard]] virtual PlayGame player(const referee::StopToken& stop, int slot) = 0;
    /// The job of game `game` of the task, 0 or 1. Throws UserError for one that is not by the rules.
    [[nodiscard]] virtual Job job_of(const Task& task, std::size_t game) const = 0;
};

/// A run cannot be played here, and why.
class CannotPlay : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Makes a job from its bytes. Throws CannotPlay.
using Prepare = std::function<std::unique_ptr<PreparedJob>(const std::string& job)>;

} // namespace sprt::remote
