#include "referee/timing/stall_watch.hpp"

#include <array>
#include <charconv>
#include <cstdint>

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

using std::chrono::nanoseconds;

nanoseconds time_on(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

} // namespace

std::optional<nanoseconds> ThreadStallMeter::accounted() {
    if (!is_open_) {
        is_open_ = true;
        schedstat_ = Descriptor(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
    }
    std::array<char, 96> text;
    const ssize_t got = schedstat_.fd() >= 0 ? ::pread(schedstat_.fd(), text.data(), text.size(), 0) : -1;
    if (got <= 0) {
        return std::nullopt;
    }
    const char* const end = text.data() + got;
    std::int64_t ran = 0;
    std::int64_t waited = 0;
    const auto first = std::from_chars(text.data(), end, ran);
    if (first.ec != std::errc() || first.ptr == end ||
        std::from_chars(first.ptr + 1, end, waited).ec != std::errc()) {
        return std::nullopt;
    }
    return nanoseconds(ran + waited);
}

StallMeter::Suspended ThreadStallMeter::suspended() {
    const auto before = time_on(CLOCK_MONOTONIC);
    const auto since_boot = time_on(CLOCK_BOOTTIME);
    const auto after = time_on(CLOCK_MONOTONIC);
    return {since_boot - after, since_boot - before};
}

void StallWatch::game_begins() {
    was_stopped_ = false;
    suspended_before_ = meter_.suspended();
    beat();
}

bool StallWatch::was_suspended() const {
    constexpr std::chrono::milliseconds kLeastSuspension{10};
    return meter_.suspended().least - suspended_before_.most >= kLeastSuspension;
}

void StallWatch::judge(nanoseconds late) {
    const auto now = meter_.accounted();
    if (before_ && now && late - (*now - *before_) >= kLeastStop) {
        was_stopped_ = true;
    }
}

} // namespace referee
