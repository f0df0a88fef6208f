// Speaks in the name of another, or takes away what was said: speak answer|finish|swallow.
//   answer   answers in the rival's name while nobody asked it, which is a fault of the rival
//   finish   says FINISH to the rival in the referee's name, so that it exits
//   swallow  reads what the rival should read, so that it does not get its TURN

#include "tests/hostile/attacks/attack.hpp"

#include <fcntl.h>

namespace {

using namespace attack;

struct Speak final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        if (arguments_.at(0) == "answer") {
            try_on_rivals("answer in the rival's name", [this](pid_t rival) {
                return write_file(proc(rival, "fd/1"), O_NONBLOCK, "MOVE " + to_string(all_of(9)) + "\n");
            });
        } else if (arguments_.at(0) == "finish") {
            try_on_rivals("speak to the rival in the referee's name", [](pid_t rival) {
                return write_file(proc(rival, "fd/0"), O_NONBLOCK, "FINISH\n");
            });
        } else {
            try_on_rivals("open what the rival reads", [](pid_t rival) { return swallow(rival); });
        }
    }

  private:
    /// Leaves a child that reads what the rival should read.
    static Failure swallow(pid_t rival) {
        const int input = ::open(proc(rival, "fd/0").c_str(), O_RDONLY | O_CLOEXEC);
        if (input < 0) {
            return why();
        }
        const pid_t child = start_process([=] {
            std::array<char, 4096> block{};
            while (::read(input, block.data(), block.size()) > 0) {
                tell("take what the rival should read", std::nullopt);
            }
        });
        if (child < 0) {
            return why();
        }
        // The next message goes to the one that waits longest for it, so the child must wait before the rival
        // does.
        const auto waits = [=] { return state_of(child) == 'S'; };
        return comes_true(waits, std::chrono::milliseconds(300)) ? Failure() : "its reader does not begin";
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Speak>(argc, argv);
}
