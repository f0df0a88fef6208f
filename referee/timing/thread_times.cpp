#include "referee/timing/thread_times.hpp"

#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace referee {

Descriptor schedstat_of(pid_t pid, pid_t thread) {
    const std::string file =
        "/proc/" + std::to_string(pid) + "/task/" + std::to_string(thread) + "/schedstat";
    return Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

void ThreadTimes::attach(pid_t pid) noexcept {
    if (pid != pid_) { // some containers show an old number, and some that of the machine around them
        constexpr pid_t kMostSince = 1000;
        const pid_t last = last_started().value_or(0);
        can_rely_on_started_ = last >= pid && last - pid < kMostSince;
    }
    pid_ = pid;
    listed_at_.reset();
    schedstat_.reset();
    first_ = {};
    first_.id = pid;
    others_.clear();
    ended_ = {};
    has_others_ = false;
    was_listed_ = false;
}

void ThreadTimes::begin(bool is_listed) {
    ended_ = {};
    first_.has_base = false;
    first_.others_before = Time(0);
    for (Thread& thread : others_) {
        thread.has_base = false;
        thread.others_before = Time(0);
    }
    busy_ = 1;
    begun_ = SteadyTime::now();
    started_at_begin_ = started();
    was_listed_ = false;
    if (has_others_ && !is_listed) {
        list();
    }
    was_listed_ = is_listed || has_others_;
}

std::optional<pid_t> ThreadTimes::started() const noexcept {
    return can_rely_on_started_ ? last_started() : std::nullopt;
}

std::vector<pid_t> ThreadTimes::list() {
    const auto now = started();
    if (now && now == listed_at_) {
        was_listed_ = true;
        return listed_;
    }
    listed_ = threads_of(pid_, kMostThreads + 1);
    listed_at_ = now;
    for (const pid_t id : listed_) {
        const bool is_known = id == pid_ || std::ranges::any_of(others_, [id](const Thread& thread) {
                                  return thread.id == id;
                              });
        if (!is_known) {
            has_others_ = true;
            Thread& thread = others_.emplace_back();
            thread.id = id;
            thread.others_before = ran();
            thread.has_base = was_listed_;
        }
    }
    was_listed_ = true;
    return listed_;
}

bool ThreadTimes::read() {
    if (schedstat_.fd() < 0) {
        const std::string file = "/proc/" + std::to_string(pid_) + "/schedstat";
        schedstat_ = Descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    }
    if (has_others_) {
        list();
    }
    const auto times = core_times_in(schedstat_.fd());
    if (!times) {
        return false;
    }
    take(first_, *times);
    read_others();
    busy_ = std::max(busy_, busy_now());
    return true;
}

void ThreadTimes::read_others() {
    std::vector<Thread> alive;
    alive.reserve(others_.size());
    for (Thread& thread : others_) {
        if (const auto times = times_of(thread, alive.size() < kMostOpen)) {
            take(thread, *times);
            alive.push_back(std::move(thread));
        } else {
            ended_.waited += waited(thread, ran());
            ended_.ran += thread.last.ran - thread.base.ran;
            thread.base = thread.last; // so that ran() does not count it twice
        }
    }
    others_ = std::move(alive);
}

void ThreadTimes::take(Thread& thread, const CoreTimes& times) noexcept {
    thread.last = times;
    if (!thread.has_base) {
        thread.base = times;
        thread.has_base = true;
    }
}

std::chrono::nanoseconds ThreadTimes::ran() const noexcept {
    Time sum = ended_.ran + first_.last.ran - first_.base.ran;
    for (const Thread& thread : others_) {
        sum += thread.last.ran - thread.base.ran;
    }
    return sum;
}

std::chrono::nanoseconds ThreadTimes::waited(const Thread& thread, Time all_ran) const noexcept {
    const Time others_ran = all_ran - (thread.last.ran - thread.base.ran) - thread.others_before;
    return std::max(Time(0), thread.last.waited - thread.base.waited - std::max(Time(0), others_ran));
}

std::chrono::nanoseconds ThreadTimes::waited() const noexcept {
    const Time all_ran = ran();
    Time sum = ended_.waited + waited(first_, all_ran);
    for (const Thread& thread : others_) {
        sum += waited(thread, all_ran);
    }
    return sum;
}

int ThreadTimes::busy_now() const noexcept {
    constexpr Time kEnough = std::chrono::milliseconds(20); // a wait that has not ended is not counted
    constexpr Time kLeast = std::chrono::milliseconds(2);
    if (others_.empty()) {
        return 1;
    }
    const Time lasted = SteadyTime::now() - begun_;
    if (lasted < kEnough) {
        return 1;
    }
    const auto ran = [](const Thread& thread) { return thread.last.ran - thread.base.ran; };
    Time most = ran(first_);
    for (const Thread& thread : others_) {
        most = std::max(most, ran(thread));
    }
    Time busy{0};
    int workers = 0;
    const auto add = [&](const Thread& thread) {
        if (ran(thread) >= std::max(kLeast, most / 2)) { // others may wait long where much else runs
            busy += ran(thread) + thread.last.waited - thread.base.waited;
            ++workers;
        }
    };
    add(first_);
    std::ranges::for_each(others_, add);
    return std::min(workers, static_cast<int>((busy + lasted / 2) / lasted));
}

std::optional<CoreTimes> ThreadTimes::times_of(Thread& thread, bool keeps_open) const {
    if (thread.schedstat.fd() >= 0) {
        return core_times_in(thread.schedstat.fd());
    }
    Descriptor schedstat = schedstat_of(pid_, thread.id);
    const auto times = core_times_in(schedstat.fd());
    if (keeps_open) {
        thread.schedstat = std::move(schedstat);
    }
    return times;
}

} // namespace referee
