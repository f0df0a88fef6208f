#include "sprt/report/status/styled_text.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sprt {
namespace {

std::string_view sequence(Colour colour) noexcept {
    switch (colour) {
    case Colour::Green:
        return "\x1b[32m";
    case Colour::Red:
        return "\x1b[31m";
    case Colour::Yellow:
        return "\x1b[33m";
    case Colour::None:
        break;
    }
    return "";
}

} // namespace

int columns_of(std::string_view text) noexcept {
    const auto begins_glyph = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    return static_cast<int>(std::count_if(text.begin(), text.end(), begins_glyph));
}

void StyledText::add(std::string_view more, Colour colour) {
    columns += columns_of(more);
    if (colour == Colour::None || more.empty()) {
        text += more;
    } else {
        text += sequence(colour);
        text += more;
        text += "\x1b[0m";
    }
}

StyledText& StyledText::operator+=(const StyledText& more) {
    text += more.text;
    columns += more.columns;
    return *this;
}

void StyledLine::add(const StyledText& piece) {
    if (piece.columns == 0) {
        return;
    }
    if (piece.columns > room()) {
        left_ = 0;
        return;
    }
    left_ = room() - piece.columns;
    text_ += std::string(text_.empty() ? 0 : kBetween, ' ') + piece.text;
}

void StyledLine::add(std::string_view text, Colour colour) {
    StyledText piece;
    piece.add(text, colour);
    add(piece);
}

int StyledLine::room() const noexcept {
    return std::max(0, text_.empty() ? left_ : left_ - kBetween);
}

namespace {

struct Glyphs {
    const char *begin, *empty, *zero, *full, *mark, *end;
};
constexpr Glyphs kAscii{"[", "-", "|", "=", "o", "]"};
constexpr Glyphs kUnicode{"├", "─", "┼", "━", "●", "┤"};

} // namespace

StyledText ratio_bar(double ratio, const Bounds& bounds, int cells, bool has_unicode, Colour colour) {
    assert(cells >= 3 && bounds.lower <= 0 && bounds.upper > 0);
    const Glyphs& glyphs = has_unicode ? kUnicode : kAscii;
    const auto cell_of = [&](double value) {
        const double share =
            (std::clamp(value, bounds.lower, bounds.upper) - bounds.lower) / (bounds.upper - bounds.lower);
        return static_cast<int>(std::lround(share * (cells - 1)));
    };
    const int zero = cell_of(0);
    const int mark = std::isnan(ratio) ? zero : cell_of(ratio);
    StyledText bar;
    const auto add = [&](int count, const char* glyph, Colour of) {
        std::string run;
        for (int i = 0; i < count; ++i) {
            run += glyph;
        }
        bar.add(run, of);
    };
    bar.add(glyphs.begin);
    add(std::min(zero, mark), glyphs.empty, Colour::None);
    if (std::isnan(ratio)) {
        bar.add(glyphs.zero);
    } else if (mark >= zero) {
        add(mark > zero ? 1 : 0, glyphs.zero, Colour::None);
        add(mark - zero - 1, glyphs.full, colour);
        bar.add(glyphs.mark, colour);
    } else {
        bar.add(glyphs.mark, colour);
        add(zero - mark - 1, glyphs.full, colour);
        bar.add(glyphs.zero);
    }
    add(cells - 1 - std::max(zero, mark), glyphs.empty, Colour::None);
    bar.add(glyphs.end);
    return bar;
}

} // namespace sprt
