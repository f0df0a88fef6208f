#include "referee/process/placement.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace referee {
namespace {

/// A core that no game has, and its place in the machine.
struct FreeCore {
    int core;
    std::size_t package;
    std::size_t physical; ///< within its package
    std::size_t thread;   ///< within its physical core; lower ones are taken first
};

std::vector<FreeCore> all_free(const std::vector<Package>& packages) {
    std::vector<FreeCore> cores;
    for (std::size_t package = 0; package < packages.size(); ++package) {
        for (std::size_t physical = 0; physical < packages[package].size(); ++physical) {
            const PhysicalCore& threads = packages[package][physical];
            for (std::size_t thread = 0; thread < threads.size(); ++thread) {
                cores.push_back({threads[thread], package, physical, thread});
            }
        }
    }
    return cores;
}

bool same_physical(const FreeCore& a, const FreeCore& b) {
    return a.package == b.package && a.physical == b.physical;
}

/// The `count` cores that one game should get; all of `cores` when there are fewer. `cores` are ordered by
/// package, then by physical core.
std::vector<FreeCore> best_of(std::vector<FreeCore> cores, std::size_t count) {
    std::vector<FreeCore> one_each;
    std::unique_copy(cores.begin(), cores.end(), std::back_inserter(one_each), same_physical);
    if (one_each.size() >= count) {
        cores = std::move(one_each);
        std::ranges::stable_sort(cores,
                                 [](const FreeCore& a, const FreeCore& b) { return a.thread < b.thread; });
    }
    cores.resize(std::min(cores.size(), count));
    return cores;
}

/// How many of `cores` are second threads of a physical core, whose first thread may be busy.
std::size_t second_threads(const std::vector<FreeCore>& cores) {
    return static_cast<std::size_t>(
        std::ranges::count_if(cores, [](const FreeCore& core) { return core.thread > 0; }));
}

/// Takes `count` of the `free` cores for a game, or all when there are fewer. They come from the package
/// where they include the fewest second threads, or from several packages when none has enough.
std::vector<int> take(std::vector<FreeCore>& free, std::size_t packages, std::size_t count) {
    std::optional<std::vector<FreeCore>> best;
    for (std::size_t package = 0; package < packages; ++package) {
        std::vector<FreeCore> here;
        std::ranges::copy_if(free, std::back_inserter(here),
                             [&](const FreeCore& core) { return core.package == package; });
        here = best_of(std::move(here), count);
        if (here.size() == count && (!best || second_threads(here) < second_threads(*best))) {
            best = std::move(here);
        }
    }
    if (!best) {
        best = best_of(free, count);
    }
    std::vector<int> taken;
    for (const FreeCore& core : *best) {
        taken.push_back(core.core);
    }
    std::erase_if(free,
                  [&](const FreeCore& core) { return std::ranges::find(taken, core.core) != taken.end(); });
    return taken;
}

std::vector<int> ascending(std::vector<int> cores) {
    std::sort(cores.begin(), cores.end());
    cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
    return cores;
}

/// `count` of `cores` from place `begin` on, and from the first again after the last; each at most once.
std::vector<int> part_of(const std::vector<int>& cores, std::size_t begin, std::size_t count) {
    std::vector<int> part;
    for (std::size_t i = 0; i < std::min(count, cores.size()); ++i) {
        part.push_back(cores[(begin + i) % cores.size()]);
    }
    return ascending(part);
}

/// Divides the cores of a game. Agents share cores where there are too few for two.
GameCores cores_of_a_game(const std::vector<int>& cores, const PlacementSettings& settings) {
    const std::vector<int> all = ascending(cores);
    if (settings.pin != Pin::Split) {
        return {.worker = all, .first = all, .second = all};
    }
    const auto each = static_cast<std::size_t>(settings.threads_per_agent);
    return {.worker = all, .first = part_of(cores, 0, each), .second = part_of(cores, each, each)};
}

/// `packages` without the cores that are not `chosen`.
std::vector<Package> only(std::vector<Package> packages, const std::vector<int>& chosen) {
    for (Package& package : packages) {
        for (PhysicalCore& threads : package) {
            std::erase_if(threads,
                          [&](int core) { return !std::binary_search(chosen.begin(), chosen.end(), core); });
        }
        std::erase_if(package, [](const PhysicalCore& threads) { return threads.empty(); });
    }
    std::erase_if(packages, [](const Package& package) { return package.empty(); });
    return packages;
}

/// `packages` rotated so that `core` is the first thread of the first physical core of the first package.
std::vector<Package> beginning_with(int core, std::vector<Package> packages) {
    for (auto package = packages.begin(); package != packages.end(); ++package) {
        for (auto physical = package->begin(); physical != package->end(); ++physical) {
            const auto thread = std::find(physical->begin(), physical->end(), core);
            if (thread != physical->end()) {
                std::rotate(physical->begin(), thread, physical->end());
                std::rotate(package->begin(), physical, package->end());
                std::rotate(packages.begin(), package, packages.end());
                return packages;
            }
        }
    }
    return packages;
}

std::vector<int> cores_in(const std::vector<Package>& packages) {
    std::vector<int> cores;
    for (const FreeCore& core : all_free(packages)) {
        cores.push_back(core.core);
    }
    return ascending(cores);
}

} // namespace

