#pragma once
// Games as a table for spreadsheets and scripts: a line a game. Source: docs/commands.md, "sprt export"; RFC
// 4180, but for the ends of lines, which are a newline alone.

#include "referee/game/record.hpp"
#include "sprt/report/export/exported_run.hpp"

#include <string>
#include <string_view>

namespace sprt {

/// The names of the columns, with a newline.
[[nodiscard]] std::string csv_header();
/// One game, with a newline. Fields that the game lacks are empty.
[[nodiscard]] std::string csv_line(const referee::GameRecord& record, const ExportedRun& run);

/// A field in quotes when it must have them.
[[nodiscard]] std::string csv_field(std::string_view text);

} // namespace sprt
