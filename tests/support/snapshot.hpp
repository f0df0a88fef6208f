#pragma once
// Text that is held by a file of the project.

#include <filesystem>
#include <string>

namespace referee::testing_support {

/// The content of the snapshot `tests/FILE`. With UPDATE_SNAPSHOTS=1 `now` is written to the snapshot first.
[[nodiscard]] std::string snapshot(const std::filesystem::path& file, const std::string& now);

} // namespace referee::testing_support
