#include "sprt/ledger/effort.hpp"

#include "referee/game/replay.hpp"

#include <algorithm>

namespace sprt {

void add(referee::PerPlayer<Effort>& efforts, const referee::GameRecord& record) {
    for (const referee::Player player : referee::kPlayers) {
        efforts[player].processor += record.processor[player];
        efforts[player].restarts += static_cast<std::uint64_t>(record.replaced[player]);
    }
    referee::Player mover = mover_after_opening(record);
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        // Microseconds, as in the log: the sum is the same when the games are read from a log.
        const auto took = std::chrono::floor<std::chrono::microseconds>(record.moves[i].took);
        Effort& effort = efforts[mover];
        ++effort.moves;
        effort.time += took;
        effort.longest = std::max<std::chrono::nanoseconds>(effort.longest, took);
        if (!record.search.empty() && record.search[i].nodes) {
            effort.nodes.add(*record.search[i].nodes);
        }
        if (!record.search.empty() && record.search[i].depth) {
            effort.depth.add(static_cast<std::uint64_t>(std::max(0, *record.search[i].depth)));
        }
        mover = other(mover);
    }
}

} // namespace sprt
