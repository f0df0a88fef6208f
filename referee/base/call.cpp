#include "referee/base/call.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace referee {
namespace {

/// The dashes that a word processor makes of `--`.
constexpr std::array<std::string_view, 3> kDrawnDashes{"\u2013", "\u2014", "\u2212"};

/// `help run` as `run --help`, and the forms of --help of other tools as --help.
void spell_out_help(std::vector<std::string>& words) {
    if (!words.empty() && words.front() == "help") {
        words.erase(words.begin());
        words.emplace_back("--help");
    }
    for (std::string& word : words) {
        if (word == "-h" || word == "-help" || word == "-?" || word == "--h") {
            word = "--help";
        }
    }
}

bool is_flag_word(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

std::string name_of(const CLI::Option& flag) {
    return "--" + flag.get_lnames().front();
}

std::vector<const CLI::Option*> flags_of(const CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return !option->get_positional(); });
}

const CLI::Option* flag_named(const CLI::App& command, const std::string& name) {
    return name.starts_with("--") ? command.get_option_no_throw(name) : nullptr;
}

/// What is wrong with a call, after the parser has read as much of it as it could.
class Diagnosis {
  public:
    Diagnosis(const CLI::App& app, std::string program, std::span<const std::string> words,
              const CallTexts& texts)
        : app_(app)
        , command_(app.get_subcommands().empty() ? app : *app.get_subcommands().front())
        , program_(std::move(program))
        , words_(words)
        , texts_(texts) {}

    [[nodiscard]] const CLI::App& command() const { return command_; }

    /// `sprt run`.
    [[nodiscard]] std::string name() const { return name_of(command_); }

    /// Whether `flag`, --help or --version, is given, and not after a word that should be a subcommand.
    [[nodiscard]] bool asks_for(const std::string& flag) const {
        const std::ptrdiff_t place = place_of(flag);
        const auto is_before = [&](const std::string& word) {
            return !is_flag_word(word) && place_of(word) < place;
        };
        const bool is_subject_known = &command_ != &app_ || subcommands_of(app_).empty();
        return place < place_of("--") &&
               (is_subject_known || std::ranges::none_of(app_.remaining(), is_before));
    }

    /// The first problem of words that are there; empty when none is found. Values are not read.
    [[nodiscard]] std::optional<std::string> problem() const {
        std::optional<Found> first;
        for (const auto& find : {&Diagnosis::flag_without_value, &Diagnosis::word_too_many,
                                 &Diagnosis::wrong_argument, &Diagnosis::wrong_flag}) {
            auto found = (this->*find)();
            if (found && (!first || found->place < first->place)) {
                first = std::move(found);
            }
        }
        return first ? std::optional(std::move(first->text)) : std::nullopt;
    }

    /// The first thing that is required and not there.
    [[nodiscard]] std::optional<std::string> missing() const {
        if (!subcommands_of(command_).empty()) {
            return "a subcommand is missing; it must be " + choice_of(subcommand_names());
        }
        const auto is_missing = [](const CLI::Option* option) {
            return option->get_required() && option->count() == 0;
        };
        for (const CLI::Option* const argument : arguments_of(command_)) {
            if (is_missing(argument)) {
                return argument->get_name(true) + " is missing (" + argument->get_description() + "); " +
                       arguments_text();
            }
        }
        for (const CLI::Option* const flag : flags_of(command_)) {
            if (is_missing(flag)) {
                const std::string name = referee::name_of(*flag);
                return name + " is missing; give " + name + " " + value_form(*flag) + " (" +
                       flag->get_description() + ")";
            }
        }
        return std::nullopt;
    }

  private:
    /// Something that is wrong, and its place among the words.
    struct Found {
        std::ptrdiff_t place;
        std::string text;
    };

    [[nodiscard]] std::ptrdiff_t place_of(const std::string& word) const {
        return std::ranges::find(words_, word) - words_.begin();
    }

    [[nodiscard]] std::string name_of(const CLI::App& command) const {
        return &command == &app_ ? program_ : program_ + " " + command.get_name();
    }

    /// A flag whose value is the next flag, or that ends the command line.
    [[nodiscard]] std::optional<Found> flag_without_value() const {
        const auto no_value = [](const CLI::Option& flag) {
            const std::string name = referee::name_of(flag);
            return name + " has no value; give it one: " + name + " " + value_form(flag);
        };
        for (const CLI::Option* const flag : flags_of(command_)) {
            for (const std::string& value : flag->results()) {
                if (flag_named(command_, value) != nullptr) {
                    return Found{place_of(value), no_value(*flag)};
                }
            }
        }
        const std::string last = words_.empty() ? "" : words_.back();
        const CLI::Option* const flag =
            flag_named(command_, last.ends_with('=') ? last.substr(0, last.size() - 1) : last);
        if (flag == nullptr || flag->get_items_expected_max() == 0) {
            return std::nullopt;
        }
        return Found{std::ssize(words_) - 1, no_value(*flag)};
    }

