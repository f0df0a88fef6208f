#include "referee/timing/stall_watch.hpp"

#include "referee/process/cores.hpp"
#include "referee/process/limits.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

namespace referee {
namespace {

using std::chrono::nanoseconds;

nanoseconds throttled_in(int stat) {
    std::array<char, 512> text;
    const ssize_t got = ::pread(stat, text.data(), text.size(), 0);
    const std::string_view content(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (const auto us = number_behind(content, "throttled_usec")) {
        return std::chrono::microseconds(*us);
    }
    return nanoseconds(number_behind(content, "throttled_time").value_or(0)); // version 1
}

nanoseconds time_on(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

} // namespace

/// A group above those that a container sees may have the quota: since Linux 6.6 a group also counts what it
/// lost by that.
Throttling::Throttling(const std::filesystem::path& root) {
    const auto open = [this](const std::filesystem::path& file) {
        Descriptor stat(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
        if (stat.fd() >= 0) {
            stats_.push_back(std::move(stat));
        }
    };
    for (const GroupTree& tree : own_groups(root)) {
        if (!tree.may_limit("cpu") || !stats_.empty()) {
            continue;
        }
        for (const auto& group : tree.levels()) {
            if (quota_in(group)) {
                open(group / "cpu.stat");
            }
        }
        if (stats_.empty()) {
            open(tree.own / "cpu.stat.local");
            if (total() == nanoseconds(0)) {
                stats_.clear();
            }
        }
    }
}

nanoseconds Throttling::total() const {
    nanoseconds sum{0};
    for (const Descriptor& stat : stats_) {
        sum += throttled_in(stat.fd());
    }
    return sum;
}

const Throttling& throttling() {
    static const Throttling own;
    return own;
}

std::optional<nanoseconds> ThreadStallMeter::accounted() {
    if (!is_open_) {
        is_open_ = true;
        schedstat_ = Descriptor(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
    }
    const auto times = core_times_in(schedstat_.fd());
    return times ? std::optional(times->ran + times->waited + throttling().total()) // that is no standstill
                 : std::nullopt;
}

StallMeter::Suspended ThreadStallMeter::suspended() {
    const auto before = time_on(CLOCK_MONOTONIC);
    const auto since_boot = time_on(CLOCK_BOOTTIME);
    const auto after = time_on(CLOCK_MONOTONIC);
    return {since_boot - after, since_boot - before};
}

bool StallWatch::game_begins(SteadyTime::time_point now) {
    const auto [by_ours, by_others] = meter_.continued();
    const bool was_continued = std::max(by_ours, by_others) > game_began_;
    longest_ = {};
    has_stood_still_ = false;
    suspended_before_ = meter_.suspended();
    beat(now);
    game_began_ = SteadyTime::now();
    return was_continued;
}

bool StallWatch::was_suspended() const {
    constexpr std::chrono::milliseconds kLeastSuspension{10};
    return meter_.suspended().least - suspended_before_.most >= kLeastSuspension;
}

nanoseconds StallWatch::stood_still(nanoseconds late, SteadyTime::time_point now) {
    const auto before = before_;
    beat(now);
    const auto still = before && before_ ? late - (*before_ - *before) : nanoseconds(0);
    if (still < kLeastSeen) {
        return nanoseconds(0);
    }
    longest_ = std::max(longest_, still);
    has_stood_still_ = true;
    return continued() == Standstill::Continued::No ? still : nanoseconds(0);
}

Standstill::Continued StallWatch::continued() {
    const auto [by_ours, by_others] = meter_.continued();
    if (by_ours > game_began_) {
        return Standstill::Continued::ByOurs;
    }
    return by_others > game_began_ ? Standstill::Continued::ByOthers : Standstill::Continued::No;
}

Standstill StallWatch::standstill() {
    has_stood_still_ = false;
    return {
        .continued = continued(), .referee = longest_ >= kLeastSeen, .referee_long = longest_ >= kLeastStop};
}

} // namespace referee
