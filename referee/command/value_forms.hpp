#pragma once
// What `--help` shows in place of a value. Completions and man pages are made of the help, so a form says
// what there is to choose from: {words,it,may,be}, FILE, DIR, COMMAND (of an agent); anything else only names
// the value. In a word of {} the capitals stand for something: {start,random:PLIES,FILE}.

namespace referee {

/// The form of all flags, or positionals, of this name, whatever the subcommand.
struct ValueForm {
    const char* name; ///< `--log`, or as a positional is shown
    const char* form;
};

/// Lays the forms over `app`, a CLI::App, and its subcommands as they are now. A name that none has is passed
/// over.
template<class App, class Forms>
void show_value_forms(App& app, const Forms& forms) {
    for (auto* const command : app.get_subcommands({})) {
        for (const ValueForm& value : forms) {
            if (auto* const option = command->get_option_no_throw(value.name)) {
                option->type_name(value.form);
            }
        }
    }
}

} // namespace referee
