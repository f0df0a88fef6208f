#include "referee/agent/agent_processes.hpp"
#include "referee/rules/user_error.hpp"
#include "tests/referee/agent/shell.hpp"
#include "tests/support/print.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/stat.h>

namespace ataxx {
namespace {

using namespace std::chrono_literals;
using namespace testing_support;
using std::chrono::nanoseconds;
using testing::EndsWith;
using testing::HasSubstr;

/// Long enough never to matter.
constexpr nanoseconds kLong = kSoon;

/// Answers READY, then does `rest`.
std::string ready_then(const std::string& rest) {
    return "read ready; echo OK; " + rest;
}

/// Answers everything, exits at FINISH.
const std::string kGood = "while read word rest; do case $word in READY) echo OK;; TURN) echo MOVE 1 1 2 2;; "
                          "FINISH) exit 0;; esac; done";

AgentSettings seen_off_within(std::chrono::milliseconds finish_wait, std::size_t stderr_bytes = 64 * 1024) {
    AgentSettings settings;
    settings.finish_wait = finish_wait;
    settings.stderr_bytes = stderr_bytes;
    return settings;
}

/// Two programs that were started, and what was asked of them. The first player's is what is tested, mostly.
class Conversation {
  public:
    explicit Conversation(const std::string& first, const std::string& second = kGood,
                          AgentSettings settings = seen_off_within(20s), StopToken stop = {})
        : programs_{shell(first), shell(second)}
        , agents_(settings, stop, orphans_) {
        agents_.start({Launch{&programs_[0], 11, 1}, Launch{&programs_[1], 22, 2}});
    }

    /// Both say OK, or the test fails.
    Conversation& ready() {
        const auto replies = agents_.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
        for (const Reply& reply : replies) {
            EXPECT_EQ(line(reply), "OK");
        }
        return *this;
    }
    Reply ask(Side side, nanoseconds limit = kLong) { return agents_.ask(side, "TURN 10000 10000\n", limit); }
    std::array<Departure, 2> finish() { return agents_.finish({"FINISH\n", "FINISH\n"}); }

    AgentProcesses& agents() { return agents_; }

    /// The line of a reply, or in its place what is wrong with it.
    static std::string line(const Reply& reply) {
        if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
            return "fault: " + std::string(name(fault->termination)) + ": " + fault->reason;
        }
        return std::holds_alternative<Stopped>(reply.what) ? "stopped"
                                                           : std::string(std::get<Line>(reply.what));
    }
    static std::optional<Termination> fault(const Reply& reply) {
        const auto* fault = std::get_if<AgentFault>(&reply.what);
        return fault != nullptr ? std::optional(fault->termination) : std::nullopt;
    }

  private:
    std::array<Program, 2> programs_;
    Orphans orphans_;
    AgentProcesses agents_;
};

std::string line(const Reply& reply) {
    return Conversation::line(reply);
}

/// A named pipe: whoever opens an end waits for the other, so that one thing comes after another without
/// sleeping.
class Gate {
  public:
    explicit Gate(const TemporaryDir& dir, const std::string& name = "gate")
        : path_(dir / name) {
        EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    }
    /// In a script: goes on when the other side is there.
    [[nodiscard]] std::string open() const { return "echo go > " + path_.string() + "; "; }
    [[nodiscard]] std::string pass() const { return "read go < " + path_.string() + "; "; }
    /// The same here.
    void open_here() const { std::ofstream(path_) << "go\n"; }
    void pass_here() const {
        std::string word;
        std::ifstream(path_) >> word;
        EXPECT_EQ(word, "go");
    }

  private:
    std::filesystem::path path_;
};

class AgentProcessesTest : public testing::Test {
  protected:
    void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }
    void TearDown() override { EXPECT_TRUE(has_no_children()); }

    const TemporaryDir dir_;
};

// ---- Answers

