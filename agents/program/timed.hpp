#pragma once
// What the agents that think for a time have in common: idab, ttmo, ttco, pvs.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/clock.hpp"
#include "agents/program/command_line.hpp"
#include "agents/program/session.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/rng.hpp"
#include "agents/search/thought.hpp"

#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>

namespace search {

struct TimedOptions : Options {
    std::optional<std::int64_t> move_ms{};
    std::optional<std::uint64_t> most_nodes{};
    std::optional<int> most_depth{};
    std::size_t hash_mb = 16;
};

/// --move-ms, --nodes and --depth, and what all have.
template<class App>
void add_timed_options(App& app, TimedOptions& options) {
    add_shuffle_options(app, options);
    app.add_option(
           "--move-ms", options.move_ms,
           "Milliseconds a move (150 unless --depth or --nodes is given), 10 at most when less than 1150 are "
           "left; never more than a twentieth of what is left")
        ->check(whole_number(1, 1'000'000'000), "1 to 1000000000");
    app.add_option("--nodes", options.most_nodes, "Positions to look at for a move, from depth 2 on")
        ->check(whole_number(1, 1'000'000'000'000), "1 to 1000000000000");
    app.add_option("--depth", options.most_depth, "Plies to search at most")
        ->check(whole_number(1, kMaxDepth), "1 to 100");
}

/// --hash-mb, for a search with a table.
template<class App>
void add_table_options(App& app, TimedOptions& options) {
    app.add_option("--hash-mb", options.hash_mb, "Megabytes of the transposition table")
        ->check(whole_number(1, 65536), "1 to 65536")
        ->capture_default_str();
}

/// The limits of a move that is asked for at `now` with `left` on the clock.
[[nodiscard]] inline Limits limits_of(const TimedOptions& options, std::chrono::milliseconds left,
                                      std::chrono::steady_clock::time_point now) noexcept {
    std::optional<std::chrono::milliseconds> wanted;
    if (options.move_ms) {
        wanted = std::chrono::milliseconds(*options.move_ms);
    } else if (!options.most_depth && !options.most_nodes) {
        wanted = kMoveTime;
    }
    Limits limits{.deadline = now + thinking_time(left, wanted)};
    limits.depth = options.most_depth.value_or(limits.depth);
    limits.nodes = options.most_nodes.value_or(limits.nodes);
    return limits;
}

/// Plays one game with `search`, which is deepened for each move. Returns the exit status.
template<class Search>
int play_on_time(const TimedOptions& options, Search& search) {
    referee::Rng rng(options.seed);
    return referee::serve([&](const ataxx::Position& position, std::chrono::milliseconds left) {
        const auto start = std::chrono::steady_clock::now();
        Limits limits = limits_of(options, left, start);
        ataxx::MoveList candidates = ataxx::legal_moves(position);
        if (options.shuffle) {
            rng.shuffle(candidates);
        }
        if (candidates.size() == 1) {
            limits.depth = 1; // nothing to think about
        }
        const auto found = deepen(search, position, candidates, limits);
        if (options.info) {
            const auto time = std::chrono::steady_clock::now() - start;
            std::cerr << to_string(Thought{found.depth, found.choice.value, found.nodes, time, found.line})
                      << '\n';
        }
        return found.choice.move;
    });
}

} // namespace search
