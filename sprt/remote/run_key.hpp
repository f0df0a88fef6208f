#pragma once
// The name of a run on a server.

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt::remote {

/// A run as subjects name it.
struct RunKey {
    std::string coordinator;
    std::string id;
    auto operator<=>(const RunKey&) const = default;

    /// `referee.1.KIND.COORDINATOR.RUN.WORKER`
    [[nodiscard]] std::string subject(std::string_view kind, const std::string& worker) const;
};

/// The run that `COORDINATOR.RUN` names; empty when it names none.
[[nodiscard]] std::optional<RunKey> run_of(std::string_view words);

/// The words of a subject between dots.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view subject);

} // namespace sprt::remote
