#pragma once
// How a program is called, and what is wrong with a call. The parser of the command line reads the values;
// this says, in our words and in the same words with every version of the parser, which word is wrong and
// what would be right.

#include "referee/base/synonym.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace referee {

struct FlagForm {
    std::vector<std::string> names; ///< with their dashes: `-h`, `--help`
    std::string value;              ///< the form of its value, `FILE`; empty: it takes none
    std::string help;
    bool is_required = false;
    bool is_hidden = false; ///< from suggestions
    bool repeats = false;   ///< it may be given several times
    bool ends = false;      ///< as --help does: whatever else is wrong does not matter
};

/// An argument without a flag.
struct ArgumentForm {
    std::string name; ///< as the help shows it: `CONFIG.json`
    std::string help;
    bool is_required = false;
};

struct CommandForm {
    std::string name; ///< as it is called: `sprt run`
    std::vector<FlagForm> flags{};
    std::vector<ArgumentForm> arguments{};
    std::vector<CommandForm> commands{}; ///< one of them is required when there are any
};

/// Words of other tools, for the hints. `flags` has the names of flags, `commands` those of subcommands.
struct OtherWords {
    std::span<const Synonym> flags{};
    std::span<const Synonym> commands{};
};

/// The command that `words`, the command line without the program, call: a subcommand, or `program` itself.
[[nodiscard]] const CommandForm& called_command(const CommandForm& program,
                                                std::span<const std::string> words);

/// The first thing that is wrong with `words`, the command line without the program: an unknown subcommand or
/// flag, a flag without its value, with one too many or given twice (unless it repeats), an argument too
/// many. One line without the name of the program, which names the word and what would be right. Values are
/// not read. Empty when nothing is wrong, or when help is asked for.
[[nodiscard]] std::optional<std::string>
usage_problem(const CommandForm& program, std::span<const std::string> words, const OtherWords& others = {});

/// The first thing that is required and not in `words`, which have no usage_problem(): a subcommand, an
/// argument or a flag; said in the same way.
[[nodiscard]] std::optional<std::string> missing_problem(const CommandForm& program,
                                                         std::span<const std::string> words);

} // namespace referee