TEST_F(AgentProcessesTest, a_whole_conversation) {
    Conversation talk(kGood);
    talk.ready();
    for (int round = 0; round < 3; ++round) {
        for (const Side side : {Side::First, Side::Second}) {
            const Reply reply = talk.ask(side);
            EXPECT_EQ(line(reply), "MOVE 1 1 2 2");
            EXPECT_GT(reply.elapsed, 0ns);
            EXPECT_LT(reply.elapsed, kLong);
        }
    }
    const auto departures = talk.finish();
    EXPECT_EQ(departures[0].exit, "exited 0");
    EXPECT_EQ(departures[1].exit, "exited 0");
    EXPECT_EQ(departures[0].stderr_tail, "");
}

TEST_F(AgentProcessesTest, messages_and_seeds_go_to_the_right_side) {
    const std::string echo = "while read line; do echo \"$REFEREE_SEED $line\"; done";
    Conversation talk(echo, echo);
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
    EXPECT_EQ(line(replies[0]), "11 READY FIRST");
    EXPECT_EQ(line(replies[1]), "22 READY SECOND");
    EXPECT_EQ(line(talk.agents().ask(Side::Second, "TURN 1 2\n", kLong)), "22 TURN 1 2");
    EXPECT_EQ(line(talk.agents().ask(Side::First, "TURN 3 4\n", kLong)), "11 TURN 3 4");
}

TEST_F(AgentProcessesTest, one_game_after_another_with_fresh_processes) {
    const Program program = shell("read ready; echo $$");
    Orphans orphans;
    AgentProcesses agents(seen_off_within(20s), {}, orphans);
    std::vector<std::string> seen;
    for (int game = 0; game < 3; ++game) {
        agents.start({Launch{&program, 1, 1}, Launch{&program, 2, 2}});
        for (const Reply& reply : agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong)) {
            EXPECT_THAT(seen, testing::Not(testing::Contains(line(reply))));
            seen.push_back(line(reply));
        }
        EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"})[0].exit, "exited 0");
    }
}

TEST_F(AgentProcessesTest, nothing_of_one_game_is_held_against_the_next) {
    const Program bad = shell("echo unasked; echo mess >&2");
    const Program good = shell(kGood);
    Orphans orphans;
    AgentProcesses agents(seen_off_within(20s), {}, orphans);
    agents.start({Launch{&bad, 1, 1}, Launch{&bad, 2, 2}});
    static_cast<void>(agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong));
    static_cast<void>(agents.ask(Side::First, "TURN 1 1\n", kLong));
    static_cast<void>(agents.finish({"", ""}));
    agents.start({Launch{&good, 1, 1}, Launch{&good, 2, 2}});
    for (const Reply& reply : agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong)) {
        EXPECT_EQ(line(reply), "OK");
    }
    EXPECT_EQ(line(agents.ask(Side::First, "TURN 1 1\n", kLong)), "MOVE 1 1 2 2");
    EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"})[0].stderr_tail, "");
}

TEST_F(AgentProcessesTest, an_answer_may_come_in_pieces) {
    const Gate gate(dir_);
    // The pieces are apart for certain: the other agent has been asked and has answered in between.
    Conversation talk("read r; printf O; " + gate.open() + "printf 'K and'; sleep 0.05; echo ' more'",
                      "read r; " + gate.pass() + "echo OK");
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
    EXPECT_EQ(line(replies[0]), "OK and more");
    EXPECT_GE(replies[0].elapsed, 50ms);
    EXPECT_EQ(line(replies[1]), "OK");
}

TEST_F(AgentProcessesTest, time_is_what_the_answer_took) {
    Conversation talk(ready_then("read t; sleep 0.2; echo MOVE"));
    talk.ready();
    const Reply reply = talk.ask(Side::First);
    EXPECT_EQ(line(reply), "MOVE");
    EXPECT_GE(reply.elapsed, 200ms);
    EXPECT_LT(reply.elapsed, 10s);
}

