// Sends signals to the referee that started it: referee kill|term|stop. A referee that is stopped in each turn
// of the rival for 400 ms lets the rival's clock run.

#include "tests/hostile/attacks/attack.hpp"

namespace {

using namespace attack;
using std::chrono::milliseconds;

constexpr milliseconds kPause{400};

bool is_gone(pid_t process) {
    const char state = state_of(process);
    return state == 'X' || state == 'Z';
}

struct Referee final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const bool kills = arguments_.at(0) == "kill";
        if (kills || arguments_.at(0) == "term") {
            try_on_referee(kills ? "kill the referee" : "end the referee by SIGTERM", [=](pid_t process) -> Failure {
                if (::kill(process, kills ? SIGKILL : SIGTERM) != 0) {
                    return why();
                }
                return comes_true([=] { return is_gone(process); }, milliseconds(200)) ? Failure() : "it goes on";
            });
        }
    }

    void bad_turn() override {
        Attacker::bad_turn();
        if (arguments_.at(0) == "stop") {
            start_process([this] {
                try_on_referee(turns_ == kBadTurn ? "stop the referee" : "stop the referee again", pause);
            });
        }
    }

  private:
    static Failure pause(pid_t process) {
        if (::kill(process, SIGSTOP) != 0) {
            return why();
        }
        const auto is_stopped = [=] { return state_of(process) == 'T'; };
        const Failure failure = comes_true(is_stopped, milliseconds(100)) ? Failure() : "it goes on";
        if (!failure) {
            ::usleep(static_cast<useconds_t>(std::chrono::microseconds(kPause).count()));
        }
        ::kill(process, SIGCONT);
        return failure;
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Referee>(argc, argv);
}
