#include "referee/rules/games.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <algorithm>
#include <variant>

namespace referee {
namespace {

template<class G>
constexpr std::string_view rule_set_of() noexcept {
    if constexpr (requires { G::kRuleSet; }) {
        return G::kRuleSet;
    } else {
        return {};
    }
}

template<class G>
using PositionOf = const typename G::Position&;
template<class G>
constexpr bool kCountsStones = requires(PositionOf<G> position) {
    G::winner_by_filling(position, 0);
};
template<class G>
constexpr bool kHasTables = requires(PositionOf<G> position) {
    G::table_pieces(position);
};
template<class G>
constexpr bool kReadsNotation = requires(PositionOf<G> position) {
    G::read_notation(position, "");
};
template<class G>
constexpr bool kReadsCoordinates = requires(PositionOf<G> position) {
    G::read_coordinates(position, "");
};
template<class G>
constexpr bool kReadsEpd = requires {
    G::kReadsEpd;
};

template<class G>
constexpr GameFacts facts() noexcept {
    return {.name = G::kName,
            .rule_set = rule_set_of<G>(),
            .move_form = G::kMoveForm,
            .start_fen = G::kStartFen,
            .pieces = G::kPieces,
            .score_unit = G::kScoreUnit,
            .numbers = G::kNumbers,
            .turns = G::kTurns,
            .ends_by_itself = G::kEndsByItself,
            .most_score = G::kMostScore,
            .openings = G::kOpenings,
            .marks = G::kMarks,
            .counts_stones = kCountsStones<G>,
            .has_tables = kHasTables<G>,
            .reads_notation = kReadsNotation<G>,
            .reads_coordinates = kReadsCoordinates<G>,
            .reads_epd = kReadsEpd<G>};
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

std::optional<Game> game_named(std::string_view text, std::string_view rule_set) noexcept {
    const auto found = std::ranges::find_if(kGames, [&](Game game) {
        return name(game) == text && (rule_set.empty() || facts_of(game).rule_set == rule_set);
    });
    return found == kGames.end() ? std::nullopt : std::optional(*found);
}

Game by_own_rules(Game game) noexcept {
    return game_named(name(game)).value_or(game);
}

std::string_view rules_name(Game game) noexcept {
    return by_own_rules(game) == game ? name(game) : facts_of(game).rule_set;
}

std::optional<Game> rules_named(std::string_view text) noexcept {
    const auto found = std::ranges::find(kGames, text, rules_name);
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

std::optional<Side> leader(const Board& board) noexcept {
    const auto [first, second] = board.score();
    if (first == second) {
        return std::nullopt;
    }
    return first > second ? Side::First : Side::Second;
}

std::optional<Side> winner_by_board(const Board& board, Termination termination) noexcept {
    return ending_by(termination).is_draw() ? std::nullopt : leader(board);
}

std::optional<Side> winner_by_filling(const Board& board, int turns_left) noexcept {
    return on(board, [&]<class G>(G, const auto& position) -> std::optional<Side> {
        if constexpr (requires { G::winner_by_filling(position, turns_left); }) {
            return G::winner_by_filling(position, turns_left);
        } else {
            return std::nullopt;
        }
    });
}

std::string why_illegal(const Board& board, const MoveNumbers& numbers) {
    return on(board, [&]<class G>(G, const auto& position) { return G::why_illegal(position, numbers); });
}

std::string notation(Game game, const MoveNumbers& numbers) {
    return with_game(game, [&]<class G>(G) { return G::notation(numbers); });
}

std::string notation(const Board& before, const MoveNumbers& numbers, Notation form) {
    return on(before, [&]<class G>(G, const auto& position) {
        const auto move = G::named(numbers).value();
        if constexpr (requires { G::notation(position, move, form); }) {
            return G::notation(position, move, form);
        } else {
            return G::notation(numbers);
        }
    });
}

std::optional<int> half_moves(const Board& board) noexcept {
    return on(board, []<class G>(G, const auto& position) -> std::optional<int> {
        if constexpr (requires { G::half_moves(position); }) {
            return G::half_moves(position);
        } else {
            return std::nullopt;
        }
    });
}

std::optional<int> table_pieces(const Board& board) noexcept {
    return on(board, []<class G>(G, const auto& position) -> std::optional<int> {
        if constexpr (requires { G::table_pieces(position); }) {
            return G::table_pieces(position);
        } else {
            return std::nullopt;
        }
    });
}

std::optional<Game> game_of_variant(std::string_view text) {
    const std::string small = lower_case(text);
    const auto found = std::ranges::find_if(kGames, [&](Game game) {
        return with_game(game, [&]<class G>(G) {
            if constexpr (requires { G::kPgnVariants; }) {
                return std::ranges::find(G::kPgnVariants, small) != G::kPgnVariants.end();
            } else {
                return false;
            }
        });
    });
    return found == kGames.end() ? std::nullopt : std::optional(*found);
}

MoveNumbers read_notation(const Board& before, std::string_view text) {
    return on(before, [&]<class G>(G, const auto& position) -> MoveNumbers {
        if constexpr (requires { G::read_notation(position, text); }) {
            return G::numbers(G::read_notation(position, text));
        } else {
            throw UserError("records of " + std::string(G::kName) + " are not read");
        }
    });
}

Board read_fen(Game game, std::string_view text) {
    return with_game(game, [&]<class G>(G) { return Board(G::read_fen(text)); });
}

std::string engine_fen(const Board& board, int move_number) {
    return on(board, [&]<class G>(G, const auto& position) {
        if constexpr (requires { G::fen(position, move_number); }) {
            return G::fen(position, move_number);
        } else {
            return G::fen(position);
        }
    });
}

Drawing draw(const Board& board) {
    return on(board, []<class G>(G, const auto& position) { return G::draw(position); });
}

Drawing draw(const Board& before, const MoveNumbers& numbers) {
    return on(before,
              [&]<class G>(G, const auto& position) { return G::draw(position, G::named(numbers).value()); });
}

std::optional<OnlyMove> only_move(const Board& board) noexcept {
    return on(board, []<class G>(G, const auto& position) -> std::optional<OnlyMove> {
        const auto moves = G::moves(position);
        const auto leads_elsewhere = [&](typename G::Move move) {
            return G::after(position, move) != G::after(position, moves[0]);
        };
        if (moves.empty() || std::ranges::any_of(moves, leads_elsewhere)) {
            return std::nullopt;
        }
        std::string_view kind;
        if constexpr (requires { G::kind(moves[0]); }) {
            kind = G::kind(moves[0]);
        }
        return OnlyMove{G::numbers(moves[0]), kind};
    });
}

MoveWords words_of(const Board& before, const MoveNumbers& numbers) {
    return on(before, [&]<class G>(G, const auto& position) {
        return G::words(position, G::named(numbers).value());
    });
}

Course::Course(const Board& board, int turns)
    : board_(board)
    , turns_(turns) {
    std::visit([this](const auto& position) { repetitions_.begin<RulesOf<decltype(position)>>(position); },
               board.position());
}

bool Course::make(const MoveNumbers& numbers) {
    const auto after = board_.after(numbers);
    if (!after) {
        return false;
    }
    std::visit(
        [&]<class Position>(const Position& before) {
            using G = RulesOf<Position>;
            repetitions_.moved<G>(before, G::named(numbers).value(), std::get<Position>(after->position()));
        },
        board_.position());
    board_ = *after;
    ++turns_;
    return true;
}

std::optional<Termination> board_verdict(const Course& course, int turn_limit) noexcept {
    if (const auto ending = course.board().ending()) {
        return ending;
    }
    if (course.is_repeated()) {
        return Termination::Repetition;
    }
    return course.turns() >= turn_limit ? std::optional(Termination::TurnLimit) : std::nullopt;
}

} // namespace referee
