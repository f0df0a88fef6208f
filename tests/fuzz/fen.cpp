// A FEN of one of the games, which the first character chooses.

#include "referee/rules/opening_text.hpp"
#include "tests/fuzz/target.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::text_of(data, size);
    const referee::Game game = referee::kGames[fuzz::choose(text, referee::kGames.size())];
    if (const auto start = fuzz::read_or_refused([&] { return referee::read_start(game, text); })) {
        fuzz::require(!start->board.ending(), "a game begins where it is over");
        fuzz::require(referee::read_start(game, start->fen) == *start, "a FEN is not read as it was written");
    }
    return 0;
}
