#pragma once
// An agent's side of the protocol: reads messages, keeps the position, asks for a move; and how long it
// thinks about one.
// Source: docs/protocol.md.

#include "agents/program/command_line.hpp"
#include "agents/search/game.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/move_numbers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace search {

// How long an agent thinks about a move, given the time left on its clock. Pure.
// Source: the article "Advanced Game Search Algorithms (2)": 150 ms a move, 10 ms when less than 1150 ms are
// left. That rule alone uses up 10 s in 160 of 200 moves, so that a move here takes a twentieth of what is
// left at most.

inline constexpr std::chrono::milliseconds kMoveTime{150};
inline constexpr std::chrono::milliseconds kHurriedMoveTime{10};
inline constexpr std::chrono::milliseconds kHurryBelow{1150};

/// Time that is never spent on thinking. It pays for what else is charged to the clock: the way of 200
/// messages through the pipes, and the wait for a core.
inline constexpr std::chrono::milliseconds kReserve{60};

/// What an agent knows of its clock when it is asked for a move.
struct OwnClock {
    // NOLINTNEXTLINE(google-explicit-constructor): a time for the game is the usual clock
    constexpr OwnClock(std::chrono::milliseconds left_for_all) noexcept
        : left(left_for_all) {}

    std::chrono::milliseconds left;
    std::chrono::milliseconds increment{0}; ///< added after each move
    std::chrono::milliseconds move{0};      ///< the time for this move alone; 0: there is none such
};

/// The clock when `passed` of this turn has passed.
[[nodiscard]] constexpr OwnClock after(OwnClock clock, std::chrono::milliseconds passed) noexcept {
    clock.left -= passed;
    if (clock.move > std::chrono::milliseconds(0)) {
        clock.move = std::max(clock.move - passed, std::chrono::milliseconds(1));
    }
    return clock;
}

