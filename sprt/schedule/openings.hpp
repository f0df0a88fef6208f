#pragma once
// The openings of the pairs of a run: a function of the setting `openings` and of the seed of the run. They
// are listed, lines of a large file, or random moves.
// Source: docs/games.md, "Openings", "A file of openings".

#include "referee/rules/games.hpp"
#include "referee/rules/opening_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sprt {

/// Where the games of a pair begin.
struct Opening {
    /// Legal moves from the usual start, the first player's first; at most referee::kMostOpeningMoves. The
    /// game is not over after them.
    std::vector<referee::MoveNumbers> moves{};
    /// Of an opening that a file gives as a position. The moves, if any are known, lead to it.
    std::optional<referee::Start> start{};
    bool operator==(const Opening&) const = default;
};

/// Whether games of `G` may begin at several set-ups.
template<class G>
inline constexpr bool kHasSetUps = requires {
    G::kSetUps;
};

/// The opening that is a position, without moves that lead to it.
template<class G>
[[nodiscard]] Opening opening_at(const typename G::Position& position, int move_number = 1) {
    return {.start = referee::read_start(referee::Board(position).game(), G::fen(position, move_number))};
}

/// `start`: every pair begins at the starting position. In a game of several set-ups each pair has one of
/// them, drawn by the seed of the run; none comes again before all have been used.
struct StartOnly {};
/// `random:PLIES`: that many random moves, in a game of several set-ups from one of them.
struct RandomMoves {
    int plies;
};
/// In which order the openings of a file are played.
enum class BookOrder : std::uint8_t { Random, Sequential };

struct OpeningBook {
    std::filesystem::path file;
    BookOrder order = BookOrder::Random; ///< Random: by the seed of the run
    /// The number, from 1, of the opening in that order that the first pair gets. Those before it come last;
    /// numbers behind the last one begin again at the first.
    std::uint64_t first = 1;
    bool checks = false;                ///< all lines are read before the first game, of a large file too
    std::optional<std::size_t> plies{}; ///< of PGN, the most moves of each game; empty: all
};
using OpeningsSpec = std::variant<StartOnly, RandomMoves, OpeningBook>;

/// Reads the setting: `start`, `random:PLIES` with PLIES from 1 to referee::kMostOpeningMoves, or the name of
/// a file. The file is not read. Throws UserError for any other text.
[[nodiscard]] OpeningsSpec parse_openings(const std::string& setting);

/// Whether all pairs of `game` get the same opening, the usual start.
[[nodiscard]] bool is_one_opening(const OpeningsSpec& spec, referee::Game game) noexcept;

/// An opening of a file, and the place that errors name.
struct PlacedOpening {
    std::string place; ///< `book.fen:12`
    Opening opening;
};

/// What is known about the openings of a run before the first one is asked for.
struct OpeningsFacts {
    std::optional<std::uint64_t> size; ///< number of openings; empty: endless or unknown
    /// A number of openings that there surely are; empty: endless, or not worth knowing.
    std::optional<std::uint64_t> least{};
    std::size_t most_plies = 0;   ///< moves of the longest opening
    std::uint64_t duplicates = 0; ///< openings of a file that were left out, see BookContent
    /// Of a file of positions: the first opening, and the first one to which no moves are known. Empty: none.
    std::optional<PlacedOpening> first_position{};
    std::optional<PlacedOpening> first_without_moves{};
    std::optional<PlacedOpening> first_blocked{}; ///< the first one with squares that no stone may enter
    std::string warning{};                        ///< of what is unusual in a file; empty: nothing
};

/// The openings of one run, one for each pair. The openings of two pairs lead to positions with different
/// keys, see referee::CanonicalKey: positions that differ by more than a symmetry. Only
/// StartOnly gives the same opening to several pairs.
class Openings {
  public:
    explicit Openings(const OpeningsFacts& facts)
        : facts_(facts) {}
    Openings(const Openings&) = delete;
    Openings& operator=(const Openings&) = delete;
    virtual ~Openings() = default;

    [[nodiscard]] const OpeningsFacts& facts() const noexcept { return facts_; }

    /// The opening of pair `pair`, from 0; empty when the openings are used up, and then for all later pairs
    /// too. The same setting, file and seed always give the same opening, in any order of calls. May be
    /// called from any thread.
    [[nodiscard]] virtual std::optional<Opening> opening(std::uint64_t pair) = 0;

