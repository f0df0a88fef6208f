#pragma once
// The fault of an agent as lines of text.

#include "sprt/ledger/run_state.hpp"

#include <cstddef>
#include <string>

namespace sprt {

/// `Game 3: agent 1 crashed: exited 7`, followed by the last `most_stderr_bytes` bytes of the agent's
/// standard error, each line after `  stderr: `. Control characters are escaped. Ends in a newline.
[[nodiscard]] std::string fault_text(const LoggedFault& fault, std::size_t most_stderr_bytes);

} // namespace sprt