TEST_F(AgentProcessesTest, a_message_larger_than_the_pipe_is_delivered) {
    Conversation talk(ready_then("n=$(head -n 1 | wc -c); echo $n"));
    talk.ready();
    const std::string message = std::string(300'000, 'm') + "\n";
    EXPECT_EQ(line(talk.agents().ask(Side::First, message, kLong)), "300001");
}

// ---- Time

TEST_F(AgentProcessesTest, silence_is_a_timeout) {
    Conversation talk(ready_then("sleep 1000"));
    talk.ready();
    const Reply reply = talk.ask(Side::First, 100ms);
    EXPECT_EQ(line(reply), "fault: timeout: sent no answer in time");
    EXPECT_GT(reply.elapsed, 100ms);
    EXPECT_LT(reply.elapsed, 10s);
}

TEST_F(AgentProcessesTest, bytes_that_arrive_do_not_move_the_deadline) {
    // Would reach the limit of a line after more than five seconds.
    Conversation talk(ready_then("read t; while :; do printf x; sleep 0.02; done"));
    talk.ready();
    const Reply reply = talk.ask(Side::First, 200ms);
    EXPECT_EQ(Conversation::fault(reply), Termination::Timeout) << line(reply);
    EXPECT_GT(reply.elapsed, 200ms);
    EXPECT_LT(reply.elapsed, 4s);
}

TEST_F(AgentProcessesTest, an_agent_that_keeps_us_busy_gains_no_time) {
    for (const char* noise : {"cat /dev/zero >&2", "while :; do echo noise >&2; done"}) {
        Conversation talk(ready_then(noise));
        talk.ready();
        const Reply reply = talk.ask(Side::First, 200ms);
        EXPECT_EQ(Conversation::fault(reply), Termination::Timeout) << line(reply);
        EXPECT_LT(reply.elapsed, 10s);
    }
}

TEST_F(AgentProcessesTest, a_late_answer_is_a_timeout) {
    Conversation talk(ready_then("read t; sleep 0.3; echo MOVE 1 1 2 2"));
    talk.ready();
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First, 100ms)), Termination::Timeout);
}

TEST_F(AgentProcessesTest, no_time_at_all_is_a_timeout) {
    Conversation talk(ready_then("sleep 1000"));
    talk.ready();
    EXPECT_EQ(Conversation::fault(talk.ask(Side::First, 0ns)), Termination::Timeout);
}

TEST_F(AgentProcessesTest, each_has_its_own_time_to_get_ready) {
    Conversation talk("sleep 1000", "read r; echo OK");
    const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, 2s);
    EXPECT_EQ(Conversation::fault(replies[0]), Termination::Timeout);
    EXPECT_EQ(line(replies[1]), "OK");
    EXPECT_LT(replies[1].elapsed, 2s);
}

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

// ---- Standard error

TEST_F(AgentProcessesTest, a_flood_of_complaints_stops_nothing_and_its_end_is_kept) {
    const std::string flood = "head -c 1048576 /dev/zero | tr '\\0' e >&2; echo the end >&2; ";
    for (const std::size_t kept : {std::size_t{64 * 1024}, std::size_t{1000}}) {
        Conversation talk(ready_then("read t; " + flood + "echo MOVE 1 1 2 2; read f; exit 0"), kGood,
                          seen_off_within(10s, kept));
        talk.ready();
        EXPECT_EQ(line(talk.ask(Side::First)), "MOVE 1 1 2 2");
        const auto departures = talk.finish();
        EXPECT_EQ(departures[0].exit, "exited 0");
        EXPECT_EQ(departures[0].stderr_tail, std::string(kept - 8, 'e') + "the end\n");
        EXPECT_EQ(departures[1].stderr_tail, "");
    }
}

