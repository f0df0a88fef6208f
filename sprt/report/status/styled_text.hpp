#pragma once
// Text for a terminal with its width, and a line of such texts that never exceeds its own width. Source:
// ECMA-48 for the sequences of colour.

#include "sprt/stats/model.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace sprt {

enum class Colour : std::uint8_t { None, Green, Red, Yellow };

/// Columns of `text`: UTF-8 without escape sequences, whose glyphs are all one column wide.
[[nodiscard]] int columns_of(std::string_view text) noexcept;

/// Text with its width. Escape sequences take no columns.
struct StyledText {
    std::string text;
    int columns = 0;

    void add(std::string_view more, Colour colour = Colour::None);
    StyledText& operator+=(const StyledText& more);
};

/// Pieces with two spaces between them. A piece that does not fit is left out whole, because half a number is
/// a wrong number. All pieces after it are left out too.
class StyledLine {
  public:
    static constexpr int kBetween = 2; ///< spaces between two pieces

    explicit StyledLine(int columns) noexcept
        : left_(columns) {}

    void add(const StyledText& piece);
    void add(std::string_view text, Colour colour = Colour::None);

    /// Columns for the next piece; 0 after a piece was left out.
    [[nodiscard]] int room() const noexcept;
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    std::string text_;
    int left_;
};

// A bar that shows a log-likelihood ratio between its bounds.

/// `[-----|===o----]`: `cells` columns (at least 3) between two ends, with a mark at zero and a mark at
/// `ratio`. The mark at `ratio` and the cells between both marks have `colour`. A ratio beyond a bound is
/// shown at that bound; NaN has no mark. ASCII unless `has_unicode`.
/// bounds.lower <= 0 < bounds.upper.
[[nodiscard]] StyledText ratio_bar(double ratio, const Bounds& bounds, int cells, bool has_unicode,
                                   Colour colour);

} // namespace sprt
