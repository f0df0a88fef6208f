// The output of a UAI engine: pieces of it as they arrive, and the lines as options, info and moves.

#include "referee/base/text.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/uai/best_move.hpp"
#include "referee/talk/uai/info.hpp"
#include "referee/talk/uai/options.hpp"
#include "tests/fuzz/reader.hpp"

#include <variant>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using referee::testing_support::is_printable_line;
    const std::string_view text = fuzz::text_of(data, size);
    for (const char* awaited : {"uaiok", "readyok", "bestmove"}) {
        fuzz::read_in_pieces(referee::Protocol::Uai, text, awaited);
    }
    static const referee::Board kBoard =
        referee::read_start(referee::Game::Ataxx, "xx4o/7/7/7/6o/5x1/o5x x 0 1").board;
    const auto line = text.substr(0, text.find('\n'));
    const auto move = referee::uai::read_best_move(line, kBoard);
    if (const auto* fault = std::get_if<referee::AgentFault>(&move)) {
        fuzz::require(is_printable_line(fault->reason), "a reason is no printable line");
    } else {
        fuzz::require(kBoard.after(std::get<referee::MoveNumbers>(move)).has_value(), "a move is not legal");
    }
    if (const auto option = referee::uai::parse_option(line)) {
        const std::vector<referee::uai::OptionLine> listed{*option};
        for (const char* value : {"1", "true", "x"}) {
            const auto problem = referee::uai::problem_of_option(option->name, value, listed);
            fuzz::require(!problem || is_printable_line(*problem), "a problem is no printable line");
        }
    }
    referee::uai::SearchInfo info;
    referee::uai::take_info(line, info);
    fuzz::require(referee::to_valid_utf8(info.pv) == info.pv, "an expected line is no UTF-8");
    static_cast<void>(referee::uai::is_legal_line(info.pv, kBoard));
    return 0;
}
