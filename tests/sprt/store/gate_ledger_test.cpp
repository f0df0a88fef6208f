#include "sprt/store/gate_ledger.hpp"
#include "sprt/store/gate_ledger_file.hpp"
#include "tests/sprt/store/ledger_gates.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <thread>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::content_of;
using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;

TEST(GateLedger, lines_are_read_as_they_were_written) {
    GateBegin begin = a_begin({.new_build = "new", .alpha = 0.021, .seed = 18446744073709551615u});
    begin.fdr = 0.1;
    begin.max_games = 400;
    begin.rules = referee::Game::ConnectFour;
    begin.agents.agent1.print.files = {{"/b/bot.py", std::string(64, 'f')}, {"/b/gone", std::nullopt}};
    const GateEnd end{
        .gate = 1, .at = "2026-01-02T03:04:05Z", .outcome = LedgerOutcome::Passed, .games = 8, .llr = 2.5};
    std::vector<LedgerGate> gates;
    add_line(gates, to_json(begin).dump());
    ASSERT_EQ(gates.size(), 1u);
    EXPECT_EQ(to_json(gates[0].begin).dump(), to_json(begin).dump());
    EXPECT_EQ(gates[0].begin.seed, 18446744073709551615u);
    EXPECT_EQ(gates[0].outcome(), LedgerOutcome::Interrupted) << "it has no end yet";
    add_line(gates, to_json(end).dump());
    EXPECT_EQ(to_json(*gates[0].end).dump(), to_json(end).dump());
    EXPECT_EQ(gates[0].begun_by_then, 1u);
}

TEST(GateLedger, line_of_an_earlier_build_is_of_the_default_rules) {
    referee::Json line = to_json(a_begin({.rules = referee::Game::TicTacToe}));
    EXPECT_EQ(line["rules"], "tic-tac-toe");
    line.erase("rules");
    std::vector<LedgerGate> gates;
    add_line(gates, line.dump());
    EXPECT_EQ(gates[0].begin.rules, referee::kDefaultGame);
}

TEST(GateLedger, damaged_and_foreign_lines_are_errors_that_say_what_is_wrong) {
    const std::string begin = to_json(a_begin({.gate = 2})).dump();
    const auto without = [](referee::Json json, const char* key) {
        json.erase(key);
        return json.dump();
    };
    const auto with = [](referee::Json json, const char* key, const referee::Json& value) {
        json[key] = value;
        return json.dump();
    };
    const referee::Json right = referee::parse_json(begin);
    const auto end = [](std::uint64_t gate) {
        return to_json(GateEnd{.gate = gate, .at = "now", .outcome = LedgerOutcome::Rejected}).dump();
    };
    const std::pair<std::string, const char*> rows[] = {
        {"", "not JSON"},
        {"hello", "not JSON"},
        {R"({"format":1,"game":0})", "event"},
        {R"({"format":2,"event":"begin"})", "/format"},
        {R"({"format":1,"event":"begun"})", "begin or end"},
        {with(right, "rules", "chess"), "/rules"},
        {without(right, "seed"), "seed"},
        {with(right, "seed", "x"), "/seed"},
        {with(right, "alpha", 1.5), "/alpha: 1.5 is out of range"},
        {with(right, "elo0", 30), "elo0 (30) must be below elo1 (10)"},
        {with(right, "model", "chess"), "/model: 'chess' must be "},
        {with(right, "fdr", 0), "/fdr"},
        {with(right, "gate", 3), "gate 3 begins, where gate 2 must"},
        {with(right, "gate", 1), "gate 1 begins, where gate 2 must"},
        {end(2), "gate 2 ends, and it has not begun"},
        {end(1), "gate 1 ends, and it has ended before: passed"},
        {R"({"format":1,"event":"end","gate":1,"at":"","outcome":"won","games":1,"llr":1})", "/outcome"},
    };
    for (const auto& [line, said] : rows) {
        std::vector<LedgerGate> gates = ledger_of({{.outcome = LedgerOutcome::Passed}});
        EXPECT_THAT(user_error_text([&] { add_line(gates, line); }), HasSubstr(said)) << line;
    }
    std::vector<LedgerGate> gates = ledger_of({{.outcome = LedgerOutcome::Passed}});
    add_line(gates, begin);
    EXPECT_EQ(gates.size(), 2u) << "the line that the rows change is right";
}

TEST(GateLedger, interrupted_gates_may_end_again) {
    std::vector<LedgerGate> gates = ledger_of({{.outcome = LedgerOutcome::Interrupted}, {}});
    add_line(gates, to_json(GateEnd{.gate = 1, .at = "", .outcome = LedgerOutcome::Passed}).dump());
    EXPECT_EQ(gates[0].outcome(), LedgerOutcome::Passed);
    EXPECT_EQ(gates[0].begun_by_then, 2u) << "the verdict became known when the second gate had begun";
}

