#include "referee/base/descriptor.hpp"
#include "referee/base/terminal.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace referee {
namespace {

constexpr TerminalTraits kNothing{};
constexpr TerminalTraits kTerminalOnly{.is_terminal = true};
constexpr TerminalTraits kAscii{.is_terminal = true, .has_colour = true, .can_repaint = true};
constexpr TerminalTraits kNoColour{.is_terminal = true, .has_unicode = true, .can_repaint = true};
constexpr TerminalTraits kEverything{
    .is_terminal = true, .has_colour = true, .has_unicode = true, .can_repaint = true};

TEST(TerminalTraits, follow_the_environment) {
    struct Row {
        bool is_tty;
        TerminalEnvironment environment;
        TerminalTraits expected;
    };
    const Row rows[] = {
        {true, {.term = "xterm", .lang = "en_US.UTF-8"}, kEverything},
        {false, {.term = "xterm", .lang = "en_US.UTF-8"}, kNothing},
        {true, {.term = "dumb", .lang = "en_US.UTF-8"}, kTerminalOnly},
        {true, {.lang = "en_US.UTF-8"}, kTerminalOnly},
        {true, {.term = "xterm", .no_color = "1", .lang = "en_US.UTF-8"}, kNoColour},
        {true, {.term = "xterm", .no_color = "", .lang = "en_US.UTF-8"}, kEverything},
        {true, {.term = "xterm"}, kAscii},
        {true, {.term = "xterm", .lang = "C"}, kAscii},
        {true, {.term = "xterm", .lang = "de_DE.ISO-8859-1"}, kAscii},
        {true, {.term = "xterm", .lang = "ko_KR.utf8"}, kEverything},
        {true, {.term = "xterm", .lang = "C.UTF-8@euro"}, kEverything},
        {true, {.term = "xterm", .lc_ctype = "UTF-8"}, kEverything},
        {true, {.term = "xterm", .lc_all = "C", .lang = "C.UTF-8"}, kAscii},
        {true, {.term = "xterm", .lc_ctype = "C.UTF-8", .lang = "C"}, kEverything},
        {true, {.term = "xterm", .lc_all = "", .lc_ctype = "POSIX", .lang = "C.UTF-8"}, kAscii},
    };
    for (const Row& row : rows) {
        const TerminalEnvironment& variables = row.environment;
        const std::string shown = std::string(row.is_tty ? "terminal" : "no terminal") +
                                  " TERM=" + variables.term + " NO_COLOR=" + variables.no_color +
                                  " LC_ALL=" + variables.lc_all + " LC_CTYPE=" + variables.lc_ctype +
                                  " LANG=" + variables.lang;
        const TerminalTraits found = terminal_traits(row.is_tty, row.environment);
        EXPECT_EQ(found.is_terminal, row.expected.is_terminal) << shown;
        EXPECT_EQ(found.has_colour, row.expected.has_colour) << shown;
        EXPECT_EQ(found.has_unicode, row.expected.has_unicode) << shown;
        EXPECT_EQ(found.can_repaint, row.expected.can_repaint) << shown;
    }
}

/// A terminal without a screen.
struct PseudoTerminal {
    Descriptor screen{posix_openpt(O_RDWR | O_NOCTTY)};
    Descriptor program;

    PseudoTerminal() {
        if (screen.fd() >= 0 && grantpt(screen.fd()) == 0 && unlockpt(screen.fd()) == 0) {
            program = Descriptor(open(ptsname(screen.fd()), O_RDWR | O_NOCTTY));
        }
    }
};

TEST(Terminal, pseudo_terminal_is_a_terminal_with_the_columns_it_was_given) {
    const PseudoTerminal terminal;
    ASSERT_GE(terminal.program.fd(), 0);
    EXPECT_TRUE(terminal_traits(terminal.program.fd()).is_terminal);
    EXPECT_EQ(terminal_columns(terminal.program.fd()), std::nullopt) << "none are set";

    winsize size{};
    size.ws_col = 132;
    ASSERT_EQ(ioctl(terminal.screen.fd(), TIOCSWINSZ, &size), 0);
    EXPECT_EQ(terminal_columns(terminal.program.fd()), 132);
}

TEST(Terminal, file_is_no_terminal) {
    const Descriptor file(open("/dev/null", O_RDWR));
    EXPECT_EQ(terminal_traits(file.fd()), kNothing);
    EXPECT_EQ(terminal_columns(file.fd()), std::nullopt);
    EXPECT_EQ(terminal_traits(-1), kNothing);
    EXPECT_EQ(terminal_columns(-1), std::nullopt);
}

} // namespace
} // namespace referee
