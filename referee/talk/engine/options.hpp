#pragma once
// The options that an engine lists, and whether what a user wrote fits them:
// `option name Hash type spin default 16 min 1 max 1024`. Patterns for lines of engines.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee::engine {

enum class OptionType : std::uint8_t { Spin, Check, Combo, String, Button };

[[nodiscard]] std::string_view name(OptionType type) noexcept;

/// A line of an engine. Texts are valid UTF-8, their words with single blanks between them.
struct OptionLine {
    std::string name{}; ///< may have blanks
    OptionType type = OptionType::String;
    std::string default_value{};       ///< empty when the line has none
    std::optional<std::int64_t> min{}; ///< absent when the line has none that is a number
    std::optional<std::int64_t> max{};
    std::vector<std::string> words{}; ///< what a combo can be
    bool operator==(const OptionLine&) const = default;
};

/// Reads a line whose first word is `option`. The words of a combo are read in two forms, `var A var B` and
/// `options A B`. Words that mean nothing are passed over. Empty for other lines, and for a line without a
/// name or with a type that is unknown.
[[nodiscard]] std::optional<OptionLine> parse_option(std::string_view line);

/// The line of the option `name`, in letters of any case, but the one in the same letters first; nullptr when
/// it is not listed.
[[nodiscard]] const OptionLine* find_option(std::string_view name, std::span<const OptionLine> listed);

/// What is wrong with setting the option `name` to `value`, for people: a name that is not listed, a spin
/// that is no number or out of range, a check that is neither true nor false, a word that a combo has not.
/// Names what there is. Empty when nothing is wrong. The name may be in letters of any case, words are
/// compared exactly.
[[nodiscard]] std::optional<std::string> problem_of_option(std::string_view name, std::string_view value,
                                                           std::span<const OptionLine> listed);

/// A regular expression for lines of engines. May be used by several threads. Source: POSIX.1-2017, XBD 9.4,
/// extended regular expressions.
class LinePattern {
  public:
    /// Throws UserError that says what is wrong with `expression`.
    explicit LinePattern(const std::string& expression);

    /// Whether the expression matches a part of `line`. A byte 0 ends the line.
    [[nodiscard]] bool matches(std::string_view line) const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

} // namespace referee::engine
