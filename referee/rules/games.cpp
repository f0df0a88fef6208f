#include "referee/rules/games.hpp"

#include <algorithm>

namespace referee {
namespace {

template<class G>
constexpr GameFacts facts() noexcept {
    return {.name = G::kName,
            .move_form = G::kMoveForm,
            .start_fen = G::kStartFen,
            .score_unit = G::kScoreUnit,
            .numbers = G::kNumbers,
            .turns = G::kTurns,
            .ends_by_itself = G::kEndsByItself,
            .most_score = G::kMostScore,
            .openings = G::kOpenings,
            .marks = G::kMarks};
}

/// Calls `body` with the rules and the position of `board`.
template<class Body>
auto on(const Board& board, Body&& body) {
    return std::visit([&](const auto& position) { return body(RulesOf<decltype(position)>{}, position); },
                      board.position());
}

} // namespace

const GameFacts& facts_of(Game game) noexcept {
    static constexpr auto kFacts = []<class... Gs>(std::tuple<Gs...>*) {
        return std::array{facts<Gs>()...};
    }(static_cast<GameList*>(nullptr));
    return kFacts[static_cast<std::size_t>(game)];
}

std::optional<Game> game_named(std::string_view text) noexcept {
    const auto found = std::ranges::find(kGames, text, [](Game game) { return name(game); });
    return found == kGames.end() ? std::nullopt : std::optional(*found);
}

int effective_turns(Game game, int turns) noexcept {
    const GameFacts& facts = facts_of(game);
    return facts.ends_by_itself ? std::min(turns, facts.turns) : turns;
}

Board::Board(Game game) noexcept
    : position_(with_game(game, []<class G>(G) { return AnyPosition(typename G::Position()); })) {}

Side Board::to_move() const noexcept {
    return on(*this, []<class G>(G, const auto& position) { return G::to_move(position); });
}

std::optional<Termination> Board::ending() const noexcept {
    return on(*this, []<class G>(G, const auto& position) { return G::ending(position); });
}

PerSide<int> Board::score() const noexcept {
    return on(*this, []<class G>(G, const auto& position) { return G::score(position); });
}

CanonicalKey Board::key() const noexcept {
    return on(*this, []<class G>(G, const auto& position) { return G::key(position); });
}

std::optional<Board> Board::after(const MoveNumbers& numbers) const noexcept {
    return on(*this, [&]<class G>(G, const auto& position) -> std::optional<Board> {
        const auto move = G::named(numbers);
        return move && G::is_legal(position, *move) ? std::optional<Board>(G::after(position, *move))
                                                    : std::nullopt;
    });
}

std::optional<Termination> board_verdict(const Board& board, int turns, int turn_limit) noexcept {
    const auto ending = board.ending();
    return !ending && turns >= turn_limit ? std::optional(Termination::TurnLimit) : ending;
}

std::optional<Side> leader(const Board& board) noexcept {
    const auto [first, second] = board.score();
    if (first == second) {
        return std::nullopt;
    }
    return first > second ? Side::First : Side::Second;
}

std::string why_illegal(const Board& board, const MoveNumbers& numbers) {
    return on(board, [&]<class G>(G, const auto& position) { return G::why_illegal(position, numbers); });
}

Board read_fen(Game game, std::string_view text) {
    return with_game(game, [&]<class G>(G) { return Board(G::read_fen(text)); });
}

Drawing draw(const Board& board) {
    return on(board, []<class G>(G, const auto& position) { return G::draw(position); });
}

Drawing draw(const Board& before, const MoveNumbers& numbers) {
    return on(before,
              [&]<class G>(G, const auto& position) { return G::draw(position, G::named(numbers).value()); });
}

MoveWords words_of(const Board& before, const MoveNumbers& numbers) {
    return on(before, [&]<class G>(G, const auto& position) {
        return G::words(position, G::named(numbers).value());
    });
}

} // namespace referee
