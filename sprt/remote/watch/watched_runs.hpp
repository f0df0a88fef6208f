#pragma once
// The runs on a server, as `sprt status` shows them. Pure: the caller hears messages and prints lines.
// Source: docs/many-machines.md, "Watching".

#include "sprt/remote/bus.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/remote/run_key.hpp"

#include <map>
#include <optional>
#include <string>

namespace sprt::remote {

/// How lines look.
enum class StatusForm : std::uint8_t { Text, Json };

class WatchedRuns {
  public:
    explicit WatchedRuns(StatusForm form)
        : form_(form) {}

    /// An offer came, or what is known of a worker. Returns the line that says so, without a newline; empty
    /// when the last one of that run or worker was the same, and for what is neither.
    [[nodiscard]] std::string hear(const Message& message);

    /// How many runs were offered.
    [[nodiscard]] std::size_t runs() const noexcept { return runs_; }

  private:
    [[nodiscard]] std::string offer_line(const RunKey& run, const Offer& offer) const;
    [[nodiscard]] std::string worker_line(const RunKey& run, const std::string& text) const;

    StatusForm form_;
    std::size_t runs_ = 0;
    std::map<std::string, std::string> last_; ///< lines, by run or by run and worker
};

} // namespace sprt::remote
