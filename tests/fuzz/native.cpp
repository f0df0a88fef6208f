// The output of a native agent: pieces of it as they arrive, and the lines as answers.

#include "referee/base/text.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/protocol.hpp"
#include "tests/fuzz/reader.hpp"

#include <variant>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    fuzz::read_in_pieces(referee::Protocol::Native, text, "");
    const auto line = text.substr(0, text.find('\n'));
    const auto require_words = [](const auto& answer) {
        if (const auto* fault = std::get_if<referee::AgentFault>(&answer)) {
            fuzz::require(referee::testing_support::is_printable_line(fault->reason),
                          "a reason is no printable line");
        }
    };
    require_words(referee::parse_ready_answer(line));
    for (const referee::Game game : referee::kGames) {
        const auto& facts = referee::facts_of(game);
        require_words(referee::parse_move_answer(line, facts.numbers, facts.move_form));
    }
    return 0;
}
