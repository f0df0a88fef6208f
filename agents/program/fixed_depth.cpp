#include "agents/program/fixed_depth.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/clock.hpp"
#include "agents/program/session.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/thought.hpp"
#include "agents/search/watch.hpp"
#include "referee/base/splitmix64.hpp"

#include <chrono>
#include <iostream>
#include <utility>

namespace search {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// What one turn asks for.
struct Turn {
    ataxx::Position position;
    ataxx::MoveList candidates;
    milliseconds left;
    Clock::time_point start;
};

class FixedDepthPlayer {
  public:
    FixedDepthPlayer(const Options& options, const SearchToDepth& search)
        : options_(&options)
        , search_(&search)
        , random_(options.seed) {}

    [[nodiscard]] ataxx::Move choose(const ataxx::Position& position, milliseconds left) {
        Turn turn{position, ataxx::legal_moves(position), left, Clock::now()};
        if (options_->shuffle) {
            random_.shuffle(turn.candidates);
        }
        Thought thought;
        if (!is_in_a_hurry_) {
            search_whole(turn, thought);
        }
        if (is_in_a_hurry_) {
            search_in_a_hurry(turn, thought);
        }
        if (options_->info) {
            thought.time = Clock::now() - turn.start;
            std::cerr << to_string(thought) << '\n';
        }
        return thought.line.front();
    }

  private:
    /// Leaves `thought` without a move, and the player in a hurry, when the search takes too long.
    void search_whole(const Turn& turn, Thought& thought) {
        Watch watch({.deadline = turn.start + fixed_depth_time(turn.left)});
        if (options_->depth > 1) { // a search of the own moves alone always ends in time
            watch.arm();
        }
        try {
            const auto choice =
                (*search_)(turn.position, turn.candidates, options_->depth, WatchedCount(watch));
            thought.depth = options_->depth;
            thought.value = choice.value;
            thought.line = {choice.move};
        } catch (const OutOfTime&) {
            is_in_a_hurry_ = true;
        }
        thought.nodes = watch.nodes();
    }

    void search_in_a_hurry(const Turn& turn, Thought& thought) {
        const auto now = Clock::now();
        const auto left = turn.left - std::chrono::ceil<milliseconds>(now - turn.start);
        const Limits limits{.depth = options_->depth, .deadline = now + thinking_time(left, std::nullopt)};
        auto found = deepen(deepened_, turn.position, turn.candidates, limits);
        thought.depth = found.depth;
        thought.value = found.choice.value;
        thought.nodes += found.nodes;
        thought.line = std::move(found.line);
    }

    const Options* options_;
    const SearchToDepth* search_;
    referee::SplitMix64 random_;
    AlphaBeta<Ataxx, TableUse::None> deepened_{nullptr};
    bool is_in_a_hurry_ = false;
};

} // namespace

int play_to_fixed_depth(const Options& options, const SearchToDepth& search) {
    FixedDepthPlayer player(options, search);
    return serve([&player](const ataxx::Position& position, milliseconds left) {
        return player.choose(position, left);
    });
}

} // namespace search
