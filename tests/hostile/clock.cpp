// Plays by the rules, and takes time in ways that make the clock hard to charge fairly:
//   clock think MS            takes MS of processor time for each move
//   clock busy US             answers each move after exactly US, which it spends on a core
//   clock search MS           think, in a thread of its own for each move: it answers and ends
//   clock pool MS             think, in one thread for all moves, while the first thread sleeps
//   clock threads N MS        think, while N threads take processor time without end
//   clock children N MS       think, while N children take processor time without end
//   clock orphans N MS        the same with N processes whose parent is gone, in sessions of their own
//   clock siblings N MS       the same with N processes whose parent is the referee, in sessions of their own
//   clock ponder              a thread takes processor time while the opponent thinks
//   clock measure FILE        adds to FILE, for each move, the nanoseconds from reading TURN to writing MOVE

#include "tests/hostile/hostile.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <time.h>

namespace {

using namespace hostile;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

nanoseconds now_on(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

void spin_on(clockid_t clock, nanoseconds span) {
    const auto begin = now_on(clock);
    while (now_on(clock) - begin < span) {
    }
}

[[noreturn]] void spin_for_ever() {
    for (volatile bool is_spinning = true; is_spinning;) {
    }
    std::abort();
}

struct Clock final : Agent {
    using Agent::Agent;

    void ready() override {
        what_ = arguments_.at(0);
        if (what_ == "ponder") {
            std::thread([this] {
                while (true) {
                    is_pondering_.wait(false);
                }
            }).detach();
            ponder(true);
        } else if (what_ == "pool") {
            std::thread([this] {
                while (true) {
                    has_turn_.wait(false);
                    has_turn_ = false;
                    think();
                }
            }).detach();
        } else if (what_ == "measure") {
            times_ = ::open(arguments_.at(1).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        } else if (arguments_.size() == 3) {
            for (int i = 0; i < number(arguments_.at(1)); ++i) {
                start_spinner();
            }
        }
        Agent::ready();
    }

    void turn() override {
        const auto begin = now_on(CLOCK_MONOTONIC);
        if (what_ == "measure") {
            measured_turn(begin);
        } else if (what_ == "ponder") {
            ponder(false);
            play();
            ponder(true);
        } else if (what_ == "busy") {
            spin_on(CLOCK_MONOTONIC, std::chrono::microseconds(number(arguments_.at(1))));
            play();
        } else if (what_ == "search") {
            std::thread(&Clock::think, this).detach();
        } else if (what_ == "pool") {
            has_turn_ = true;
            has_turn_.notify_one();
        } else {
            think();
        }
    }

  private:
    void start_spinner() const {
        if (what_ == "threads") {
            std::thread(spin_for_ever).detach();
            return;
        }
        const auto leave = [&] {
            if (what_ == "orphans" && (::setsid() < 0 || ::fork() != 0)) {
                std::_Exit(0);
            }
            if (what_ == "siblings") {
                ::setsid();
            }
        };
        leave_child(leave, spin_for_ever, what_ == "siblings" ? Kinship::Sibling : Kinship::Child);
    }

    /// Every fifth move takes a millisecond, so that both turns that the referee watches and turns that it
    /// does not watch are measured.
    void measured_turn(nanoseconds begin) {
        const MoveNumbers move = choose();
        if (++turns_ % 5 == 0) {
            spin_on(CLOCK_MONOTONIC, 1ms);
        }
        make(move);
        const std::string answer = "MOVE " + to_string(move) + "\n";
        const auto took = now_on(CLOCK_MONOTONIC) - begin;
        say(answer);
        write_to(times_, std::to_string(took.count()) + "\n");
    }

    /// Other threads do nothing until the next message comes, which follows the answer.
    void think() {
        spin_on(CLOCK_THREAD_CPUTIME_ID, std::chrono::milliseconds(number(arguments_.back())));
        play();
    }

    void ponder(bool is_on) {
        is_pondering_ = is_on;
        is_pondering_.notify_one();
    }

    std::string what_;
    std::atomic<bool> is_pondering_ = false;
    std::atomic<bool> has_turn_ = false;
    int times_ = -1;
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Clock>(argc, argv);
}
