#pragma once
// The openings of the pairs of a run: a function of the setting `openings` and of the seed of the run.
// Source: docs/openings.md.

#include "referee/rules/games.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sprt {

/// Legal moves from the starting position, the first player's first; at most referee::kMostOpeningMoves. The
/// game is not over after them.
using Opening = std::vector<referee::MoveNumbers>;

/// `start`: every pair begins at the starting position.
struct StartOnly {};
/// `random:PLIES`: that many random moves.
struct RandomMoves {
    int plies;
};
/// A file of move lists.
struct OpeningBook {
    std::filesystem::path file;
};
using OpeningsSpec = std::variant<StartOnly, RandomMoves, OpeningBook>;

/// Reads the setting: `start`, `random:PLIES` with PLIES from 1 to referee::kMostOpeningMoves, or the name of
/// a file. The file is not read. Throws UserError for any other text.
[[nodiscard]] OpeningsSpec parse_openings(const std::string& setting);

/// What is known about the openings of a run before the first one is asked for.
struct OpeningsFacts {
    std::optional<std::uint64_t> size; ///< number of openings; empty: endless or unknown
    /// A number of openings that there surely are; empty: endless, or not worth knowing.
    std::optional<std::uint64_t> least{};
    std::size_t most_plies = 0;   ///< moves of the longest opening
    std::uint64_t duplicates = 0; ///< openings of a file that were left out, see BookContent
};

/// The openings of one run, one for each pair. The openings of two pairs lead to positions with different
/// keys, see referee::CanonicalKey: positions that differ by more than a symmetry. Only
/// StartOnly gives the same opening to all pairs.
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
                                                      referee::Game game = referee::kDefaultGame);

} // namespace sprt
