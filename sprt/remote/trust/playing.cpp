#include "sprt/remote/trust/playing.hpp"

#include <algorithm>
#include <cstddef>

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

} // namespace sprt::remote
