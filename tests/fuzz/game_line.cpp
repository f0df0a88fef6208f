// A line of a log of games.

#include "referee/game/game_text.hpp"
#include "referee/game/record.hpp"
#include "referee/game/review/review.hpp"
#include "tests/fuzz/target.hpp"

#include <string>
#include <vector>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::string> unknown;
    const auto record =
        fuzz::read_or_refused([&] { return referee::parse_record(fuzz::text_of(data, size), &unknown); });
    if (record) {
        for (const std::string& difference : referee::differences(*record)) {
            fuzz::require(referee::testing_support::is_printable_line(difference),
                          "a difference is no printable line");
        }
        static_cast<void>(referee::game_line(*record));
        const std::string written = referee::to_json_line(*record);
        fuzz::require(referee::to_json_line(referee::parse_record(written)) == written,
                      "a game is not read as it was written");
    }
    return 0;
}
