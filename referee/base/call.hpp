#pragma once
// How a call of one of our programs is read. The parser, CLI11, reads the command line; what is wrong with it
// is said in our words, in the same words with every version of the parser.

#include "referee/base/console.hpp"
#include "referee/base/help.hpp"
#include "referee/base/nearest_word.hpp"

#include <optional>
#include <span>
#include <string>

namespace CLI {
class App;
}

namespace referee {

/// What a program adds to its flags and subcommands, for errors and help.
struct CallTexts {
    std::span<const Synonym> flag_synonyms{};    ///< words of other tools for flags
    std::span<const Synonym> command_synonyms{}; ///< and for subcommands
    HelpTexts help{};
    /// What is added to the hint for an unknown flag of the program or a command that takes
    /// agents; null: nothing is.
    std::string (*more_on_flag)(const std::string& flag) = nullptr;
};

/// Reads the command line, whose first word is the program, into the options of `app`. `PROGRAM help
/// [SUBCOMMAND]` and `-h` are `--help`. Empty when the command that was chosen is to be run; otherwise the
/// status with which the program ends: help or the version was printed, or the first thing that is wrong was
/// said in one line on standard error, which begins with `program` and ends with the help to see. Whoever
/// asks for help gets it, whatever else is wrong.
[[nodiscard]] std::optional<ExitStatus> parse_call(CLI::App& app, const std::string& program,
                                                   std::span<const char* const> argv,
                                                   const CallTexts& texts = {});

} // namespace referee
