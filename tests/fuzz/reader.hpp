#pragma once
// The output of an agent as the referee reads it: in pieces of any size.

#include "referee/talk/protocol.hpp"
#include "tests/fuzz/target.hpp"

#include <algorithm>
#include <string_view>

namespace fuzz {

/// Reads `text` in pieces of 1, 2, 3, ... bytes. An answer is owed at first, and after each answer.
inline void read_in_pieces(referee::Protocol protocol, std::string_view text, std::string_view awaited) {
    const auto reader = referee::make_reader(protocol);
    reader->expect(awaited);
    for (std::size_t piece = 1; !text.empty(); ++piece) {
        const auto room = reader->room();
        require(!room.empty(), "there is no room for more");
        const std::size_t count = std::min({piece, room.size(), text.size()});
        std::copy_n(text.begin(), count, room.begin());
        text.remove_prefix(count);
        const auto answer = reader->take(count);
        if (const auto& problem = reader->uninvited()) {
            require(referee::testing_support::is_printable_line(*problem), "a problem is no printable line");
            return;
        }
        if (answer && std::holds_alternative<referee::AgentFault>(*answer)) {
            return;
        }
        if (answer) {
            reader->expect(awaited);
        }
    }
}

} // namespace fuzz
