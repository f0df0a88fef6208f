#include "referee/timing/throttling.hpp"

#include "referee/process/own_groups.hpp"
#include "referee/process/topology.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fcntl.h>
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

} // namespace referee
