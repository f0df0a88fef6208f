#include "referee/process/cores.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <optional>
#include <system_error>

namespace referee {
namespace {

/// The number that all of `digits` is; empty when `digits` is no number of a core.
std::optional<int> parse_core(std::string_view digits) {
    int core = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, core);
    if (error != std::errc{} || rest != end || core < 0 || core > kHighestCore) {
        return std::nullopt;
    }
    return core;
}

} // namespace

std::vector<int> parse_cores(std::string_view text) {
    const auto fail = [&](const std::string& what) {
        throw UserError("'" + to_printable(text) + "': " + what + "; give a list such as 0,2,4-7");
    };
    if (text.empty()) {
        fail("it names no core");
    }
    std::vector<bool> named;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        const std::size_t dash = part.find('-');
        const auto first = parse_core(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : parse_core(part.substr(dash + 1));
        if (!first || !last) {
            fail("'" + to_printable(part) + "' is neither a core's number, from 0 to " +
                 std::to_string(kHighestCore) + ", nor a range of them");
        }
        if (*first > *last) {
            fail(std::string(part) + " runs backwards, write " + std::to_string(*last) + '-' +
                 std::to_string(*first));
        }
        named.resize(std::max(named.size(), static_cast<std::size_t>(*last) + 1));
        for (auto core = static_cast<std::size_t>(*first); core <= static_cast<std::size_t>(*last); ++core) {
            if (named[core]) {
                fail("core " + std::to_string(core) + " is named twice");
            }
            named[core] = true;
        }
        begin = end + 1;
    }
    std::vector<int> cores;
    for (std::size_t core = 0; core < named.size(); ++core) {
        if (named[core]) {
            cores.push_back(static_cast<int>(core));
        }
    }
    return cores;
}

std::string cores_text(const std::vector<int>& cores) {
    std::string text;
    for (std::size_t i = 0; i < cores.size();) {
        std::size_t last = i;
        while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) {
            ++last;
        }
        text += (text.empty() ? "" : ",") + std::to_string(cores[i]);
        if (last > i) {
            text += (last > i + 1 ? '-' : ',') + std::to_string(cores[last]);
        }
        i = last + 1;
    }
    return text;
}

std::vector<int> allowed_cores(pid_t thread) {
    // The kernel refuses a set that is smaller than its own, and does not say the size of its own.
    for (std::size_t sets = 1;; sets *= 2) {
        std::vector<cpu_set_t> allowed(sets);
        const std::size_t bytes = sets * sizeof(cpu_set_t);
        if (::sched_getaffinity(thread, bytes, allowed.data()) == 0) {
            std::vector<int> cores;
            for (std::size_t core = 0; core < sets * CPU_SETSIZE; ++core) {
                if (CPU_ISSET_S(core, bytes, allowed.data())) {
                    cores.push_back(static_cast<int>(core));
                }
            }
            return cores;
        }
        if (errno != EINVAL || sets * CPU_SETSIZE > kHighestCore) {
            throw_errno("cannot tell which cores may be used");
        }
    }
}

CoreMask::CoreMask(const std::vector<int>& cores) {
    for (const int core : cores) {
        const auto number = static_cast<std::size_t>(core);
        sets_.resize(std::max(sets_.size(), number / CPU_SETSIZE + 1));
        CPU_SET_S(number, bytes(), sets_.data());
    }
}

void pin_this_thread(const std::vector<int>& cores) {
    assert(!cores.empty());
    const CoreMask mask(cores);
    if (::sched_setaffinity(0, mask.bytes(), mask.set()) != 0) {
        throw_errno(
            ("cannot keep a game on core " + cores_text(cores) + " (--pin off leaves games to the scheduler)")
                .c_str());
    }
}

} // namespace referee
