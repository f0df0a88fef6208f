#pragma once
// Writes reports to files and to the step summary of GitHub Actions.
// Source: docs/ci.md; for GITHUB_STEP_SUMMARY GitHub's "Workflow commands", "Adding a job summary".

#include <filesystem>
#include <optional>
#include <string_view>

namespace sprt {

/// The file that the environment variable GITHUB_STEP_SUMMARY names; empty when the variable is unset or
/// empty.
[[nodiscard]] std::optional<std::filesystem::path> step_summary_path();

/// Appends `markdown` to `file`, after an empty line when the file already has content, since other steps may
/// write to it; an empty text only tries that. Throws std::system_error naming the file.
void append_to_step_summary(const std::filesystem::path& file, std::string_view markdown);

/// Writes `file` whole or not at all, and creates its missing parent directories. For a symbolic link the
/// target is replaced. A pipe or device is written to, not replaced. Throws std::system_error naming the
/// file.
void write_report(const std::filesystem::path& file, std::string_view text);

} // namespace sprt
