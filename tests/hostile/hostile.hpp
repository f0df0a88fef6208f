#pragma once
// What the agents of this folder share. Each plays the game that READY names by the rules, but for one fault:
// the functions that it overrides. All read and write without a buffer, so that each byte is sent when
// a program sends it and nothing is cleaned up at exit. All begin with a line on standard error: their own
// command line. Source: docs/protocol.md.

#include "referee/rules/move_numbers.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
class Board;
}

namespace hostile {

using namespace referee;

/// The turn in which an agent begins to misbehave: its own turns, counted from 1.
inline constexpr int kBadTurn = 3;

/// Writes all of `text`, however long that takes; gives up at the first error.
inline void write_to(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(fd, text.data(), text.size());
        if (put < 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(put));
    }
}

inline void say(std::string_view text) {
    write_to(STDOUT_FILENO, text);
}

inline void complain(std::string_view text) {
    write_to(STDERR_FILENO, text);
}

[[noreturn]] inline void sleep_for_ever() {
    while (true) {
        ::pause();
    }
}

/// Whose child a new process is.
enum class Kinship : std::uint8_t { Child, Sibling };

/// Leaves a process that calls `begin()` and then `stay()`, which must not return. Returns after begin(). The
/// referee is the parent of a sibling.
template<class Begin, class Stay>
void leave_child(Begin&& begin, Stay&& stay, Kinship kinship = Kinship::Child) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        std::abort();
    }
    char byte = 0;
    const unsigned long flags = kinship == Kinship::Sibling ? CLONE_PARENT : 0;
    // As fork() does, but for the flags. A sandbox allows no siblings: then it is a child.
    long pid = ::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, 0);
    if (pid < 0 && flags != 0) {
        pid = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, 0);
    }
    if (pid == 0) {
        begin();
        write_to(ends[1], {&byte, 1});
        ::close(ends[0]);
        ::close(ends[1]);
        stay();
        std::abort();
    }
    ::close(ends[1]);
    if (::read(ends[0], &byte, 1) != 1) {
        std::abort();
    }
    ::close(ends[0]);
}

/// The bytes that `told` describes: `@` stands for what `move()` returns, and \n, \r, \t and \xNN for what
/// they are in C.
template<class Move>
[[nodiscard]] std::string bytes_of(std::string_view told, Move&& move) {
    std::string bytes;
    for (std::size_t i = 0; i < told.size(); ++i) {
        if (told[i] == '@') {
            bytes += move();
        } else if (told[i] != '\\') {
            bytes += told[i];
        } else if (const char kind = told.at(++i); kind == 'x') {
            bytes += static_cast<char>(std::stoi(std::string(told.substr(i + 1, 2)), nullptr, 16));
            i += 2;
        } else {
            bytes += kind == 'n' ? '\n' : kind == 'r' ? '\r' : '\t';
        }
    }
    return bytes;
}

/// The number that an argument is.
[[nodiscard]] inline int number(const std::string& text) {
    return std::stoi(text);
}

/// An agent that plays by the rules. `arguments` are those of the program. A fault overrides a function.
class Agent {
  public:
    explicit Agent(std::vector<std::string> arguments);
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;
    virtual ~Agent();

    /// Serves a game. Returns the exit status when the input ends.
    int serve();

  protected:
    /// Called before anything is read.
    virtual void start() {}
    virtual void ready() { say("OK\n"); }
    /// Called in each of its own turns.
    virtual void turn();
    /// Called in the turn kBadTurn and those after it.
    virtual void bad_turn() { play(); }
    virtual void finish() { std::_Exit(0); }

    /// The first legal move. Until its misbehaviour was judged, in a game that may be over before that, the
    /// first one that does not end the game.
    [[nodiscard]] MoveNumbers choose() const;
    /// Says the move that choose() chooses, or this one, and makes it.
    void play() { play(choose()); }
    void play(const MoveNumbers& move);
    /// Makes a legal move on its own board.
    void make(const MoveNumbers& move);
    /// The start of the game until READY was read.
    [[nodiscard]] const Board& board() const { return *board_; }
    /// Whether the board has ended the game.
    [[nodiscard]] bool is_over() const;
    /// Numbers of which each is `number`, as many as a move has.
    [[nodiscard]] MoveNumbers all_of(int number) const;

    std::vector<std::string> arguments_;
    int turns_ = 0;
    bool is_first_ = true; ///< plays first

  private:
    void hear(std::string_view line);

    std::unique_ptr<Board> board_;
};

/// Whether this game is to be played without a fault: the environment variable HOSTILE_EXCEPT, of the form
/// `,SEED,SEED,`, holds the REFEREE_SEED of the game.
[[nodiscard]] inline bool is_spared() {
    const char* const seed = std::getenv("REFEREE_SEED");
    const char* const spared = std::getenv("HOSTILE_EXCEPT");
    return seed != nullptr && spared != nullptr &&
           std::string_view(spared).find("," + std::string(seed) + ",") != std::string_view::npos;
}

/// The main function of all agents of this folder.
template<class Fault>
int run(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string path = argv[0];
    std::string command = path.substr(path.rfind('/') + 1);
    for (const std::string& argument : arguments) {
        command += " " + argument;
    }
    complain(command + "\n");
    return is_spared() ? Agent(arguments).serve() : Fault(arguments).serve();
}

} // namespace hostile
