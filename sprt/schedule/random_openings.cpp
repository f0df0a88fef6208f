#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/schedule/openings.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

namespace sprt {

namespace {

using KeySet = std::unordered_set<referee::CanonicalKey, referee::CanonicalKeyHash>;

template<class G>
using MovesOf = std::vector<typename G::Move>;

template<class G>
Opening numbers_of(const MovesOf<G>& moves) {
    Opening opening;
    opening.moves.reserve(moves.size());
    for (const auto move : moves) {
        opening.moves.push_back(G::numbers(move));
    }
    return opening;
}

/// Random moves from the starting position, or from a set-up by chance where there are several, and the
/// position after them. There are fewer than `plies` moves when the game ends before.
template<class G>
std::pair<MovesOf<G>, typename G::Position> walk(int plies, referee::SplitMix64 draws) {
    MovesOf<G> made;
    made.reserve(static_cast<std::size_t>(plies));
    typename G::Position position;
    if constexpr (kHasSetUps<G>) {
        position = G::set_up(static_cast<int>(draws.below(std::uint64_t{G::kSetUps})));
    }
    while (made.size() < static_cast<std::size_t>(plies) && !G::ending(position)) {
        const auto moves = G::moves(position);
        made.push_back(moves[draws.below(moves.size())]);
        position = G::after(position, made.back());
    }
    return {std::move(made), position};
}

template<class G>
std::vector<Opening> all_openings_of(int plies, std::uint64_t seed) {
    using Reached = std::pair<MovesOf<G>, typename G::Position>;
    std::vector<Reached> last{{{}, typename G::Position()}};
    for (int ply = 0; ply < plies; ++ply) {
        // The images of a position lead to images of the same positions, so one of them is enough.
        std::vector<Reached> next;
        KeySet seen;
        for (const auto& [made, position] : last) {
            for (const auto move : G::moves(position)) {
                const auto after = G::after(position, move);
                const bool goes_on = ply + 1 < plies ? !G::ending(after) : G::is_quiet(after);
                if (goes_on && seen.insert(G::key(after)).second) {
                    next.emplace_back(made, after).first.push_back(move);
                }
            }
        }
        last = std::move(next);
    }
    referee::SplitMix64 draws(seed);
    std::vector<Opening> openings;
    openings.reserve(last.size());
    for (auto& reached : last) {
        const auto image = static_cast<int>(draws.below(static_cast<std::uint64_t>(G::kImages)));
        for (auto& move : reached.first) {
            move = G::image(move, image);
        }
        openings.push_back(numbers_of<G>(reached.first));
    }
    return openings;
}

/// Agents are told of the moves, and of the position where the moves do not begin at the usual start.
template<class G>
Opening opening_of(const std::pair<MovesOf<G>, typename G::Position>& walked) {
    if constexpr (kHasSetUps<G>) {
        return opening_at<G>(walked.second, 1 + static_cast<int>(walked.first.size()) / 2);
    }
    return numbers_of<G>(walked.first);
}

template<class G>
class DrawnOpenings final : public Openings {
  public:
    DrawnOpenings(int plies, std::optional<std::uint64_t> least, std::uint64_t seed)
        : Openings(facts_of_draws(plies, least, seed))
        , plies_(plies)
        , seed_(seed) {}

    std::optional<Opening> opening(std::uint64_t pair) override {
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
        return opening_of<G>(draw(number));
    }

  private:
    static OpeningsFacts facts_of_draws(int plies, std::optional<std::uint64_t> least, std::uint64_t seed) {
        OpeningsFacts facts{.size = std::nullopt, .least = least};
        if constexpr (kHasSetUps<G>) {
            facts.first_position = {"random:" + std::to_string(plies), opening_of<G>(draw(plies, seed, 0))};
            facts.first_without_moves = facts.first_position;
        } else {
            facts.most_plies = static_cast<std::size_t>(plies);
        }
        return facts;
    }

    static auto draw(int plies, std::uint64_t seed, std::uint64_t number) {
        return walk<G>(plies, referee::SplitMix64(referee::mixed(seed, number)));
    }
    [[nodiscard]] auto draw(std::uint64_t number) const { return draw(plies_, seed_, number); }

    /// Adds one opening, or sets used_up_. A draw depends on its number alone, so the openings do not depend
    /// on the order of calls or on threads.
    void draw_next() {
        for (int fruitless = 0; fruitless < kMostFruitless; ++fruitless) {
            const std::uint64_t number = drawn_++;
            const auto [made, reached] = draw(number);
            const bool is_whole = made.size() == static_cast<std::size_t>(plies_);
            if (is_whole && G::is_quiet(reached) && seen_.insert(G::key(reached)).second) {
                numbers_.push_back(number);
                return;
            }
        }
        used_up_ = true;
    }

