// Lines of engines with random errors.

#include "referee/base/text.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/options.hpp"
#include "referee/talk/engine/reader.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace referee::engine {
namespace {

using testing_support::is_printable_line;
using testing_support::Mutator;
using testing_support::Verdicts;

constexpr int kLines = 6000; // of each kind

TEST(MutatedBestMove, is_a_legal_move_or_a_fault_by_its_form) {
    const std::regex form(
        "[ \t]*bestmove[ \t]+([a-gA-G][1-7]|[pP]@[a-gA-G][1-7]|[a-gA-G][1-7][a-gA-G][1-7]|0000|"
        "[pP][aA][sS][sS]|[nN][uU][lL][lL])(?:[ \t][^]*|[ \t\r\n]*)");
    const Board board = read_fen(Game::Ataxx, "xx4o/7/7/7/6o/5x1/o5x x 0 1");
    Mutator mutate(
        {"bestmove", "bestmove ", "g2", "P@", "g1g3", "0000", "pass", "<none>", " ponder ", "a1", "h8"});
    const std::vector<std::string> moves{"g2", "g1g3", "f2g2", "P@g2", "G2 ponder a2", "0000", "d4"};
    Verdicts verdicts;
    int illegal = 0;
    for (int i = 0; i < kLines; ++i) {
        const std::string line = mutate("bestmove " + moves[mutate.below(moves.size())]);
        SCOPED_TRACE(to_printable(line, 400));
        const auto answer = read_best_move(dialect_of(Protocol::Uai), line, board);
        const auto* const move = std::get_if<MoveNumbers>(&answer);
        verdicts.add(move != nullptr);
        if (move != nullptr) {
            ASSERT_TRUE(board.after(*move));
            ASSERT_EQ(std::get<MoveNumbers>(read_best_move(dialect_of(Protocol::Uai),
                                                           "bestmove " + ataxx::uai_notation(*move), board)),
                      *move);
        } else {
            const auto& fault = std::get<AgentFault>(answer);
            EXPECT_PRED1(is_printable_line, fault.reason);
            illegal += fault.termination == Termination::IllegalMove ? 1 : 0;
        }
        const bool names_no_move =
            move == nullptr && std::get<AgentFault>(answer).termination == Termination::ProtocolError;
        ASSERT_EQ(names_no_move, !std::regex_match(line, form));
    }
    verdicts.expect_both();
    EXPECT_GT(illegal, 10);
}

/// A field that cannot be read leaves what earlier lines said.
TEST(MutatedInfo, never_breaks_what_is_known) {
    Mutator mutate({"info", " depth ", " score ", " cp ", " mate ", " nodes ", " pv ", " string ",
                    " multipv ", "2", " lowerbound", " nps "});
    Verdicts verdicts;
    for (int i = 0; i < kLines; ++i) {
        const std::string line =
            mutate("info depth 7 seldepth 9 score cp -35 nodes 9121 multipv 1 pv g2 a1a3");
        SCOPED_TRACE(to_printable(line, 400));
        SearchInfo info;
        take_info("info depth 3 score cp 12 nodes 77 pv a2", info);
        take_info(line, info);
        ASSERT_TRUE(info.depth && *info.depth >= 0);
        ASSERT_TRUE(info.score && info.nodes && !info.pv.empty());
        ASSERT_EQ(to_valid_utf8(info.pv), info.pv);
        ASSERT_EQ(info.pv.find_first_of("\t"), std::string::npos);
        verdicts.add(*info.depth == 7 && *info.score == Score{.value = -35} && *info.nodes == 9121 &&
                     info.pv == "g2 a1a3");
        SearchInfo again;
        take_info("info depth 3 score cp 12 nodes 77 pv a2", again);
        take_info(line, again);
        take_info(line, again);
        ASSERT_EQ(again.depth, info.depth);
        ASSERT_EQ(again.score, info.score);
        ASSERT_EQ(again.nodes, info.nodes);
        ASSERT_EQ(again.pv, info.pv);
    }
    verdicts.expect_both();
}

TEST(MutatedOption, is_an_option_whose_values_can_be_judged_or_none) {
    const std::vector<std::string> lines{"option name Hash type spin default 16 min 1 max 1024",
                                         "option name Fast Mode type check default true",
                                         "option name S type combo default A var A var B",
                                         "option name S type combo default A options A B",
                                         "option name Book File type string default a b",
                                         "option name Clear type button"};
    Mutator mutate({"option", " name ", " type ", " spin ", " combo ", " string ", " default ", " min ",
                    " max ", " var ", " options ", "-1"});
    Verdicts verdicts;
    Verdicts values;
    std::set<OptionType> types;
    for (int i = 0; i < kLines; ++i) {
        const std::string line = mutate(lines[mutate.below(lines.size())]);
        SCOPED_TRACE(to_printable(line, 400));
        const auto option = parse_option(line);
        verdicts.add(option.has_value());
        if (!option) {
            continue;
        }
        types.insert(option->type);
        ASSERT_FALSE(option->name.empty());
        ASSERT_EQ(to_valid_utf8(option->name), option->name);
        for (const std::string& word : option->words) {
            ASSERT_EQ(problem_of_option(option->name, word, {&*option, 1}), std::nullopt) << word;
        }
        for (const std::string& value : {option->default_value, mutate("16"), mutate("true")}) {
            const auto problem = problem_of_option(option->name, value, {&*option, 1});
            values.add(!problem);
            if (problem) {
                ASSERT_PRED1(is_printable_line, *problem);
            }
        }
        const auto unknown = problem_of_option(option->name + "x", "1", {&*option, 1});
        ASSERT_TRUE(unknown);
        ASSERT_PRED1(is_printable_line, *unknown);
    }
    verdicts.expect_both();
    values.expect_both();
    EXPECT_EQ(types.size(), 5U);
}

} // namespace
} // namespace referee::engine