std::optional<Pin> parse_pin(std::string_view text) noexcept {
    return text == "game"    ? std::optional(Pin::Game)
           : text == "split" ? std::optional(Pin::Split)
           : text == "off"   ? std::optional(Pin::Off)
                             : std::nullopt;
}

Placement::Placement(const PlacementSettings& settings, const Machine& machine)
    : settings_(settings)
    , quota_(machine.quota) {
    const std::vector<int> allowed = cores_in(machine.packages);
    cores_ = settings.cores.value_or(allowed);
    std::vector<int> foreign;
    std::set_difference(cores_.begin(), cores_.end(), allowed.begin(), allowed.end(),
                        std::back_inserter(foreign));
    if (!foreign.empty()) {
        throw UserError("core " + cores_text(foreign) + " may not be used here; allowed are " +
                        cores_text(allowed));
    }
    if (settings.pin == Pin::Off) {
        if (settings.cores) { // the scheduler chooses among these
            games_.push_back({.worker = cores_, .first = cores_, .second = cores_});
        }
        return;
    }
    const std::vector<Package> packages =
        settings.cores ? only(machine.packages, cores_) : beginning_with(machine.current, machine.packages);
    std::vector<FreeCore> free = all_free(packages);
    const auto count = static_cast<std::size_t>(cores_per_game());
    do {
        games_.push_back(cores_of_a_game(take(free, packages.size(), count), settings));
    } while (free.size() >= count);
}

std::int64_t Placement::cores_per_game() const noexcept {
    return std::int64_t{settings_.threads_per_agent} * (settings_.pin == Pin::Split ? 2 : 1);
}

std::int64_t Placement::cores_given() const noexcept {
    const auto cores = static_cast<std::int64_t>(cores_.size());
    return quota_ && *quota_ < static_cast<double>(cores) ? static_cast<std::int64_t>(*quota_) : cores;
}

int Placement::games_that_fit() const noexcept {
    return static_cast<int>(std::max(std::int64_t{1}, cores_given() / cores_per_game()));
}

const GameCores* Placement::game(int worker) const noexcept {
    return games_.empty() ? nullptr : &games_[static_cast<std::size_t>(worker) % games_.size()];
}

std::optional<std::string> Placement::warning(std::int64_t games) const {
    const std::int64_t each = cores_per_game();
    if (games * each <= cores_given()) {
        return std::nullopt;
    }
    std::ostringstream text;
    text << counted(static_cast<std::uint64_t>(games), "game") << " at once on "
         << counted(cores_.size(), "core");
    if (quota_ && *quota_ < static_cast<double>(cores_.size())) {
        text << " with a quota of processor time for " << *quota_;
    }
    if (each > 1) {
        text << ", " << each << " for each game";
    }
    text << ": agents share them, and wait while their clocks run; ";
    if (each <= cores_given()) {
        text << "--concurrency " << games_that_fit() << " avoids it";
    } else if (each > 1) {
        text << "fewer --threads-per-agent or --pin game need less";
    } else {
        text << "a higher quota avoids it";
    }
    return text.str();
}

} // namespace referee
