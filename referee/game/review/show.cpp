#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/replay.hpp"
#include "referee/game/review/review.hpp"

#include <fmt/format.h>

#include <utility>

namespace referee {
namespace {

constexpr std::string_view kDim = "2";

/// Colours that differ on dark and on light terminals, also for people who see no red or no green.
constexpr std::string_view colour_of(Side side) noexcept {
    return side == Side::First ? "31" : "36";
}

std::string coloured(std::string_view text, std::string_view codes, const BoardStyle& style) {
    return style.colour ? fmt::format("\x1b[{}m{}\x1b[0m", codes, text) : std::string(text);
}

/// What stands before and after a cell with this mark.
constexpr std::pair<char, char> brackets_of(CellMark mark) noexcept {
    return mark == CellMark::Placed   ? std::pair('[', ']')
           : mark == CellMark::Struck ? std::pair('<', '>')
           : mark == CellMark::Left   ? std::pair('(', ')')
                                      : std::pair(' ', ' ');
}

/// A line with a character for each column; `first` is that of the first one.
std::string column_names(std::size_t columns, char first) {
    std::string text;
    for (std::size_t column = 0; column < columns; ++column) {
        text += fmt::format(" {} ", static_cast<char>(first + static_cast<char>(column)));
    }
    text.back() = '\n';
    return text;
}

using std::chrono::nanoseconds;

/// Milliseconds with three decimals, rounded down: many moves take less than one.
std::string ms_text(nanoseconds time) {
    const auto us = time.count() / 1000;
    return fmt::format("{}.{:03}ms", us / 1000, us % 1000);
}

/// Draws the boards of one record.
class GamePicture {
  public:
    GamePicture(const GameRecord& record, ShownTurn only, const BoardStyle& style)
        : record_(record)
        , only_(only)
        , style_(style) {}

    std::string text() {
        add_heading();
        if (wants(0)) {
            const Board start = first_board(record_);
            const bool is_usual = start == Board(record_.rules);
            text_ += is_usual ? "Start\n" : fmt::format("Start (FEN {})\n", record_.start->fen);
            add_board(Course(start), draw(start));
        }
        const Replayed replayed = replay(record_, [this](const ReplayedTurn& turn) { add_turn(turn); });
        if (replayed.difference) {
            text_ += fmt::format("{}; no board can be drawn from there on\n\n", *replayed.difference);
        }
        if (!only_) {
            add_ending();
        }
        return std::move(text_);
    }

  private:
    [[nodiscard]] bool wants(std::uint64_t turn) const { return !only_ || *only_ == turn; }

    [[nodiscard]] std::string player_text(Side side) const {
        const char* letter = side == Side::First ? "O" : "X";
        const auto stone =
            style_.unicode ? fmt::format("{}, {}", letter, stone_text(side, style_)) : std::string(letter);
        return fmt::format("agent {} ({})", number(player_of(side, record_.first)), stone);
    }

    void add_heading() {
        text_ += fmt::format("Game {}: {} plays first, {} second\n", record_.game, player_text(Side::First),
                             player_text(Side::Second));
        const BoardStyle plain{.colour = false, .unicode = style_.unicode};
        const char* comma = "";
        for (const auto& [mark, words] : facts_of(record_.rules).marks) {
            const Cell sample{mark == CellMark::Left ? std::nullopt : std::optional(Side::First), mark};
            text_ += fmt::format("{}{} {}", std::exchange(comma, ", "), cell_text(sample, plain), words);
        }
        text_ += "\n\n";
    }

    void add_turn(const ReplayedTurn& turn) {
        const Side side = turn.before.to_move();
        used_[player_of(side, record_.first)] += turn.took.value_or(nanoseconds(0));
        if (!wants(static_cast<std::uint64_t>(turn.after.turns()))) {
            return;
        }
        const auto [deed, effect] = words_of(turn.before, turn.move);
        text_ += fmt::format("Turn {}{}: {} {}{}{}", turn.after.turns(), turn.took ? "" : " (opening)",
                             player_text(side), deed, effect.empty() ? "" : ", ", effect);
        text_ += turn.took ? fmt::format(", {}\n", ms_text(*turn.took)) : "\n";
        add_board(turn.after, draw(turn.before, turn.move));
    }

