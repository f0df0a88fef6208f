#include "referee/base/usage.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace referee {
namespace {

/// The dashes that a word processor makes of `--`.
constexpr std::array<std::string_view, 3> kDrawnDashes{"\u2013", "\u2014", "\u2212"};

/// `--max-games` as `max_games`.
std::string key_of(std::string_view flag) {
    flag.remove_prefix(std::min(flag.find_first_not_of('-'), flag.size()));
    std::string key(flag);
    std::ranges::replace(key, '-', '_');
    return key;
}

const FlagForm* flag_named(const CommandForm& command, std::string_view name) {
    const auto found = std::ranges::find_if(command.flags, [&](const FlagForm& flag) {
        return std::ranges::find(flag.names, name) != flag.names.end();
    });
    return found == command.flags.end() ? nullptr : &*found;
}

const CommandForm* subcommand_named(const CommandForm& command, std::string_view word) {
    const auto found =
        std::ranges::find(command.commands, command.name + " " + std::string(word), &CommandForm::name);
    return found == command.commands.end() ? nullptr : &*found;
}

std::vector<std::string> subcommands_of(const CommandForm& command) {
    std::vector<std::string> names;
    for (const CommandForm& sub : command.commands) {
        names.push_back(sub.name.substr(command.name.size() + 1));
    }
    return names;
}

/// As keys, without those that are hidden.
std::vector<std::string> flag_keys(const CommandForm& command) {
    std::vector<std::string> keys;
    for (const FlagForm& flag : command.flags) {
        if (!flag.is_hidden) {
            keys.push_back(key_of(flag.names.back()));
        }
    }
    return keys;
}

/// `sprt run takes CONFIG.json`, for messages on arguments.
std::string arguments_text(const CommandForm& command) {
    std::string text = command.name + " takes ";
    for (const ArgumentForm& argument : command.arguments) {
        text += (&argument == &command.arguments.front() ? "" : " ") + argument.name;
    }
    return text + (command.arguments.empty() ? "flags only" : "");
}

/// One reading of a command line, from left to right.
class Reading {
  public:
    Reading(const CommandForm& program, const OtherWords& others)
        : program_(program)
        , command_(&program)
        , others_(others) {}

    /// The first problem of words that are there.
    [[nodiscard]] std::optional<std::string> problem_of(std::span<const std::string> words) {
        for (std::size_t i = 0; i < words.size() && !is_over_; ++i) {
            i += read(words[i], words.subspan(i + 1));
        }
        return asks_for_help_ ? std::nullopt : problem_;
    }

    /// What is missing in the words that were read.
    [[nodiscard]] std::optional<std::string> what_is_missing() const {
        if (asks_for_help_) {
            return std::nullopt;
        }
        if (!command_->commands.empty()) {
            return "a subcommand is missing; it must be " + choice_of(subcommands_of(*command_));
        }
        for (std::size_t i = arguments_; i < command_->arguments.size(); ++i) {
            const ArgumentForm& argument = command_->arguments[i];
            if (argument.is_required) {
                return argument.name + " is missing (" + argument.help + "); " + arguments_text(*command_);
            }
        }
        for (const FlagForm& flag : command_->flags) {
            if (flag.is_required && !given_.contains(&flag)) {
                const std::string& name = flag.names.back();
                return name + " is missing; give " + name + " " + flag.value + " (" + flag.help + ")";
            }
        }
        return std::nullopt;
    }

  private:
    /// Keeps the first problem; those after it may be its consequences.
    void wrong(std::string what) {
        if (!problem_) {
            problem_ = std::move(what);
        }
    }

    /// Reads `word`; returns how many of the words after it belong to it.
    std::size_t read(const std::string& word, std::span<const std::string> rest) {
        const bool has_dash = word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
        if (!only_arguments_ && word == "--") {
            only_arguments_ = true;
        } else if (!only_arguments_ && has_dash) {
            return read_flag(word, rest);
        } else if (!only_arguments_ && !command_->commands.empty()) {
            read_subcommand(word);
        } else {
            read_argument(word);
        }
        return 0;
    }

    void read_subcommand(const std::string& word) {
        if (const auto* const sub = subcommand_named(*command_, word)) {
            command_ = sub;
            return;
        }
        const auto names = subcommands_of(*command_);
        std::string hint = hint_for(word, names, others_.commands, Spelling::Word);
        if (hint.empty()) {
            hint = "; it must be " + choice_of(names);
        }
        wrong("'" + word + "' is no subcommand of " + command_->name + hint);
        is_over_ = true; // the words after it cannot be understood
    }

