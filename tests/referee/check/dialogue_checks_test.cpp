#include "referee/check/checks.hpp"
#include "tests/referee/check/checked_agent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace referee::check {
namespace {

using namespace std::chrono_literals;
using testing::StartsWith;
using testing_support::CheckedAgent;
using testing_support::engine_script;
using testing_support::native_script;

/// What a check finds of a script.
Finding found_of(Finding (*check)(Bench&), const std::string& script, Protocol protocol = Protocol::Native) {
    CheckedAgent agent(script, protocol);
    Finding finding = finding_of(check, agent.bench);
    agent.bench.end_process();
    return finding;
}

TEST(StartCheck, first_word_of_an_agent_is_that_of_its_protocol) {
    const Finding native = found_of(start, native_script());
    EXPECT_EQ(native.level, Level::Ok);
    EXPECT_THAT(native.seen, StartsWith("OK after "));
    const Finding engine = found_of(start, engine_script(), Protocol::Uai);
    EXPECT_EQ(engine.level, Level::Ok);
    EXPECT_THAT(engine.seen, StartsWith("uaiok after "));
}

TEST(StartCheck, agent_that_exits_fails_with_its_status) {
    for (const Protocol protocol : {Protocol::Native, Protocol::Uai}) {
        EXPECT_EQ(found_of(start, "read line; exit 3", protocol),
                  fail("crashed: exited or closed its output while an answer was owed (exited 3)"));
    }
}

TEST(StartCheck, agent_of_another_protocol_than_was_said_is_told_its_own) {
    const struct {
        std::string script;
        Protocol protocol;
        const char* hint;
    } rows[] = {{engine_script(), Protocol::Native, "; it speaks UAI: write proto=uai before its command"},
                {engine_script(), Protocol::Uci, "; it speaks UAI: write proto=uai before its command"},
                {native_script(), Protocol::Uai, "; it is a native agent: leave proto= out"}};
    for (const auto& row : rows) {
        CheckedAgent agent(row.script, row.protocol);
        agent.subject.ready = agent.subject.manner.start = 300ms; // it will not answer
        const Finding finding = finding_of(start, agent.bench);
        EXPECT_EQ(finding.level, Level::Fail);
        EXPECT_THAT(finding.seen, testing::EndsWith(row.hint));
    }
}

TEST(NameCheck, name_is_what_stands_behind_id_name) {
    EXPECT_EQ(found_of(engine_name, engine_script("id name Test 1.0 x"), Protocol::Uai), ok("Test 1.0 x"));
    for (const char* about : {"id author Test", "id name", "name Test"}) {
        EXPECT_EQ(found_of(engine_name, engine_script(about), Protocol::Uai),
                  fail("no line 'id name ...' before uaiok"))
            << about;
    }
}

TEST(OptionsCheck, options_are_listed_and_those_that_users_need_are_missed) {
    const std::string hash = "option name Hash type spin default 1 min 1 max 9";
    const std::string threads = "option name Threads type spin default 1 min 1 max 9";
    const auto options_of = [](const std::string& about) {
        return found_of(options, engine_script(about), Protocol::Uai);
    };
    EXPECT_EQ(options_of(hash + "\n" + threads), ok("lists Hash, Threads"));
    EXPECT_EQ(options_of(hash), note("lists Hash; no option Threads"));
    EXPECT_EQ(options_of("id name x"), note("lists no option; no option Hash; no option Threads"));
    EXPECT_EQ(options_of(hash + "\n" + threads + "\noption Colour"),
              note("lists Hash, Threads; not understood: 'option Colour'"));
}

TEST(CapabilitiesCheck, what_is_not_offered_is_noted_and_why_openings_matter) {
    const auto capabilities_of = [](const std::string& ok) {
        return found_of(capabilities, native_script(ok));
    };
    const std::string why =
        "; without OPENING all games begin at the start: agents without chance repeat two "
        "games, which decide nothing";
    EXPECT_EQ(capabilities_of("OK FEN CLOCK GAMES OPENING"), ok("offers OPENING, FEN, GAMES, CLOCK"));
    EXPECT_EQ(capabilities_of("OK OPENING CLOCK"), note("offers OPENING, CLOCK, not FEN, GAMES"));
    EXPECT_EQ(capabilities_of("OK FEN"), note("offers FEN, not OPENING, GAMES, CLOCK" + why));
    EXPECT_EQ(capabilities_of("OK"), note("offers none of OPENING, FEN, GAMES, CLOCK" + why));
    EXPECT_EQ(capabilities_of("KO"), fail("it said no OK"));
}

TEST(DuringASearchCheck, engine_should_hear_what_is_said_while_it_thinks) {
    const auto heard_by = [](const std::string& at_go) {
        return found_of(
            during_a_search,
            "while read word rest; do case $word in uai) echo uaiok;; isready) echo readyok;; go) " + at_go +
                ";; stop) echo bestmove b7;; quit) exit 0;; esac; done",
            Protocol::Uai);
    };
    EXPECT_EQ(heard_by(":"), ok("readyok while it thinks, and bestmove after stop"));
    EXPECT_EQ(heard_by("sleep 1000"),
              note("no readyok while it thinks: it hears nothing until it has answered"));
    const Finding dead = heard_by("exit 4");
    EXPECT_EQ(dead.level, Level::Fail);
    EXPECT_THAT(dead.seen, StartsWith("crashed: "));
}

TEST(UnknownWordsCheck, engine_that_dies_of_an_unknown_word_fails) {
    EXPECT_EQ(found_of(unknown_words, engine_script(), Protocol::Uai).level, Level::Ok);
    const std::string script = engine_script();
    const Finding finding =
        found_of(unknown_words, script.substr(0, script.find("quit)")) + "nosuchword) exit 4;; esac; done",
                 Protocol::Uai);
    EXPECT_EQ(finding.level, Level::Fail);
    EXPECT_THAT(finding.seen,
                StartsWith("after unknown words, blank lines and an unknown option: crashed: "));
    EXPECT_THAT(finding.seen, testing::HasSubstr("(exited 4)"));
}

TEST(LastWordCheck, agent_must_end_by_itself_and_should_end_well) {
    const auto end_of = [](const std::string& at_the_end) {
        return found_of(last_word, "read r; echo OK; " + at_the_end);
    };
    const Finding good = end_of("read f; [ $f = FINISH ] && exit 0; exit 1");
    EXPECT_EQ(good.level, Level::Ok);
    EXPECT_THAT(good.seen, StartsWith("exited 0 after "));
    const Finding bad = end_of("read f; exit 4");
    EXPECT_EQ(bad.level, Level::Note);
    EXPECT_THAT(bad.seen, StartsWith("exited 4 after "));
    EXPECT_EQ(end_of("sleep 1000"), fail("it still ran after 500 ms"));
}

TEST(EndOfInputCheck, agent_that_does_not_notice_is_noted) {
    EXPECT_EQ(found_of(end_of_input, native_script()).level, Level::Ok);
    EXPECT_EQ(found_of(end_of_input, "read r; echo OK; sleep 1000"), note("it still ran after 500 ms"));
}

TEST(PerftCheck, is_not_for_uci) {
    EXPECT_EQ(found_of(perft_count, engine_script(), Protocol::Uci), skip("UCI has no word for it"));
}

} // namespace
} // namespace referee::check
