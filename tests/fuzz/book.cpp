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

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::text_of(data, size);
    const referee::Game game = referee::kGames[fuzz::choose(text, referee::kGames.size())];
    read_lines(game, text);
    if (text.starts_with('[') || text.find('/') == std::string_view::npos) { // many positions take long
        read_book(game, text);
    }
    return 0;
}