TEST(BuildOf, builds_differ_by_content_and_not_by_place) {
    const TemporaryDir dir;
    dir.file("a/bot", "#!/bin/sh\n", true);
    dir.file("b/bot", "#!/bin/sh\n", true);
    dir.file("c/bot", "#!/bin/sh\necho\n", true);
    for (const char* place : {"a", "b", "c"}) {
        dir.file(std::string(place) + "/net", place[0] == 'c' ? "2" : "1");
    }
    const auto build = [&](const char* place, std::vector<std::string> words,
                           std::vector<std::string> variables = {}) {
        return build_of({.executable = dir / place / "bot",
                         .words = std::move(words),
                         .dir = dir / place,
                         .variables = std::move(variables)});
    };
    const std::string first = build("a", {"./bot", "--net", "net"});
    EXPECT_EQ(first.size(), 64u);
    EXPECT_EQ(build("b", {"bot", "--net", "./net"}), first) << "the same content elsewhere";
    EXPECT_NE(build("c", {"./bot", "--net", "net"}), first) << "other content";
    EXPECT_NE(build("a", {"./bot", "--net", "net", "--depth", "4"}), first) << "other arguments";
    EXPECT_NE(build("a", {"./bot", "--net", "net"}, {"A=1"}), first) << "other environment";
    EXPECT_NE(build("a", {"./bot", "--net"}), build("a", {"./bot", "net"}));
    dir.file("b/net", "3");
    EXPECT_NE(build("b", {"./bot", "--net", "net"}), first) << "another file";
}

TEST(GateLedgerFile, file_holds_what_was_appended) {
    const TemporaryDir dir;
    const auto path = dir / "deep/gates.jsonl";
    EXPECT_TRUE(read_gate_ledger(path).empty()) << "no file, no gates";
    {
        GateLedgerFile file(path);
        EXPECT_EQ(file.append(a_begin({})), 1u);
        EXPECT_EQ(file.append(a_begin({})), 2u);
    }
    GateLedgerFile(path).append(GateEnd{.gate = 2, .at = "", .outcome = LedgerOutcome::Passed});
    const auto gates = read_gate_ledger(path);
    ASSERT_EQ(gates.size(), 2u);
    EXPECT_EQ(gates[1].outcome(), LedgerOutcome::Passed);
    EXPECT_FALSE(gates[0].end);
}

TEST(GateLedgerFile, wrong_files_are_named_and_stay_as_they_are) {
    const TemporaryDir dir;
    const std::string right = to_json(a_begin({})).dump() + "\n";
    const std::pair<std::string, const char*> rows[] = {
        {right + "damaged\n", ":2: "},
        {right + R"({"format":1,"game":0})" + "\n" + right, ":2: "},
        {right + right.substr(0, 40), ":2: the line was cut short"},
        {"\n" + right, ":1: "},
        {std::string("\0\0\n", 3), ":1: "},
    };
    for (const auto& [text, place] : rows) {
        const auto path = dir.file("gates.jsonl", text);
        for (const bool is_read : {true, false}) {
            const std::string said = user_error_text([&] {
                if (is_read) {
                    static_cast<void>(read_gate_ledger(path));
                } else {
                    GateLedgerFile file(path);
                    file.append(a_begin({}));
                }
            });
            EXPECT_THAT(said, HasSubstr("--ledger: " + path.string() + place)) << text;
        }
        EXPECT_EQ(content_of(path), text);
    }
    EXPECT_THAT(user_error_text([&] { GateLedgerFile file(dir.path()); }),
                HasSubstr("is a directory; name a file"));
    const auto path = dir.file("right.jsonl", right);
    EXPECT_THAT(user_error_text([&] {
                    GateLedgerFile(path).append(
                        GateEnd{.gate = 7, .at = "", .outcome = LedgerOutcome::Passed});
                }),
                HasSubstr("gate 7 ends, and it has not begun"));
    EXPECT_EQ(content_of(path), right);
}

TEST(GateLedgerFile, gates_at_the_same_time_get_numbers_of_their_own) {
    const TemporaryDir dir;
    const auto path = dir / "gates.jsonl";
    constexpr int kThreads = 8;
    constexpr int kGates = 10;
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            for (int j = 0; j < kGates; ++j) {
                const std::uint64_t gate = GateLedgerFile(path).append(a_begin({}));
                GateLedgerFile(path).append(
                    GateEnd{.gate = gate, .at = "", .outcome = LedgerOutcome::Rejected});
            }
        });
    }
    threads.clear();
    const auto gates = read_gate_ledger(path);
    ASSERT_EQ(gates.size(), static_cast<std::size_t>(kThreads * kGates));
    for (const LedgerGate& gate : gates) {
        EXPECT_EQ(gate.outcome(), LedgerOutcome::Rejected);
    }
}

} // namespace
} // namespace sprt