TEST_F(AgentProcessesTest, last_words_are_kept_as_they_are) {
    Conversation talk(ready_then("read f; printf 'bye \\377\\001' >&2; exit 2"));
    talk.ready();
    const auto departures = talk.finish();
    EXPECT_EQ(departures[0].exit, "exited 2");
    EXPECT_EQ(departures[0].stderr_tail, "bye \xff\x01");
}

TEST_F(AgentProcessesTest, a_flood_after_finish_does_not_hold_up_the_exit) {
    Conversation talk(ready_then("read f; head -c 1048576 /dev/zero >&2; head -c 1048576 /dev/zero; exit 6"),
                      kGood, seen_off_within(20s));
    talk.ready();
    EXPECT_EQ(talk.finish()[0].exit, "exited 6");
}

// ---- The end

TEST_F(AgentProcessesTest, finish_says_the_last_words_and_waits_for_the_exit) {
    Conversation talk(ready_then("read a; read b; [ \"$a/$b\" = 'OPP 1 1 2 2 0/FINISH' ] && exit 7; exit 1"),
                      ready_then("read a; [ \"$a\" = FINISH ] && exit 8; exit 1"), seen_off_within(20s));
    talk.ready();
    const auto begin = SteadyTime::now();
    const auto departures = talk.agents().finish({"OPP 1 1 2 2 0\nFINISH\n", "FINISH\n"});
    EXPECT_EQ(departures[0].exit, "exited 7");
    EXPECT_EQ(departures[1].exit, "exited 8");
    EXPECT_LT(SteadyTime::now() - begin, 15s); // it does not wait for the time to be over
}

TEST_F(AgentProcessesTest, who_ignores_everything_is_killed) {
    const std::string deaf = "trap '' TERM INT HUP; read ready; echo OK; while :; do sleep 1; done";
    Conversation talk(deaf, deaf, seen_off_within(150ms));
    talk.ready();
    const auto begin = SteadyTime::now();
    const auto departures = talk.finish();
    const auto took = SteadyTime::now() - begin;
    EXPECT_EQ(departures[0].exit, "killed by referee");
    EXPECT_EQ(departures[1].exit, "killed by referee");
    EXPECT_GE(took, 150ms);
    EXPECT_LT(took, 10s);
}

TEST_F(AgentProcessesTest, who_ignores_finish_is_asked_to_terminate_first) {
    bool has_gone_by_itself = false;
    for (int attempt = 0; attempt < 10 && !has_gone_by_itself;
         ++attempt) { // on a busy machine it may be too slow
        Conversation talk("trap 'exit 9' TERM; read ready; echo OK; while :; do sleep 0.01; done",
                          ready_then("while :; do sleep 0.01; done"), seen_off_within(50ms));
        talk.ready();
        const auto departures = talk.finish();
        has_gone_by_itself = departures[0].exit == "exited 9";
        EXPECT_EQ(departures[1].exit, "killed by referee");
    }
    EXPECT_TRUE(has_gone_by_itself);
}

TEST_F(AgentProcessesTest, a_signal_of_its_own_is_named) {
    Conversation talk(ready_then("read f; kill -USR2 $$"), ready_then("read f; kill -KILL $$"),
                      seen_off_within(20s));
    talk.ready();
    const auto departures = talk.finish();
    EXPECT_EQ(departures[0].exit, "signal 12");
    EXPECT_EQ(departures[1].exit, "signal 9");
}

TEST_F(AgentProcessesTest, nothing_is_left_running) {
    Conversation talk("sleep 1000 & read r; echo $$ $!; read f; exit 0",
                      "trap '' TERM; sleep 1000 & read r; echo $$ $!; while :; do sleep 1; done",
                      seen_off_within(100ms));
    std::vector<Watched> processes;
    for (const Reply& reply : talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong)) {
        std::istringstream numbers(line(reply));
        for (pid_t pid = 0; numbers >> pid;) {
            processes.emplace_back(pid);
        }
    }
    ASSERT_EQ(processes.size(), 4U);
    const auto departures = talk.finish();
    EXPECT_EQ(departures[1].exit, "killed by referee"); // the first has exited, its child has not
    for (const Watched& process : processes) {
        EXPECT_TRUE(process.ends());
    }
}

