#pragma once
// Text for people: what came from agents is made safe for logs and terminals; letters and nouns. Parts of
// text and numbers in it.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace referee {

/// `bytes` with every maximal invalid sequence replaced by U+FFFD, so that JSON accepts it. Control
/// characters stay. Source: The Unicode Standard, table 3-7 and "U+FFFD Substitution of Maximal Subparts".
[[nodiscard]] std::string to_valid_utf8(std::string_view bytes);

/// Valid UTF-8 without control characters and without those that hide themselves or turn the direction of
/// text (the bytes of each are shown as \xNN), cut after about `max_bytes` bytes with "..." in place of the
/// rest: safe on a terminal. It is no command to a CI system either: of `##` anywhere, as in `##[error]`, and
/// of `::` behind nothing but blanks, as in `::error::`, one character is shown as \xNN. Doing it twice
/// changes nothing.
[[nodiscard]] std::string to_printable(std::string_view bytes, std::size_t max_bytes = 80);

/// The same for each line, not cut, with its newlines and tabs.
[[nodiscard]] std::string to_printable_lines(std::string_view bytes);

/// JSON of the same value, of which the same is true: what to_printable() shows as \xNN is written as \uNNNN.
[[nodiscard]] std::string to_printable_json(std::string_view json);

/// The character at the start of `bytes`, which is not empty: all of its bytes, or the longest part of one
/// that is not valid UTF-8.
[[nodiscard]] std::string_view first_character(std::string_view bytes);

/// The columns of a terminal that first_character() takes: 2 of the wide ones of East Asia and of pictures, 0
/// of marks upon the one before, otherwise 1. In blocks: some pictures below U+3000 are wide and count 1.
/// Source: Unicode, EastAsianWidth.txt.
[[nodiscard]] int columns_of_character(std::string_view character);

/// `text` with its first letter, of ASCII, as a capital.
[[nodiscard]] std::string capitalised(std::string text);

/// `text` with its letters of ASCII as small ones.
[[nodiscard]] std::string lower_case(std::string_view text);

/// The parts of `text` between separators, at least one; parts may be empty.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// The decimal number that all of `text` is, of an integer with a `-` if the type has it. Empty for other
/// texts and for numbers outside of the type. `form`: the base, or the format of a real number.
template<class Number, class... Form>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text, Form... form) noexcept {
    Number number{};
    const char* const end = text.data() + text.size();
    const std::from_chars_result result = std::from_chars(text.data(), end, number, form...);
    return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

/// The text of each item: what `text_of`, a function or a member, makes of it.
[[nodiscard]] std::vector<std::string> texts_of(const auto& items, const auto& text_of) {
    std::vector<std::string> texts;
    texts.reserve(std::size(items));
    for (const auto& item : items) {
        texts.emplace_back(std::invoke(text_of, item));
    }
    return texts;
}

/// `1 fault`, `0 faults`, `2 losses` for the nouns `fault` and `loss`.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

} // namespace referee
