#include "referee/game/record.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace referee {

std::string too_few_cores_text(const std::string& agent, int threads, int cores) {
    return fmt::format("{} ran {} threads at once on {} core{}; give it as many (--threads-per-agent {}), or "
                       "set its option Threads to {}",
                       agent, threads, cores, cores == 1 ? "" : "s", threads, cores);
}

std::optional<std::chrono::nanoseconds> latency(const GameRecord& record, std::size_t move) {
    if (record.search.empty() || !record.search[move].time_ms) {
        return std::nullopt;
    }
    const std::chrono::milliseconds told(*record.search[move].time_ms);
    return std::max(logged(record.moves[move].took) - told, std::chrono::nanoseconds(0));
}

std::string to_text(const Results& results) {
    return fmt::format("Total: {}, WLD: {}/{}/{}", results.games(), results.wins, results.losses,
                       results.draws);
}

} // namespace referee
