#include "referee/process/limits.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/user_error.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace referee {

std::vector<ResourceLimit> resource_limits(const AgentLimits& limits, const rlimit& descriptors) {
    std::vector<ResourceLimit> result{{RLIMIT_NOFILE, descriptors}};
    const auto add = [&](int resource, std::optional<std::int64_t> amount, rlim_t unit, rlim_t grace) {
        if (!amount) {
            return;
        }
        rlimit ours{};
        if (::getrlimit(static_cast<__rlimit_resource>(resource), &ours) != 0) {
            throw_errno("cannot read a resource limit");
        }
        const rlim_t wanted = static_cast<rlim_t>(*amount) * unit;
        result.push_back(
            {resource, {std::min(wanted, ours.rlim_max), std::min(wanted + grace, ours.rlim_max)}});
    };
    constexpr rlim_t kMebi = rlim_t{1} << 20;
    add(RLIMIT_AS, limits.memory_mb, kMebi, 0);
    add(RLIMIT_CPU, limits.cpu_s, 1, 1); // SIGKILL follows a second after SIGXCPU
    add(RLIMIT_FSIZE, limits.file_mb, kMebi, 0);
    return result;
}

void be_ended_first_without_memory() noexcept {
    constexpr std::string_view kScore = "1000"; // the highest; a lower one would need a privilege
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        static_cast<void>(::write(file, kScore.data(), kScore.size()) > 0);
        ::close(file);
    }
}

rlimit raise_descriptor_limit(std::size_t needed) {
    rlimit before{};
    if (::getrlimit(RLIMIT_NOFILE, &before) != 0) {
        throw_errno("cannot read the limit of open files");
    }
    if (before.rlim_max < needed) {
        throw UserError("too few open files are allowed: " + std::to_string(needed) +
                        " are needed and ulimit -Hn is " + std::to_string(before.rlim_max) +
                        "; raise it or play fewer games at once (--concurrency)");
    }
    const rlimit raised{.rlim_cur = before.rlim_max, .rlim_max = before.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) != 0) {
        throw_errno("cannot raise the limit of open files");
    }
    return before;
}

} // namespace referee
