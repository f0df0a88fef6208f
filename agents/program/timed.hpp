#pragma once
// What the agents that think for a time have in common: idab, ttmo, ttco, pvs and rules. mcts shares the
// options and the limits.

#include "agents/program/command_line.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/watch.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace search {

struct TimedOptions : Options {
    std::optional<std::int64_t> move_ms{};
    std::optional<std::uint64_t> most_nodes{};
    std::optional<int> most_depth{};
    std::size_t hash_mb = 16;
};

/// The options of add_shuffle_options(), and --move-ms, --nodes and --depth.
void add_timed_options(CommandLine& line, TimedOptions& options);

/// --hash-mb, for a search with a transposition table.
void add_table_options(CommandLine& line, TimedOptions& options);

/// The limits of a move that is asked for at `now` with `left` on the clock.
[[nodiscard]] Limits limits_of(const TimedOptions& options, std::chrono::milliseconds left,
                               std::chrono::steady_clock::time_point now) noexcept;

/// The moves that a search chooses from, and what --info writes before the thought; empty when it writes
/// nothing.
struct Candidates {
    ataxx::MoveList moves{};
    std::string_view reason{};
};

/// Finds the candidates for a turn, at least one.
using FindCandidates = std::function<Candidates(const ataxx::Position&)>;
/// Searches the candidates deeper and deeper until a limit is reached, as deepen().
using SearchOnTime =
    std::function<Deepened<ataxx::Move>(const ataxx::Position&, const ataxx::MoveList&, const Limits&)>;

[[nodiscard]] Candidates all_legal_moves(const ataxx::Position& position);

/// Plays one game. Returns the exit status.
[[nodiscard]] int play_on_time(const TimedOptions& options, const SearchOnTime& search,
                               const FindCandidates& find);

/// Plays one game with `search`, an object that deepen() takes. Returns the exit status.
template<class Search>
[[nodiscard]] int play_deepening(const TimedOptions& options, Search& search,
                                 const FindCandidates& find = all_legal_moves) {
    const auto deepened = [&search](const ataxx::Position& position, const ataxx::MoveList& moves,
                                    const Limits& limits) { return deepen(search, position, moves, limits); };
    return play_on_time(options, deepened, find);
}

} // namespace search
