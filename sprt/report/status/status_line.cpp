#include "sprt/report/status/status_line.hpp"

#include "referee/base/console.hpp"
#include "referee/base/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include <unistd.h>

namespace sprt {

namespace {

constexpr int kUsualColumns = 80; ///< assumed when the terminal does not tell its width

/// Whether another process group has the terminal, as after the user sent this process to the background.
bool is_in_background(int fd) noexcept {
    const pid_t foreground = ::tcgetpgrp(fd);
    return foreground > 0 && foreground != ::getpgrp();
}

/// The lines of `text`, each without its newline.
std::vector<std::string_view> painted_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto newline = text.find('\n');
        lines.push_back(text.substr(0, newline));
        text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
    }
    return lines;
}

/// Columns of a line without its escape sequences, which must all end in `m`.
int shown_columns(std::string_view line) {
    int columns = 0;
    while (!line.empty()) {
        const auto escape = line.find('\x1b');
        columns += columns_of(line.substr(0, escape));
        const auto end = escape == std::string_view::npos ? escape : line.find('m', escape);
        line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    }
    return columns;
}

std::string up(int rows) {
    return rows > 0 ? fmt::format("\r\x1b[{}A", rows) : "\r";
}

} // namespace

Painter::~Painter() {
    clear();
}

bool Painter::may_paint() {
    if (referee::is_output_unread(fd_)) {
        return false;
    }
    if (is_in_background(fd_)) {
        painted_.clear();
        return false;
    }
    return true;
}

int Painter::columns() const {
    return referee::terminal_columns(fd_).value_or(kUsualColumns);
}

void Painter::clear() {
    if (!painted_.empty()) {
        referee::show(fd_, up(rows(columns())) + "\x1b[J");
        painted_.clear();
    }
}

void Painter::paint(const std::string& block) {
    const std::vector<std::string_view> lines = painted_lines(block);
    if (lines.empty()) {
        clear();
        return;
    }
    std::string text = "\x1b[?25l";
    if (!painted_.empty()) {
        text += up(rows(columns())); // overwrites row by row: erasing all rows first flickers
    }
    painted_.clear();
    for (const std::string_view line : lines) {
        text += fmt::format("{}\x1b[K\n", line);
        painted_.push_back(shown_columns(line));
    }
    text += "\x1b[J\x1b[?25h";
    referee::show(fd_, text);
}

/// The rows of the painted lines at a width of `columns`. Most terminals wrap lines again when they become
/// narrower.
int Painter::rows(int columns) const {
    int rows = 0;
    for (const int line : painted_) {
        rows += std::max(1, (line + columns - 1) / columns);
    }
    return rows;
}

namespace {

constexpr double kMuchMore = 1.05; ///< growth of the counts after which estimates are visibly old

/// The number of pairs; of games in models of games.
double units_of(const Counts& counts) {
    const auto* pairs = std::get_if<Ptnml>(&counts);
    return static_cast<double>(pairs != nullptr ? pairs->pairs() : std::get<Wld>(counts).games());
}

} // namespace

StatusLine::StatusLine(int fd, const referee::TerminalTraits& traits) noexcept
    : fd_(fd)
    , traits_(traits)
    , painter_(fd) {}

void StatusLine::update(const RunSnapshot& run) {
    if (!traits_.can_repaint) {
        write_line(run);
        return;
    }
    if (!painter_.may_paint()) {
        return;
    }
    const bool is_old = is_due(run.session_elapsed, kBetweenPaints);
    if (is_old) {
        estimate(run);
        shown_ = run.session_elapsed;
    }
    if (is_old || painter_.is_empty()) {
        painter_.paint(status_block(run, *estimates_, traits_, painter_.columns()));
    }
}

void StatusLine::write_line(const RunSnapshot& run) {
    if (is_due(run.session_elapsed, kBetweenLines) && !referee::is_output_unread(fd_)) {
        shown_ = run.session_elapsed;
        estimate(run);
        referee::show(fd_, plain_status(run, *estimates_) + "\n");
    }
}

void StatusLine::estimate(const RunSnapshot& run) {
    const Counts& counted = run.state.standing.counted;
    const bool has_many_more = units_of(counted) > units_of(estimated_from_) * kMuchMore;
    if (!estimates_ || (counted != estimated_from_ &&
                        (has_many_more || run.session_elapsed - estimated_ >= kBetweenEstimates))) {
        estimates_ = estimates_of(run);
        estimated_ = run.session_elapsed;
        estimated_from_ = counted;
    }
}

bool StatusLine::is_due(std::chrono::nanoseconds now, std::chrono::nanoseconds interval) const {
    if (!shown_) {
        return traits_.can_repaint || now >= interval;
    }
    return now - *shown_ >= interval;
}

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
