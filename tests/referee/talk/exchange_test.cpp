#include "referee/talk/agent_processes.hpp"
#include "tests/referee/talk/shell_agents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::HasSubstr;

using ExchangeTest = ShellAgentsTest;

// ---- Deaths

TEST_F(ExchangeTest, exit_before_the_answer_is_a_crash) {
    ShellAgents talk(ready_then("read t; exit 3"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: crashed: exited or closed its output while an answer was owed");
    EXPECT_EQ(talk.finish().first.exit, "exited 3");
}

TEST_F(ExchangeTest, exit_before_the_answer_to_ready_is_a_crash) {
    ShellAgents talk("exit 3");
    const auto replies = talk.ask_ready();
    EXPECT_EQ(fault(replies.first), Termination::Crashed);
    EXPECT_EQ(line(replies.second), "OK");
}

TEST_F(ExchangeTest, exit_in_the_middle_of_a_line_is_a_crash) {
    ShellAgents talk(ready_then("read t; printf 'MOVE 1 1'"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: crashed: exited or closed its output after 'MOVE 1 1', in the middle of a line");
}

TEST_F(ExchangeTest, closed_output_is_a_crash) {
    ShellAgents talk(ready_then("read t; exec >&-; sleep 1000"));
    talk.ready();
    EXPECT_EQ(fault(talk.ask(Side::First)), Termination::Crashed);
}

TEST_F(ExchangeTest, answer_before_the_exit_counts) {
    ShellAgents talk(ready_then("read t; echo MOVE 1 1 2 2; exit 1"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)), "MOVE 1 1 2 2");
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 1 1 2 2");
    EXPECT_EQ(fault(talk.ask(Side::First)), Termination::Crashed);
    EXPECT_EQ(talk.finish().first.exit, "exited 1");
}

TEST_F(ExchangeTest, exit_while_the_other_thinks_is_the_next_reply) {
    const Gate gate(dir_);
    ShellAgents talk(ready_then("trap '" + gate.open() + "' EXIT; exit 4"),
                     ready_then("read t; " + gate.pass() + "echo MOVE 7 1 6 1"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 7 1 6 1");
    EXPECT_EQ(fault(talk.ask(Side::First)), Termination::Crashed);
}

TEST_F(ExchangeTest, closed_output_while_the_other_thinks_is_the_next_reply) {
    const Gate asked(dir_, "asked");
    const Gate closed(dir_, "closed");
    ShellAgents talk(ready_then(asked.pass() + "exec >&-; " + closed.open() + "sleep 1000"),
                     ready_then("read t; " + asked.open() + closed.pass() + "echo MOVE 7 1 6 1; read f"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 7 1 6 1");
    EXPECT_EQ(line(talk.ask(Side::First)), "fault: crashed: exited or closed its output before it was asked");
}

TEST_F(ExchangeTest, message_that_cannot_be_delivered_is_a_crash) {
    const Gate gate(dir_);
    ShellAgents talk(ready_then("exec <&-; " + gate.open() + "sleep 1000"));
    talk.ready();
    gate.pass_here();
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: crashed: exited or closed its input: a message could not be delivered");
}

/// The other agent waits until the kernel shows the agent as ended: then its exit is known before its next
/// question. Its child still reads and writes.
TEST_F(ExchangeTest, exit_between_two_questions_is_a_crash_although_a_child_holds_both_pipes) {
    const std::string pid = (dir_ / "pid").string();
    ShellAgents talk(ready_then("exec 3<&0; sleep 1000 <&3 & echo $$ > " + pid + "; exit 5"),
                     ready_then("read t; until grep -q ') Z' /proc/$(cat " + pid +
                                ")/stat; do :; done; echo MOVE 7 1 6 1; read f"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 7 1 6 1");
    EXPECT_EQ(line(talk.ask(Side::First, 10s)),
              "fault: crashed: exited or closed its output while an answer was owed");
    EXPECT_EQ(talk.finish().first.exit, "exited 5");
}

/// The message is in the pipe when the agent closes its input: the second agent is asked after the first.
TEST_F(ExchangeTest, closing_the_input_with_a_message_unread_is_a_crash) {
    const Gate asked(dir_);
    ShellAgents talk(ready_then(asked.pass() + "exec <&-; sleep 1000"),
                     ready_then("read t; " + asked.open() + "echo MOVE 7 1 6 1; read f"));
    talk.ready();
    const Question question{.message = "TURN 10000 10000\n", .limit = 10s};
    const auto replies = talk.agents().ask_both({question, question});
    EXPECT_EQ(line(replies.first),
              "fault: crashed: exited or closed its input: a message could not be delivered");
    EXPECT_EQ(line(replies.second), "MOVE 7 1 6 1");
}

// ---- Too late

/// What a late agent had sent, by protocol and question.
struct Part {
    const char* sent; ///< for printf
    const char* reason;
    Protocol protocol = Protocol::Native;
};

TEST_F(ExchangeTest, late_agent_is_told_what_came_in_place_of_its_answer) {
    for (const Part& row : {
             Part{"", "sent no answer in time"},
             Part{"MOVE 1 1 2 2", "sent no answer in time; 'MOVE 1 1 2 2' came without a newline"},
             Part{"MOVE 1\\r", "sent no answer in time; 'MOVE 1\\x0d' came without a newline"},
             Part{"", "sent no answer in time", Protocol::Uai},
             Part{"bestmove a1", "sent no answer in time; 'bestmove a1' came without a newline",
                  Protocol::Uai},
             Part{"hello\\nBestMove a1\\n\\ninfo depth 1\\n",
                  "sent no answer in time; its last line was 'BestMove a1'", Protocol::Uai},
             Part{"hello\\nbestmov", "sent no answer in time; 'bestmov' came without a newline",
                  Protocol::Uai},
         }) {
        ShellAgents talk("read t; printf '" + std::string(row.sent) + "'; sleep 1000", kGood,
                         ended_within(50ms), {}, {.protocol = row.protocol});
        const auto replies = talk.agents().ask_both(
            {{.message = "TURN 1 1\n", .limit = 300ms, .awaited = "bestmove"}, Question{}});
        EXPECT_EQ(line(replies.first), "fault: timeout: " + std::string(row.reason));
        static_cast<void>(talk.finish());
    }
}

TEST_F(ExchangeTest, engine_that_exits_is_told_its_last_line) {
    ShellAgents talk("read t; echo hello; echo Cannot open net.bin; exit 3", kGood, ended_within(50ms), {},
                     {.protocol = Protocol::Uai});
    const auto replies =
        talk.agents().ask_both({{.message = "uai\n", .limit = kLong, .awaited = "uaiok"}, Question{}});
    EXPECT_EQ(line(replies.first),
              "fault: crashed: exited or closed its output while an answer was owed; its "
              "last line was 'Cannot open net.bin'");
}

// ---- Too much

TEST_F(ExchangeTest, line_may_have_256_bytes) {
    for (const auto& [format, expected] :
         {std::pair{"%0256d\\n", std::string(255, '0') + "7"},
          std::pair{"%0257d\\n",
                    std::string("fault: protocol_error: sent a line longer than 256 bytes: '00")}}) {
        ShellAgents talk(ready_then("read t; printf '" + std::string(format) + "' 7; read f"));
        talk.ready();
        EXPECT_THAT(line(talk.ask(Side::First)), testing::StartsWith(expected)) << format;
    }
}

TEST_F(ExchangeTest, more_than_256_bytes_are_a_fault_before_the_newline) {
    ShellAgents talk(ready_then("read t; printf %0257d 7; sleep 1000"));
    talk.ready();
    const Reply reply = talk.ask(Side::First);
    EXPECT_EQ(fault(reply), Termination::ProtocolError) << line(reply);
    EXPECT_LT(reply.elapsed, kLong);
}

TEST_F(ExchangeTest, newline_after_256_bytes_is_waited_for) {
    ShellAgents talk(ready_then("read t; printf %0256d 7; sleep 0.1; echo"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)), std::string(255, '0') + "7");
}

TEST_F(ExchangeTest, endless_output_is_a_protocol_error) {
    ShellAgents talk(ready_then("read t; cat /dev/zero"), kGood, ended_within(50ms));
    talk.ready();
    const Reply reply = talk.ask(Side::First);
    EXPECT_EQ(fault(reply), Termination::ProtocolError);
    EXPECT_THAT(line(reply), HasSubstr("\\x00"));
    EXPECT_EQ(talk.finish().first.exit, "killed by referee");
}

// ---- Unasked

/// Two agents: the first says `hello` after the second was asked and before the second answers.
struct Interruption {
    explicit Interruption(const TemporaryDir& dir)
        : asked(dir, "asked")
        , said(dir, "said") {}

    [[nodiscard]] std::string first(const std::string& rest) const {
        return ready_then(asked.pass() + "echo hello; " + said.open() + rest);
    }
    [[nodiscard]] std::string second() const {
        return ready_then("read t; " + asked.open() + said.pass() + "echo MOVE 7 1 6 1; read f");
    }

    Gate asked;
    Gate said;
};

TEST_F(ExchangeTest, output_while_the_other_is_asked_is_a_protocol_error) {
    const Interruption scene(dir_);
    ShellAgents talk(scene.first("read t; echo MOVE 1 1 2 2; read f"), scene.second());
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 7 1 6 1"); // its answer is not affected
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: protocol_error: sent 'hello\\x0a' when no answer was owed");
}

TEST_F(ExchangeTest, agent_that_spoke_unasked_is_not_asked) {
    const Interruption scene(dir_);
    const std::filesystem::path heard = dir_ / "heard";
    ShellAgents talk(scene.first("read line; echo \"$line\" > " + heard.string()), scene.second());
    talk.ready();
    static_cast<void>(talk.ask(Side::Second));
    EXPECT_EQ(fault(talk.ask(Side::First)), Termination::ProtocolError);
    static_cast<void>(talk.finish());
    EXPECT_EQ(content_of(heard), "FINISH\n");
}

TEST_F(ExchangeTest, text_after_an_answer_is_the_next_fault) {
    ShellAgents talk(
        ready_then("read t; printf 'MOVE 1 1 2 2\\nMOVE 1 1 1 2\\n'; read t; echo MOVE; read f"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)), "MOVE 1 1 2 2");
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 1 1 2 2");
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: protocol_error: sent 'MOVE 1 1 1 2\\x0a' behind its answer");
}

TEST_F(ExchangeTest, second_newline_after_ok_is_a_protocol_error) {
    ShellAgents talk("read r; printf 'OK\\n\\n'; read t; echo MOVE; read f");
    talk.ready();
    EXPECT_EQ(fault(talk.ask(Side::First)), Termination::ProtocolError);
}

TEST_F(ExchangeTest, output_before_ready_is_the_answer_and_the_rest_a_fault) {
    ShellAgents talk("read r; printf 'hello\\nOK\\n'; read f");
    const auto replies = talk.ask_ready();
    EXPECT_EQ(line(replies.first), "hello"); // what the answer means is judged by the game
    EXPECT_EQ(fault(talk.ask(Side::First)), Termination::ProtocolError);
}

// Bytes that are in the pipe before TURN is written are no answer to it.
TEST_F(ExchangeTest, output_between_two_messages_is_a_protocol_error) {
    const Gate after_ready(dir_, "after_ready");
    const Gate said(dir_, "said");
    ShellAgents talk(ready_then(after_ready.pass() + "echo MOVE 1 1 2 2; " + said.open() + "read t; read f"));
    talk.ready();
    after_ready.open_here();
    said.pass_here();
    EXPECT_EQ(fault(talk.ask(Side::First)), Termination::ProtocolError);
}

} // namespace
} // namespace referee