TEST_F(AgentProcessesTest, nothing_is_left_running_without_finish_either) {
    std::vector<Watched> processes;
    {
        Conversation talk("sleep 1000 & read r; echo $$ $!; wait");
        const auto replies = talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong);
        std::istringstream numbers(line(replies[0]));
        for (pid_t pid = 0; numbers >> pid;) {
            processes.emplace_back(pid);
        }
    }
    ASSERT_EQ(processes.size(), 2U);
    for (const Watched& process : processes) {
        EXPECT_TRUE(process.ends());
    }
}

#ifndef __SANITIZE_THREAD__ // under which the launcher forks and does not see that exec failed
TEST_F(AgentProcessesTest, when_the_second_cannot_be_started_the_first_does_not_run) {
    const Program good = shell("sleep 1000");
    const Program bad{.executable = "/nowhere/agent", .words = {"agent"}, .dir = {}, .variables = {}};
    Orphans orphans;
    AgentProcesses agents({}, {}, orphans);
    EXPECT_THROW(agents.start({Launch{&good, 1, 1}, Launch{&bad, 2, 2}}), UserError);
    EXPECT_TRUE(has_no_children());
}
#endif

// ---- Being stopped

TEST_F(AgentProcessesTest, a_stop_ends_the_wait_for_an_answer) {
    const Gate gate(dir_);
    const Descriptor event(::eventfd(0, EFD_CLOEXEC));
    Conversation talk(ready_then("read t; " + gate.open() + "sleep 1000"), kGood, seen_off_within(20s),
                      StopToken{.fd = event.fd()});
    talk.ready();
    std::thread stopper([&] {
        gate.pass_here();
        EXPECT_EQ(::eventfd_write(event.fd(), 1), 0);
    });
    const Reply reply = talk.ask(Side::First);
    stopper.join();
    EXPECT_EQ(line(reply), "stopped");
    EXPECT_GT(reply.elapsed, 0ns);
    EXPECT_LT(reply.elapsed, kLong);
    // It also cuts the time to finish short, for the one that would sleep on; the other had its chance.
    const auto begin = SteadyTime::now();
    EXPECT_EQ(talk.finish()[0].exit, "killed by referee");
    EXPECT_LT(SteadyTime::now() - begin, 15s);
}

TEST_F(AgentProcessesTest, a_stop_ends_the_wait_for_ready) {
    const Descriptor event(::eventfd(1, EFD_CLOEXEC));
    Conversation talk("sleep 1000", "sleep 1000", seen_off_within(20s), StopToken{.fd = event.fd()});
    for (const Reply& reply : talk.agents().ask_both({"READY FIRST\n", "READY SECOND\n"}, kLong)) {
        EXPECT_EQ(line(reply), "stopped");
    }
}

// ---- Many at once

TEST_F(AgentProcessesTest, eight_threads_leak_no_descriptor_into_each_others_agents) {
    const std::string script = "read ready; " + kFindLeaks + "echo \"leaks:$leaks\"; read f";
    std::vector<std::thread> threads;
    Orphans orphans;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            const Program program = shell(script);
            AgentProcesses agents(seen_off_within(20s), {}, orphans);
            for (int round = 0; round < 5; ++round) {
                agents.start({Launch{&program, 1, 1}, Launch{&program, 2, 2}});
                for (const Reply& reply : agents.ask_both({"READY FIRST\n", "READY SECOND\n"}, 4 * kLong)) {
                    EXPECT_EQ(line(reply), "leaks:");
                }
                EXPECT_EQ(agents.finish({"FINISH\n", "FINISH\n"})[0].exit, "exited 0");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

} // namespace
} // namespace ataxx
