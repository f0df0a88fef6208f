#include "sprt/schedule/random_openings.hpp"

#include "referee/base/splitmix64.hpp"

#include <array>
#include <utility>

namespace sprt {
namespace {

using ataxx::CanonicalKey;
using ataxx::Move;
using ataxx::Position;
using ataxx::Symmetry;
using KeySet = std::unordered_set<CanonicalKey, ataxx::CanonicalKeyHash>;

/// The symmetries that keep the starting position. The other four swap its sides.
constexpr std::array kKeepTheStart{Symmetry::Identity, Symmetry::MainDiagonal, Symmetry::HalfTurn,
                                   Symmetry::AntiDiagonal};

/// Random moves from the starting position, and the position after them. There are fewer than `plies` moves
/// when the game ends before.
std::pair<Opening, Position> walk(int plies, referee::SplitMix64 draws) {
    Opening opening;
    opening.reserve(static_cast<std::size_t>(plies));
    Position position;
    while (opening.size() < static_cast<std::size_t>(plies) && !position.is_finished()) {
        const ataxx::MoveList moves = legal_moves(position);
        opening.push_back(moves[draws.below(moves.size())]);
        position = position.after(opening.back());
    }
    return {std::move(opening), position};
}

} // namespace

std::uint64_t least_openings(int moves) noexcept {
    constexpr std::array<std::uint64_t, kMostCountedMoves> kLeast{5,       64,        917,      12'927,
                                                                  159'000, 2'000'000, 4'000'000};
    return kLeast[static_cast<std::size_t>(moves - 1)];
}

std::vector<Opening> all_openings(int plies, std::uint64_t seed) {
    std::vector<std::pair<Opening, Position>> last{{{}, Position()}};
    for (int ply = 0; ply < plies; ++ply) {
        // The images of a position lead to images of the same positions, so one of them is enough.
        std::vector<std::pair<Opening, Position>> next;
        KeySet seen;
        for (const auto& [opening, position] : last) {
            for (const Move move : legal_moves(position)) {
                const Position after = position.after(move);
                if (!after.is_finished() && seen.insert(canonical_key(after)).second) {
                    next.emplace_back(opening, after).first.push_back(move);
                }
            }
        }
        last = std::move(next);
    }
    referee::SplitMix64 draws(seed);
    std::vector<Opening> openings;
    openings.reserve(last.size());
    for (auto& reached : last) {
        const Symmetry symmetry = kKeepTheStart[draws.below(kKeepTheStart.size())];
        for (Move& move : reached.first) {
            move = transformed(move, symmetry);
        }
        openings.push_back(std::move(reached.first));
    }
    return openings;
}

DrawnOpenings::DrawnOpenings(int plies, std::uint64_t seed)
    : Openings({.size = std::nullopt,
                .least = plies <= kMostCountedMoves ? std::optional(least_openings(plies)) : std::nullopt,
                .most_plies = static_cast<std::size_t>(plies)})
    , plies_(plies)
    , seed_(seed) {}

std::optional<Opening> DrawnOpenings::opening(std::uint64_t pair) {
    std::uint64_t number = 0;
    {
        const std::scoped_lock lock(mutex_);
        while (numbers_.size() <= pair && !used_up_) {
            draw_next();
        }
        if (numbers_.size() <= pair) {
            return std::nullopt;
        }
        number = numbers_[pair];
    }
    return walk(plies_, referee::SplitMix64(referee::mixed(seed_, number))).first;
}

/// Adds one opening, or sets used_up_. A draw depends on its number alone, so the openings do not depend on
/// the order of calls or on threads.
void DrawnOpenings::draw_next() {
    for (int fruitless = 0; fruitless < kMostFruitless; ++fruitless) {
        const std::uint64_t number = drawn_++;
        const Position reached = walk(plies_, referee::SplitMix64(referee::mixed(seed_, number))).second;
        if (!reached.is_finished() && seen_.insert(canonical_key(reached)).second) {
            numbers_.push_back(number);
            return;
        }
    }
    used_up_ = true;
}

} // namespace sprt
