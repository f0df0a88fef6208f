#pragma once
// Where the pairs of a run begin: a function of the setting `openings` and the run's seed.
// Source: docs/openings.md.

#include "referee/rules/ataxx/move.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sprt {

/// Moves from the starting position, the first player's first. Legal, and the game goes on after them; at
/// most ataxx::kMostOpeningMoves.
using Opening = std::vector<ataxx::Move>;

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

/// `start`, `random:PLIES` or the name of the file: what parse_openings() reads as the same.
[[nodiscard]] std::string to_string(const OpeningsSpec& spec);

/// Reads the setting; no file is touched. Throws UserError, naming the value, for anything that is neither
/// `start` nor `random:PLIES` with PLIES from 1 to ataxx::kMostOpeningMoves nor can name a file.
[[nodiscard]] OpeningsSpec parse_openings(const std::string& setting);

/// What is known about openings before any is asked for.
struct OpeningsFacts {
    std::optional<std::uint64_t> size; ///< how many pairs they are enough for; empty: endless or not counted
    std::size_t most_plies = 0;        ///< moves of the longest
    std::uint64_t duplicates = 0;      ///< of a file: openings left out because they lead where another does
};

/// The openings of one run, one for each pair. Those of different pairs lead to different positions, and to
/// such as differ by more than a symmetry of the board or a swap of the sides (see canonical_key()); only
/// StartOnly gives the same to all.
class Openings {
  public:
    explicit Openings(const OpeningsFacts& facts)
        : facts_(facts) {}
    Openings(const Openings&) = delete;
    Openings& operator=(const Openings&) = delete;
    virtual ~Openings() = default;

    [[nodiscard]] const OpeningsFacts& facts() const noexcept { return facts_; }

    /// The opening of pair `pair`, from 0; empty when they are used up: then there is none for any later pair
    /// either. Always the same for the same setting, file and seed, whoever asks first. From any thread.
    [[nodiscard]] virtual std::optional<Opening> opening(std::uint64_t pair) = 0;

  private:
    OpeningsFacts facts_;
};

/// The openings of a run. Throws UserError, naming the file and the line, when a file cannot be read or holds
/// something else than openings.
[[nodiscard]] std::unique_ptr<Openings> make_openings(const OpeningsSpec& spec, std::uint64_t run_seed);

} // namespace sprt
