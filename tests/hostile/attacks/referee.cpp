// Sends signals to the referee that started it: referee kill|term|stop. A referee that is stopped in each
// turn of the rival for 300 ms lets the rival's clock run.

#include "tests/hostile/attacks/attack.hpp"

namespace {

using namespace attack;
using std::chrono::milliseconds;

constexpr milliseconds kPause{300};

bool is_gone(pid_t process) {
    const char state = state_of(process);
    return state == 'X' || state == 'Z';
}

struct Referee final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const bool kills = arguments_.at(0) == "kill";
        if (kills || arguments_.at(0) == "term") {
            try_on_referee(
                kills ? "kill the referee" : "end the referee by SIGTERM", [=](pid_t process) -> Failure {
                    if (::kill(process, kills ? SIGKILL : SIGTERM) != 0) {
                        return why();
                    }
                    return comes_true([=] { return is_gone(process); }, milliseconds(200)) ? Failure()
                                                                                           : "it goes on";
                });
        }
    }

    void bad_turn() override {
        const pid_t process = referee_process();
        const std::vector<pid_t> others = rivals();
        Attacker::bad_turn();
        if (arguments_.at(0) != "stop" || is_given_up_ || is_over()) {
            return;
        }
        const auto is_thinking = [&] { return others.empty() || state_of(others.front()) == 'R'; };
        if (comes_true(is_thinking, milliseconds(20))) {
            tell(turns_ == kBadTurn ? "stop the referee" : "stop the referee again",
                 process == 0 ? Failure(kNoReferee) : pause(process));
        }
    }

    /// An agent that dies before it continues the referee would leave a referee that is stopped for ever.
    void start() override { std::signal(SIGTERM, SIG_IGN); }

  private:
    Failure pause(pid_t process) {
        if (::kill(process, SIGSTOP) != 0) {
            is_given_up_ = true;
            return why();
        }
        is_given_up_ = !comes_true([=] { return state_of(process) == 'T'; }, milliseconds(300));
        if (!is_given_up_) {
            ::usleep(static_cast<useconds_t>(std::chrono::microseconds(kPause).count()));
        }
        ::kill(process, SIGCONT);
        return is_given_up_ ? Failure("it goes on") : Failure();
    }

    bool is_given_up_ = false; ///< it did not work, and is not tried again
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Referee>(argc, argv);
}
