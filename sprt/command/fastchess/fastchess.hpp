#pragma once
// `sprt fastchess`: plays what a command line of fastchess asks for, and prints what fastchess prints.
// Source: docs/engines.md, "From fastchess and cutechess-cli".

#include "referee/base/console.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sprt {

/// The words behind the name, when the program was called as `sprt fastchess`, or by a name that begins with
/// `fastchess`; empty: it was not.
[[nodiscard]] std::optional<std::vector<std::string>> fastchess_words(std::span<char* const> argv);

/// Plays the match. Status 0: it ended, whatever the verdict; 1: what was asked for is wrong or is not done
/// here, a crash or a warning ended it, or a signal. Throws std::exception when the system fails.
[[nodiscard]] referee::ExitStatus run_fastchess(const std::vector<std::string>& words);

} // namespace sprt
