#include "referee/talk/engine/options.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/talk/engine/reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <regex.h>

namespace referee::engine {
namespace {

constexpr std::array<std::pair<std::string_view, OptionType>, 5> kTypes{{{"spin", OptionType::Spin},
                                                                         {"check", OptionType::Check},
                                                                         {"combo", OptionType::Combo},
                                                                         {"string", OptionType::String},
                                                                         {"button", OptionType::Button}}};

std::optional<OptionType> type_named(std::string_view word) noexcept {
    const auto* const known = std::ranges::find(kTypes, word, [](const auto& type) { return type.first; });
    return known != kTypes.end() ? std::optional(known->second) : std::nullopt;
}

void append_word(std::string& text, std::string_view word) {
    if (!text.empty()) {
        text += ' ';
    }
    text += word;
}

/// Takes the words up to `type` with a type that is known, which are the name, and both of those.
bool take_name_and_type(std::string_view& text, OptionLine& option) {
    while (!text.empty()) {
        const std::string_view word = take_word(text);
        std::string_view rest = text;
        const auto type = word == "type" ? type_named(take_word(rest)) : std::nullopt;
        if (type && !option.name.empty()) {
            option.type = *type;
            text = rest;
            return true;
        }
        append_word(option.name, word);
    }
    return false;
}

/// Reads the words after the type.
class FieldReader {
  public:
    explicit FieldReader(OptionLine& option) noexcept
        : option_(option) {}

    void read(std::string_view text) {
        while (!text.empty()) {
            const std::string_view word = take_word(text);
            if (is_part(word)) {
                add_part(word);
            } else if (word == "min") {
                option_.min = take_number<std::int64_t>(text);
            } else if (word == "max") {
                option_.max = take_number<std::int64_t>(text);
            }
        }
        std::erase(option_.words, "");
    }

  private:
    enum class In : std::uint8_t { Nothing, Default, Words, Variant };

    /// Whether `word` belongs to the field that was begun. If not, it may begin another one.
    bool is_part(std::string_view word) {
        const bool is_combo = option_.type == OptionType::Combo;
        const bool takes_any = (in_ == In::Default && option_.type == OptionType::String) ||
                               in_ == In::Words || (in_ == In::Variant && option_.words.back().empty());
        if (takes_any) {
            return true;
        }
        if (word == "default") {
            in_ = In::Default;
        } else if (is_combo && word == "options") {
            in_ = In::Words;
        } else if (is_combo && word == "var") {
            in_ = In::Variant;
            option_.words.emplace_back();
        } else if (word == "min" || word == "max") {
            in_ = In::Nothing;
        } else {
            return in_ != In::Nothing;
        }
        return false;
    }

    void add_part(std::string_view word) {
        if (in_ == In::Words) {
            option_.words.emplace_back(word);
        } else {
            append_word(in_ == In::Default ? option_.default_value : option_.words.back(), word);
        }
    }

