#pragma once
// What the agents that search to a fixed depth have in common.

#include "agents/program/command_line.hpp"
#include "agents/program/games.hpp"
#include "agents/program/session.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/thought.hpp"
#include "agents/search/watch.hpp"
#include "referee/base/seed.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <utility>

namespace search {

/// Finds a move among candidates, moves of the position that are tried in their order. The count ends the
/// search by an exception when its time is over.
template<Game G>
using SearchToDepth = std::function<Choice<typename G::Move>(
    const typename G::Position&, const typename G::Moves& candidates, int depth, WatchedCount)>;

/// A player of Session. A search that would take more than half of the clock is given up: from then on the
/// game is played by iterative deepening to that depth, on a twentieth of what is left.
template<Game G>
class FixedDepthPlayer {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    /// `options` must outlive this.
    FixedDepthPlayer(const Options& options, SearchToDepth<G> search)
        : options_(&options)
        , search_(std::move(search))
        , random_(options.seed.seed()) {}

    [[nodiscard]] Move operator()(const Position& position, const OwnClock& clock) {
        Turn turn{position, G::moves(position), clock, Clock::now()};
        if (options_->shuffle) {
            random_.shuffle(turn.candidates);
        }
        Found found;
        if (!is_in_a_hurry_) {
            search_whole(turn, found);
        }
        if (is_in_a_hurry_) {
            search_in_a_hurry(turn, found);
        }
        if (options_->info) {
            std::cerr << thought_text<G>(found, Clock::now() - turn.start) << '\n';
        }
        return found.choice.move;
    }

  private:
    using Clock = std::chrono::steady_clock;
    using Found = Deepened<Move>;

    struct Turn {
        Position position;
        typename G::Moves candidates;
        OwnClock clock;
        Clock::time_point start;
    };

    /// Leaves `found` without a move, and the player in a hurry, when the search takes too long.
    void search_whole(const Turn& turn, Found& found) {
        Watch watch({.deadline = turn.start + fixed_depth_time(turn.clock)});
        if (options_->depth > 1) { // a search of the own moves alone always ends in time
            watch.arm();
        }
        try {
            found.choice = search_(turn.position, turn.candidates, options_->depth, WatchedCount(watch));
            found.depth = options_->depth;
            found.line = {found.choice.move};
        } catch (const OutOfTime&) {
            is_in_a_hurry_ = true;
        }
        found.nodes = watch.nodes();
    }

    void search_in_a_hurry(const Turn& turn, Found& found) {
        using std::chrono::milliseconds;
        const auto now = Clock::now();
        const OwnClock clock = after(turn.clock, std::chrono::ceil<milliseconds>(now - turn.start));
        const Limits limits{.depth = options_->depth, .deadline = now + thinking_time(clock, std::nullopt)};
        const std::uint64_t nodes_before = found.nodes;
        found = deepen(deepened_, turn.position, turn.candidates, limits);
        found.nodes += nodes_before;
    }

    const Options* options_;
    SearchToDepth<G> search_;
    referee::SplitMix64 random_;
    AlphaBeta<G, TableUse::None> deepened_;
    bool is_in_a_hurry_ = false;
};

/// Reads `argv` by `line`, which sets `options`, then plays all games. `make` is called with each game, when
/// the options are set, and makes its SearchToDepth. Returns the exit status.
template<class Make>
[[nodiscard]] int play_to_fixed_depth(int argc, char** argv, CommandLine& line, Options& options,
                                      const Make& make) {
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return serve(AllGames(), options.seed,
                 [&]<class G>(G game) { return FixedDepthPlayer<G>(options, make(game)); });
}

} // namespace search
