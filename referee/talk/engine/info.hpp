#pragma once
// What an engine says of its search: `info depth 7 score cp 35 nodes 91210 pv g2 a1a3`.

#include <cstdint>
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

/// What `info` lines said since `go`.
struct SearchInfo {
    std::optional<int> depth;
    std::optional<Score> score; ///< the last exact one; a bound only while no exact one came
    std::optional<std::uint64_t> nodes;
    std::string pv;        ///< moves with single blanks between them, not checked; valid UTF-8
    bool is_exact = false; ///< an exact score came

    /// Of lines without a depth: they count from the next line with a depth on.
    struct Ahead {
        std::optional<Score> score;
        std::optional<std::uint64_t> nodes;
        std::string pv;
    } ahead{};

    /// Forgets everything, before the next `go`. The strings keep their capacity.
    void clear() noexcept;
};

/// Takes a line whose first word is `info` into `info`; other lines are passed over. The last line with a
/// depth counts; what it lacks stays as earlier lines said it. `depth`, `score cp`, `score mate`, `score`
/// without a unit, `nodes` and `pv` may come in any order, `pv` and `string` go to the end of the line, and
/// unknown words are passed over one at a time. A value that is no number, or beyond all sense, drops its
/// field. Lines with `multipv` above 1 are ignored. `cp 0` with `nodes 0` is no score. Once an exact score
/// came, a line whose score is a `lowerbound` or `upperbound` changes only the nodes, and so does a line with
/// `currmove`. Nothing is allocated when the strings have their capacity and the line is ASCII.
void take_info(std::string_view line, SearchInfo& info);

} // namespace referee::engine

namespace referee {

// What an engine says besides its answers.

struct Asides {
    engine::SearchInfo info;        ///< of the search that answered last
    std::vector<std::string> about; ///< `id` and `option` lines, trimmed
};

} // namespace referee
