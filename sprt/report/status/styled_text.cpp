#include "sprt/report/status/styled_text.hpp"

#include <algorithm>

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

} // namespace sprt
