#pragma once
// The runs on a server, as `sprt status` shows them. Pure: the caller hears messages and prints lines.
// Source: docs/many-machines.md, "Watching".

#include "sprt/remote/bus.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/messages.hpp"

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

    /// An offer came, the standing of a run, or what is known of a worker. Returns the line that says so,
    /// without a newline at its end: that of the run, with its doubts, or of the worker. Empty when the last
    /// one was the same, for the standing of a run that was not offered, and for what is none of these.
    [[nodiscard]] std::string hear(const BusMessage& message);

    /// The last line of each run that was offered.
    [[nodiscard]] std::vector<std::string> runs() const;

  private:
    struct Seen {
        std::optional<Offer> offer;
        std::string doubts = "[]"; ///< JSON, a list
    };
    [[nodiscard]] std::string run_line(const RunKey& run, const Seen& seen) const;
    [[nodiscard]] std::string worker_line(const RunKey& run, const std::string& text) const;
    /// `line`, or nothing when it is the last one of `key`.
    [[nodiscard]] std::string if_new(const std::string& key, std::string line);

    StatusForm form_;
    std::map<RunKey, Seen> runs_;
    std::map<std::string, std::string> last_; ///< lines, by run, or by run and worker
};

} // namespace sprt::remote
