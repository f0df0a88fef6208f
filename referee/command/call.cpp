#include "referee/command/call.hpp"

#include "referee/base/usage.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/synonyms.hpp"

#include <CLI/CLI.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace referee {
namespace {

/// `INT:INT in [0 - 64]` as `INT`; a form in braces stays whole.
std::string value_form(const std::string& type_name) {
    return type_name.substr(0, type_name.starts_with('{') ? type_name.find('}') + 1 : type_name.find(':'));
}

CommandForm form_of(const CLI::App& app, const std::string& name) {
    CommandForm form{.name = name};
    for (const CLI::Option* const option : app.get_options()) {
        if (option->get_positional()) {
            form.arguments.push_back(
                {option->get_single_name(), option->get_description(), option->get_required()});
            continue;
        }
        FlagForm flag{.names = {}, .value = {}, .help = option->get_description()};
        for (const std::string& letter : option->get_snames()) {
            flag.names.push_back("-" + letter);
        }
        for (const std::string& word : option->get_lnames()) {
            flag.names.push_back("--" + word);
        }
        if (option->get_items_expected_max() > 0) {
            flag.value = value_form(option->get_type_name());
        }
        flag.is_required = option->get_required();
        flag.is_hidden = option->get_group().empty();
        flag.repeats = option->get_items_expected_max() > 1;
        flag.ends = option == app.get_help_ptr() || option == app.get_version_ptr();
        form.flags.push_back(std::move(flag));
    }
    for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; })) {
        form.commands.push_back(form_of(*command, name + " " + command->get_name()));
    }
    return form;
}

/// `help run` as `run --help`, and the forms of --help of other tools as --help.
void spell_out_help(std::vector<std::string>& words) {
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    for (std::string& word : words) {
        if (word == "-help" || word == "-?" || word == "--h") {
            word = "--help";
        }
    }
}

void parse(CLI::App& app, const char* program, const std::vector<std::string>& words) {
    std::vector<const char*> pointers{program};
    for (const std::string& word : words) {
        pointers.push_back(word.c_str());
    }
    app.parse(static_cast<int>(pointers.size()), pointers.data());
}

/// The last section of the help of `command`. It is not the parser's footer, which some versions of the
/// parser break into lines of their own.
std::string examples_text(std::span<const Example> examples, const std::string& command) {
    std::string text;
    for (const Example& example : examples) {
        if (command == example.command) {
            text += std::string("    ") + example.call + "\n        " + example.what + "\n";
        }
    }
    return text.empty() ? "" : "Examples:\n" + text;
}

/// What the parser prints for --help or --version.
std::string text_of(const CLI::App& app, const CLI::Success& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    return text.str();
}

} // namespace

std::optional<ExitStatus> parse_call(CLI::App& app, const char* program, std::span<char* const> argv,
                                     std::span<const Example> examples) {
    std::vector<std::string> words(argv.begin() + (argv.empty() ? 0 : 1), argv.end());
    spell_out_help(words);
    const CommandForm form = form_of(app, program);
    const std::string& command = called_command(form, words).name;
    const auto complain_of = [&](const std::string& what) {
        complain(program, what + " (see " + command + " --help)");
        return ExitStatus::UserError;
    };
    if (const auto problem = usage_problem(form, words, {setting_synonyms(), command_synonyms()})) {
        return complain_of(*problem);
    }
    try {
        parse(app, argv.empty() ? program : argv[0], words);
    } catch (const CLI::CallForHelp& help) {
        say(text_of(app, help) +
            examples_text(examples, command == program ? "" : command.substr(command.find(' ') + 1)));
        return ExitStatus::Done;
    } catch (const CLI::Success& done) {
        say(text_of(app, done));
        return ExitStatus::Done;
    } catch (const CLI::RequiredError& error) {
        return complain_of(missing_problem(form, words).value_or(error.what()));
    } catch (const CLI::ParseError& error) {
        return complain_of(error.what());
    } catch (const UserError& error) {
        complain(program, error.what());
        return ExitStatus::UserError;
    }
    if (const auto problem = missing_problem(form, words)) { // a subcommand: the parser does not require one
        return complain_of(*problem);
    }
    return std::nullopt;
}

} // namespace referee
