#include "referee/base/descriptor.hpp"
#include "referee/base/terminal.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace referee {
namespace {

using Environment = std::map<std::string, std::string>;

TerminalTraits traits(bool is_tty, const Environment& environment) {
    return terminal_traits(is_tty, [&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    });
}

constexpr TerminalTraits kNothing{};
constexpr TerminalTraits kTerminalOnly{.is_terminal = true};
constexpr TerminalTraits kAscii{.is_terminal = true, .has_colour = true, .can_repaint = true};
constexpr TerminalTraits kNoColour{.is_terminal = true, .has_unicode = true, .can_repaint = true};
constexpr TerminalTraits kEverything{
    .is_terminal = true, .has_colour = true, .has_unicode = true, .can_repaint = true};

TEST(TerminalTraits, by_environment) {
    struct Row {
        bool is_tty;
        Environment environment;
        TerminalTraits expected;
    };
    const Row rows[] = {
        {true, {{"TERM", "xterm"}, {"LANG", "en_US.UTF-8"}}, kEverything},
        {false, {{"TERM", "xterm"}, {"LANG", "en_US.UTF-8"}}, kNothing},
        {true, {{"TERM", "dumb"}, {"LANG", "en_US.UTF-8"}}, kTerminalOnly},
        {true, {{"LANG", "en_US.UTF-8"}}, kTerminalOnly},
        {true, {{"TERM", "xterm"}, {"LANG", "en_US.UTF-8"}, {"NO_COLOR", "1"}}, kNoColour},
        {true, {{"TERM", "xterm"}, {"LANG", "en_US.UTF-8"}, {"NO_COLOR", ""}}, kEverything},
        {true, {{"TERM", "xterm"}}, kAscii},
        {true, {{"TERM", "xterm"}, {"LANG", "C"}}, kAscii},
        {true, {{"TERM", "xterm"}, {"LANG", "de_DE.ISO-8859-1"}}, kAscii},
        {true, {{"TERM", "xterm"}, {"LANG", "ko_KR.utf8"}}, kEverything},
        {true, {{"TERM", "xterm"}, {"LANG", "C.UTF-8@euro"}}, kEverything},
        {true, {{"TERM", "xterm"}, {"LC_CTYPE", "UTF-8"}}, kEverything},
        {true, {{"TERM", "xterm"}, {"LC_ALL", "C"}, {"LANG", "C.UTF-8"}}, kAscii},
        {true, {{"TERM", "xterm"}, {"LC_CTYPE", "C.UTF-8"}, {"LANG", "C"}}, kEverything},
        {true, {{"TERM", "xterm"}, {"LC_ALL", ""}, {"LC_CTYPE", "POSIX"}, {"LANG", "C.UTF-8"}}, kAscii},
    };
    for (const Row& row : rows) {
        std::string shown = row.is_tty ? "terminal" : "no terminal";
        for (const auto& [name, value] : row.environment) {
            shown += " " + name + "=" + value;
        }
        const TerminalTraits found = traits(row.is_tty, row.environment);
        EXPECT_EQ(found.is_terminal, row.expected.is_terminal) << shown;
        EXPECT_EQ(found.has_colour, row.expected.has_colour) << shown;
        EXPECT_EQ(found.has_unicode, row.expected.has_unicode) << shown;
        EXPECT_EQ(found.can_repaint, row.expected.can_repaint) << shown;
    }
}

/// A terminal without a screen: what a program writes to `program` can be read from `screen`.
struct PseudoTerminal {
    Descriptor screen{posix_openpt(O_RDWR | O_NOCTTY)};
    Descriptor program;

    PseudoTerminal() {
        if (screen.fd() >= 0 && grantpt(screen.fd()) == 0 && unlockpt(screen.fd()) == 0) {
            program = Descriptor(open(ptsname(screen.fd()), O_RDWR | O_NOCTTY));
        }
    }
};

TEST(Terminal, a_pseudo_terminal_is_one_and_has_the_columns_it_was_given) {
    const PseudoTerminal terminal;
    ASSERT_GE(terminal.program.fd(), 0);
    EXPECT_TRUE(terminal_traits(terminal.program.fd()).is_terminal);
    EXPECT_EQ(terminal_columns(terminal.program.fd()), std::nullopt) << "it was given none";

    winsize size{};
    size.ws_col = 132;
    ASSERT_EQ(ioctl(terminal.screen.fd(), TIOCSWINSZ, &size), 0);
    EXPECT_EQ(terminal_columns(terminal.program.fd()), 132);
}

TEST(Terminal, a_file_is_none) {
    const Descriptor file(open("/dev/null", O_RDWR));
    EXPECT_EQ(terminal_traits(file.fd()), kNothing);
    EXPECT_EQ(terminal_columns(file.fd()), std::nullopt);
    EXPECT_EQ(terminal_traits(-1), kNothing);
    EXPECT_EQ(terminal_columns(-1), std::nullopt);
}

} // namespace
} // namespace referee
