#pragma once
// Names of agents that people must tell apart in a table.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// The first agent whose name cannot be told from that of an earlier one, when blanks at its ends are not
/// seen; empty: all differ.
[[nodiscard]] std::optional<std::size_t> first_alike(const std::vector<std::string>& names);

} // namespace sprt
