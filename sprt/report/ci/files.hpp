#pragma once
// What CI systems read of a run, as JUnit XML and in Markdown, and the files that it is written to.
// Source: docs/ci.md.

#include "sprt/report/run_snapshot.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sprt {

// A run as JUnit XML, for the viewers of CI systems.
// Source of the form: the schemas of Jenkins' xUnit plugin (junit-10.xsd) and of Apache Ant's reports
// (JUnit.xsd). The output is valid by both.

/// One suite of three test cases: the verdict, and for each agent that it is not broken. All three pass when
/// the gate passed, and only then. H0 is a failure of the verdict. A broken agent is a failure of its own
/// test case and an error of the verdict. No decision is an error, because a skipped test would look as if
/// nothing were wrong. The output is well-formed XML 1.0 whatever the agents wrote.
[[nodiscard]] std::string junit_xml(const RunSnapshot& run);

/// The same for a run that an error ended, so that it has no figures: one suite of one test case, the
/// verdict, with the error `what`. The plan may be the default one, when no configuration was settled.
[[nodiscard]] std::string junit_xml_of_error(const RunSnapshot& run, const std::string& what);

// A run in Markdown, for the step summary of GitHub Actions or a comment on a patch.
// Source of the form: GitHub Flavored Markdown Spec, tables (extension) and entity references.

/// A headline, a table, warnings, and how to repeat the run. Text of agents and users is escaped: it makes no
/// markup, link or table cell. Ends in a newline.
[[nodiscard]] std::string markdown_summary(const RunSnapshot& run);

/// The same for a run that the error `what` ended, so that it has no figures. The plan may be the default
/// one, when no configuration was settled.
[[nodiscard]] std::string markdown_of_error(const RunSnapshot& run, const std::string& what);

/// Text of an agent or a user. What could make markup is an entity, which never makes structure; backslashes
/// mean different things in tables and in code. Cut after about 300 bytes.
[[nodiscard]] std::string markdown_text(std::string_view text);

/// The same of a match: its counts and estimates.
[[nodiscard]] std::string markdown_of_match(const RunSnapshot& run);

// Writes reports to files and to the step summary of GitHub Actions.
// Source: for GITHUB_STEP_SUMMARY GitHub's "Workflow commands", "Adding a job summary".

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
