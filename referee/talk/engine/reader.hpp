#pragma once
// The output of an engine: lines of which few are answers. Source: docs/engines.md, "What is read".

#include "referee/talk/answer_reader.hpp"
#include "referee/talk/engine/info.hpp"
#include "referee/talk/engine/line_pattern.hpp"

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace referee::engine {

// The words of a line from or to an engine: lenient in blanks, exact in letters. Nothing here allocates.
// Bytes that are not UTF-8 stay; to_valid_utf8() and to_printable() of referee/base/text.hpp repair them.

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

/// Longest line, in bytes without its newline.
inline constexpr std::size_t kMaxLine = std::size_t{64} * 1024;
/// The most that an engine may write for one answer.
inline constexpr std::size_t kMaxOutput = std::size_t{16} * 1024 * 1024;

/// An answer is a line that begins with the awaited word. All other lines are passed over, at any time, but
/// for `bestmove`: an engine that says it when no move is owed is at fault.
class Reader final : public AnswerReader {
  public:
    /// `kept`: which lines of a search are kept, see SearchNote::line.
    explicit Reader(std::optional<LinePattern> kept = std::nullopt);

    void expect(std::string_view awaited) override;
    [[nodiscard]] std::span<char> room() override;
    [[nodiscard]] std::optional<Answer> take(std::size_t count) override;
    [[nodiscard]] std::string_view part() const noexcept override { return {buffer_.data(), size_}; }
    [[nodiscard]] std::string_view unknown_line() const noexcept override { return unknown_; }
    [[nodiscard]] const std::optional<std::string>& uninvited() const noexcept override { return uninvited_; }
    [[nodiscard]] const Asides* asides() const noexcept override { return &asides_; }

  private:
    void take_line(std::string_view line, std::optional<Answer>& answer);
    void refuse(std::string what, std::optional<Answer>& answer);

    std::vector<char> buffer_; ///< the line so far, and room for more
    std::size_t size_ = 0;
    std::size_t output_ = 0; ///< bytes since expect()
    std::string awaited_;
    bool is_owed_ = false;
    std::string answer_;
    std::string unknown_; ///< see unknown_line()
    std::optional<std::string> uninvited_;
    Asides asides_;
    std::size_t about_bytes_ = 0;
    std::optional<LinePattern> kept_;
};

} // namespace referee::engine