    /// A word that the parser has left: of the program, before its subcommand, then of that.
    [[nodiscard]] std::optional<Found> word_too_many() const {
        for (const CLI::App* const level : {&app_, &command_}) {
            for (const std::string& word : level->remaining()) {
                const bool only_arguments = place_of(word) > place_of("--");
                if (word == "--") {
                    continue;
                }
                if (!only_arguments && is_flag_word(word) && flag_named(*level, word) == nullptr) {
                    return Found{place_of(word), unknown_flag(*level, word.substr(0, word.find('=')))};
                }
                const bool is_argument = only_arguments || subcommands_of(*level).empty();
                return Found{place_of(word),
                             is_argument ? argument_too_many(word) : unknown_subcommand(word)};
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::string unknown_subcommand(const std::string& word) const {
        const auto names = subcommand_names();
        std::string hint = hint_for(word, names, texts_.command_synonyms, Spelling::Word);
        if (hint.empty()) {
            hint = "; it must be " + choice_of(names);
        }
        return "'" + word + "' is no subcommand of " + program_ + hint;
    }

    [[nodiscard]] std::string argument_too_many(const std::string& word) const {
        return problem_of_argument(word).value_or("'" + word + "' is an argument too many; " +
                                                  arguments_text() + agents_hint());
    }

    [[nodiscard]] std::optional<Found> wrong_argument() const {
        for (const CLI::Option* const argument : arguments_of(command_)) {
            for (const std::string& word : argument->results()) {
                if (auto problem = problem_of_argument(word)) {
                    return Found{place_of(word), std::move(*problem)};
                }
            }
        }
        return std::nullopt;
    }

    /// What is wrong with an argument that may have been meant as a flag.
    [[nodiscard]] std::optional<std::string> problem_of_argument(const std::string& word) const {
        if (std::ranges::any_of(kDrawnDashes,
                                [&](std::string_view dash) { return word.starts_with(dash); })) {
            return "'" + word + "' begins with a dash that is no minus sign; a flag begins with --";
        }
        const std::size_t equals = word.find('=');
        const bool is_one_word =
            word.find(' ') == std::string::npos; // an agent's settings have its command behind
        if (equals != std::string::npos && is_one_word &&
            flag_named(command_, "--" + word.substr(0, equals)) != nullptr) {
            return "'" + word + "' is no argument; did you mean --" + word + "?";
        }
        return std::nullopt;
    }

    /// A flag that is given twice, or with a value that it does not take.
    [[nodiscard]] std::optional<Found> wrong_flag() const {
        for (const CLI::Option* const flag : flags_of(command_)) {
            const std::string name = referee::name_of(*flag);
            const int most = flag->get_items_expected_max();
            if (most == 1 && flag->count() > 1) {
                return Found{place_of(name), name + " is given twice; give it once"};
            }
            const auto word = std::ranges::find_if(
                words_, [&](const std::string& each) { return each.starts_with(name + "="); });
            if (most == 0 && flag->count() > 0 && word != words_.end()) {
                return Found{word - words_.begin(),
                             name + " takes no value; leave '" + word->substr(name.size()) + "' out"};
            }
        }
        return std::nullopt;
    }

    /// `sprt run takes CONFIG.json`.
    [[nodiscard]] std::string arguments_text() const {
        std::string text = name() + " takes";
        for (const CLI::Option* const argument : arguments_of(command_)) {
            text += " " + argument->get_name(true);
        }
        return text + (arguments_of(command_).empty() ? " flags only" : "");
    }

    /// For a command that takes agents, whose words may have been given without quotes or without flags.
    [[nodiscard]] std::string agents_hint() const {
        if (flag_named(command_, "--agent") != nullptr) {
            return "; give --agent COMMAND for each agent";
        }
        const auto arguments = arguments_of(command_);
        const bool takes_agents = !arguments.empty() && arguments.back()->get_name(true).starts_with("AGENT");
        return takes_agents ? "; quote the words of an agent: 'minimax --depth 3'" : "";
    }

    [[nodiscard]] std::vector<std::string> subcommand_names() const {
        return texts_of(subcommands_of(app_), &CLI::App::get_name);
    }

    /// `name` is a flag that `level`, the program or its subcommand, has not.
    [[nodiscard]] std::string unknown_flag(const CLI::App& level, const std::string& name) const {
        const bool may_be_meant = &level == &app_ || flag_named(level, "--agent") != nullptr ||
                                  flag_named(level, "--agent1") != nullptr;
        const std::string text = unknown_flag_text(level, name);
        const std::string more =
            texts_.more_on_flag != nullptr && may_be_meant ? texts_.more_on_flag(name) : "";
        return text + (more.empty() ? "" : text.ends_with('?') ? " " : "; ") + more;
    }

    [[nodiscard]] std::string unknown_flag_text(const CLI::App& level, const std::string& name) const {
        const std::string what = name + " is unknown";
        const std::string long_name = "--" + name.substr(std::min(name.find_first_not_of('-'), name.size()));
        std::vector<std::string> keys; // as in a file, of the flags that help shows
        for (const CLI::Option* const flag : flags_of(level)) {
            if (!flag->get_group().empty()) {
                keys.push_back(flag->get_lnames().front());
                std::ranges::replace(keys.back(), '-', '_');
            }
        }
        std::vector<std::string> known = keys;
        if (std::string hint = one_dash_hint(name, known, texts_.flag_synonyms); !hint.empty()) {
            return what + hint;
        }
        for (const CLI::Option* const argument : arguments_of(level)) {
            known.push_back(argument->get_name(true));
            if (long_name == "--" + lower_case(known.back().substr(0, known.back().find('.')))) {
                return what + "; " + known.back() + " has no flag in front: " + arguments_text();
            }
        }
        if (flag_named(level, long_name) != nullptr) {
            return what + "; did you mean " + long_name + "?";
        }
        if (const std::string hint = synonym_hint(name, known, texts_.flag_synonyms, Spelling::Flag);
            !hint.empty()) {
            return what + hint;
        }
        const bool is_before = &level == &app_ && !subcommands_of(app_).empty();
        if (const std::string owners = choice_of(owners_of(long_name)); !owners.empty()) {
            return what + (is_before ? " before the subcommand" : " to " + name_of(level)) +
                   "; it is a flag of " + owners;
        }
        const std::string hint = hint_for(name, keys, texts_.flag_synonyms, Spelling::Flag);
        return what + (hint.empty() ? "; " + name_of(level) + " has no such flag" : hint);
    }

    [[nodiscard]] std::vector<std::string> owners_of(const std::string& name) const {
        std::vector<std::string> owners;
        for (const CLI::App* const command : subcommands_of(app_)) {
            const CLI::Option* const flag = flag_named(*command, name);
            if (flag != nullptr && !flag->get_group().empty()) {
                owners.push_back(name_of(*command));
            }
        }
        if (flag_named(app_, name) != nullptr) {
            owners.push_back(program_);
        }
        return owners;
    }

    const CLI::App& app_;
    const CLI::App& command_;
    std::string program_;
    std::span<const std::string> words_;
    const CallTexts& texts_;
};

struct ParserError {
    std::string text;
    bool is_missing = false; ///< something that is required is
    bool is_ours = false;    ///< it names the remedy, without the help to see
};

std::optional<ParserError> parse(CLI::App& app, const std::vector<std::string>& words) {
    std::vector<const char*> pointers{""};
    for (const std::string& word : words) {
        pointers.push_back(word.c_str());
    }
    try {
        app.parse(static_cast<int>(pointers.size()), pointers.data());
        return std::nullopt;
    } catch (const CLI::RequiredError& error) {
        return ParserError{.text = error.what(), .is_missing = true};
    } catch (const CLI::ParseError& error) { // also help
        return ParserError{.text = error.what()};
    } catch (const UserError& error) {
        return ParserError{.text = error.what(), .is_ours = true};
    }
}

void add_help(CLI::App& command) {
    command.set_help_flag("--help", "Print this help and end");
    command.set_help_all_flag("--help-all", "Print the help of all flags and end");
    std::ranges::for_each(command.get_subcommands([](CLI::App*) { return true; }),
                          [](CLI::App* sub) { add_help(*sub); });
}

} // namespace

std::optional<ExitStatus> parse_call(CLI::App& app, const std::string& program,
                                     std::span<const char* const> argv, const CallTexts& texts) {
    std::vector<std::string> words(argv.begin() + (argv.empty() ? 0 : 1), argv.end());
    spell_out_help(words);
    add_help(app);
    const auto error = parse(app, words);
    const Diagnosis call(app, program.substr(program.rfind('/') + 1), words, texts);
    for (const auto& [flag, extent] :
         {std::pair("--help-all", HelpExtent::All), std::pair("--help", HelpExtent::Usual)}) {
        if (call.asks_for(flag)) {
            say(help_text(call.command(), call.name(), texts.help, extent, help_columns()));
            return ExitStatus::Done;
        }
    }
    if (app.get_version_ptr() != nullptr && app.get_version_ptr()->count() > 0 &&
        call.asks_for("--version")) {
        say(app.version() + "\n");
        return ExitStatus::Done;
    }
    auto problem = call.problem();
    if (!problem && (!error || error->is_missing)) {
        problem = call.missing();
    }
    if (!problem && !error) {
        return std::nullopt;
    }
    const bool names_help = problem || !error->is_ours;
    complain(program.c_str(),
             (problem ? *problem : error->text) + (names_help ? " (see " + call.name() + " --help)" : ""));
    return ExitStatus::UserError;
}

} // namespace referee
