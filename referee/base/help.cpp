#include "referee/base/help.hpp"

#include "referee/base/output.hpp"
#include "referee/base/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

#include <unistd.h>

namespace referee {
namespace {

constexpr std::size_t kIndent = 30;       ///< of explanations
constexpr std::size_t kExampleIndent = 8; ///< of what an example is for
constexpr std::size_t kLeastColumns = 20; ///< of an explanation
constexpr std::size_t kFewFlags = 25;     ///< so many are shown whatever their group
constexpr std::string_view kNoGroup = "Options";

/// Appends the words of `text` to the line that `out` ends with, which has `used` columns, and to lines below
/// that are indented.
void wrap(std::string& out, const std::string& text, std::size_t used, std::size_t indent,
          std::size_t columns) {
    const std::size_t most = std::max(columns, indent + kLeastColumns);
    std::istringstream words(text);
    bool is_first = true;
    for (std::string word; words >> word; is_first = false) {
        if (!is_first && used + 1 + word.size() > most) {
            out += "\n" + std::string(indent, ' ');
            used = indent;
        } else if (!is_first) {
            out += ' ';
            ++used;
        }
        out += word;
        used += word.size();
    }
    out += '\n';
}

/// `Plies (1 to 100; required; default: 3)`.
std::string explanation(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const std::size_t form = value_form(option).size();
    std::vector<std::string> notes;
    if (form < type.size() && form > 0 && type[form] == ':') { // INT:1 to 100
        notes.push_back(type.substr(form + 1));
    }
    if (option.get_required()) {
        notes.emplace_back("required");
    }
    if (option.get_items_expected_max() > 1) {
        notes.emplace_back("may be repeated");
    }
    if (!option.get_default_str().empty()) {
        notes.push_back("default: " + option.get_default_str());
    }
    if (!option.get_envname().empty()) {
        notes.push_back("environment: " + option.get_envname());
    }
    std::string text = option.get_description();
    for (const std::string& note : notes) {
        text += (&note == &notes.front() ? " (" : "; ") + note;
    }
    return text + (notes.empty() ? "" : ")");
}

class HelpWriter {
  public:
    HelpWriter(const CLI::App& command, HelpExtent extent, std::size_t columns)
        : command_(command)
        , columns_(columns) {
        const auto is_shown_flag = [](const CLI::Option* option) {
            return !option->get_positional() && !option->get_group().empty();
        };
        flags_ = command.get_options(is_shown_flag);
        std::erase(flags_, command.get_help_all_ptr());
        const auto is_in_group = [](const CLI::Option* flag) { return flag->get_group() != kNoGroup; };
        is_short_ = extent == HelpExtent::Usual && flags_.size() > kFewFlags &&
                    std::ranges::any_of(flags_, is_in_group);
    }

    std::string text(const std::string& name, const HelpTexts& texts) {
        wrap(out_, command_.get_description(), 0, 0, columns_);
        add_usage(name);
        add_arguments();
        add_flags(kNoGroup);
        if (is_short_) {
            out_ += "\n";
            wrap(out_, "All " + std::to_string(flags_.size()) + " flags: " + name + " --help-all", 0, 0,
                 columns_);
        } else {
            std::ranges::for_each(texts.groups, [&](std::string_view group) { add_flags(group); });
        }
        add_subcommands();
        add_examples(name, texts.examples);
        return out_;
    }

  private:
    void add_usage(const std::string& name) {
        std::string words = "Usage: " + name + " [OPTIONS]";
        for (const CLI::Option* const argument : arguments_of(command_)) {
            const std::string shown = argument->get_name(true);
            words += argument->get_required() ? " " + shown : " [" + shown + "]";
        }
        out_ += "\n";
        wrap(out_, words + (subcommands_of(command_).empty() ? "" : " SUBCOMMAND"), 0, kIndent / 2, columns_);
    }

    void add_arguments() {
        if (!arguments_of(command_).empty()) {
            out_ += "\nArguments:\n";
        }
        for (const CLI::Option* const argument : arguments_of(command_)) {
            const std::string name = argument->get_name(true);
            const std::string form = value_form(*argument);
            add_entry(name, form == name ? "" : form, explanation(*argument));
        }
    }

    void add_flags(std::string_view group) {
        bool is_begun = false;
        for (const CLI::Option* const flag : flags_) {
            if (flag->get_group() != group) {
                continue;
            }
            if (!is_begun) {
                out_ += "\n" + std::string(group) + ":\n";
                is_begun = true;
            }
            const bool is_help = flag == command_.get_help_ptr();
            add_entry((is_help ? "-h, --" : "--") + flag->get_lnames().front(), value_form(*flag),
                      explanation(*flag));
        }
    }

    void add_subcommands() {
        if (!subcommands_of(command_).empty()) {
            out_ += "\nSubcommands:\n";
        }
        for (const CLI::App* const command : subcommands_of(command_)) {
            add_entry(command->get_name(), "", command->get_description());
        }
    }

    void add_examples(const std::string& name, std::span<const Example> examples) {
        const std::size_t blank = name.find(' ');
        const std::string command = blank == std::string::npos ? "" : name.substr(blank + 1);
        std::string text;
        for (const Example& example : examples) {
            if (command == example.command) {
                text += std::string("    ") + example.call + "\n        ";
                wrap(text, example.what, kExampleIndent, kExampleIndent, columns_);
            }
        }
        out_ += text.empty() ? "" : "\nExamples:\n" + text;
    }

    void add_entry(const std::string& name, const std::string& form, const std::string& what) {
        const std::string head = "  " + name + (form.empty() ? "" : " " + form);
        out_ += head;
        out_ += head.size() + 2 <= kIndent ? std::string(kIndent - head.size(), ' ')
                                           : "\n" + std::string(kIndent, ' ');
        wrap(out_, what, kIndent, kIndent, columns_);
    }

    const CLI::App& command_;
    std::size_t columns_;
    std::vector<const CLI::Option*> flags_;
    bool is_short_ = false;
    std::string out_;
};

} // namespace

std::vector<const CLI::App*> subcommands_of(const CLI::App& command) {
    return command.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& command) {
    return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string help_text(const CLI::App& command, const std::string& name, const HelpTexts& texts,
                      HelpExtent extent, std::size_t columns) {
    return HelpWriter(command, extent, columns).text(name, texts);
}

std::size_t help_columns() {
    constexpr std::size_t kUsualColumns = 80;
    const char* const given = std::getenv("COLUMNS");
    const auto columns = parse_number<std::size_t>(given != nullptr ? given : "").value_or(0);
    return columns > 0 ? columns
                       : static_cast<std::size_t>(terminal_columns(STDOUT_FILENO).value_or(kUsualColumns));
}

std::string value_form(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) {
        return {};
    }
    const std::string type = option.get_type_name(); // INT:1 to 100, HOST[:PORT], H:MM
    if (type.starts_with('{')) {
        return type.substr(0, type.find('}') + 1);
    }
    std::size_t end = 0;
    for (int brackets = 0; end < type.size(); ++end) {
        brackets += type[end] == '[' ? 1 : type[end] == ']' ? -1 : 0;
        const bool is_upper = end + 1 < type.size() && type[end + 1] >= 'A' && type[end + 1] <= 'Z';
        if (type[end] == ':' && brackets == 0 && !is_upper) {
            break; // what follows is a note
        }
    }
    return type.substr(0, end);
}

} // namespace referee