    std::size_t read_flag(const std::string& word, std::span<const std::string> rest) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const FlagForm* const flag = flag_named(*command_, name);
        if (flag == nullptr) {
            wrong(unknown_flag(name));
            return 0;
        }
        asks_for_help_ = asks_for_help_ || flag->ends;
        if (flag->value.empty()) {
            if (equals != std::string::npos) {
                wrong(name + " takes no value; leave '" + word.substr(equals) + "' out");
            }
            return 0;
        }
        if (++given_[flag] == 2 && !flag->repeats) {
            wrong(name + " is given twice; give it once");
        }
        if (equals != std::string::npos && equals + 1 < word.size()) {
            return 0;
        }
        if (rest.empty() || flag_named(*command_, rest.front()) != nullptr) {
            wrong(name + " has no value; give it one: " + name + " " + flag->value);
            return 0;
        }
        return 1;
    }

    void read_argument(const std::string& word) {
        for (const std::string_view dash : kDrawnDashes) {
            if (word.starts_with(dash)) {
                wrong("'" + word + "' begins with a dash that is no minus sign; a flag begins with --");
                return;
            }
        }
        const std::string setting = word.substr(0, word.find('='));
        if (!only_arguments_ && setting.size() < word.size() && flag_named(*command_, "--" + setting)) {
            wrong("'" + word + "' is no argument; did you mean --" + word + "?");
        } else if (++arguments_ > command_->arguments.size()) {
            wrong("'" + word + "' is an argument too many; " + arguments_text(*command_) + agents_hint());
        }
    }

    /// For a command that takes agents, whose words may have been given without quotes or without flags.
    [[nodiscard]] std::string agents_hint() const {
        if (flag_named(*command_, "--agent") != nullptr) {
            return "; give --agent COMMAND for each agent";
        }
        const bool takes_agents =
            !command_->arguments.empty() && command_->arguments.back().name.starts_with("AGENT");
        return takes_agents ? "; quote the words of an agent: 'minimax --depth 3'" : "";
    }

    [[nodiscard]] std::string unknown_flag(const std::string& name) const {
        const std::string what = name + " is unknown";
        const std::string long_name = "--" + name.substr(std::min(name.find_first_not_of('-'), name.size()));
        for (const ArgumentForm& argument : command_->arguments) {
            const std::string stem = lower_case(argument.name.substr(0, argument.name.find('.')));
            if (long_name == "--" + stem) {
                return what + "; " + argument.name + " has no flag in front: " + arguments_text(*command_);
            }
        }
        if (flag_named(*command_, long_name) != nullptr) {
            return what + "; did you mean " + long_name + "?";
        }
        const std::vector<std::string> keys = flag_keys(*command_);
        std::vector<std::string> known = keys;
        for (const ArgumentForm& argument : command_->arguments) {
            known.push_back(argument.name);
        }
        if (const std::string hint = synonym_hint(name, known, others_.flags, Spelling::Flag);
            !hint.empty()) {
            return what + hint;
        }
        if (const std::string owners = choice_of(owners_of(long_name)); !owners.empty()) {
            return what + (command_ == &program_ ? " before the subcommand" : " to " + command_->name) +
                   "; it is a flag of " + owners;
        }
        const std::string hint = hint_for(name, keys, others_.flags, Spelling::Flag);
        return what + (hint.empty() ? "; " + command_->name + " has no such flag" : hint);
    }

    /// The commands that have the flag `name`.
    [[nodiscard]] std::vector<std::string> owners_of(const std::string& name) const {
        std::vector<std::string> owners;
        for (const CommandForm& command : program_.commands) {
            const FlagForm* const flag = flag_named(command, name);
            if (flag != nullptr && !flag->is_hidden) {
                owners.push_back(command.name);
            }
        }
        if (flag_named(program_, name) != nullptr) {
            owners.push_back(program_.name);
        }
        return owners;
    }

    const CommandForm& program_;
    const CommandForm* command_;
    OtherWords others_;
    std::map<const FlagForm*, int> given_;
    std::size_t arguments_ = 0;
    bool only_arguments_ = false;
    bool asks_for_help_ = false;
    bool is_over_ = false;
    std::optional<std::string> problem_;
};

} // namespace

const CommandForm& called_command(const CommandForm& program, std::span<const std::string> words) {
    for (const std::string& word : words) {
        if (const auto* const sub = subcommand_named(program, word)) {
            return *sub;
        }
    }
    return program;
}

std::optional<std::string> usage_problem(const CommandForm& program, std::span<const std::string> words,
                                         const OtherWords& others) {
    return Reading(program, others).problem_of(words);
}

std::optional<std::string> missing_problem(const CommandForm& program, std::span<const std::string> words) {
    Reading reading(program, {});
    static_cast<void>(reading.problem_of(words));
    return reading.what_is_missing();
}

} // namespace referee
