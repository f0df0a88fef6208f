#include "sprt/report/status/ratio_bar.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sprt {
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
