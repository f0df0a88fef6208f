#include "referee/base/descriptor.hpp"
#include "referee/base/output.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

namespace referee {
namespace {

/// Both ends of something that a reader may leave full.
struct Ends {
    Descriptor read;
    Descriptor write;
};

Ends make_pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Ends make_socket() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// What is written to the terminal is read as it is.
Ends make_terminal() {
    int ours = -1;
    int theirs = -1;
    termios raw{};
    ::cfmakeraw(&raw);
    EXPECT_EQ(::openpty(&ours, &theirs, nullptr, &raw, nullptr), 0);
    return {Descriptor(ours), Descriptor(theirs)};
}

struct Case {
    const char* name;
    std::function<Ends()> make;
    int closed; ///< the error of a write when the reader is gone
};

const std::vector<Case>& cases() {
    static const std::vector<Case> kCases{
        {"pipe", make_pipe, EPIPE}, {"socket", make_socket, EPIPE}, {"terminal", make_terminal, EIO}};
    return kCases;
}

/// A mebibyte in lines, no two of them equal.
std::string much_text() {
    std::string text;
    for (int line = 0; text.size() < std::size_t{1} << 20; ++line) {
        text += "line " + std::to_string(line) + "\n";
    }
    return text;
}

/// Reads and flushes until nothing waits and all of `bytes` were read.
std::string read_all(const Ends& ends, Output& output, std::size_t bytes) {
    std::string text;
    std::array<char, 65536> block{};
    while (text.size() < bytes) {
        output.flush();
        const ssize_t got = ::read(ends.read.fd(), block.data(), block.size());
        if (got <= 0) {
            ADD_FAILURE() << "only " << text.size() << " bytes came";
            break;
        }
        text.append(block.data(), static_cast<std::size_t>(got));
    }
    return text;
}

TEST(Output, what_a_reader_does_not_take_waits_and_comes_in_order) {
    for (const Case& one : cases()) {
        SCOPED_TRACE(one.name);
        const Ends ends = one.make();
        const int flags = ::fcntl(ends.write.fd(), F_GETFL);
        Output output(ends.write.fd());
        const std::string text = much_text();
        output.put(text);
        output.flush(); // returns although nobody reads
        EXPECT_TRUE(output.is_unread());
        output.put("the end\n");
        EXPECT_EQ(read_all(ends, output, text.size() + 8), text + "the end\n");
        EXPECT_FALSE(output.is_unread());
        EXPECT_EQ(::fcntl(ends.write.fd(), F_GETFL), flags) << "others write there too, and may block";
    }
}

TEST(Output, a_stopped_terminal_holds_nobody_up) {
    const Ends ends = make_terminal();
    Output output(ends.write.fd());
    ASSERT_EQ(::tcflow(ends.write.fd(), TCOOFF), 0); // as Ctrl-S
    output.put("text\n");
    output.flush();
    EXPECT_EQ(output.unread(), "text\n");
    ASSERT_EQ(::tcflow(ends.write.fd(), TCOON), 0);
    EXPECT_EQ(read_all(ends, output, 5), "text\n");
}

TEST(Output, a_reader_that_is_gone_is_an_error_and_nothing_waits_for_it) {
    const auto before = ::signal(SIGPIPE, SIG_IGN);
    for (const Case& one : cases()) {
        SCOPED_TRACE(one.name);
        Ends ends = one.make();
        Output output(ends.write.fd());
        output.put(much_text());
        output.flush();
        ends.read.reset();
        try {
            output.flush();
            ADD_FAILURE() << "no error";
        } catch (const std::system_error& error) {
            EXPECT_EQ(error.code().value(), one.closed);
        }
        EXPECT_FALSE(output.is_unread());
    }
    ::signal(SIGPIPE, before);
}

TEST(Output, lines_that_too_much_waits_before_are_left_out_and_counted) {
    const Ends ends = make_pipe();
    Output output(ends.write.fd());
    const std::string line(99, '=');
    std::size_t put = 0;
    for (; output.unread().size() <= Output::kMostUnread; ++put) {
        output.put_or_leave_out(line + "\n");
    }
    output.put_or_leave_out("one\ntwo\n");
    output.put_or_leave_out("three\n");
    output.put("the end\n"); // is never left out
    const std::string note = "(3 lines are left out here: nobody read them in time)\n";
    const std::string all = read_all(ends, output, put * 100 + note.size() + 8);
    EXPECT_EQ(all.substr(put * 100), note + "the end\n");
    output.put_or_leave_out("after it\n");
    EXPECT_EQ(read_all(ends, output, 9), "after it\n");
}

TEST(Output, text_follows_the_descriptor_to_another_file) {
    const Ends first = make_pipe();
    const Ends second = make_pipe();
    Output output(first.write.fd());
    output.put("one\n");
    EXPECT_EQ(read_all(first, output, 4), "one\n");
    ASSERT_GE(::dup2(second.write.fd(), first.write.fd()), 0);
    output.put("two\n");
    EXPECT_EQ(read_all(second, output, 4), "two\n");
}

} // namespace

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
