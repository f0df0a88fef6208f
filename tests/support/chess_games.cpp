// chess_games RULES GAMES SEED: games of random moves by the rules chess or chess960, to compare with another
// program. Prints for each position a line `FEN;LEGAL MOVES;MOVE;SAN`, moves as e2e4 and a7a8q, castling as
// king takes rook, and the MOVE once more in standard notation; then `;ENDING;WINNER`, WINNER being white,
// black or nobody.

#include "referee/base/seed.hpp"
#include "referee/rules/games.hpp"

#include <cstdlib>
#include <iostream>
#include <limits>
#include <optional>
#include <string_view>

namespace {

using namespace referee;

template<class G>
typename G::Position start_of(SplitMix64& chance) {
    if constexpr (requires { G::kSetUps; }) {
        return G::set_up(static_cast<int>(chance.below(G::kSetUps)));
    } else {
        return {};
    }
}

template<class G>
void play(SplitMix64& chance) {
    const auto text = [](auto move) { return G::notation(G::numbers(move)); };
    Course course{Board(start_of<G>(chance))};
    std::optional<Termination> end;
    for (; !end; end = board_verdict(course, std::numeric_limits<int>::max())) {
        const auto& position = std::get<typename G::Position>(course.board().position());
        const auto moves = G::moves(position);
        std::cout << G::fen(position, 1 + course.turns() / 2) << ';';
        for (const auto move : moves) {
            std::cout << text(move) << ' ';
        }
        const auto chosen = moves[chance.below(moves.size())];
        std::cout << ';' << text(chosen) << ';' << G::notation(position, chosen, Notation::San) << '\n';
        static_cast<void>(course.make(G::numbers(chosen)));
    }
    const auto winner = winner_by_board(course.board(), *end);
    std::cout << ';' << name(*end) << ';'
              << (!winner                  ? "nobody"
                  : *winner == Side::First ? "white"
                                           : "black")
              << '\n';
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: chess_games chess|chess960 GAMES SEED\n";
        return 2;
    }
    std::ios::sync_with_stdio(false);
    SplitMix64 chance(std::strtoull(argv[3], nullptr, 10));
    const bool is_960 = argv[1] == std::string_view("chess960");
    for (int game = 0; game < std::atoi(argv[2]); ++game) {
        is_960 ? play<chess960::Rules>(chance) : play<chess::Rules>(chance);
    }
    return 0;
}
