// Leaves a process that outlives it: remain sleeps|ignores|hidden MARK. The process is an orphan in a session
// of its own that sleeps for 1000 s. Its command is `attack-remains MARK`.
//   ignores  it ignores all signals that it may
//   hidden   its environment is empty, so that it does not say whose it is

#include "tests/hostile/attacks/attack.hpp"

#include <cerrno>

#include <fcntl.h>

namespace {

using namespace attack;

constexpr const char* kCommand = "attack-remains";
constexpr unsigned kStay_s = 1000;

struct Remain final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            tell("leave a process", why());
            return;
        }
        const Failure failure = in_child([&] {
            ::setsid();
            start_process([&] { become_sleeper(ends[1]); });
        });
        ::close(ends[1]);
        char byte = 0;
        const bool is_begun =
            !failure && ::read(ends[0], &byte, 1) == 0; // its end is closed when it has begun
        ::close(ends[0]);
        tell("leave a process", is_begun ? Failure() : failure.value_or("it does not begin"));
    }

  private:
    /// Executes this program again, with its new command. The descriptor `until_begun` is closed by that.
    void become_sleeper(int until_begun) const {
        if (arguments_.at(0) == "ignores") {
            for (int signal = 1; signal < NSIG; ++signal) {
                std::signal(signal, SIG_IGN);
            }
        }
        std::string command = kCommand;
        std::string mark = arguments_.back();
        std::array<char*, 3> words{command.data(), mark.data(), nullptr};
        std::array<char*, 1> nothing{nullptr};
        ::execve("/proc/self/exe", words.data(), arguments_.at(0) == "hidden" ? nothing.data() : ::environ);
        write_to(until_begun, "!"); // it could not
    }
};

} // namespace

int main(int argc, char** argv) {
    if (argc > 0 && std::string_view(argv[0]) == kCommand) {
        ::sleep(kStay_s);
        return 0;
    }
    return hostile::run<Remain>(argc, argv);
}
