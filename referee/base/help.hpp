#pragma once
// The text of --help. It is written for people; completions and manual pages are made from it, too: a section
// begins with a title in the first column, an entry after two blanks, its explanation in column 30.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace referee {

/// A call that --help shows, and the manual page with it.
struct Example {
    const char* command; ///< the subcommand whose help shows it; empty: the program itself
    const char* call;    ///< as it is typed
    const char* what;    ///< what it is for, in one line without a full stop
};

struct HelpTexts {
    std::span<const Example> examples{};
    std::span<const std::string_view> groups{}; ///< of flags, in the order in which help shows them
};

enum class HelpExtent {
    Usual, ///< of a command with many flags those that are in no group
    All,   ///< all flags, those in no group first
};

/// The help of `command`, which is called as `name`: `sprt run`. Lines have at most `columns` columns where
/// words allow it.
[[nodiscard]] std::string help_text(const CLI::App& command, const std::string& name, const HelpTexts& texts,
                                    HelpExtent extent, std::size_t columns);

/// The subcommands of `command`, and what it takes besides flags, in their order.
[[nodiscard]] std::vector<const CLI::App*> subcommands_of(const CLI::App& command);
[[nodiscard]] std::vector<const CLI::Option*> arguments_of(const CLI::App& command);

/// The columns that help has: $COLUMNS, otherwise those of the terminal on standard output, otherwise 80.
[[nodiscard]] std::size_t help_columns();

/// The form of the value of `option`, which help shows in its place; empty when it takes none. Completions
/// read it: it is {words,it,may,be}, FILE, DIR, COMMAND (of an agent), or only a name for the value. In a
/// word of {} capitals stand for something: {start,random:PLIES,FILE}. An argument whose name is its form
/// is shown by its name alone.
[[nodiscard]] std::string value_form(const CLI::Option& option);

} // namespace referee
