#include "sprt/remote/trust/agreement.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace sprt::remote {

void Agreement::add(const std::string& one, const std::string& other, bool is_same) {
    Times& times = times_[std::minmax(one, other)];
    ++(is_same ? times.same : times.different);
}

void Agreement::forget(const std::string& worker) {
    std::erase_if(times_, [&](const auto& entry) {
        return entry.first.first == worker || entry.first.second == worker;
    });
}

std::set<std::string> Agreement::agreeing(const std::string& left_out) const {
    std::set<std::string> names;
    for (const auto& [pair, times] : times_) {
        names.insert(pair.first);
        names.insert(pair.second);
    }
    names.erase(left_out);
    /// How many others a worker differs from, and how often it agrees; the first to go is the greatest.
    using Standing = std::tuple<std::uint64_t, std::uint64_t>;
    while (true) {
        std::map<std::string, Standing> standings;
        std::uint64_t agreements = 0;
        constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
        for (const auto& [pair, times] : times_) {
            if (!names.contains(pair.first) || !names.contains(pair.second)) {
                continue;
            }
            agreements += times.same;
            for (const std::string& name : {pair.first, pair.second}) {
                auto& [differs, seldom] = standings.try_emplace(name, 0, kMost).first->second;
                differs += times.different > 0 ? 1U : 0U;
                seldom -= times.same;
            }
        }
        Standing worst{0, 0};
        for (const auto& [name, standing] : standings) {
            worst = std::max(worst, standing);
        }
        if (std::get<0>(worst) == 0) {
            std::erase_if(names, [&](const std::string& name) { // nobody has compared it with the others
                return !standings.contains(name);
            });
            return agreements >= kAgreements ? names : std::set<std::string>();
        }
        for (const auto& [name, standing] : standings) {
            if (standing == worst) { // of two that are equally bad nobody knows which one is right
                names.erase(name);
            }
        }
    }
}

} // namespace sprt::remote
