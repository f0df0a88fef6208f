#include "referee/talk/agent_processes.hpp"
#include "tests/referee/talk/conversation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using testing::HasSubstr;

// ---- Deaths

TEST_F(AgentProcessesTest, exit_before_the_answer) {
    Conversation talk(ready_then("read t; exit 3"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: crashed: exited or closed its output while an answer was owed");
    EXPECT_EQ(talk.finish()[0].exit, "exited 3");
}

TEST_F(AgentProcessesTest, exit_before_the_answer_to_ready) {
    Conversation talk("exit 3");
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
    EXPECT_EQ(Conversation::fault(replies[0]), Termination::Crashed);
    EXPECT_EQ(line(replies[1]), "OK");
}

TEST_F(AgentProcessesTest, exit_in_the_middle_of_a_line) {
    Conversation talk(ready_then("read t; printf 'MOVE 1 1'"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: crashed: exited or closed its output after 'MOVE 1 1', in the middle of a line");
}

TEST_F(AgentProcessesTest, closed_output_while_it_lives_on) {
    Conversation talk(ready_then("read t; exec >&-; sleep 1000"));
    talk.ready();
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First)), Termination::Crashed);
}

TEST_F(AgentProcessesTest, an_answer_counts_before_the_exit_does) {
    Conversation talk(ready_then("read t; echo MOVE 1 1 2 2; exit 1"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)), "MOVE 1 1 2 2");
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 1 1 2 2");
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First)), Termination::Crashed);
    EXPECT_EQ(talk.finish()[0].exit, "exited 1");
}

TEST_F(AgentProcessesTest, exit_while_the_other_thinks_is_noticed_when_asked) {
    const Gate gate(dir_);
    Conversation talk(ready_then("trap '" + gate.open() + "' EXIT; exit 4"),
                      ready_then("read t; " + gate.pass() + "echo MOVE 7 1 6 1"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 7 1 6 1");
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First)), Termination::Crashed);
}

TEST_F(AgentProcessesTest, closed_output_while_the_other_thinks_is_noticed_when_asked) {
    const Gate asked(dir_, "asked");
    const Gate closed(dir_, "closed");
    Conversation talk(ready_then(asked.pass() + "exec >&-; " + closed.open() + "sleep 1000"),
                      ready_then("read t; " + asked.open() + closed.pass() + "echo MOVE 7 1 6 1; read f"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 7 1 6 1");
    EXPECT_EQ(line(talk.ask(Side::First)), "fault: crashed: exited or closed its output before it was asked");
}

TEST_F(AgentProcessesTest, a_message_that_cannot_be_delivered) {
    const Gate gate(dir_);
    Conversation talk(ready_then("exec <&-; " + gate.open() + "sleep 1000"));
    talk.ready();
    gate.pass_here();
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: crashed: exited or closed its input: a message could not be delivered");
}

// ---- Too much

TEST_F(AgentProcessesTest, a_line_of_256_bytes_and_no_more) {
    for (const auto& [format, expected] :
         {std::pair{"%0256d\\n", std::string(255, '0') + "7"},
          std::pair{"%0257d\\n",
                    std::string("fault: protocol_error: sent a line longer than 256 bytes: '00")}}) {
        Conversation talk(ready_then("read t; printf '" + std::string(format) + "' 7; read f"));
        talk.ready();
        EXPECT_THAT(line(talk.ask(Side::First)), testing::StartsWith(expected)) << format;
    }
}

TEST_F(AgentProcessesTest, more_than_256_bytes_need_no_newline_to_be_too_many) {
    Conversation talk(ready_then("read t; printf %0257d 7; sleep 1000"));
    talk.ready();
    const Reply reply = talk.ask(Side::First);
    EXPECT_EQ(Conversation::fault(reply), Termination::ProtocolError) << line(reply);
    EXPECT_LT(reply.elapsed, kLong);
}

TEST_F(AgentProcessesTest, exactly_256_bytes_without_a_newline_are_waited_for) {
    Conversation talk(ready_then("read t; printf %0256d 7; sleep 0.1; echo"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)), std::string(255, '0') + "7");
}

TEST_F(AgentProcessesTest, endless_output) {
    Conversation talk(ready_then("read t; cat /dev/zero"), kGood, seen_off_within(50ms));
    talk.ready();
    const Reply reply = talk.ask(Side::First);
    EXPECT_EQ(Conversation::fault(reply), Termination::ProtocolError);
    EXPECT_THAT(line(reply), HasSubstr("\\x00"));
    EXPECT_EQ(talk.finish()[0].exit, "killed by referee");
}

// ---- Unasked

/// Two agents of which the first says `hello` while the second is asked, for certain.
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

TEST_F(AgentProcessesTest, output_while_the_other_is_asked) {
    const Interruption scene(dir_);
    Conversation talk(scene.first("read t; echo MOVE 1 1 2 2; read f"), scene.second());
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 7 1 6 1"); // its own answer is not touched by that
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: protocol_error: sent 'hello\\x0a' when no answer was owed");
}

TEST_F(AgentProcessesTest, nothing_is_said_to_an_agent_that_spoke_unasked) {
    const Interruption scene(dir_);
    const std::filesystem::path heard = dir_ / "heard";
    Conversation talk(scene.first("read line; echo \"$line\" > " + heard.string()), scene.second());
    talk.ready();
    static_cast<void>(talk.ask(Side::Second));
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First)), Termination::ProtocolError);
    static_cast<void>(talk.finish());
    EXPECT_EQ(content_of(heard), "FINISH\n");
}

TEST_F(AgentProcessesTest, text_behind_an_answer) {
    Conversation talk(
        ready_then("read t; printf 'MOVE 1 1 2 2\\nMOVE 1 1 1 2\\n'; read t; echo MOVE; read f"));
    talk.ready();
    EXPECT_EQ(line(talk.ask(Side::First)), "MOVE 1 1 2 2");
    EXPECT_EQ(line(talk.ask(Side::Second)), "MOVE 1 1 2 2");
    EXPECT_EQ(line(talk.ask(Side::First)),
              "fault: protocol_error: sent 'MOVE 1 1 1 2\\x0a' behind its answer");
}

TEST_F(AgentProcessesTest, a_second_newline_behind_the_ok) {
    Conversation talk("read r; printf 'OK\\n\\n'; read t; echo MOVE; read f");
    talk.ready();
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First)), Termination::ProtocolError);
}

TEST_F(AgentProcessesTest, output_before_ready_in_the_same_write_as_the_answer) {
    Conversation talk("read r; printf 'hello\\nOK\\n'; read f");
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
    EXPECT_EQ(line(replies[0]), "hello"); // what the answer means is judged by the game
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First)), Termination::ProtocolError);
}

// What stands in the pipe when TURN is written was sent before it and is no answer to it.
TEST_F(AgentProcessesTest, output_between_two_questions) {
    const Gate after_ready(dir_, "after_ready");
    const Gate said(dir_, "said");
    Conversation talk(
        ready_then(after_ready.pass() + "echo MOVE 1 1 2 2; " + said.open() + "read t; read f"));
    talk.ready();
    after_ready.open_here();
    said.pass_here();
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First)), Termination::ProtocolError);
}

} // namespace
} // namespace referee
