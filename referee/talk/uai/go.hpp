#pragma once
// What is said to UAI engines. Messages of a turn go into a fixed buffer, so that nothing is allocated
// between two turns.

#include "referee/rules/games.hpp"
#include "referee/rules/side.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee::uai {

// A position as UAI engines get it. UAI is a protocol of one game: all here and in best_move.hpp may be asked
// of its boards alone, under either set of rules.

/// The moves of a board, whatever its rules.
struct AtaxxBoard {
    ataxx::Position stones;
    ataxx::Bitboard empty; ///< where a stone may be put
    bool can_move;         ///< the side to move has a clone or a jump
};
[[nodiscard]] AtaxxBoard ataxx_board(const Board& board) noexcept;

/// All six fields, because there are engines that die when the counters are missing. The half-move field is
/// 0 under the articles' rules: they have no end after moves without a clone, and engines take 100 for a
/// finished game. `full_move` is 1 at the start and grows after each move of the second player. Valid until
/// `to` changes; nothing is allocated once `to` has the capacity.
[[nodiscard]] std::string_view fen_for_engine(const Board& board, int full_move, std::string& to);

inline constexpr std::string_view kUaiMessage = "uai\n";
inline constexpr std::string_view kIsReadyMessage = "isready\n";
inline constexpr std::string_view kNewGameMessage = "uainewgame\nisready\n";
inline constexpr std::string_view kStopMessage = "stop\n";
inline constexpr std::string_view kQuitMessage = "quit\n";

/// `setoption name N value V`. An empty value is left out with its word: a button has none. Neither text
/// may hold a newline (asserted; problem_of_option() refuses such texts).
[[nodiscard]] std::string setoption_message(std::string_view name, std::string_view value);

/// `position` and `go`, in one message or in one each.
class TurnMessage {
  public:
    /// `position fen F`. A FEN has at most 100 characters (asserted).
    TurnMessage& position(std::string_view fen) noexcept;
    TurnMessage& is_ready() noexcept;
    /// `go btime B wtime W binc I winc I`: `b` is the first player, whoever is asked. Times in whole
    /// milliseconds, rounded down, those on the clocks at least 1.
    TurnMessage& go_clock(const PerSide<std::chrono::nanoseconds>& left,
                          const PerSide<std::chrono::nanoseconds>& increments) noexcept;
    TurnMessage& go_move_time(std::chrono::milliseconds time) noexcept;
    TurnMessage& go_nodes(std::uint64_t nodes) noexcept;
    TurnMessage& go_depth(int depth) noexcept;

    [[nodiscard]] std::string_view text() const noexcept { return {buffer_.data(), size_}; }

  private:
    void add(std::string_view text) noexcept;
    template<class Number>
    void add_number(Number number) noexcept;

    // The longest content: `position` with `isready` below 128 bytes, and `go` with four numbers of 20
    // characters.
    std::array<char, 256> buffer_;
    std::size_t size_ = 0;
};

} // namespace referee::uai
