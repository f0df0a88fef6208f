#include "sprt/ledger/effort.hpp"

#include "referee/game/replay.hpp"

#include <algorithm>

namespace sprt {

std::optional<double> Effort::processor_ms_a_move() const noexcept {
    if (moves == 0 || watched.count() == 0 || 2 * watched < time) {
        return std::nullopt;
    }
    const double share = static_cast<double>(processor.count()) / static_cast<double>(watched.count());
    return share * static_cast<double>(time.count()) / 1e6 / static_cast<double>(moves);
}

void add(referee::PerPlayer<Effort>& efforts, const referee::GameRecord& record) {
    // Microseconds, as in the log: the figures are the same when the games are read from a log.
    const auto logged = [](std::chrono::nanoseconds time) -> std::chrono::nanoseconds {
        return std::chrono::floor<std::chrono::microseconds>(time);
    };
    for (const referee::Player player : referee::kPlayers) {
        Effort& effort = efforts[player];
        effort.watched += logged(record.load[player].watched);
        effort.processor += logged(record.load[player].cpu);
        effort.most_processor = std::max(effort.most_processor, logged(record.most_cpu[player]));
        effort.pings += logged(record.pings[player].sum);
        effort.restarts += static_cast<std::uint64_t>(record.replaced[player]);
    }
    referee::Player mover = mover_after_opening(record);
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        const auto took = logged(record.moves[i].took);
        Effort& effort = efforts[mover];
        ++effort.moves;
        effort.time += took;
        effort.longest = std::max(effort.longest, took);
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
