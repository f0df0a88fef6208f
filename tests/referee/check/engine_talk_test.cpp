#include "referee/check/engine_talk.hpp"
#include "tests/referee/check/checked_agent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace referee::check {
namespace {

using namespace std::chrono_literals;
using testing_support::CheckedAgent;
using testing_support::engine_script;

constexpr std::string_view kStartFen = "x5o/7/7/7/7/7/o5x x 0 1";

/// `go` with a time for the move that no engine here looks at.
engine::TurnMessage go_message() {
    engine::TurnMessage go;
    go.go_move_time(10ms);
    return go;
}

TEST(AddPosition, fen_is_told_as_it_stands_to_uai_and_as_uci_writes_it) {
    const auto message_for = [](Protocol protocol, Game rules, std::string_view fen) {
        Subject subject{.name = "it", .program = {}, .manner = {.protocol = protocol}, .rules = rules};
        engine::TurnMessage message;
        add_position(message, subject, fen);
        return std::string(message.text());
    };
    EXPECT_EQ(message_for(Protocol::Uai, Game::Ataxx, "x5o/7/7/7/7/7/o5x x 99 1234"),
              "position fen x5o/7/7/7/7/7/o5x x 99 1234\n");
    EXPECT_EQ(message_for(Protocol::Uci, Game::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 3 17"),
              "position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 17\n");
    EXPECT_EQ(message_for(Protocol::Uci, Game::Chess, "4k3/8/8/8/8/8/8/4K2R w K -"),
              "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n");
}

TEST(PreparedTalk, engine_that_gets_ready_is_prepared_and_another_one_is_a_problem) {
    CheckedAgent good(engine_script(), Protocol::Uai);
    std::string problem;
    EXPECT_TRUE(good.bench.talker().is_new());
    EXPECT_TRUE(prepared_talk(good.bench, problem));
    EXPECT_EQ(problem, "");
    EXPECT_FALSE(good.bench.talker().is_new());
    CheckedAgent bad("read line; echo uaiok; read line; exit 3", Protocol::Uai);
    EXPECT_FALSE(prepared_talk(bad.bench, problem));
    EXPECT_THAT(problem, testing::HasSubstr("(exited 3)"));
}

TEST(EngineTalk, search_has_the_answer_and_what_was_said_of_it) {
    CheckedAgent agent(engine_script(), Protocol::Uai);
    std::string problem;
    auto talk = prepared_talk(agent.bench, problem);
    ASSERT_TRUE(talk) << problem;
    const Search search = talk->search(kStartFen, go_message(), 20s);
    EXPECT_EQ(search.line, "bestmove b7");
    EXPECT_EQ(search.problem, "");
    EXPECT_EQ(search.info.depth, 3);
    EXPECT_EQ(search.info.nodes, 7U);
    EXPECT_GT(search.took, 0ns);
}

/// A UAI engine that does this in a search.
std::string searching(const std::string& script) {
    return "while read word rest; do case $word in uai) echo uaiok;; isready) echo readyok;; go) " + script +
           ";; stop) echo bestmove b7;; quit) exit 0;; esac; done";
}

TEST(EngineTalk, late_search_is_a_problem_unless_the_engine_answers_stop) {
    std::string problem;
    CheckedAgent agent(searching(":"), Protocol::Uai);
    auto talk = prepared_talk(agent.bench, problem);
    ASSERT_TRUE(talk) << problem;
    const Search stopped = talk->search(kStartFen, go_message(), 100ms, engine::kStopMessage);
    EXPECT_EQ(stopped.line, "bestmove b7");
    EXPECT_GE(stopped.took, 100ms);
    EXPECT_FALSE(stopped.is_late);
    const Talker& talker = agent.bench.talker();
    const Search late = talk->search(kStartFen, go_message(), 100ms);
    EXPECT_TRUE(late.is_late);
    EXPECT_EQ(late.problem, "timeout: sent no answer in time");
    EXPECT_FALSE(talker.has_process()) << "after a problem it is ended";
}

TEST(EngineTalk, engine_that_does_not_read_a_position_is_named_by_what_it_owes) {
    CheckedAgent agent("while read word rest; do case $word in uai) echo uaiok;; "
                       "isready) n=$((n+1)); [ $n -gt 2 ] || echo readyok;; quit) exit 0;; esac; done",
                       Protocol::Uai);
    agent.subject.manner.ping_limit = 100ms;
    std::string problem;
    auto talk = prepared_talk(agent.bench, problem);
    ASSERT_TRUE(talk) << problem;
    const Search search = talk->search(kStartFen, go_message(), 20s);
    EXPECT_EQ(search.problem, "timeout: sent no readyok in time");
    EXPECT_EQ(search.line, "");
}

} // namespace
} // namespace referee::check
