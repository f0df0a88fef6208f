#pragma once
// What `--help` shows in place of a value. Completions and man pages are made from the help, so that a form
// says what there is to choose from: {words,it,may,be}, FILE, DIR, COMMAND (of an agent); any other form is
// only a name for the value. In a word of {} capitals stand for something: {start,random:PLIES,FILE}.

#include <span>

namespace CLI {
class App;
}

namespace referee {

/// The form of all flags, or positionals, of this name, whatever the subcommand.
struct ValueForm {
    const char* name; ///< `--log`, or as a positional is shown
    const char* form;
};

/// Sets the forms in the subcommands that `app` has now. A name that no subcommand has is ignored.
void show_value_forms(CLI::App& app, std::span<const ValueForm> forms);

} // namespace referee
