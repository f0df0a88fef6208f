#include "sprt/report/status/status_line.hpp"

#include "referee/base/console.hpp"
#include "referee/base/output.hpp"
#include "referee/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <sstream>

#include <unistd.h>

namespace sprt {

namespace {

constexpr int kUsualColumns = 80; ///< assumed when the terminal does not tell its width

/// Whether another process group has the terminal, as after the user sent this process to the background.
bool is_in_background(int fd) noexcept {
    const pid_t foreground = ::tcgetpgrp(fd);
    return foreground > 0 && foreground != ::getpgrp();
}

std::string up(int rows) {
    return rows > 0 ? fmt::format("\r\x1b[{}A", rows) : "\r";
}

constexpr double kMuchMore = 1.05; ///< growth of the counts after which estimates are visibly old

/// The number of pairs; of games in models of games.
double units_of(const Counts& counts) {
    const auto* pairs = std::get_if<Ptnml>(&counts);
    return static_cast<double>(pairs != nullptr ? pairs->pairs() : std::get<Wld>(counts).games());
}

struct Glyphs {
    const char *begin, *empty, *zero, *full, *mark, *end;
};
constexpr Glyphs kAscii{"[", "-", "|", "=", "o", "]"};
constexpr Glyphs kUnicode{"├", "─", "┼", "━", "●", "┤"};

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
    if (block.empty()) {
        clear();
        return;
    }
    std::string text = "\x1b[?25l";
    if (!painted_.empty()) {
        text += up(rows(columns())); // overwrites row by row: erasing all rows first flickers
    }
    painted_.clear();
    std::istringstream lines(block);
    for (std::string line; std::getline(lines, line);) {
        text += line + "\x1b[K\n";
        painted_.push_back(columns_of(line));
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

StatusLine::StatusLine(int fd, const referee::TerminalTraits& traits) noexcept
    : fd_(fd)
    , traits_(traits)
    , painter_(fd) {}

void StatusLine::update(const RunSnapshot& run) {
    const auto estimates = [&]() -> const Calculation& {
        estimate(run);
        return *estimates_;
    };
    update(
        run.session_elapsed, [&] { return plain_status(run, estimates()); },
        [&](int columns, bool is_old) {
            return status_block(run, is_old ? estimates() : *estimates_, traits_, columns);
        });
}

void StatusLine::update(std::chrono::nanoseconds elapsed, const std::function<std::string()>& line,
                        const std::function<std::string(int columns, bool is_old)>& block) {
    const bool is_old = is_due(elapsed, traits_.can_repaint ? kBetweenPaints : kBetweenLines);
    if (!traits_.can_repaint) {
        if (is_old && !referee::is_output_unread(fd_)) {
            shown_ = elapsed;
            referee::show(fd_, line() + "\n");
        }
    } else if (painter_.may_paint() && (is_old || painter_.is_empty())) {
        shown_ = is_old ? elapsed : shown_;
        painter_.paint(block(painter_.columns(), is_old));
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

int columns_of(std::string_view text) noexcept {
    int columns = 0;
    bool is_escaped = false;
    while (!text.empty()) {
        const std::string_view character = referee::first_character(text);
        is_escaped = is_escaped || character == "\x1b";
        columns += is_escaped ? 0 : referee::columns_of_character(character);
        is_escaped = is_escaped && character != "m";
        text.remove_prefix(character.size());
    }
    return columns;
}

std::string coloured(std::string_view text, Colour colour) {
    constexpr std::string_view kSequences[] = {"", "\x1b[32m", "\x1b[31m", "\x1b[33m"};
    return colour == Colour::None || text.empty()
               ? std::string(text)
               : fmt::format("{}{}\x1b[0m", kSequences[static_cast<std::size_t>(colour)], text);
}

void StyledLine::add(std::string_view piece) {
    const int columns = columns_of(piece);
    if (columns == 0) {
        return;
    }
    if (columns > room()) {
        left_ = 0;
        return;
    }
    left_ = room() - columns;
    text_ += std::string(text_.empty() ? 0 : kBetween, ' ');
    text_ += piece;
}

int StyledLine::room() const noexcept {
    return std::max(0, text_.empty() ? left_ : left_ - kBetween);
}

std::string ratio_bar(double ratio, const Bounds& bounds, int cells, bool has_unicode, Colour colour) {
    assert(cells >= 3 && bounds.lower <= 0 && bounds.upper > 0);
    const Glyphs& glyphs = has_unicode ? kUnicode : kAscii;
    const auto cell_of = [&](double value) {
        const double share =
            (std::clamp(value, bounds.lower, bounds.upper) - bounds.lower) / (bounds.upper - bounds.lower);
        return static_cast<int>(std::lround(share * (cells - 1)));
    };
    const auto row = [](int count, const char* glyph) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += glyph;
        }
        return text;
    };
    const int zero = cell_of(0);
    const int mark = std::isnan(ratio) ? zero : cell_of(ratio);
    std::string bar = glyphs.begin + row(std::min(zero, mark), glyphs.empty);
    if (std::isnan(ratio)) {
        bar += glyphs.zero;
    } else if (mark >= zero) {
        bar += row(mark > zero ? 1 : 0, glyphs.zero) + coloured(row(mark - zero - 1, glyphs.full), colour) +
               coloured(glyphs.mark, colour);
    } else {
        bar +=
            coloured(glyphs.mark, colour) + coloured(row(zero - mark - 1, glyphs.full), colour) + glyphs.zero;
    }
    return bar + row(cells - 1 - std::max(zero, mark), glyphs.empty) + glyphs.end;
}

} // namespace sprt
