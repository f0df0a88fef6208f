#pragma once
// The name of a run on a server.

#include <compare>
#include <string>
#include <string_view>

namespace sprt::remote {

/// A run as subjects name it.
struct RunKey {
    std::string coordinator;
    std::string id;
    auto operator<=>(const RunKey&) const = default;

    /// `referee.1.KIND.COORDINATOR.RUN.WORKER`
    [[nodiscard]] std::string subject(std::string_view kind, const std::string& worker) const;
};

} // namespace sprt::remote
