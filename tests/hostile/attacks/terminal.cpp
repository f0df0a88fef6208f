// Writes to the user's terminal, and types in the user's name.

#include "tests/hostile/attacks/attack.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>

namespace {

using namespace attack;

struct Terminal final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NONBLOCK);
        const Failure closed = unless(terminal >= 0);
        tell("open the terminal", closed);
        const char key = 'x';
        tell("type in the user's name", closed ? closed : unless(::ioctl(terminal, TIOCSTI, &key) == 0));
        ::close(terminal);
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Terminal>(argc, argv);
}
