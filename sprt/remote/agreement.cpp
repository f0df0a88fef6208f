#include "sprt/remote/agreement.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>

namespace sprt::remote {
namespace {

Likeness compare_games(const PlayedGame& one, const PlayedGame& other) {
    const auto both = static_cast<std::ptrdiff_t>(std::min(one.moves.size(), other.moves.size()));
    if (!std::equal(one.moves.begin(), one.moves.begin() + both, other.moves.begin())) {
        return Likeness::Different;
    }
    const auto is_longer = [&](const PlayedGame& game) {
        return game.moves.size() > static_cast<std::size_t>(both);
    };
    if (one.is_broken_off || other.is_broken_off) {
        // A game that came to its end cannot be continued by one that was broken off later.
        const bool is_beyond =
            (is_longer(one) && !other.is_broken_off) || (is_longer(other) && !one.is_broken_off);
        return is_beyond ? Likeness::Different : Likeness::Unclear;
    }
    const bool is_same = one.moves.size() == other.moves.size() && one.termination == other.termination &&
                         one.winner == other.winner;
    return is_same ? Likeness::Same : Likeness::Different;
}

} // namespace

Playing playing_of(const std::vector<referee::GameRecord>& records) {
    Playing playing;
    for (const referee::GameRecord& record : records) {
        PlayedGame& game = playing.emplace_back();
        game.moves = record.opening;
        for (const referee::TimedMove& move : record.moves) {
            game.moves.push_back(move.numbers);
        }
        game.termination = record.termination;
        game.winner = record.winner;
        game.is_broken_off = record.fault || !record.winner;
    }
    return playing;
}

Likeness compare(const Playing& one, const Playing& other) {
    if (one.size() != other.size()) {
        return Likeness::Different;
    }
    Likeness worst = Likeness::Same;
    for (std::size_t i = 0; i < one.size(); ++i) {
        worst = std::max(worst, compare_games(one[i], other[i]));
    }
    return worst;
}

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
