#pragma once
// What the agents that think for a time have in common: idab, ttmo, ttco, pvs and rules. mcts shares the
// options and the limits.

#include "agents/program/command_line.hpp"
#include "agents/program/games.hpp"
#include "agents/program/session.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/table.hpp"
#include "agents/search/thought.hpp"
#include "agents/search/watch.hpp"
#include "referee/base/seed.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace search {

struct TimedOptions : Options {
    std::optional<std::int64_t> move_ms{};
    std::optional<std::uint64_t> most_nodes{};
    std::optional<int> most_depth{};
    std::size_t hash_mb = 16;
};

/// --move-ms, --nodes and --depth.
void add_limit_options(CommandLine& line, TimedOptions& options);
/// The same, and the options of add_shuffle_options().
void add_timed_options(CommandLine& line, TimedOptions& options);

/// --hash-mb, for a search with a transposition table.
void add_table_options(CommandLine& line, TimedOptions& options);

/// The limits of a move that is asked for at `now`. Without options it is 150 ms; with an increment or a time
/// for each move it is what the clock allows.
[[nodiscard]] Limits limits_of(const TimedOptions& options, const OwnClock& clock,
                               std::chrono::steady_clock::time_point now) noexcept;

/// The same, but the clock for a game is shared out anew for each move, unless a time for it is given: no
/// depth is begun after six tenths of the move's share, and one that was begun may take twice the share.
[[nodiscard]] Limits flexible_limits_of(const TimedOptions& options, const OwnClock& clock,
                                        std::chrono::steady_clock::time_point now) noexcept;

/// The moves that a search chooses from, and what --info writes before the thought; empty when it writes
/// nothing.
template<Game G>
struct Candidates {
    typename G::Moves moves{};
    std::string_view reason{};
};

/// Finds the candidates for a turn, at least one.
template<Game G>
using FindCandidates = std::function<Candidates<G>(const typename G::Position&)>;
/// Searches the candidates deeper and deeper until a limit is reached, as deepen().
template<Game G>
using SearchOnTime = std::function<Deepened<typename G::Move>(const typename G::Position&,
                                                              const typename G::Moves&, const Limits&)>;

template<Game G>
[[nodiscard]] Candidates<G> all_legal_moves(const typename G::Position& position) {
    return {.moves = G::moves(position)};
}

template<Game G>
struct TimedSearch {
    SearchOnTime<G> search;
    FindCandidates<G> find = all_legal_moves<G>;
};

/// A SearchOnTime: deepen() by a `Search`, an AlphaBeta. It belongs to the result, with its table of
/// `megabytes`.
template<class Search>
[[nodiscard]] auto deepening_with_table(std::size_t megabytes) {
    const auto table = std::make_shared<Table<typename Search::Move>>(megabytes);
    const auto search = std::make_shared<Search>(*table);
    return [table, search](const typename Search::Position& position, const typename Search::Moves& moves,
                           const Limits& limits) { return deepen(*search, position, moves, limits); };
}

template<Game G>
class TimedPlayer {
  public:
    /// `options` must outlive this.
    TimedPlayer(const TimedOptions& options, TimedSearch<G> search)
        : options_(&options)
        , search_(std::move(search))
        , random_(options.seed.seed()) {}

    [[nodiscard]] typename G::Move operator()(const typename G::Position& position, const OwnClock& clock) {
        const auto start = std::chrono::steady_clock::now();
        Limits limits = limits_of(*options_, clock, start);
        auto [candidates, reason] = search_.find(position);
        if (options_->shuffle) {
            random_.shuffle(candidates);
        }
        if (candidates.size() == 1) {
            limits.depth = 1; // nothing to think about
        }
        const auto found = search_.search(position, candidates, limits);
        if (options_->info) {
            std::cerr << reason << (reason.empty() ? "" : ": ")
                      << thought_text<G>(found, std::chrono::steady_clock::now() - start) << '\n';
        }
        return found.choice.move;
    }

  private:
    const TimedOptions* options_;
    TimedSearch<G> search_;
    referee::SplitMix64 random_;
};

/// Plays games of `games`. `make` is called with each game and makes its TimedSearch. Returns the exit
/// status.
template<class Games, class Make>
[[nodiscard]] int play_on_time(Games games, TimedOptions& options, const Make& make) {
    return serve(games, options.seed, [&]<class G>(G game) { return TimedPlayer<G>(options, make(game)); });
}

} // namespace search
