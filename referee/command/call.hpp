#pragma once
// How a call of one of our programs is read: the parser takes the values, and errors are said in our words.

#include "referee/base/console.hpp"

#include <optional>
#include <span>

namespace CLI {
class App;
}

namespace referee {

/// A call that --help shows, and the manual page with it.
struct Example {
    const char* command; ///< the subcommand whose help shows it; empty: the program itself
    const char* call;    ///< as it is typed
    const char* what;    ///< what it is for, in one line without a full stop
};

/// Reads the command line into the options of `app`. `PROGRAM help [SUBCOMMAND]` is `--help`, which ends with
/// the examples of the subcommand. Empty when the command that was chosen is to be run; otherwise the status
/// with which the program ends: help or the version was printed, or what is wrong was said in one line on
/// standard error.
[[nodiscard]] std::optional<ExitStatus> parse_call(CLI::App& app, const char* program,
                                                   std::span<char* const> argv,
                                                   std::span<const Example> examples = {});

} // namespace referee
