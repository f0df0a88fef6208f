#pragma once
// Results as fastchess prints them. Source: fastchess 1.8.2, output_fastchess.hpp, output_cutechess.hpp and
// elo_pentanomial.cpp.

#include "sprt/command/fastchess/words.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {

/// An engine as results name it.
struct NarratedEngine {
    std::string name;
    std::string limit; ///< `10+0.1`
    std::string threads;
    std::string hash;
};

/// What is printed of a run, beside its games.
struct Narrated {
    FastchessOutput output;
    std::vector<NarratedEngine> engines; ///< by AgentId
    std::string book;                    ///< the name of its file; empty: none
    std::optional<std::uint64_t> games;  ///< that are to be played; empty: no limit
    std::uint64_t at_once = 1;
    std::optional<SequentialTest> test;
    std::filesystem::path config_file; ///< empty: none is written
    std::filesystem::path resumed_by;  ///< the same, or the file of -config that the run goes on with
    std::string config;                ///< what is written to it
    std::filesystem::path pgn;         ///< empty: none
};

/// Games of two engines, as one of them sees them. Of pairs only whole ones are counted.
struct NarratedScore {
    Wld games;
    Ptnml pairs;
    std::uint64_t won_and_lost = 0; ///< pairs with a win and a loss
    std::uint64_t both_drawn = 0;

    void add(const NarratedScore& more) noexcept;
    [[nodiscard]] NarratedScore of_rival() const noexcept;
};

/// By two engines, the lower one first, which sees them.
using FastchessScores = std::map<std::pair<std::size_t, std::size_t>, NarratedScore>;

/// What the test counts: games, or pairs.
[[nodiscard]] Counts counts_for(const SequentialTest& test, const NarratedScore& score);

/// Of two engines their strength and the test, of more a table, the best first.
[[nodiscard]] std::string result_text(const Narrated& run, const FastchessScores& scores);

/// `Score of A vs B: 3 - 1 - 5  [0.611] 9`, in the form of cutechess.
[[nodiscard]] std::string score_line(const Narrated& run, const NarratedScore& score);

/// Two decimals; `nan` without a sign.
[[nodiscard]] std::string two_decimals(double number);

} // namespace sprt
