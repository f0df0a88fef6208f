#pragma once
// The output of an engine: lines of which few are answers, what the others say of a search, and their words.
// Source: docs/engines.md, "What is read", "What engines say".

#include "referee/base/text.hpp"
#include "referee/talk/engine/options.hpp"
#include "referee/talk/protocol.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee::engine {

// What an engine says of its search: `info depth 7 score cp 35 nodes 91210 pv g2 a1a3`.

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

/// What an engine said of its search for one move.
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
    bool is_bound = false; ///< the score; not in the log

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
    SearchNote ahead{};    ///< of lines without depth and score: they count from the next other one on

    /// Forgets everything, before the next `go`. The strings keep their capacity.
    void clear() noexcept;
};

/// Takes a line whose first word is `info` into `info`; other lines are passed over. The last line with a
/// depth or a score counts; what it lacks stays as earlier lines said it. `depth`, `score cp`, `score mate`,
/// `score` without a unit, `pv` and the words of kSearchNumbers may come in any order, `pv` goes to the next
/// word of UCI that no move is, `string` to the end of the line, and unknown words are passed over one at a
/// time. A value that is no number, or beyond all sense, drops its field. Lines with `multipv` above 1 are
/// ignored. `cp 0` with `nodes 0` is no score. Once an exact score came, a line whose score is a `lowerbound`
/// or `upperbound` changes only the numbers of kSearchNumbers. So does a line with `currmove`, and at any
/// time one with none of depth, score and pv. Nothing is allocated when the strings have their capacity and
/// the line is ASCII.
void take_info(std::string_view line, SearchInfo& info);

} // namespace referee::engine

namespace referee {

using engine::SearchNote;

/// What an engine says besides its answers.
struct Asides {
    engine::SearchInfo info;        ///< of the search that answered last
    std::vector<std::string> about; ///< `id` and `option` lines, trimmed
};

} // namespace referee

namespace referee::engine {

// The words of a line from or to an engine: lenient in blanks, exact in letters. Nothing here allocates.
// Bytes that are not UTF-8 stay; to_valid_utf8() and to_printable() of referee/base/text.hpp repair them.

/// The line without newlines, carriage returns, tabs and spaces at its end, and without tabs and spaces at
/// its front.
[[nodiscard]] std::string_view trimmed(std::string_view line) noexcept;

/// The first word of `text`, which is removed from it with the blanks on both sides. Words are separated by
/// spaces and tabs. Empty when `text` has no word.
[[nodiscard]] std::string_view take_word(std::string_view& text) noexcept;

/// The first word of a line, e.g. `bestmove`; empty for an empty line. It is compared exactly.
[[nodiscard]] std::string_view first_word(std::string_view line) noexcept;

/// The decimal integer that all of `word` is, with a `+` or, if the type has it, a `-` in front. Empty for
/// other words and for numbers outside of the type.
template<class Number>
[[nodiscard]] std::optional<Number> whole_number(std::string_view word) noexcept {
    if (word.starts_with('+') && !word.starts_with("+-")) {
        word.remove_prefix(1);
    }
    return parse_number<Number>(word);
}

/// Takes the number at the front of `text`. A word that is none stays: it may be the name of the next field.
template<class Number>
[[nodiscard]] std::optional<Number> take_number(std::string_view& text) noexcept {
    std::string_view rest = text;
    const auto number = whole_number<Number>(take_word(rest));
    if (number) {
        text = rest;
    }
    return number;
}

// The reader of that output.

/// Longest line, in bytes without its newline.
inline constexpr std::size_t kMaxLine = std::size_t{64} * 1024;
/// The most that an engine may write for one answer.
inline constexpr std::size_t kMaxOutput = std::size_t{16} * 1024 * 1024;

/// An answer is a line that begins with the awaited word. All other lines are passed over, at any time, but
/// for `bestmove`: an engine that says it when no move is owed is at fault.
class Reader final : public AnswerReader {
  public:
    /// `kept`: which lines of a search are kept, see SearchNote::line.
    explicit Reader(std::optional<LinePattern> kept = std::nullopt);

    void expect(std::string_view awaited) override;
    [[nodiscard]] std::span<char> room() override;
    [[nodiscard]] std::optional<Answer> take(std::size_t count) override;
    [[nodiscard]] std::string_view part() const noexcept override { return {buffer_.data(), size_}; }
    [[nodiscard]] std::string_view unknown_line() const noexcept override { return unknown_; }
    [[nodiscard]] const std::optional<std::string>& uninvited() const noexcept override { return uninvited_; }
    [[nodiscard]] const Asides* asides() const noexcept override { return &asides_; }

  private:
    void take_line(std::string_view line, std::optional<Answer>& answer);
    void refuse(std::string what, std::optional<Answer>& answer);

    std::vector<char> buffer_; ///< the line so far, and room for more
    std::size_t size_ = 0;
    std::size_t output_ = 0; ///< bytes since expect()
    std::string awaited_;
    bool is_owed_ = false;
    std::string answer_;
    std::string unknown_; ///< see unknown_line()
    std::optional<std::string> uninvited_;
    Asides asides_;
    std::size_t about_bytes_ = 0;
    std::optional<LinePattern> kept_;
};

} // namespace referee::engine
