#pragma once
// Where reports go: files that are asked for, and the summary of a step of GitHub Actions.
// Source: docs/ci.md; for GITHUB_STEP_SUMMARY GitHub's "Workflow commands", "Adding a job summary".

#include <filesystem>
#include <optional>
#include <string_view>

namespace sprt {

/// What GITHUB_STEP_SUMMARY names; empty when it is unset or empty.
[[nodiscard]] std::optional<std::filesystem::path> step_summary_path();

/// Appends `markdown` to `file`, which other steps write too, behind an empty line when something is there.
/// Throws std::system_error naming the file.
void append_to_step_summary(const std::filesystem::path& file, std::string_view markdown);

/// Writes `file` whole or not at all, and creates its missing parent directories. What a link points to is
/// replaced, not the link; a pipe or device is written to as it is. Throws std::system_error naming the file.
void write_report(const std::filesystem::path& file, std::string_view text);

} // namespace sprt
