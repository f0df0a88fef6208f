// A file of openings of one of the games, which the first character chooses.

#include "sprt/schedule/opening_book.hpp"
#include "tests/fuzz/target.hpp"

#include <sstream>
#include <string>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::text_of(data, size);
    const referee::Game game = referee::kGames[fuzz::choose(text, referee::kGames.size())];
    const auto book = fuzz::read_or_refused([&] {
        std::istringstream in{std::string(text)};
        return sprt::parse_book(in, "book", game);
    });
    if (book) {
        fuzz::require(!book->openings.empty() && book->openings.size() == book->lines.size(),
                      "each opening has its line");
    }
    return 0;
}
