// Sends signals so that the rival loses, or so that its own loss does not count, from its third turn on:
//   meddle stop MS       after each of its moves, stops its rival for MS
//   meddle kill          after its move, kills its rival
//   meddle referee MS    after its move, stops the referee for MS
//   meddle all MS        in its turn, stops the referee, its rival and itself for MS
//   meddle nice          makes its rival less urgent
//   meddle files         limits its rival's open files to three
//   meddle opens         opens a file in each turn, and exits with 1 when it cannot
//   meddle itself MS     stops itself for MS in its turn, and moves then

#include "tests/hostile/hostile.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/resource.h>

namespace {

using namespace hostile;

/// The other children of the referee, whichever of its threads started them.
std::vector<pid_t> rivals() {
    std::vector<pid_t> found;
    const std::string threads = "/proc/" + std::to_string(::getppid()) + "/task";
    for (const auto& thread : std::filesystem::directory_iterator(threads)) {
        std::ifstream children(thread.path() / "children");
        for (pid_t pid = 0; children >> pid;) {
            if (pid != ::getpid()) {
                found.push_back(pid);
            }
        }
    }
    return found;
}

struct Meddle final : Agent {
    using Agent::Agent;

    void bad_turn() override {
        const std::string& how = arguments_.at(0);
        if (how == "itself") {
            const pid_t self = ::getpid();
            leave_child([] {}, [&] { go_on_later({self}); });
            ::raise(SIGSTOP);
            play();
            return;
        }
        if (how == "all") {
            std::vector<pid_t> all = rivals();
            all.insert(all.end(), {::getpid(), ::getppid()});
            leave_child([] {},
                        [&] {
                            send(all, SIGSTOP);
                            go_on_later(all);
                        });
            pause_for(std::chrono::milliseconds(50)); // until it is stopped
            play();
            return;
        }
        if (how == "opens") {
            std::ifstream file("/dev/null");
            if (!file) {
                std::_Exit(1);
            }
            play();
            return;
        }
        const std::vector<pid_t> victims = how == "referee" ? std::vector<pid_t>{::getppid()} : rivals();
        play();
        if (how == "nice") {
            for (const pid_t victim : victims) {
                ::setpriority(PRIO_PROCESS, static_cast<id_t>(victim), 19);
            }
            return;
        }
        if (how == "files") {
            for (const pid_t victim : victims) {
                const rlimit limit{3, 3};
                ::prlimit(victim, RLIMIT_NOFILE, &limit, nullptr);
            }
            return;
        }
        if (how == "kill") {
            send(victims, SIGKILL);
            return;
        }
        leave_child([] {},
                    [&] {
                        pause_for(std::chrono::milliseconds(5)); // the rival is to be in its turn
                        send(victims, SIGSTOP);
                        go_on_later(victims);
                    });
    }

  private:
    static void send(const std::vector<pid_t>& victims, int signal) {
        for (const pid_t victim : victims) {
            ::kill(victim, signal);
        }
    }
    static void pause_for(std::chrono::milliseconds time) { std::this_thread::sleep_for(time); }

    [[noreturn]] void go_on_later(const std::vector<pid_t>& victims) const {
        pause_for(std::chrono::milliseconds(number(arguments_.at(1))));
        send(victims, SIGCONT);
        std::_Exit(0);
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Meddle>(argc, argv);
}
