// A file of openings of one of the games, which the first character chooses. The moves that lead to positions
// of Ataxx are not looked for: that takes a tenth of a second.

#include "sprt/schedule/opening_book.hpp"
#include "tests/fuzz/target.hpp"

#include <algorithm>
#include <sstream>
#include <string>

namespace {

void read_lines(referee::Game game, std::string_view text) {
    while (!text.empty()) {
        const auto line = sprt::without_comment(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        if (const auto read = fuzz::read_or_refused([&] { return sprt::read_opening(game, line); })) {
            fuzz::require(!read->board.ending(), "an opening ends the game");
        }
    }
}

void read_book(referee::Game game, std::string_view text) {
    const auto book = fuzz::read_or_refused([&] {
        std::istringstream in{std::string(text)};
        return sprt::parse_book(in, "book", game);
    });
    if (book) {
        fuzz::require(!book->openings.empty() && book->openings.size() == book->lines.size(),
                      "each opening has its line");
    }
}

/// A word as a move in the middle of a game.
void read_move(std::string_view text) {
    static const referee::Board kBoard = referee::read_fen(
        referee::Game::Chess, "r3k2r/1P1pqpb1/bn2pnp1/2pPN3/1p2P3/2N2Q1p/PPPBBPP1/R3K2R w KQkq c6 0 1");
    if (const auto move = fuzz::read_or_refused([&] { return referee::read_notation(kBoard, text); })) {
        fuzz::require(kBoard.after(*move).has_value(), "a move that was read is not legal");
        const std::string written = notation(kBoard, *move, referee::Notation::San);
        fuzz::require(referee::read_notation(kBoard, written) == *move,
                      "a move is not read as it is written");
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::text_of(data, size);
    const referee::Game game = referee::kGames[fuzz::choose(text, referee::kGames.size())];
    read_lines(game, text);
    read_move(text);
    if (text.starts_with('[') || text.find('/') == std::string_view::npos) { // many positions take long
        read_book(game, text);
    }
    return 0;
}