/// What of a time for one move is spent on thinking. The rest pays for the messages and the wait for a core.
[[nodiscard]] constexpr std::chrono::microseconds share_of_move(std::chrono::milliseconds move) noexcept {
    using std::chrono::microseconds;
    return std::max(move - std::clamp<microseconds>(move / 10, microseconds(1000), microseconds(10'000)),
                    microseconds(0));
}

/// The time to think about a move when `wanted` is the time for one move (empty: no limit). With a time for
/// each move it is at most nine tenths of that. Otherwise it is at most a twentieth of what is left above the
/// reserve and three quarters of the increment, and zero when nothing is left above the reserve: the agent
/// then plays the first move that it finds.
[[nodiscard]] constexpr std::chrono::microseconds
thinking_time(const OwnClock& clock, std::optional<std::chrono::milliseconds> wanted) noexcept {
    using std::chrono::microseconds;
    if (clock.move > std::chrono::milliseconds(0)) {
        const auto most = share_of_move(clock.move);
        return wanted ? std::min<microseconds>(*wanted, most) : most;
    }
    const auto above = microseconds(std::max(clock.left - kReserve, std::chrono::milliseconds(0)));
    const auto gained = microseconds(clock.increment) * 3 / 4;
    const auto most = std::min(above / 20 + gained, above);
    if (!wanted) {
        return most;
    }
    const auto hurried = std::max<microseconds>(kHurriedMoveTime, gained);
    const auto asked = clock.left < kHurryBelow ? std::min<microseconds>(*wanted, hurried) : *wanted;
    return std::min(asked, most);
}

/// The longest time for a search to a fixed depth: half of what is left above the reserve, or what may be
/// spent on one move. A search that takes longer is given up.
[[nodiscard]] constexpr std::chrono::microseconds fixed_depth_time(const OwnClock& clock) noexcept {
    return clock.move > std::chrono::milliseconds(0)
               ? share_of_move(clock.move)
               : std::chrono::microseconds(std::max(clock.left - kReserve, std::chrono::milliseconds(0))) / 2;
}

// The messages of the referee, and a session of games by them.

/// The games that an agent plays, by their types.
template<Game... Gs>
struct Plays {};

/// The name of the game in `READY FIRST GAME` or `READY SECOND GAME`; without one that of
/// referee::kDefaultGame. Empty when `text` is no such message.
[[nodiscard]] std::optional<std::string_view> game_of_ready(std::string_view text) noexcept;

/// What `TURN my_time opp_time` says is left on the agent's own clock. Empty when `text` is no such message.
[[nodiscard]] std::optional<std::chrono::milliseconds> time_left(std::string_view text) noexcept;

/// The move of `OPP`, which has so many numbers, followed by a time. Empty when `text` is no such message.
[[nodiscard]] std::optional<referee::MoveNumbers> opponents_move(std::string_view text,
                                                                 std::size_t numbers) noexcept;

/// The moves of `OPENING n ...`, of so many numbers each. Empty when `text` is no such message.
[[nodiscard]] std::optional<std::vector<referee::MoveNumbers>> moves_of_opening(std::string_view text,
                                                                                std::size_t numbers);

/// Writes a message to standard output at once.
void say(std::string_view text);

/// The exit status of a session that is over; empty while the session goes on.
using Status = std::optional<int>;

/// Says on standard error what is wrong with `text`. Returns the exit status 1.
Status give_up(std::string_view what, std::string_view text);

/// The position after `move`; empty when the move is not legal in `position`, or the game is over.
template<class Rules>
[[nodiscard]] std::optional<typename Rules::Position>
position_after(const typename Rules::Position& position, const referee::MoveNumbers& numbers) noexcept {
    const auto move = Rules::named(numbers);
    if (!move || Rules::ending(position) || !Rules::is_legal(position, *move)) {
        return std::nullopt;
    }
    return Rules::after(position, *move);
}

/// The position after the moves of `OPENING n ...`, made from the start. Empty when `text` is no such message
/// or holds a move that cannot be made.
template<class Rules>
[[nodiscard]] std::optional<typename Rules::Position> position_after_opening(std::string_view text) {
    const auto moves = moves_of_opening(text, Rules::kNumbers);
    auto position = moves ? std::optional(typename Rules::Position()) : std::nullopt;
    for (std::size_t i = 0; position && i < moves->size(); ++i) {
        position = position_after<Rules>(*position, (*moves)[i]);
    }
    return position;
}

/// The position of `FEN ...`. Empty when `text` is no such message, or no position in which the game goes on.
template<class Rules>
[[nodiscard]] std::optional<typename Rules::Position> position_of_fen(std::string_view text) {
    constexpr std::string_view kWord = "FEN ";
    if (!text.starts_with(kWord)) {
        return std::nullopt;
    }
    try {
        const auto position = Rules::read_fen(text.substr(kWord.size()));
        return Rules::ending(position) ? std::nullopt : std::optional(position);
    } catch (const referee::UserError&) {
        return std::nullopt;
    }
}

/// The seed in `SEED seed`. Empty when `text` is no such message.
[[nodiscard]] std::optional<std::uint64_t> seed_of_game(std::string_view text) noexcept;

/// The times of `CLOCK increment move`, with nothing left on the clock. Empty when `text` is no such message.
[[nodiscard]] std::optional<OwnClock> times_of_clock(std::string_view text) noexcept;

/// Whether `text` begins another game.
[[nodiscard]] bool begins_game(std::string_view text) noexcept;

/// A game after READY. `Player` is called with a position that is not finished and its clock, on each TURN,
/// and returns a legal move.
template<class Rules, class Player>
class Session {
  public:
    explicit Session(Player player)
        : player_(std::move(player)) {
        say("OK OPENING FEN GAMES CLOCK\n");
    }

    Status hear(std::string_view text) {
        const bool is_first = std::exchange(may_open_, false);
        if (const auto left = time_left(text)) {
            clock_.left = *left;
            const typename Rules::Move move = player_(position_, clock_);
            position_ = Rules::after(position_, move);
            say("MOVE " + to_string(Rules::numbers(move)) + "\n");
        } else if (text.starts_with("OPP ")) {
            const auto move = opponents_move(text, Rules::kNumbers);
            const auto next = move ? position_after<Rules>(position_, *move) : std::nullopt;
            if (!next) {
                return give_up("cannot make the move in", text);
            }
            position_ = *next;
        } else if (is_first && text.starts_with("OPENING ")) {
            const auto opened = position_after_opening<Rules>(text);
            if (!opened) {
                return give_up("cannot make the moves in", text);
            }
            position_ = *opened;
        } else if (is_first && text.starts_with("FEN ")) {
            const auto opened = position_of_fen<Rules>(text);
            if (!opened) {
                return give_up("cannot read the position in", text);
            }
            position_ = *opened;
        } else if (const auto times = times_of_clock(text)) {
            clock_ = *times;
        } else if (text == "FINISH") {
            return 0;
        } else {
            return give_up("unknown message", text);
        }
        return std::nullopt;
    }

  private:
    Player player_;
    typename Rules::Position position_;
    OwnClock clock_{std::chrono::milliseconds(0)};
    bool may_open_ = true; ///< OPENING or FEN comes straight after OK or not at all
};

/// Serves one game of `G` on standard input and output. Returns the exit status; empty when another game is
/// to be served, which `line` begins.
template<Game G, class Player>
[[nodiscard]] Status serve_game(Player player, std::string& line) {
    Session<typename G::Rules, Player> session(std::move(player));
    while (std::getline(std::cin, line)) {
        if (begins_game(line)) {
            return std::nullopt;
        }
        if (const Status status = session.hear(line)) {
            return status;
        }
    }
    return 0;
}

/// Serves games on standard input and output. Before each of them, `make` is called with the game that READY
/// names, one of `Gs`, and makes the player of Session, before OK. `seeds` holds the seed of that game then.
/// Returns the exit status: 0 after FINISH or the end of the input, 1 for a game that is not played here, a
/// message that is not known or a move that cannot be made, each of which is said on standard error.
template<class... Gs, class Make>
[[nodiscard]] int serve(Plays<Gs...>, Seeds& seeds, const Make& make) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    std::string line;
    if (!std::getline(std::cin, line) || line == "FINISH") {
        return 0;
    }
    while (true) {
        if (const auto seed = seed_of_game(line)) {
            seeds.set(*seed);
            if (!std::getline(std::cin, line)) {
                return 0;
            }
        }
        const auto game = game_of_ready(line);
        if (!game) {
            return *give_up("unknown message", line);
        }
        Status status;
        const auto serve_if_named = [&]<class G>(G) {
            const bool is_named = G::Rules::kName == *game;
            if (is_named) {
                status = serve_game<G>(make(G{}), line);
            }
            return is_named;
        };
        if (!(serve_if_named(Gs{}) || ...)) {
            std::string names;
            ((names += (names.empty() ? "" : ", ") + std::string(Gs::Rules::kName)), ...);
            return *give_up("this agent plays " + names + ", and not", *game);
        }
        if (status) {
            return *status;
        }
    }
}

} // namespace search
