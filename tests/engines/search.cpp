#include "tests/engines/search.hpp"

#include "referee/base/seed.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace test_engines {
namespace {

constexpr int kWin = 30'000;
constexpr int kMostPlies = 60;
constexpr int kInfinite = 1'000'000;

std::chrono::nanoseconds time_of(clockid_t clock) {
    std::timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// In whole moves of the winner or loser; 0 when the score is not that of a finished game.
int mate_in(int score) {
    const int plies = kWin - std::abs(score);
    if (plies > kMostPlies) {
        return 0;
    }
    return (score > 0 ? 1 : -1) * std::max(1, (plies + 1) / 2);
}

} // namespace

std::vector<ataxx::Move> different_moves(const ataxx::Position& position, std::uint64_t seed) {
    std::vector<ataxx::Move> moves;
    moves.reserve(64);
    ataxx::Bitboard cloned;
    for (const ataxx::Move move : ataxx::legal_moves(position)) {
        if (!move.is_pass() && !move.is_jump()) {
            if (cloned.has(move.to())) {
                continue;
            }
            cloned = cloned | ataxx::Bitboard(move.to());
        }
        moves.push_back(move);
    }
    referee::SplitMix64(seed).shuffle(moves);
    return moves;
}

Search::Search(const Limits& limits, std::uint64_t seed, const std::atomic<bool>& is_stopped) noexcept
    : limits_(limits)
    , seed_(seed)
    , is_stopped_(is_stopped)
    , begin_(now()) {}

ataxx::Move Search::best(const ataxx::Position& position, const std::function<void(const Found&)>& report) {
    ataxx::Move chosen = different_moves(position, seed_).front();
    for (int depth = 1; depth <= limits_.depth.value_or(kMostPlies); ++depth) {
        Found found{.depth = depth};
        found.score = value(position, depth, 0, -kInfinite, kInfinite, found.pv);
        if (is_over_) {
            break;
        }
        chosen = found.pv.front();
        found.mate_in = mate_in(found.score);
        found.nodes = nodes_;
        found.time = now() - begin_;
        report(found);
    }
    return chosen;
}

int Search::value(const ataxx::Position& position, int depth, int ply, int alpha, int beta,
                  std::vector<ataxx::Move>& pv) {
    const int lead = position.own().count() - position.theirs().count();
    if (position.is_finished()) {
        return lead == 0 ? 0 : lead > 0 ? kWin - ply : ply - kWin;
    }
    if (depth == 0) {
        return 100 * lead;
    }
    int best = -kInfinite;
    for (const ataxx::Move move : different_moves(position, seed_ + static_cast<std::uint64_t>(ply))) {
        ++nodes_;
        if (is_over()) {
            return 0;
        }
        std::vector<ataxx::Move> line;
        const int score =
            -value(position.after(move), depth - 1, ply + 1, -beta, -std::max(alpha, best), line);
        if (is_over_) {
            return 0;
        }
        if (score > best) {
            best = score;
            pv.assign(1, move);
            pv.insert(pv.end(), line.begin(), line.end());
        }
        if (best >= beta) {
            break;
        }
    }
    return best;
}

std::chrono::nanoseconds Search::now() const {
    return time_of(limits_.is_processor_time ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
}

bool Search::is_over() {
    is_over_ = is_over_ || is_stopped_.load(std::memory_order_relaxed) ||
               (limits_.nodes && nodes_ > *limits_.nodes) ||
               (limits_.time && nodes_ % limits_.nodes_between_looks == 0 && now() - begin_ >= *limits_.time);
    return is_over_;
}

} // namespace test_engines
