#pragma once
// `sprt report` of a tournament. Source: docs/tournaments.md.

#include "referee/base/console.hpp"
#include "sprt/command/flags.hpp"

namespace sprt {

/// Reports on the tournament in the directory of `flags`.
[[nodiscard]] referee::ExitStatus report_tournament(const ReportFlags& flags);

} // namespace sprt
