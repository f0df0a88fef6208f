// Speaks in the rival's name, or takes away what the referee says to it: speak answer|swallow.
// An answer that the rival did not give, while nobody asked it, is a fault of the rival. A rival that does not
// get its TURN runs out of time.

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
        return unless(child > 0);
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Speak>(argc, argv);
}
