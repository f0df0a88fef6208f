#pragma once
// A fault in lines for people.

#include "sprt/ledger/run_state.hpp"

#include <cstddef>
#include <string>

namespace sprt {

/// `Game 3: agent 1 crashed: exited 7`, and below it the last `most_stderr_bytes` bytes of its standard
/// error, each line behind `  stderr: `. Whole lines without control characters.
[[nodiscard]] std::string fault_text(const LoggedFault& fault, std::size_t most_stderr_bytes);

} // namespace sprt
