#pragma once
// The native protocol: messages to agents, and the meaning of a line from an agent. No input or output here.
// Also the readers of what agents of any protocol write.
// Source: docs/protocol.md, "The messages", "Uninvited output".

#include "referee/rules/games.hpp"
#include "referee/talk/agents.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/options.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace referee {

/// `READY FIRST` or `READY SECOND`, followed by the name of the game unless it is kDefaultGame. To an agent
/// that has played a game already, `SEED` with its new seed comes first.
[[nodiscard]] std::string ready_message(Side side, Game game, std::optional<std::uint64_t> new_seed);
inline constexpr std::string_view kFinishMessage = "FINISH\n";

/// The most moves of an OPENING: its line stays below 512 bytes.
inline constexpr std::size_t kMostOpeningMoves = 40;

/// The most bytes of a position in FEN: longer than any board with two counters.
inline constexpr std::size_t kMostFenBytes = 128;

/// A few messages that are sent in one write. The buffer has a fixed size, so that nothing is allocated
/// between two turns.
class Message {
  public:
    /// TURN with the time left on both clocks, in whole milliseconds, rounded down.
    Message& turn(std::chrono::nanoseconds own_left, std::chrono::nanoseconds other_left) noexcept;
    /// OPP with the opponent's move and the time it took, in whole milliseconds, rounded down.
    Message& opponent_moved(const MoveNumbers& move, std::chrono::nanoseconds took) noexcept;
    /// CLOCK with the increment and the time for a move, in milliseconds; 0: there is none.
    Message& clock(const TimeControl& control) noexcept;
    /// OPENING with the moves of the opening, of which there are at most kMostOpeningMoves.
    Message& opening(std::span<const MoveNumbers> moves) noexcept;
    /// FEN with the position that the game begins at, in place of OPENING; at most kMostFenBytes.
    Message& fen(std::string_view position) noexcept;
    Message& finish() noexcept;

    void clear() noexcept { size_ = 0; }
    [[nodiscard]] std::string_view text() const noexcept { return {buffer_.data(), size_}; }

  private:
    template<class... Parts>
    Message& say(const Parts&... parts) noexcept;
    void add(std::string_view text) noexcept;
    void add(long long number) noexcept;
    void add(const MoveNumbers& move) noexcept;

    // The longest content: OPENING, below 512 bytes, then CLOCK, OPP and TURN with ten numbers of at most 20
    // characters each.
    std::array<char, 800> buffer_;
    std::size_t size_ = 0;
};

/// The optional messages that an agent understands.
struct Capabilities {
    bool opening = false; ///< OPENING
    bool games = false;   ///< GAMES: another READY may follow a game
    bool clock = false;   ///< CLOCK
    bool fen = false;     ///< FEN
    bool operator==(const Capabilities&) const = default;
};

/// Reads `OK` and the names of capabilities, separated by blanks. Unknown names, trailing blanks and one CR
/// before the newline are ignored. Any other line is a protocol error.
[[nodiscard]] std::variant<Capabilities, AgentFault> parse_ready_answer(Line line);

/// Reads `MOVE` and as many integers as the moves of the game have. A line of another form is a protocol
/// error, whose reason names `form`. The move need not be legal.
[[nodiscard]] std::variant<MoveNumbers, AgentFault> parse_move_answer(Line line, std::size_t numbers,
                                                                      std::string_view form);

// What the output of an agent comes to, by its protocol.

/// Holds what was read from one process. Bytes are read into room(), then taken. Nothing is allocated once
/// the reader was made and has seen the longest text.
class AnswerReader {
  public:
    using Answer = std::variant<Line, AgentFault>;

    AnswerReader() = default;
    AnswerReader(const AnswerReader&) = delete;
    AnswerReader& operator=(const AnswerReader&) = delete;
    virtual ~AnswerReader() = default;

    /// An answer is owed from now on. In protocols that have such words it begins with `awaited`.
    virtual void expect(std::string_view awaited) = 0;
    /// Where the next bytes belong; never empty.
    [[nodiscard]] virtual std::span<char> room() = 0;
    /// `count` bytes were read into room(). The answer, if one is owed and it is whole; valid until expect().
    [[nodiscard]] virtual std::optional<Answer> take(std::size_t count) = 0;
    /// What came of an answer that is owed and not whole.
    [[nodiscard]] virtual std::string_view part() const noexcept = 0;
    /// The start of the last line since expect() that meant nothing; empty in a protocol without such lines.
    [[nodiscard]] virtual std::string_view unknown_line() const noexcept { return {}; }
    /// What is wrong with what came while no answer was owed; empty when nothing is.
    [[nodiscard]] virtual const std::optional<std::string>& uninvited() const noexcept = 0;
    /// What an engine said besides its answers; nullptr in a protocol that has nothing else.
    [[nodiscard]] virtual const Asides* asides() const noexcept { return nullptr; }
};

/// A reader for a process that has just been started. `kept`: which lines of an engine's searches are kept;
/// empty: none.
[[nodiscard]] std::unique_ptr<AnswerReader>
make_reader(Protocol protocol, const std::optional<engine::LinePattern>& kept = std::nullopt);

/// Answers of native agents: one line each, and nothing else.
class NativeReader final : public AnswerReader {
  public:
    void expect(std::string_view awaited) override;
    [[nodiscard]] std::span<char> room() override;
    [[nodiscard]] std::optional<Answer> take(std::size_t count) override;
    [[nodiscard]] std::string_view part() const noexcept override { return {input_.data(), size_}; }
    [[nodiscard]] const std::optional<std::string>& uninvited() const noexcept override { return uninvited_; }

  private:
    std::array<char, 2 * kMaxLineBytes> input_; ///< the answer so far, or the last one
    std::array<char, kMaxLineBytes> unasked_;   ///< what comes while no answer is owed
    std::size_t size_ = 0;
    bool is_owed_ = false;
    std::optional<std::string> uninvited_;
};

} // namespace referee
