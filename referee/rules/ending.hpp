#pragma once
// How a game ends, who decides its result, and the two sides that play it.
// Source: docs/protocol.md, "How a game ends", "The board".

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace referee {

/// The cause of an ending. The order is that of the table below.
enum class Termination : std::uint8_t {
    Annihilation,
    Line,
    BoardFull,
    NoMovesLeft,
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    HalfmoveLimit,
    Repetition,
    TurnLimit,
    Adjudicated,
    Timeout,
    ReadyTimeout,
    IllegalMove,
    ProtocolError,
    Crashed,
    Tampering,
    Aborted,
    RefereeFailure,
};

/// Who decides the result of a game.
enum class Decider : std::uint8_t {
    Board,  ///< the rules of the game: the side with the higher score wins
    Draw,   ///< the rules of the game: nobody wins, whatever the score
    Rule,   ///< a rule of adjudication that the run has
    Fault,  ///< the agent at fault loses
    Nobody, ///< the game is not scored
};

/// A row of the table of endings.
struct GameEnding {
    Termination termination;
    std::string_view name; ///< in logs and transcripts
    Decider decider;

    [[nodiscard]] constexpr bool is_by_board() const noexcept {
        return decider == Decider::Board || is_draw();
    }
    [[nodiscard]] constexpr bool is_draw() const noexcept { return decider == Decider::Draw; }
    [[nodiscard]] constexpr bool is_by_rule() const noexcept { return decider == Decider::Rule; }
    /// The game ended before a turn, so that no agent owed an answer.
    [[nodiscard]] constexpr bool is_between_turns() const noexcept { return is_by_board() || is_by_rule(); }
    [[nodiscard]] constexpr bool is_by_fault() const noexcept { return decider == Decider::Fault; }
    /// An agent is named as the one at fault, whether the game is scored or not.
    [[nodiscard]] constexpr bool names_fault() const noexcept {
        return is_by_fault() || termination == Termination::Tampering;
    }
    [[nodiscard]] constexpr bool is_scored() const noexcept { return decider != Decider::Nobody; }
};

/// All endings. Another one is a row here and an enumerator of the same place.
inline constexpr std::array kGameEndings{
    GameEnding{Termination::Annihilation, "annihilation", Decider::Board},
    GameEnding{Termination::Line, "line", Decider::Board},
    GameEnding{Termination::BoardFull, "board_full", Decider::Board},
    GameEnding{Termination::NoMovesLeft, "no_moves_left", Decider::Board},
    GameEnding{Termination::Checkmate, "checkmate", Decider::Board},
    GameEnding{Termination::Stalemate, "stalemate", Decider::Draw},
    GameEnding{Termination::InsufficientMaterial, "insufficient_material", Decider::Draw},
    GameEnding{Termination::HalfmoveLimit, "halfmove_limit", Decider::Draw},
    GameEnding{Termination::Repetition, "repetition", Decider::Draw},
    GameEnding{Termination::TurnLimit, "turn_limit", Decider::Board},
    GameEnding{Termination::Adjudicated, "adjudicated", Decider::Rule},
    GameEnding{Termination::Timeout, "timeout", Decider::Fault},
    GameEnding{Termination::ReadyTimeout, "ready_timeout", Decider::Fault},
    GameEnding{Termination::IllegalMove, "illegal_move", Decider::Fault},
    GameEnding{Termination::ProtocolError, "protocol_error", Decider::Fault},
    GameEnding{Termination::Crashed, "crashed", Decider::Fault},
    GameEnding{Termination::Tampering, "tampering", Decider::Nobody},
    GameEnding{Termination::Aborted, "aborted", Decider::Nobody},
    GameEnding{Termination::RefereeFailure, "referee_failure", Decider::Nobody},
};

static_assert(
    [] {
        for (std::size_t i = 0; i < kGameEndings.size(); ++i) {
            if (kGameEndings[i].termination != static_cast<Termination>(i)) {
                return false;
            }
        }
        return kGameEndings.back().termination == Termination::RefereeFailure;
    }(),
    "the table has a row for each enumerator, in their order");

[[nodiscard]] constexpr const GameEnding& ending_by(Termination termination) noexcept {
    return kGameEndings[static_cast<std::size_t>(termination)];
}

/// The name that logs and transcripts use, e.g. `board_full`.
[[nodiscard]] constexpr std::string_view name(Termination termination) noexcept {
    return ending_by(termination).name;
}

/// Empty when no termination has that name.
[[nodiscard]] constexpr std::optional<Termination> termination_named(std::string_view text) noexcept {
    for (const GameEnding& ending : kGameEndings) {
        if (ending.name == text) {
            return ending.termination;
        }
    }
    return std::nullopt;
}

class TerminationCounts {
  public:
    void add(Termination termination) noexcept { ++counts_[static_cast<std::size_t>(termination)]; }
    [[nodiscard]] std::uint64_t of(Termination termination) const noexcept {
        return counts_[static_cast<std::size_t>(termination)];
    }
    [[nodiscard]] constexpr std::uint64_t total() const noexcept {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : counts_) {
            sum += count;
        }
        return sum;
    }

  private:
    std::array<std::uint64_t, kGameEndings.size()> counts_{};
};

// The two sides of a game, and one value for each of them.

/// The player who moves first (shown as O, `x` in FEN) and the one who moves second (X, `o` in FEN).
enum class Side : std::uint8_t { First, Second };

/// Both, in the order in which they move.
inline constexpr std::array<Side, 2> kSides{Side::First, Side::Second};

[[nodiscard]] constexpr Side opponent(Side side) noexcept {
    return side == Side::First ? Side::Second : Side::First;
}

/// One value for each side. Only a Side finds a value in it, so that sides and players cannot be mixed up.
template<class Value>
struct PerSide {
    Value first{};
    Value second{};

    [[nodiscard]] constexpr Value& operator[](Side side) noexcept {
        return side == Side::First ? first : second;
    }
    [[nodiscard]] constexpr const Value& operator[](Side side) const noexcept {
        return side == Side::First ? first : second;
    }
    bool operator==(const PerSide&) const = default;
};

/// 0 for the first player, 1 for the second: the place of a side in a table of two.
[[nodiscard]] constexpr std::size_t index(Side side) noexcept {
    return static_cast<std::size_t>(side);
}

} // namespace referee
