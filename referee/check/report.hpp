#pragma once
// What the checks found, as text and as JSON. Source: docs/engines.md, "Checking an engine";
// configs/schema/check.schema.json.

#include "referee/check/checks.hpp"

#include <string>

namespace referee::check {

/// `ok    8 pass: 'bestmove 0000'`, with a newline.
[[nodiscard]] std::string line_of(const Result& result);

/// What it comes to, and which checks were not made, in lines with a newline each.
[[nodiscard]] std::string summary_of(const CheckResults& results);

/// One JSON object on one line, with a newline.
[[nodiscard]] std::string json_of(const Subject& subject, const CheckResults& results);

} // namespace referee::check
