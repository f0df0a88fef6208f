// The output of an engine of either dialect: pieces of it as they arrive, and the lines as options, info and
// moves.

#include "referee/base/text.hpp"
#include "referee/rules/opening_text.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/options.hpp"
#include "referee/talk/engine/reader.hpp"
#include "tests/fuzz/reader.hpp"

#include <utility>
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
    static const referee::Board kColumns(referee::Game::ConnectFour);
    const auto& uai = referee::engine::dialect_of(referee::Protocol::Uai);
    const auto& uci = referee::engine::dialect_of(referee::Protocol::Uci);
    for (const auto& [dialect, board] :
         {std::pair(&uai, &kBoard), std::pair(&uci, &kBoard), std::pair(&uci, &kColumns)}) {
        const auto move = referee::engine::read_best_move(*dialect, line, *board);
        if (const auto* fault = std::get_if<referee::AgentFault>(&move)) {
            fuzz::require(is_printable_line(fault->reason), "a reason is no printable line");
        } else {
            fuzz::require(board->after(std::get<referee::MoveNumbers>(move)).has_value(),
                          "a move is not legal");
        }
    }
    if (const auto option = referee::engine::parse_option(line)) {
        const std::vector<referee::engine::OptionLine> listed{*option};
        for (const char* value : {"1", "true", "x"}) {
            const auto problem = referee::engine::problem_of_option(option->name, value, listed);
            fuzz::require(!problem || is_printable_line(*problem), "a problem is no printable line");
        }
    }
    referee::engine::SearchInfo info;
    referee::engine::take_info(line, info);
    fuzz::require(referee::to_valid_utf8(info.pv) == info.pv, "an expected line is no UTF-8");
    for (const auto& [dialect, board] : {std::pair(&uai, &kBoard), std::pair(&uci, &kColumns)}) {
        const auto fault =
            referee::engine::fault_of_line(*dialect, info.pv, info.score, referee::Course(*board));
        fuzz::require(!fault || !info.pv.empty(), "a line that was not said is wrong");
    }
    return 0;
}
