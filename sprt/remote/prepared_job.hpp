#pragma once
// A run as a worker plays it.

#include "referee/base/stop_token.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/remote/messages.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace sprt::remote {

/// Agents and settings of a run, ready to be played on this machine.
class PreparedJob {
  public:
    virtual ~PreparedJob() = default;

    /// Games at once.
    [[nodiscard]] virtual int slots() const = 0;
    /// Whether the times of agents depend on the speed of this machine.
    [[nodiscard]] virtual bool scales_time() const = 0;
    /// Million nodes a second of the fixed search, on each slot at once. Takes two seconds.
    [[nodiscard]] virtual double measure_speed() const = 0;
    /// The player of slot `slot`, called in the thread that plays.
    [[nodiscard]] virtual PlayGame player(const referee::StopToken& stop, int slot) = 0;
    /// Throws UserError for a game that is not of this run, or not by its rules.
    virtual void expect_playable(const Job& job) const = 0;
};

/// A run cannot be played here, and why.
class CannotPlay : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The bytes of the file whose digest is `sha256`, `most_bytes` at most, as the coordinator has it. Empty
/// when the run or this worker ends meanwhile. Throws CannotPlay when the coordinator has others.
using FetchFile =
    std::function<std::optional<std::string>(const std::string& sha256, std::uint64_t most_bytes)>;

/// Makes a job from its bytes. Null when `fetch` gave nothing. Throws CannotPlay.
using Prepare = std::function<std::unique_ptr<PreparedJob>(const std::string& job, const FetchFile& fetch)>;

} // namespace sprt::remote
