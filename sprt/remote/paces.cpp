#include "sprt/remote/paces.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace sprt::remote {
namespace {

template<class Value>
void keep_last(std::deque<Value>& values, std::size_t most) {
    if (values.size() > most) {
        values.pop_front();
    }
}

} // namespace

Paces::Duration Paces::mean(const Its& its) {
    return std::accumulate(its.last.begin(), its.last.end(), Duration(0)) /
           static_cast<Duration::rep>(its.last.size());
}

/// A run that one worker plays alone has nobody who waits.
bool Paces::is_slow(const std::string& worker, const Its& its) const {
    const bool is_alone = std::ranges::all_of(run_, [&](const auto& entry) { return entry.first == worker; });
    if (is_alone || run_.size() < kLeastOfRun || its.last.size() < kLeastOfWorker) {
        return false;
    }
    std::vector<Duration> sorted;
    for (const auto& [name, took] : run_) {
        sorted.push_back(took);
    }
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return mean(its) > kSlow * *middle;
}

void Paces::note(const std::string& worker, Duration took, std::uint64_t waited, std::uint64_t lead,
                 Time now) {
    Its& its = workers_[worker];
    its.last.push_back(took);
    keep_last(its.last, kOfWorker);
    run_.emplace_back(worker, took);
    keep_last(run_, kOfRun);
    if (2 * waited > lead && is_slow(worker, its)) {
        its.rests_until = now + kRest * mean(its);
    }
}

bool Paces::is_held_back(const std::string& worker, std::uint64_t waiting, std::uint64_t lead,
                         Time now) const {
    const auto found = workers_.find(worker);
    if (found == workers_.end()) {
        return false;
    }
    return now < found->second.rests_until || (2 * waiting > lead && is_slow(worker, found->second));
}

} // namespace sprt::remote
