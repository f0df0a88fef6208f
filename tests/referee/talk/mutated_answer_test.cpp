// Answers of agents with random errors, for the moves of each game.

#include "referee/base/text.hpp"
#include "referee/talk/protocol.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <variant>

namespace referee {
namespace {

using testing_support::is_printable_line;
using testing_support::Mutator;
using testing_support::Verdicts;

constexpr int kAnswers = 4000; // of each kind and game

void expect_protocol_error(const AgentFault& fault, std::string_view wanted) {
    EXPECT_EQ(fault.termination, Termination::ProtocolError);
    EXPECT_PRED1(is_printable_line, fault.reason);
    EXPECT_TRUE(fault.reason.starts_with("sent '")) << fault.reason;
    EXPECT_TRUE(fault.reason.ends_with("' instead of " + std::string(wanted))) << fault.reason;
}

/// Source: docs/protocol.md, "The form of an answer".
TEST(MutatedMoveAnswer, is_a_move_of_the_form_that_is_documented_or_a_protocol_error_in_words) {
    for (const Game game : kGames) {
        const GameFacts& facts = facts_of(game);
        SCOPED_TRACE(facts.name);
        const std::regex form("MOVE([ \t]+-?[0-9]{1,9}){" + std::to_string(facts.numbers) + "}[ \t]*\r?");
        Mutator mutate({"MOVE", "MOVE ", "move ", "1", "-1", " 7", "OK", "0000000001", "123456789"});
        Verdicts verdicts;
        for (int i = 0; i < kAnswers; ++i) {
            MoveNumbers numbers;
            while (numbers.size() < facts.numbers) {
                numbers.push_back(static_cast<int>(mutate.below(9)) - 1);
            }
            const std::string line = mutate("MOVE " + to_string(numbers));
            SCOPED_TRACE(to_printable(line, 400));
            const auto answer = parse_move_answer(line, facts.numbers, facts.move_form);
            const auto* const move = std::get_if<MoveNumbers>(&answer);
            ASSERT_EQ(move != nullptr, std::regex_match(line, form));
            verdicts.add(move != nullptr);
            if (move == nullptr) {
                expect_protocol_error(std::get<AgentFault>(answer), facts.move_form);
                continue;
            }
            const auto again = parse_move_answer("MOVE " + to_string(*move), facts.numbers, facts.move_form);
            ASSERT_EQ(std::get<MoveNumbers>(again), *move);
        }
        verdicts.expect_both();
    }
}

TEST(MutatedReadyAnswer, is_ok_with_capabilities_or_a_protocol_error_in_words) {
    const std::regex end("[ \t]*\r?$");
    const std::regex ok("OK([ \t][^]*)?");
    const std::regex with_opening("OK([ \t]+[^ \t]+)*[ \t]+OPENING([ \t]+[^ \t]+)*");
    Mutator mutate({"OK", "OPENING", " OPENING", "OPENING ", "ok", "KO"});
    Verdicts verdicts;
    for (int i = 0; i < kAnswers; ++i) {
        const std::string line = mutate(mutate.below(2) == 0 ? "OK OPENING" : "OK");
        SCOPED_TRACE(to_printable(line, 400));
        const auto answer = parse_ready_answer(line);
        const auto* const capabilities = std::get_if<Capabilities>(&answer);
        const std::string text = std::regex_replace(line, end, "");
        ASSERT_EQ(capabilities != nullptr, std::regex_match(text, ok));
        verdicts.add(capabilities != nullptr);
        if (capabilities != nullptr) {
            ASSERT_EQ(capabilities->opening, std::regex_match(text, with_opening));
        } else {
            expect_protocol_error(std::get<AgentFault>(answer), "OK");
        }
    }
    verdicts.expect_both();
}

} // namespace
} // namespace referee
