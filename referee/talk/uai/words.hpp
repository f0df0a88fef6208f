#pragma once
// The words of a line from or to a UAI engine: lenient in blanks, exact in letters. Nothing here allocates.
// Bytes that are not UTF-8 stay; to_valid_utf8() and to_printable() of referee/base/text.hpp repair them.

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace referee::uai {

/// The line without newlines, carriage returns, tabs and spaces at its end, and without tabs and spaces at
/// its front.
[[nodiscard]] std::string_view trimmed(std::string_view line) noexcept;

/// The first word of `text`, which is removed from it with the blanks on both sides. Words are separated by
/// spaces and tabs. Empty when `text` has no word.
[[nodiscard]] std::string_view take_word(std::string_view& text) noexcept;

/// The first word of a line, e.g. `bestmove`; empty for an empty line. It is compared exactly.
[[nodiscard]] std::string_view first_word(std::string_view line) noexcept;

/// The decimal integer that all of `word` is, with a `+` or, if the type has it, a `-` in front. Empty for
/// other words and for numbers outside of the type.
template<class Number>
[[nodiscard]] std::optional<Number> whole_number(std::string_view word) noexcept {
    if (word.starts_with('+') && !word.starts_with("+-")) {
        word.remove_prefix(1);
    }
    Number number{};
    const char* const end = word.data() + word.size();
    const std::from_chars_result result = std::from_chars(word.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end) {
        return std::nullopt;
    }
    return number;
}

/// Takes the number at the front of `text`. A word that is none stays: it may be the name of the next field.
template<class Number>
[[nodiscard]] std::optional<Number> take_number(std::string_view& text) noexcept {
    std::string_view rest = text;
    const auto number = whole_number<Number>(take_word(rest));
    if (number) {
        text = rest;
    }
    return number;
}

} // namespace referee::uai
