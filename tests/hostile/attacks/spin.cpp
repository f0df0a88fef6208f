// Takes the cores while the rival thinks: spin children|orphans|siblings|hidden. The processes that spin are
// children of the agent, children of a process that ended, or children of the referee (CLONE_PARENT); hidden
// ones are orphans whose environment does not say whose they are. They sleep in the agent's own turns. At the
// end the agent tells how much they got.

#include "tests/hostile/attacks/attack.hpp"

#include <atomic>
#include <cstring>
#include <new>

#include <sys/ioctl.h>
#include <sys/mman.h>

namespace {

using namespace attack;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLongestStay{60};

/// What all processes of the agent see.
struct Shared {
    std::atomic<bool> is_rivals_turn = false;
    std::atomic<std::int64_t> taken_ns = 0; ///< processor time in turns of the rival
};

nanoseconds processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

/// Makes the environment of the process empty to those who look at it in /proc.
void clear_environment() {
    for (char** each = ::environ; *each != nullptr; ++each) {
        std::memset(*each, 0, std::strlen(*each));
    }
}

/// Whether the rival is to move: the agent has answered, and nothing was said to it since.
bool is_rivals_turn(const Shared& shared) {
    int unread = 0;
    return shared.is_rivals_turn && ::ioctl(STDIN_FILENO, FIONREAD, &unread) == 0 && unread == 0;
}

/// Spins in the rival's turns.
void spin(Shared& shared) {
    for (const auto begin = Clock::now(); Clock::now() - begin < kLongestStay;) {
        if (!is_rivals_turn(shared)) {
            ::usleep(100);
            continue;
        }
        const nanoseconds before = processor_time();
        volatile int count = 0;
        while (count < 20'000) {
            const int next = count + 1;
            count = next;
        }
        if (is_rivals_turn(shared)) {
            shared.taken_ns += (processor_time() - before).count();
        }
    }
}

struct Spin final : Agent {
    explicit Spin(std::vector<std::string> arguments)
        : Agent(std::move(arguments)) {
        void* const memory =
            ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED) {
            shared_ = new (memory) Shared;
        }
    }

    void turn() override {
        if (shared_ != nullptr) {
            if (shared_->is_rivals_turn) {
                rivals_time_ += Clock::now() - answered_;
            }
            shared_->is_rivals_turn = false;
        }
        ++turns_;
        if (turns_ == kBadTurn) {
            begin();
        }
        play();
        if (shared_ != nullptr && turns_ >= kBadTurn) {
            answered_ = Clock::now();
            shared_->is_rivals_turn = true;
        }
    }

    void finish() override {
        const nanoseconds taken(shared_ != nullptr ? shared_->taken_ns.load() : 0);
        const bool worked = is_begun_ && rivals_time_ >= milliseconds(20) && taken * 4 >= rivals_time_;
        const auto text = [](nanoseconds time) {
            return std::to_string(std::chrono::duration_cast<milliseconds>(time).count()) + " ms";
        };
        tell("take the rival's cores by " +
                 (arguments_.at(0) == "hidden" ? "hidden orphans" : arguments_.at(0)),
             worked       ? Failure()
             : !is_begun_ ? Failure("no process could be started: " + reason_)
                          : Failure("got " + text(taken) + " of " + text(rivals_time_)));
        std::_Exit(0);
    }

  private:
    void begin() {
        cpu_set_t all;
        CPU_ZERO(&all);
        for (std::size_t core = 0; core < CPU_SETSIZE; ++core) {
            CPU_SET(core, &all);
        }
        const auto stay = [&] {
            if (arguments_.at(0) == "hidden") {
                clear_environment();
            }
            ::sched_setaffinity(0, sizeof all, &all); // those that the referee gave are not all
            spin(*shared_);
        };
        for (long i = 0; shared_ != nullptr && i < 2 * ::sysconf(_SC_NPROCESSORS_ONLN); ++i) {
            if (arguments_.at(0) == "orphans" || arguments_.at(0) == "hidden") {
                is_begun_ = !in_child([&] {
                    ::setsid();
                    start_process(stay);
                });
            } else {
                is_begun_ = start_process(stay, arguments_.at(0) == "siblings" ? CLONE_PARENT : 0) > 0;
            }
            if (!is_begun_) {
                reason_ = why();
            }
        }
    }

    Shared* shared_ = nullptr; ///< null when there is no memory for it
    bool is_begun_ = false;
    std::string reason_; ///< why no process could be started
    Clock::time_point answered_;
    nanoseconds rivals_time_{0};
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Spin>(argc, argv);
}