  private:
    OpeningsFacts facts_;
};

/// The openings of a run. Throws UserError, naming the file and the line, when a file cannot be read or holds
/// something other than openings.
[[nodiscard]] std::unique_ptr<Openings> make_openings(const OpeningsSpec& spec, std::uint64_t run_seed,
                                                      referee::Game game);

// Openings that are all known before the first game.

/// A list of openings, each for one pair.
class ListedOpenings final : public Openings {
  public:
    /// In the order of the list. `facts` holds what is known besides the numbers of openings and of plies.
    ListedOpenings(std::vector<Opening> openings, OpeningsFacts facts)
        : Openings(counted(openings, std::move(facts)))
        , openings_(std::move(openings)) {}

    std::optional<Opening> opening(std::uint64_t pair) override {
        return pair < openings_.size() ? std::optional(openings_[pair]) : std::nullopt;
    }

  private:
    static OpeningsFacts counted(const std::vector<Opening>& openings, OpeningsFacts facts) {
        facts.size = openings.size();
        facts.least = openings.size();
        facts.most_plies = 0;
        for (const Opening& opening : openings) {
            facts.most_plies = std::max(facts.most_plies, opening.moves.size());
        }
        return facts;
    }

    std::vector<Opening> openings_;
};

// A file of positions that is too large to be read whole: the places of its lines are known, and a line is
// read when its pair comes up.

/// From so many bytes on a file of positions is not read whole; 16 MiB are 200 000 lines and more.
inline constexpr std::uintmax_t kLeastIndexedBytes = std::uintmax_t{1} << 24;

/// The openings of `book`, FENs or EPDs of `game`, whose lines must be readable alone. Lines with the same
/// first four fields are the same opening. `seed` shuffles them. Takes 8 bytes a line, and 24 while it is
/// made. A line that is wrong is named when its opening is asked for, and here if the book is to be checked;
/// then opening() throws UserError. Throws UserError when the file cannot be read, has no opening, or begins
/// with a line that is none.
[[nodiscard]] std::unique_ptr<Openings> indexed_book(const OpeningBook& book, referee::Game game,
                                                     std::uint64_t seed);

// Openings of random moves.

/// All different openings of `plies` moves, in a fixed order: one for each canonical key of the quiet
/// positions that such openings lead to. `seed` chooses one of the symmetric images of each opening, so that
/// games begin in all parts of the board: an agent may play one corner worse than another.
[[nodiscard]] std::vector<Opening> all_openings(referee::Game game, int plies, std::uint64_t seed);

/// Up to how many moves least_openings() is known.
[[nodiscard]] int most_counted_moves(referee::Game game) noexcept;

/// A number of openings that `random:MOVES` surely has. From 1 to most_counted_moves().
[[nodiscard]] std::uint64_t least_openings(referee::Game game, int moves) noexcept;

/// After so many draws in a row that give no new opening, drawn openings are used up.
inline constexpr int kMostFruitless = 10'000;

/// Openings of `plies` random moves, each legal move equally likely, drawn in order when they are first asked
/// for. A draw is rejected when its last position is not quiet or has the canonical key of an earlier one.
/// Takes about 60 bytes a pair.
[[nodiscard]] std::unique_ptr<Openings> drawn_openings(referee::Game game, int plies, std::uint64_t seed);

/// All openings of `plies` moves, listed and shuffled, or drawn where they are too many to list. Throws
/// UserError when there is none.
[[nodiscard]] std::unique_ptr<Openings> random_openings(referee::Game game, int plies, std::uint64_t seed);

// The moves that lead from the start of a game to positions near it. Source: docs/games.md, "Positions".

/// Up to so many moves are looked for: all of them in Ataxx are 156 thousand, which takes some 0.05 s.
inline constexpr int kMostMovesTo = 4;

/// For each of `boards`, which are of `game`: the first of the shortest lists of at most kMostMovesTo moves
/// that lead to it from the start; empty when there is none. The game is one in which no position comes
/// again.
[[nodiscard]] std::vector<std::optional<std::vector<referee::MoveNumbers>>>
moves_to(referee::Game game, std::span<const referee::Board> boards);

} // namespace sprt
