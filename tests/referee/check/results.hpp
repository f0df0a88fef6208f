#pragma once
// Results of checks that nobody made.

#include "referee/check/checks.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace referee::testing_support {

/// The first check of this number.
inline const check::Check& check_of(int number) {
    return *std::ranges::find(check::all_checks(), number, &check::Check::number);
}

inline check::CheckResults results_with(std::initializer_list<std::pair<int, check::Level>> levels) {
    check::CheckResults results;
    for (const auto& [number, level] : levels) {
        results.results.push_back({&check_of(number), {level, "seen"}});
    }
    return results;
}

} // namespace referee::testing_support
