#include "sprt/report/status/status_line.hpp"
#include "tests/sprt/report/held_snapshot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace sprt {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr referee::TerminalTraits kCanRepaint{.is_terminal = true, .can_repaint = true};
constexpr referee::TerminalTraits kInColour{.is_terminal = true, .has_colour = true, .can_repaint = true};

/// A terminal in memory. It knows the escape sequences of a status; any other sequence fails the test.
class Screen {
  public:
    void take(const std::string& text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\x1b') {
                i = sequence(text, i + 1);
            } else if (text[i] == '\n') {
                ++row_;
            } else if (text[i] == '\r') {
                column_ = 0;
            } else {
                std::string& row = this->row();
                row.resize(std::max(row.size(), column_ + 1), ' ');
                row[column_++] = text[i];
            }
        }
    }

    [[nodiscard]] std::vector<std::string> rows() const {
        std::vector<std::string> rows = rows_;
        while (!rows.empty() && rows.back().empty()) {
            rows.pop_back();
        }
        return rows;
    }
    [[nodiscard]] bool shows_cursor() const { return shows_cursor_; }
    [[nodiscard]] std::size_t cursor_row() const { return row_; }
    [[nodiscard]] std::size_t cursor_column() const { return column_; }

    /// Wraps the lines on the screen at `columns`, as most terminals do when they become narrower.
    void narrow(std::size_t columns) {
        std::vector<std::string> rows;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            std::string rest = rows_[i];
            do {
                rows.push_back(rest.substr(0, columns));
                rest.erase(0, columns);
            } while (!rest.empty());
            if (i + 1 == row_) {
                row_ = rows.size();
                break;
            }
        }
        rows_ = std::move(rows);
    }

  private:
    std::string& row() {
        rows_.resize(std::max(rows_.size(), row_ + 1));
        return rows_[row_];
    }

    /// Applies the sequence whose escape character is before `begin`. Returns the place of its last
    /// character.
    std::size_t sequence(const std::string& text, std::size_t begin) {
        const std::size_t end = text.find_first_of("AJKhlm", begin);
        const std::string all = text.substr(begin, end + 1 - begin);
        if (all == "[K") {
            row().resize(std::min(row().size(), column_));
        } else if (all == "[J") {
            row().resize(std::min(row().size(), column_));
            rows_.resize(row_ + 1);
        } else if (all == "[?25l" || all == "[?25h") {
            shows_cursor_ = all.back() == 'h';
        } else if (all.back() == 'A') {
            const auto up = static_cast<std::size_t>(std::atoi(all.c_str() + 1));
            EXPECT_LE(up, row_);
            row_ -= std::min(up, row_);
        } else if (all.back() != 'm') { // colour
            ADD_FAILURE() << "unknown sequence " << all;
        }
        return end;
    }

    std::vector<std::string> rows_;
    std::size_t row_ = 0;
    std::size_t column_ = 0;
    bool shows_cursor_ = true;
};

