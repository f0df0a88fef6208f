#pragma once
// Rules that are asked before a search: take a win, stop a win of the opponent, in one move and in two.
// Source: the report on a Connect Four program. Its rules for any game, in this order: win in one, stop the
// opponent's win in one, win in two by force, stop the opponent's win in two, otherwise search.

#include "agents/search/game.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace search {

/// A game that knows without trying the moves that nothing wins at once.
///  - `may_win_at_once(position)`: false only when no move of the unfinished `position` ends the game won.
///  - `may_lose_at_once(position)`: false only when some move of the unfinished `position` is not answered by
///    such a move and does not end the game lost.
template<class G>
concept GameWithThreats = Game<G> && requires(const typename G::Position& position) {
    { G::may_win_at_once(position) } -> std::same_as<bool>;
    { G::may_lose_at_once(position) } -> std::same_as<bool>;
};

/// Whether the side that has just moved has won; its opponent is to move in `position`.
template<Game G>
[[nodiscard]] bool is_won_by_the_last_move(const typename G::Position& position) noexcept {
    return G::is_finished(position) && G::finished_score(position, 0) < 0;
}

/// A move that ends the game won; empty when there is none.
template<Game G>
[[nodiscard]] std::optional<typename G::Move> win_in_one(const typename G::Position& position) noexcept {
    if (G::is_finished(position)) {
        return std::nullopt;
    }
    if constexpr (GameWithThreats<G>) {
        if (!G::may_win_at_once(position)) {
            return std::nullopt;
        }
    }
    for (const auto& move : G::moves(position)) {
        if (is_won_by_the_last_move<G>(G::after(position, move))) {
            return move;
        }
    }
    return std::nullopt;
}

/// Whether the side to move has won already, by the move of its opponent, or wins at once.
template<Game G>
[[nodiscard]] bool has_or_wins_at_once(const typename G::Position& position) noexcept {
    return G::is_finished(position) ? G::finished_score(position, 0) > 0
                                    : win_in_one<G>(position).has_value();
}

/// Whether every move of the unfinished `position` lets the opponent win at once.
template<Game G>
[[nodiscard]] bool loses_in_one(const typename G::Position& position) noexcept {
    if constexpr (GameWithThreats<G>) {
        if (!G::may_lose_at_once(position)) {
            return false;
        }
    }
    const auto moves = G::moves(position);
    return std::all_of(moves.begin(), moves.end(),
                       [&](const auto& move) { return has_or_wins_at_once<G>(G::after(position, move)); });
}

/// A move after which the opponent loses_in_one(); empty when there is none.
template<Game G>
[[nodiscard]] std::optional<typename G::Move> win_in_two(const typename G::Position& position) noexcept {
    for (const auto& move : G::moves(position)) {
        const auto next = G::after(position, move);
        if (!G::is_finished(next) && loses_in_one<G>(next)) {
            return move;
        }
    }
    return std::nullopt;
}

/// The rules, in the order in which they are asked.
enum class Rule : std::uint8_t { OpeningTable, Win, StopWin, WinInTwo, StopWinInTwo, Search };

[[nodiscard]] constexpr std::string_view name(Rule rule) noexcept {
    constexpr std::array<std::string_view, 6> kNames{
        "opening table", "win in one", "stop a win in one", "win in two", "stop a win in two", "search"};
    return kNames[static_cast<std::size_t>(rule)];
}

/// The moves that the rules leave to be searched. `rule` is Rule::Search unless a rule left one move.
template<class Moves>
struct Ruled {
    Rule rule = Rule::Search;
    Moves candidates{};
};

/// The moves that are not `is_bad`; all moves when every move is.
template<class Moves, class IsBad>
[[nodiscard]] Moves without(const Moves& moves, const IsBad& is_bad) {
    Moves kept;
    for (const auto& move : moves) {
        if (!is_bad(move)) {
            kept.push_back(move);
        }
    }
    return kept.empty() ? moves : kept;
}

/// A game with patterns that are taken for a win in two moves.
///  - `pattern_move(position)`: the move that completes a pattern of the side to move; empty: there is none.
template<class G>
concept GameWithPatterns = Game<G> && requires(const typename G::Position& position) {
    { G::pattern_move(position) } -> std::same_as<std::optional<typename G::Move>>;
};

/// Asks the rules after the opening table in their order. `position` is unfinished. `find_win_in_two` may be
/// another function than win_in_two(): it is called with positions and returns an optional move.
template<Game G, class Find>
[[nodiscard]] Ruled<typename G::Moves> apply_rules(const typename G::Position& position,
                                                   const Find& find_win_in_two) {
    using Moves = typename G::Moves;
    const auto only = [](Rule rule, const typename G::Move& move) {
        Ruled<Moves> one{.rule = rule};
        one.candidates.push_back(move);
        return one;
    };
    const Moves all = G::moves(position);
    if (const auto move = win_in_one<G>(position)) {
        return only(Rule::Win, *move);
    }
    if (all.size() == 1) {
        return {Rule::Search, all};
    }
    const Moves safe =
        without(all, [&](const auto& move) { return has_or_wins_at_once<G>(G::after(position, move)); });
    if (safe.size() == 1) {
        return {Rule::StopWin, safe};
    }
    if (const auto move = find_win_in_two(position)) {
        return only(Rule::WinInTwo, *move);
    }
    const Moves safer = without(
        safe, [&](const auto& move) { return find_win_in_two(G::after(position, move)).has_value(); });
    return {safer.size() == 1 ? Rule::StopWinInTwo : Rule::Search, safer};
}

template<Game G>
[[nodiscard]] Ruled<typename G::Moves> apply_rules(const typename G::Position& position) {
    return apply_rules<G>(position, win_in_two<G>);
}

} // namespace search