    OptionLine& option_;
    In in_ = In::Nothing;
};

void repair(OptionLine& option) {
    option.name = to_valid_utf8(option.name);
    option.default_value = to_valid_utf8(option.default_value);
    for (std::string& word : option.words) {
        word = to_valid_utf8(word);
    }
}

std::string quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

std::string not_listed(std::string_view name, std::span<const OptionLine> listed) {
    const auto names = texts_of(listed, &OptionLine::name);
    if (names.empty()) {
        return "no option is called " + quoted(name) + ": the engine lists none";
    }
    const std::string hint = did_you_mean(name, names);
    return "no option is called " + quoted(name) +
           (hint.empty() ? "; the engine lists " : hint + " The engine lists ") + choice_of(names, ", ");
}

std::optional<std::string> wanted_of_spin(std::string_view value, const OptionLine& option) {
    const auto number = whole_number<std::int64_t>(value);
    if (number && *number >= option.min.value_or(*number) && *number <= option.max.value_or(*number)) {
        return std::nullopt;
    }
    std::string wanted = "a whole number";
    if (option.min) {
        wanted += " from " + std::to_string(*option.min);
    }
    if (option.max) {
        wanted += (option.min ? " to " : " up to ") + std::to_string(*option.max);
    }
    return wanted;
}

std::optional<std::string> wanted_of_combo(std::string_view value, const OptionLine& option) {
    if (std::ranges::find(option.words, value) != option.words.end()) {
        return std::nullopt;
    }
    return option.words.empty()
               ? "one of no words: the engine lists none"
               : "one of " + choice_of(option.words, ", ") + did_you_mean(value, option.words);
}

/// What the value should be; empty when it is that.
std::optional<std::string> wanted_value(std::string_view value, const OptionLine& option) {
    switch (option.type) {
    case OptionType::Spin:
        return wanted_of_spin(value, option);
    case OptionType::Combo:
        return wanted_of_combo(value, option);
    case OptionType::Check:
        return value == "true" || value == "false" ? std::nullopt : std::optional("true or false");
    case OptionType::Button:
        return value.empty() || value == "true" ? std::nullopt
                                                : std::optional("empty or true: it is a button");
    case OptionType::String:
        return value.find_first_of("\r\n") == std::string_view::npos ? std::nullopt
                                                                     : std::optional("a text of one line");
    }
    return std::nullopt;
}

} // namespace

std::string_view name(OptionType type) noexcept {
    return kTypes[static_cast<std::size_t>(type)].first;
}

std::optional<OptionLine> parse_option(std::string_view line) {
    std::string_view text = trimmed(line);
    if (take_word(text) != "option" || take_word(text) != "name") {
        return std::nullopt;
    }
    OptionLine option;
    if (!take_name_and_type(text, option)) {
        return std::nullopt;
    }
    FieldReader(option).read(text);
    repair(option);
    return option;
}

const OptionLine* find_option(std::string_view name, std::span<const OptionLine> listed) {
    auto option = std::ranges::find(listed, name, &OptionLine::name);
    if (option == listed.end()) {
        option = std::ranges::find_if(listed, [wanted = lower_case(name)](const OptionLine& line) {
            return lower_case(line.name) == wanted;
        });
    }
    return option == listed.end() ? nullptr : &*option;
}

std::optional<std::string> problem_of_option(std::string_view name, std::string_view value,
                                             std::span<const OptionLine> listed) {
    constexpr std::size_t kMostBytes = 4000; // an engine may list a lot
    const OptionLine* const option = find_option(name, listed);
    if (option == nullptr) {
        return to_printable(not_listed(name, listed), kMostBytes);
    }
    if (const auto wanted = wanted_value(value, *option)) {
        const std::string is = "option " + quoted(name) + " is " + quoted(value);
        return to_printable(is + ", but must be " + *wanted, kMostBytes);
    }
    return std::nullopt;
}

struct LinePattern::Compiled {
    explicit Compiled(const std::string& expression) {
        const int error = ::regcomp(&regex, expression.c_str(), REG_EXTENDED | REG_NOSUB);
        if (error != 0) {
            std::array<char, 128> why{};
            ::regerror(error, &regex, why.data(), why.size());
            throw UserError("'" + to_printable(expression) +
                            "' is no extended regular expression: " + why.data());
        }
    }
    ~Compiled() { ::regfree(&regex); }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    regex_t regex{};
};

LinePattern::LinePattern(const std::string& expression) {
    if (expression.find('\0') != std::string::npos) {
        throw UserError("'" + to_printable(expression) + "' is no regular expression: it has a byte 0");
    }
    compiled_ = std::make_shared<const Compiled>(expression);
}

bool LinePattern::matches(std::string_view line) const {
    const std::string text(line.substr(0, line.find('\0')));
    return ::regexec(&compiled_->regex, text.c_str(), 0, nullptr, 0) == 0;
}

} // namespace referee::engine
