#pragma once
// What an engine says of its search: `info depth 7 score cp 35 nodes 91210 pv g2 a1a3`.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::engine {

/// A score as its engine sees it, from the side that moves: in the engine's own unit, or the moves to the end
/// of the game. A negative one, and `mate 0`, are bad for the side that moves.
struct Score {
    int value = 0;
    bool is_mate = false;
    bool operator==(const Score&) const = default;
};

/// A score as JSON: `35`, `"#5"` or `"#-3"`, with the quotation marks.
[[nodiscard]] std::string to_json(Score score);

/// The score whose JSON is a string with this text, e.g. `#-3`; empty for any other text.
[[nodiscard]] std::optional<Score> mate_score(std::string_view text) noexcept;

/// What an engine said of its search for one move. Source: docs/engines.md, "What engines say".
struct SearchNote {
    std::optional<int> depth{};
    std::optional<Score> score{}; ///< as the side that moves sees it
    std::optional<std::uint64_t> nodes{};
    std::optional<std::uint64_t> time_ms{}; ///< of the search, by the engine's own clock
    std::optional<std::uint64_t> seldepth{};
    std::optional<std::uint64_t> hashfull{}; ///< permille
    std::optional<std::uint64_t> tbhits{};
    std::string pv{}; ///< its moves as the engine writes them, with single blanks, not checked; valid UTF-8
    std::string
        line{}; ///< the last one that a LinePattern matched; valid UTF-8; empty: none was, or is wanted

    bool operator==(const SearchNote&) const = default;
};

/// A whole number in SearchNote that is said by one word and the number.
struct SearchNumber {
    std::string_view word; ///< in a line
    const char* key;       ///< in the log
    std::optional<std::uint64_t> SearchNote::*place;
    std::uint64_t most; ///< a number beyond it is dropped: sums of it would overflow, or it makes no sense
};
inline constexpr auto kSearchNumbers = std::to_array<SearchNumber>({
    {"nodes", "nodes", &SearchNote::nodes, 1'000'000'000'000'000}, // a hundred million a second for 116 days
    {"time", "time_ms", &SearchNote::time_ms, 10'000'000'000},
    {"seldepth", "seldepth", &SearchNote::seldepth, std::numeric_limits<int>::max()},
    {"hashfull", "hashfull", &SearchNote::hashfull, 1000},
    {"tbhits", "tbhits", &SearchNote::tbhits, 1'000'000'000'000'000},
});

/// What `info` lines said since `go`. The score is the last exact one, a bound only while no exact one came.
struct SearchInfo : SearchNote {
    bool is_exact = false; ///< an exact score came
    SearchNote ahead{};    ///< of lines without a depth: they count from the next line with a depth on

    /// Forgets everything, before the next `go`. The strings keep their capacity.
    void clear() noexcept;
};

/// Takes a line whose first word is `info` into `info`; other lines are passed over. The last line with a
/// depth counts; what it lacks stays as earlier lines said it. `depth`, `score cp`, `score mate`, `score`
/// without a unit, `pv` and the words of kSearchNumbers may come in any order, `pv` and `string` go to the
/// end of the line, and unknown words are passed over one at a time. A value that is no number, or beyond all
/// sense, drops its field. Lines with `multipv` above 1 are ignored. `cp 0` with `nodes 0` is no score. Once
/// an exact score came, a line whose score is a `lowerbound` or `upperbound` changes only the numbers of
/// kSearchNumbers. So does a line with `currmove`, and at any time one with none of depth, score and pv.
/// Nothing is allocated when the strings have their capacity and the line is ASCII.
void take_info(std::string_view line, SearchInfo& info);

} // namespace referee::engine

namespace referee {

using engine::SearchNote;

// What an engine says besides its answers.

struct Asides {
    engine::SearchInfo info;        ///< of the search that answered last
    std::vector<std::string> about; ///< `id` and `option` lines, trimmed
};

} // namespace referee