    const int plies_;
    const std::uint64_t seed_;

    std::mutex mutex_;                   ///< guards the members below
    std::vector<std::uint64_t> numbers_; ///< number of the draw for each pair
    std::uint64_t drawn_ = 0;
    KeySet seen_;
    bool used_up_ = false;
};

using referee::MoveNumbers;

/// Positions that are images of each other have the same hash, which is right and rarely costs anything.
template<class G>
struct PositionHash {
    std::size_t operator()(const typename G::Position& position) const noexcept {
        return referee::CanonicalKeyHash()(G::key(position));
    }
};

/// A walk over all positions up to kMostMovesTo moves from the start, the nearest first.
template<class G>
class WalkToPositions {
  public:
    using Position = typename G::Position;
    using Moves = std::vector<MoveNumbers>;

    explicit WalkToPositions(std::span<const referee::Board> boards) {
        for (const referee::Board& board : boards) {
            wanted_.try_emplace(std::get<Position>(board.position()));
        }
        missing_ = wanted_.size();
    }

    void walk() {
        std::vector<Reached> last{{Position(), {}}};
        note(last.front());
        for (int ply = 1; ply <= kMostMovesTo && missing_ > 0; ++ply) {
            last = next_ply(last, ply < kMostMovesTo);
        }
    }

    [[nodiscard]] const std::optional<Moves>& found(const referee::Board& board) const {
        return wanted_.at(std::get<Position>(board.position()));
    }

  private:
    using Reached = std::pair<Position, Moves>;

    void note(const Reached& reached) {
        const auto place = wanted_.find(reached.first);
        if (place != wanted_.end() && !place->second) {
            place->second = reached.second;
            --missing_;
        }
    }

    /// The positions one move after `last`, each once; none when they are not `kept`.
    std::vector<Reached> next_ply(const std::vector<Reached>& last, bool kept) {
        std::vector<Reached> next;
        std::unordered_set<Position, PositionHash<G>> seen;
        for (const Reached& before : last) {
            for (const auto move : G::moves(before.first)) {
                Reached reached{G::after(before.first, move), before.second};
                if (G::ending(reached.first) || !seen.insert(reached.first).second) {
                    continue;
                }
                reached.second.push_back(G::numbers(move));
                note(reached);
                if (kept) {
                    next.push_back(std::move(reached));
                }
            }
        }
        return next;
    }

    std::unordered_map<Position, std::optional<Moves>, PositionHash<G>> wanted_;
    std::size_t missing_ = 0;
};

} // namespace

std::vector<Opening> all_openings(referee::Game game, int plies, std::uint64_t seed) {
    return with_game(game, [&]<class G>(G) { return all_openings_of<G>(plies, seed); });
}

int most_counted_moves(referee::Game game) noexcept {
    return static_cast<int>(facts_of(game).openings.size());
}

std::uint64_t least_openings(referee::Game game, int moves) noexcept {
    return facts_of(game).openings[static_cast<std::size_t>(moves - 1)];
}

std::unique_ptr<Openings> drawn_openings(referee::Game game, int plies, std::uint64_t seed) {
    const auto least =
        plies <= most_counted_moves(game) ? std::optional(least_openings(game, plies)) : std::nullopt;
    return with_game(game, [&]<class G>(G) -> std::unique_ptr<Openings> {
        return std::make_unique<DrawnOpenings<G>>(plies, least, seed);
    });
}

std::unique_ptr<Openings> random_openings(referee::Game game, int plies, std::uint64_t seed) {
    const int most_listed = with_game(game, []<class G>(G) { return G::kListedPlies; });
    std::unique_ptr<Openings> openings;
    if (plies > most_listed) {
        openings = drawn_openings(game, plies, seed);
    } else {
        std::vector<Opening> all = all_openings(game, plies, referee::mixed(seed, 0));
        referee::SplitMix64(seed).shuffle(all);
        openings = std::make_unique<ListedOpenings>(std::move(all), OpeningsFacts{});
    }
    if (!openings->opening(0)) {
        throw referee::UserError("'random:{}' leaves no game of {}: none was found that goes on "
                                 "after {} moves without a win at once",
                                 plies, name(game), plies);
    }
    return openings;
}

std::vector<std::optional<std::vector<MoveNumbers>>> moves_to(referee::Game game,
                                                              std::span<const referee::Board> boards) {
    return with_game(game, [&]<class G>(G) {
        WalkToPositions<G> tree(boards);
        tree.walk();
        std::vector<std::optional<std::vector<MoveNumbers>>> found;
        found.reserve(boards.size());
        for (const referee::Board& board : boards) {
            found.push_back(tree.found(board));
        }
        return found;
    });
}

} // namespace sprt
