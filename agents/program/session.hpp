#pragma once
// An agent's side of the protocol: reads messages, keeps the position, asks for a move.
// Source: docs/protocol.md.

#include "agents/search/game.hpp"
#include "referee/rules/move_numbers.hpp"

#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace search {

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

/// A game from READY on. `Player` is called with a position that is not finished and the time left on the
/// clock, on each TURN, and returns a legal move.
template<class Rules, class Player>
class Session {
  public:
    explicit Session(Player player)
        : player_(std::move(player)) {}

    Status hear(std::string_view text) {
        const bool is_first = std::exchange(may_open_, false);
        if (const auto left = time_left(text)) {
            const typename Rules::Move move = player_(position_, *left);
            position_ = Rules::after(position_, move);
            say("MOVE " + to_string(Rules::numbers(move)) + "\n");
        } else if (text.starts_with("OPP ")) {
            const auto move = opponents_move(text, Rules::kNumbers);
            const auto next = move ? position_after<Rules>(position_, *move) : std::nullopt;
            if (!next) {
                return give_up("cannot make the move in", text);
            }
            position_ = *next;
        } else if (game_of_ready(text) == Rules::kName) {
            position_ = typename Rules::Position();
            may_open_ = true;
            say("OK OPENING\n");
        } else if (is_first && text.starts_with("OPENING ")) {
            const auto opened = position_after_opening<Rules>(text);
            if (!opened) {
                return give_up("cannot make the moves in", text);
            }
            position_ = *opened;
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
    bool may_open_ = false; ///< OPENING comes straight after OK or not at all
};

/// Serves a game of `G` on standard input and output, from the line `ready` on. Returns the exit status.
template<Game G, class Player>
[[nodiscard]] int serve_game(Player player, const std::string& ready) {
    Session<typename G::Rules, Player> session(std::move(player));
    Status status = session.hear(ready);
    for (std::string line; !status && std::getline(std::cin, line);) {
        status = session.hear(line);
    }
    return status.value_or(0);
}

/// Serves one game on standard input and output. `make` is called with the game that READY names, one of
/// `Gs`, and makes the player of Session, before OK. Returns the exit status: 0 after FINISH or the end of
/// the input, 1 for a game that is not played here, a message that is not known or a move that cannot be
/// made, each of which is said on standard error.
template<class... Gs, class Make>
[[nodiscard]] int serve(Plays<Gs...>, const Make& make) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    std::string line;
    if (!std::getline(std::cin, line) || line == "FINISH") {
        return 0;
    }
    const auto game = game_of_ready(line);
    if (!game) {
        return *give_up("unknown message", line);
    }
    int status = 1;
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
    return status;
}

} // namespace search
