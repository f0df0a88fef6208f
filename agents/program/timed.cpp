#include "agents/program/timed.hpp"

#include "agents/program/session.hpp"

#include <algorithm>

namespace search {

void add_limit_options(CommandLine& line, TimedOptions& options) {
    line.add_number("--move-ms", options.move_ms, {1, 1'000'000'000},
                    "Milliseconds a move (150 unless --depth or --nodes is given), 10 at most when less than "
                    "1150 are left; never more than a twentieth of what is left. With an increment, or a "
                    "time for each move, the default is what that allows");
    line.add_number("--nodes", options.most_nodes, {1, 1'000'000'000'000},
                    "Positions to look at for a move, from depth 2 on");
    line.add_number("--depth", options.most_depth, {1, kMaxDepth}, "Plies to search at most");
}

void add_timed_options(CommandLine& line, TimedOptions& options) {
    add_shuffle_options(line, options);
    add_limit_options(line, options);
}

void add_table_options(CommandLine& line, TimedOptions& options) {
    line.add_number("--hash-mb", options.hash_mb, {1, 65536}, "Megabytes of the transposition table");
}

Limits limits_of(const TimedOptions& options, const OwnClock& clock,
                 std::chrono::steady_clock::time_point now) noexcept {
    using std::chrono::milliseconds;
    std::optional<milliseconds> wanted;
    if (options.move_ms) {
        wanted = milliseconds(*options.move_ms);
    } else if (!options.most_depth && !options.most_nodes && clock.increment == milliseconds(0)) {
        wanted = clock.move > milliseconds(0) ? clock.move : kMoveTime;
    }
    Limits limits{.deadline = now + thinking_time(clock, wanted)};
    limits.depth = options.most_depth.value_or(limits.depth);
    limits.nodes = options.most_nodes.value_or(limits.nodes);
    return limits;
}

Limits flexible_limits_of(const TimedOptions& options, const OwnClock& clock,
                          std::chrono::steady_clock::time_point now) noexcept {
    Limits limits = limits_of(options, clock, now);
    if (!options.move_ms && !options.most_depth && !options.most_nodes &&
        clock.move == std::chrono::milliseconds(0)) {
        const auto share = thinking_time(clock, std::nullopt);
        limits.enough = now + share * 6 / 10;
        limits.deadline =
            now + std::min<std::chrono::microseconds>(
                      share * 2, std::max(clock.left - kReserve, std::chrono::milliseconds(0)) / 2);
    }
    return limits;
}

} // namespace search
