// Exits with status 1 and says why when the referee started it wrongly: with open descriptors besides its
// three, with a blocked signal, or with one ignored. Otherwise it does nothing wrong.

#include "tests/hostile/hostile.hpp"

#include <fcntl.h>
#include <signal.h>

namespace {

using namespace hostile;

struct Inspect final : Agent {
    using Agent::Agent;
    void start() override {
        for (int fd = 3; fd < 1024; ++fd) {
            if (::fcntl(fd, F_GETFD) >= 0) {
                fail("an open descriptor");
            }
        }
        sigset_t blocked;
        ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
        for (int signal = 1; signal < NSIG; ++signal) {
            if (::sigismember(&blocked, signal) == 1) {
                fail("a blocked signal");
            }
        }
        for (int signal = 1; signal < NSIG; ++signal) {
            struct sigaction action {};
            if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) {
                fail("a signal ignored");
            }
        }
    }

  private:
    [[noreturn]] static void fail(const char* what) {
        complain(what);
        std::_Exit(1);
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Inspect>(argc, argv);
}
