#pragma once
// What the attacks of this folder share. Each agent plays legal moves and attacks in its third turn, so that
// it would profit. An attack that fails is given up, and the agent plays on. Each attack writes a line to
// standard error: `attack: TRIED what: worked`, or in place of `worked` the reason why it did not work.
//
// Attacks find other processes in /proc. They touch only the referee (or sprt) that started them and the
// agents of its games: never what started the referee, and never other processes of the machine.

#include "tests/hostile/hostile.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

namespace attack {

using namespace hostile;

inline constexpr const char* kNoRival = "no rival is seen";
inline constexpr const char* kNoReferee = "no referee is seen";

/// What came of an attack: nothing when it worked, otherwise the reason why it did not.
using Failure = std::optional<std::string>;

/// Writes the line about an attack in one piece.
void tell(std::string_view what, const Failure& failure);

/// The text of errno.
[[nodiscard]] std::string why();

/// No failure when `is_done`, otherwise the text of errno.
[[nodiscard]] inline Failure unless(bool is_done) {
    return is_done ? Failure() : Failure(why());
}

/// The content of a file, at most a mebibyte; empty when it cannot be read.
[[nodiscard]] std::string content_of(const std::string& path);
/// Opens a file and writes to it.
[[nodiscard]] Failure write_file(const std::string& path, int flags, std::string_view text);
/// Where a symbolic link leads to; empty when that cannot be read.
[[nodiscard]] std::string target_of(const std::string& link);

/// The path of an entry of /proc.
[[nodiscard]] std::string proc(pid_t process, std::string_view entry);
/// All processes that /proc shows.
[[nodiscard]] std::vector<pid_t> processes();
/// 0 when it cannot be read.
[[nodiscard]] pid_t parent_of(pid_t process);
/// As in /proc/PID/stat: `R` runs, `S` sleeps, `T` is stopped, `t` is traced, `Z` is a zombie. `X` when there
/// is no such process.
[[nodiscard]] char state_of(pid_t process);
/// The words of its command; empty when they cannot be read.
[[nodiscard]] std::vector<std::string> words_of(pid_t process);
/// The value of a variable in its environment; nothing when it has none or cannot be read.
[[nodiscard]] std::optional<std::string> variable_of(pid_t process, std::string_view name);

/// The value of a variable in the own environment, or in that of the referee; empty when neither has it.
[[nodiscard]] std::string variable(const char* name);

/// The process that plays the game: the outermost ancestor with the name of one of our programs. Within a PID
/// namespace it is the first process. 0 when there is none.
[[nodiscard]] pid_t referee_process();
/// The other agents that the referee started, from other executables than this one.
[[nodiscard]] std::vector<pid_t> rivals();

/// Polls until the condition holds, and says whether it did within the time.
template<class Condition>
[[nodiscard]] bool comes_true(Condition&& condition, std::chrono::milliseconds within) {
    const auto end = std::chrono::steady_clock::now() + within;
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= end) {
            return false;
        }
        ::usleep(200);
    }
    return true;
}

/// Attacks each rival, and tells what came of it: it worked when it did with one of them.
template<class Attack>
void try_on_rivals(std::string_view what, Attack&& attack) {
    Failure failure = kNoRival;
    bool worked = false;
    for (const pid_t rival : rivals()) {
        failure = attack(rival);
        worked = worked || !failure;
    }
    tell(what, worked ? Failure() : failure);
}

/// Attacks the referee, and tells what came of it.
template<class Attack>
void try_on_referee(std::string_view what, Attack&& attack) {
    const pid_t process = referee_process();
    tell(what, process == 0 ? Failure(kNoReferee) : attack(process));
}

/// Starts a process that calls `act()` and ends. `flags` are those of clone(). Returns its number, or -1.
template<class Act>
pid_t start_process(Act&& act, unsigned long flags = 0) {
    const long process = ::syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, 0);
    if (process == 0) {
        act();
        std::_Exit(0);
    }
    return static_cast<pid_t>(process);
}

/// The same; returns when the process has ended. The agent stays as it was, whatever `act()` changes.
template<class Act>
Failure in_child(Act&& act) {
    const pid_t child = start_process(std::forward<Act>(act));
    if (child < 0) {
        return why();
    }
    ::waitpid(child, nullptr, 0);
    return std::nullopt;
}

/// An agent that calls attack() in its third turn.
struct Attacker : Agent {
    using Agent::Agent;
    virtual void attack() = 0;
    void bad_turn() override {
        if (turns_ == kBadTurn) {
            attack();
        }
        play();
    }
};

/// Agent 1 of a pair, which attacks in its second game when it did not win the first one.
struct PairAttacker : Agent {
    using Agent::Agent;
    void turn() override {
        Agent::turn();
        has_won_ = is_over(); // in games that are won by the last move
    }
    [[nodiscard]] bool attacks() const { return !is_first_ && !has_won_; }

  private:
    bool has_won_ = false;
};

} // namespace attack
