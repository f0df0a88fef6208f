#pragma once
// The runs on a server, as `sprt status` shows them. Pure: the caller hears messages and prints lines.
// Source: docs/many-machines.md, "Watching".

#include "sprt/remote/bus.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/remote/run_key.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

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

    /// The last line of each run that was offered.
    [[nodiscard]] std::vector<std::string> runs() const;

  private:
    [[nodiscard]] std::string offer_line(const RunKey& run, const Offer& offer) const;
    [[nodiscard]] std::string worker_line(const RunKey& run, const std::string& text) const;

    StatusForm form_;
    std::map<std::string, std::string> last_; ///< lines, by the subject of a run, or of a run and its worker
};

} // namespace sprt::remote
