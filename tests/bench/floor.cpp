// The floor of the benchmark: the least work with which two programs can play each other over pipes. Two
// processes play so many games as is said, one after the other; each turn is one write and one blocking read.
// Nothing is checked, timed or logged. The rules are not known: the number of turns is an argument.
//
// bench_floor AGENT GAMES TURNS [GAMES_A_PROCESS]: exit status 0 when every agent exited with 0.

#include "referee/rules/ending.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using referee::opponent;
using referee::PerSide;
using referee::Side;

[[noreturn]] void fail(const char* what) {
    std::perror(what);
    std::exit(1);
}

struct Agent {
    pid_t pid = -1;
    int in = -1;
    int out = -1;

    void say(std::string_view text) const {
        if (::write(in, text.data(), text.size()) < 0) {
            fail("bench_floor: write");
        }
    }

    /// The bytes of one read: exactly one line with the agents of the benchmark.
    std::string_view hear(std::array<char, 256>& buffer) const {
        const ssize_t got = ::read(out, buffer.data(), buffer.size());
        if (got <= 0) {
            fail("bench_floor: read");
        }
        return {buffer.data(), static_cast<std::size_t>(got)};
    }
};

Agent start(char* command) {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0) {
        fail("bench_floor: pipe2");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    Agent agent{.in = to[1], .out = from[0]};
    std::array<char*, 2> arguments{command, nullptr};
    if (::posix_spawn(&agent.pid, command, &actions, nullptr, arguments.data(), environ) != 0) {
        fail("bench_floor: posix_spawn");
    }
    posix_spawn_file_actions_destroy(&actions);
    ::close(to[0]);
    ::close(from[1]);
    return agent;
}

/// Waits for the end of the agent. False when it did not exit with 0.
bool stop(const Agent& agent) {
    int status = 0;
    ::waitpid(agent.pid, &status, 0);
    ::close(agent.in);
    ::close(agent.out);
    return status == 0;
}

/// Plays one game.
void play(const PerSide<Agent>& agents, int turns) {
    constexpr std::string_view kMove = "MOVE";
    constexpr std::string_view kOpp = "OPP";
    constexpr std::string_view kTurn = " 0\nTURN 10000 10000\n";
    std::array<char, 256> answer;
    std::array<char, 512> message;
    agents.first.say("READY FIRST\n");
    agents.second.say("READY SECOND\n");
    agents.first.hear(answer);
    agents.second.hear(answer);
    std::string_view words = kTurn.substr(3); // the first TURN has no OPP before it
    Side to_move = Side::First;
    for (int turn = 0; turn < turns; ++turn, to_move = opponent(to_move)) {
        const Agent& agent = agents[to_move];
        agent.say(words);
        std::string_view numbers = agent.hear(answer);
        numbers.remove_prefix(kMove.size());
        numbers.remove_suffix(1); // the newline
        std::memcpy(message.data(), kOpp.data(), kOpp.size());
        std::memcpy(message.data() + kOpp.size(), numbers.data(), numbers.size());
        std::memcpy(message.data() + kOpp.size() + numbers.size(), kTurn.data(), kTurn.size());
        words = {message.data(), kOpp.size() + numbers.size() + kTurn.size()};
    }
}

/// Plays games in two processes. False when one of them did not exit with 0.
bool play_games(char* command, int games, int turns) {
    const PerSide<Agent> agents{start(command), start(command)};
    for (int game = 0; game < games; ++game) {
        play(agents, turns);
    }
    agents.first.say("FINISH\n");
    agents.second.say("FINISH\n");
    const bool first = stop(agents.first);
    const bool second = stop(agents.second);
    return first && second;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4 || argc > 5) {
        std::fputs("usage: bench_floor AGENT GAMES TURNS [GAMES_A_PROCESS]\n", stderr);
        return 2;
    }
    const int games = std::atoi(argv[2]);
    const int turns = std::atoi(argv[3]);
    const int at_once = argc > 4 ? std::atoi(argv[4]) : 1;
    for (int left = games; left > 0; left -= at_once) {
        if (at_once < 1 || !play_games(argv[1], std::min(at_once, left), turns)) {
            std::fputs("bench_floor: an agent did not exit with 0\n", stderr);
            return 1;
        }
    }
    return 0;
}
