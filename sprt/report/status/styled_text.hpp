#pragma once
// Pieces of text for a terminal that know how wide they are, and a line of them that never grows wider than
// it may. Source: ECMA-48 for the sequences of colour.

#include <cstdint>
#include <string>
#include <string_view>

namespace sprt {

enum class Colour : std::uint8_t { None, Green, Red, Yellow };

/// Columns of UTF-8 `text` without escape sequences whose glyphs are all one column wide.
[[nodiscard]] int columns_of(std::string_view text) noexcept;

/// Text whose escape sequences take no room.
struct StyledText {
    std::string text;
    int columns = 0;

    void add(std::string_view more, Colour colour = Colour::None);
    StyledText& operator+=(const StyledText& more);
};

/// Pieces with two spaces between them. What does not fit is left out whole, since half a number is a wrong
/// one, and so is all that comes behind it.
class StyledLine {
  public:
    explicit StyledLine(int columns) noexcept
        : left_(columns) {}

    void add(const StyledText& piece);
    void add(std::string_view text, Colour colour = Colour::None);

    /// Columns for the next piece; 0 when one was left out.
    [[nodiscard]] int room() const noexcept;
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    std::string text_;
    int left_;
};

} // namespace sprt
