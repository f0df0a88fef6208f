#include "referee/timing/tampering.hpp"

#include "referee/process/cores.hpp"
#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <system_error>

namespace referee {
namespace {

constexpr std::size_t kMostProcesses = 64;

std::vector<pid_t> children_of_all_threads(pid_t pid) {
    std::vector<pid_t> found;
    for (const pid_t thread : threads_of(pid, kMostProcesses)) {
        const auto children = children_of(pid, thread);
        found.insert(found.end(), children.begin(), children.end());
    }
    return found;
}

} // namespace

void Share::set_limits(std::span<const ResourceLimit> set) {
    for (const ResourceLimit& each : set) {
        const auto* const place = std::ranges::find(kHarmfulLimits, each.resource);
        if (place != kHarmfulLimits.end()) {
            limits[static_cast<std::size_t>(place - kHarmfulLimits.begin())] = each.limit.rlim_cur;
        }
    }
}

bool is_less(const Share& now, const Share& given) {
    const auto is_lower = [](rlim_t limit, rlim_t before) { return limit < before; };
    return now.nice > given.nice || !std::ranges::includes(now.cores, given.cores) ||
           !std::ranges::equal(now.limits, given.limits, std::not_fn(is_lower));
}

std::optional<Share> share_of(pid_t pid) {
    errno = 0; // -1 is a nice value too
    const int nice = ::getpriority(PRIO_PROCESS, static_cast<id_t>(pid));
    if (errno != 0) {
        return std::nullopt;
    }
    Share share{.nice = nice, .cores = {}};
    for (std::size_t i = 0; i < kHarmfulLimits.size(); ++i) {
        rlimit limit{};
        const auto resource = static_cast<__rlimit_resource>(kHarmfulLimits[i]);
        share.limits[i] = ::prlimit(pid, resource, nullptr, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
    }
    try {
        share.cores = allowed_cores(pid);
    } catch (const std::system_error&) {
        return std::nullopt;
    }
    return share;
}

bool has_stopped_child(pid_t pid) {
    std::vector<pid_t> found = children_of_all_threads(pid);
    for (std::size_t i = 0; i < found.size() && i < kMostProcesses; ++i) { // `found` grows
        const auto status = process_status(found[i]);
        if (status && status->state == 'T') {
            return true;
        }
        const auto more = children_of_all_threads(found[i]);
        found.insert(found.end(), more.begin(), more.end());
    }
    return false;
}

} // namespace referee