/// A pseudo terminal whose other side is a Screen.
class Terminal {
  public:
    explicit Terminal(unsigned short columns) {
        EXPECT_EQ(openpty(&master_, &slave_, nullptr, nullptr, nullptr), 0);
        fcntl(master_, F_SETFL, O_NONBLOCK);
        resize(columns);
    }
    ~Terminal() {
        close(master_);
        close(slave_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    [[nodiscard]] int fd() const { return slave_; }
    void resize(unsigned short columns) {
        winsize size{};
        size.ws_row = 24;
        size.ws_col = columns;
        EXPECT_EQ(ioctl(master_, TIOCSWINSZ, &size), 0);
    }
    void say(const std::string& line) const {
        EXPECT_EQ(write(slave_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    }

    /// Returns what was written since the last read(), and shows it on the screen.
    std::string read() {
        std::string text;
        char part[4096];
        for (ssize_t got = 0; (got = ::read(master_, part, sizeof part)) > 0;) {
            text.append(part, static_cast<std::size_t>(got));
        }
        screen_.take(text);
        return text;
    }
    Screen& screen() {
        read();
        return screen_;
    }
    std::vector<std::string> rows() { return screen().rows(); }

  private:
    int master_ = -1;
    int slave_ = -1;
    Screen screen_;
};

/// Snapshots of a run of the trinomial model whose games are all won.
class WonGames {
  public:
    WonGames() {
        config_.model = "trinomial";
        config_.repeats = "count";
    }
    HeldSnapshot at(std::chrono::nanoseconds elapsed, std::uint64_t games) {
        result_.standing.games = {.wins = games, .losses = 0, .draws = 0};
        result_.standing.counted = result_.standing.games;
        result_.standing.evaluation.llr = 1.5;
        return seen(config_, result_, elapsed);
    }

  private:
    Config config_;
    RunState result_;
};

bool begins(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}

TEST(StatusLine, status_is_repainted_below_all_other_output) {
    Terminal terminal(80);
    WonGames run;
    StatusLine status(terminal.fd(), kCanRepaint);
    terminal.say("line 1\n");
    status.update(run.at(seconds(1), 1));
    ASSERT_EQ(terminal.rows().size(), 5U);
    EXPECT_EQ(terminal.rows()[0], "line 1");
    EXPECT_EQ(terminal.rows()[1], "Games 1  WLD 1/0/0  1.0 games/s");
    EXPECT_TRUE(begins(terminal.rows()[4], "Faults 0/0  "));

    status.clear();
    EXPECT_EQ(terminal.rows(), std::vector<std::string>{"line 1"});
    terminal.say("line 2\n");
    status.update(run.at(seconds(2), 2));
    ASSERT_EQ(terminal.rows().size(), 6U);
    EXPECT_EQ(terminal.rows()[1], "line 2");
    EXPECT_EQ(terminal.rows()[2], "Games 2  WLD 2/0/0  1.0 games/s");

    status.update(run.at(seconds(30), 3));
    ASSERT_EQ(terminal.rows().size(), 6U);
    EXPECT_EQ(terminal.rows()[2], "Games 3  WLD 3/0/0  6.0 games/min");
    status.clear();
    status.clear();
    EXPECT_EQ(terminal.rows(), (std::vector<std::string>{"line 1", "line 2"}));
    EXPECT_EQ(terminal.screen().cursor_row(), 2U);
}

TEST(StatusLine, a_shorter_line_erases_the_rest_of_a_longer_one) {
    Terminal terminal(80);
    WonGames run;
    StatusLine status(terminal.fd(), kCanRepaint);
    status.update(run.at(seconds(1), 1000));
    status.update(run.at(seconds(2), 2));
    EXPECT_EQ(terminal.rows()[0], "Games 2  WLD 2/0/0  1.0 games/s");
}

TEST(StatusLine, status_is_repainted_at_most_ten_times_a_second) {
    Terminal terminal(80);
    WonGames run;
    StatusLine status(terminal.fd(), kCanRepaint);
    status.update(run.at(milliseconds(1000), 1));
    EXPECT_NE(terminal.read(), "");
    status.update(run.at(milliseconds(1099), 2));
    EXPECT_EQ(terminal.read(), "");
    status.update(run.at(milliseconds(1100), 3));
    terminal.read();
    EXPECT_TRUE(begins(terminal.rows()[0], "Games 3 "));
}

TEST(StatusLine, after_clear_the_status_is_repainted_at_once_with_the_old_estimates) {
    Terminal terminal(80);
    WonGames run;
    StatusLine status(terminal.fd(), kCanRepaint);
    status.update(run.at(milliseconds(1000), 1));
    const auto strength = [&] { return terminal.rows().at(2).substr(0, terminal.rows()[2].find(']')); };
    const std::string of_one_game = strength();
    status.clear();
    status.update(run.at(milliseconds(1001), 2));
    ASSERT_EQ(terminal.rows().size(), 4U);
    EXPECT_TRUE(begins(terminal.rows()[0], "Games 2 "));
    EXPECT_EQ(strength(), of_one_game);
}

TEST(StatusLine, estimates_are_computed_when_they_are_1_s_old_or_counts_grew_by_5_percent) {
    Terminal terminal(80);
    WonGames run;
    StatusLine status(terminal.fd(), kCanRepaint);
    const auto strength_after = [&](milliseconds elapsed, std::uint64_t games) {
        status.update(run.at(elapsed, games));
        const std::string row = terminal.rows().at(2);
        return row.substr(0, row.find(']'));
    };
    const std::string at_100 = strength_after(milliseconds(1000), 100);
    EXPECT_EQ(strength_after(milliseconds(1500), 105), at_100);
    EXPECT_TRUE(begins(terminal.rows()[0], "Games 105 "));
    const std::string at_106 = strength_after(milliseconds(1600), 106);
    EXPECT_NE(at_106, at_100);
    EXPECT_EQ(strength_after(milliseconds(2500), 107), at_106);
    EXPECT_NE(strength_after(milliseconds(2600), 107), at_106);
}

TEST(StatusLine, every_repaint_leaves_the_cursor_visible_at_the_beginning_of_a_line) {
    Terminal terminal(80);
    WonGames run;
    StatusLine status(terminal.fd(), kCanRepaint);
    status.update(run.at(seconds(1), 1));
    const std::string painted = terminal.read();
    EXPECT_TRUE(begins(painted, "\x1b[?25l")) << painted;
    EXPECT_TRUE(terminal.screen().shows_cursor());
    EXPECT_EQ(terminal.screen().cursor_row(), 4U);
    EXPECT_EQ(terminal.screen().cursor_column(), 0U);
    EXPECT_EQ(painted.find("\x1b[?25h"), painted.size() - 6) << painted;
}

TEST(StatusLine, the_destructor_erases_the_status) {
    Terminal terminal(80);
    WonGames run;
    {
        StatusLine status(terminal.fd(), kCanRepaint);
        status.update(run.at(seconds(1), 1));
    }
    EXPECT_TRUE(terminal.rows().empty());
    EXPECT_TRUE(terminal.screen().shows_cursor());
}

TEST(StatusLine, status_follows_the_width_of_the_terminal_and_erases_wrapped_rows) {
    Terminal terminal(100);
    WonGames run;
    StatusLine status(terminal.fd(), kInColour); // colour sequences take no columns
    terminal.say("line\n");
    status.update(run.at(seconds(1), 5));
    const auto widest = [&] {
        std::size_t columns = 0;
        for (const std::string& row : terminal.rows()) {
            columns = std::max(columns, row.size());
        }
        return columns;
    };
    EXPECT_GT(widest(), 60U);
    terminal.resize(40);
    terminal.screen().narrow(40);
    status.update(run.at(seconds(2), 5));
    EXPECT_LT(widest(), 40U);
    ASSERT_EQ(terminal.rows().size(), 5U);
    EXPECT_EQ(terminal.rows()[0], "line");
    EXPECT_TRUE(begins(terminal.rows()[1], "Games 5 "));

    terminal.resize(19);
    terminal.screen().narrow(19);
    status.update(run.at(seconds(3), 5));
    EXPECT_EQ(terminal.rows(), std::vector<std::string>{"line"}) << "too narrow for anything";
    terminal.resize(100);
    status.update(run.at(seconds(4), 5));
    EXPECT_EQ(terminal.rows().size(), 5U);
}

TEST(StatusLine, without_repainting_a_plain_line_is_written_every_ten_seconds) {
    Terminal terminal(80);
    WonGames run;
    StatusLine status(terminal.fd(), {.is_terminal = true});
    status.update(run.at(milliseconds(9999), 1));
    EXPECT_EQ(terminal.read(), "");
    status.update(run.at(seconds(10), 2));
    const std::string line = terminal.read();
    EXPECT_TRUE(begins(line, "Games 2, WLD 2/0/0, LLR ")) << line;
    EXPECT_EQ(line.find('\x1b'), std::string::npos);
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
    status.clear();
    status.update(run.at(seconds(19), 3));
    EXPECT_EQ(terminal.read(), "");
    status.update(run.at(seconds(20), 4));
    EXPECT_TRUE(begins(terminal.read(), "Games 4, "));
}

TEST(StatusLine, a_closed_terminal_is_no_error) {
    WonGames run;
    StatusLine status(-1, kCanRepaint);
    status.update(run.at(seconds(1), 1));
    status.clear();
}

} // namespace

namespace {

TEST(Coloured, colours_take_no_columns_and_end_with_their_text) {
    const std::string text = "├─" + coloured("ab", Colour::Red) + coloured("", Colour::Green);
    EXPECT_EQ(text, "├─\x1b[31mab\x1b[0m");
    EXPECT_EQ(columns_of(text), 4);
    EXPECT_EQ(columns_of("\x1b[31m象棋\x1b[0m x"), 6);
}

std::string line(int columns) {
    StyledLine text(columns);
    text.add("first");
    text.add(""); // an empty piece adds no spaces
    text.add(coloured("second", Colour::Green));
    text.add("3");
    return text.text();
}

TEST(StyledLine, a_piece_that_does_not_fit_is_left_out_with_all_after_it) {
    EXPECT_EQ(line(16), "first  \x1b[32msecond\x1b[0m  3");
    EXPECT_EQ(line(15), "first  \x1b[32msecond\x1b[0m");
    EXPECT_EQ(line(13), "first  \x1b[32msecond\x1b[0m");
    EXPECT_EQ(line(12), "first") << "the third piece would fit";
    EXPECT_EQ(line(5), "first");
    EXPECT_EQ(line(4), "");
    EXPECT_EQ(line(0), "");
}

TEST(StyledLine, room_is_the_width_left_for_the_next_piece) {
    StyledLine text(10);
    EXPECT_EQ(text.room(), 10);
    text.add("abc");
    EXPECT_EQ(text.room(), 5);
    text.add("defg");
    EXPECT_EQ(text.room(), 0);
}

} // namespace

namespace {

constexpr Bounds kEven{-3, 3};

std::string ascii(double ratio, const Bounds& bounds = kEven) {
    return ratio_bar(ratio, bounds, 11, false, Colour::None);
}

TEST(RatioBar, the_mark_is_at_the_ratio) {
    EXPECT_EQ(ascii(0), "[-----o-----]");
    EXPECT_EQ(ascii(0.2), "[-----o-----]");
    EXPECT_EQ(ascii(0.6), "[-----|o----]");
    EXPECT_EQ(ascii(1.8), "[-----|==o--]");
    EXPECT_EQ(ascii(-1.8), "[--o==|-----]");
    EXPECT_EQ(ascii(3), "[-----|====o]");
    EXPECT_EQ(ascii(-3), "[o====|-----]");
}

TEST(RatioBar, a_ratio_beyond_a_bound_is_shown_at_the_bound) {
    EXPECT_EQ(ascii(400), ascii(3));
    EXPECT_EQ(ascii(-INFINITY), ascii(-3));
}

TEST(RatioBar, zero_is_placed_in_proportion_to_the_bounds) {
    EXPECT_EQ(ascii(2.9, {-1, 4}), "[--|=====o--]");
    EXPECT_EQ(ascii(1, {0, 2}), "[|====o-----]");
    EXPECT_EQ(ascii(-1, {0, 2}), "[o----------]");
}

TEST(RatioBar, nan_has_no_mark) {
    EXPECT_EQ(ascii(NAN), "[-----|-----]");
}

TEST(RatioBar, colour_begins_after_zero_and_ends_with_the_mark) {
    const std::string bar = ratio_bar(1.8, kEven, 11, true, Colour::Green);
    EXPECT_EQ(bar, "├─────┼\x1b[32m━━\x1b[0m\x1b[32m●\x1b[0m──┤");
    EXPECT_EQ(columns_of(bar), 13);
    EXPECT_EQ(ratio_bar(-1.8, kEven, 11, true, Colour::Red), "├──\x1b[31m●\x1b[0m\x1b[31m━━\x1b[0m┼─────┤");
}

} // namespace

} // namespace sprt