    void add_board(const Course& course, const Drawing& drawing) {
        text_ += board_text(drawing, style_);
        if (drawing.stones) {
            text_ += fmt::format("{} {}, {} {} | ", stone_text(Side::First, style_), drawing.stones->first,
                                 stone_text(Side::Second, style_), drawing.stones->second);
        }
        const auto verdict = board_verdict(course, record_.turn_limit);
        text_ += fmt::format("{} | A1 {} / A2 {}\n\n",
                             verdict ? fmt::format("game over: {}", name(*verdict))
                                     : player_text(course.board().to_move()) + " to move",
                             ms_text(used_.agent1), ms_text(used_.agent2));
    }

    void add_ending() {
        text_ += fmt::format("End of game {}: {}\n{}\n", record_.game, name(record_.termination),
                             game_line(record_));
        for (const GameFault& fault : faults_of(record_)) {
            text_ +=
                fmt::format("agent {}: {}\n", number(fault.note.agent), to_printable(fault.note.reason, 400));
        }
        text_ += '\n';
    }

    const GameRecord& record_;
    ShownTurn only_;
    BoardStyle style_;
    PerPlayer<nanoseconds> used_;
    std::string text_;
};

} // namespace

std::string_view stone_text(Side side, const BoardStyle& style) noexcept {
    if (style.unicode) {
        return side == Side::First ? "●" : "○";
    }
    return side == Side::First ? "O" : "X";
}

std::string cell_text(const Cell& cell, const BoardStyle& style) {
    const auto brackets = brackets_of(cell.mark);
    const auto text = [&](std::string_view stone) {
        return fmt::format("{}{}{}", brackets.first, stone, brackets.second);
    };
    if (cell.is_blocked) {
        return coloured(text("#"), kDim, style);
    }
    if (!cell.stone) {
        return coloured(text(style.unicode ? "·" : "."), kDim, style);
    }
    constexpr std::string_view kBoldReversed = "1;7;";
    constexpr std::string_view kBold = "1;";
    const std::string_view weight = cell.mark == CellMark::Placed   ? kBoldReversed
                                    : cell.mark == CellMark::Struck ? kBold
                                                                    : "";
    const std::string_view stone =
        cell.letter == '\0' ? stone_text(*cell.stone, style) : std::string_view(&cell.letter, 1);
    return coloured(text(stone), fmt::format("{}{}", weight, colour_of(*cell.stone)), style);
}

std::string board_text(const Drawing& drawing, const BoardStyle& style) {
    const bool numbers_rows = !drawing.corner.empty();
    const std::size_t rows = drawing.cells.size() / drawing.columns;
    std::string text =
        numbers_rows ? fmt::format(" {}", drawing.corner) + column_names(drawing.columns, '1') : "";
    for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
        if (i % drawing.columns == 0) {
            text += numbers_rows ? fmt::format("  {} ", i / drawing.columns + 1) : "    ";
        }
        text += cell_text(drawing.cells[i], style);
        if ((i + 1) % drawing.columns == 0) {
            text += fmt::format(" {}\n", rows - i / drawing.columns);
        }
    }
    return text + (numbers_rows ? "" : "    " + column_names(drawing.columns, '1')) + "    " +
           column_names(drawing.columns, 'a');
}

std::string show(const GameRecord& record, ShownTurn turn, const BoardStyle& style) {
    const std::uint64_t turns = record.opening.size() + record.moves.size();
    if (turn && *turn > turns) {
        throw UserError(fmt::format("--turn {}: game {} ended after turn {}", *turn, record.game, turns));
    }
    return GamePicture(record, turn, style).text();
}

} // namespace referee
