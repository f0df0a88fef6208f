#include "agents/program/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

namespace search {
namespace {

TEST(WholeNumber, says_what_is_wrong) {
    const auto check = whole_number(1, 100);
    for (const std::string good : {"1", "42", "100"}) {
        EXPECT_EQ(check(good), "") << good;
    }
    for (const std::string bad : {"0", "101", "-1", "+1", " 1", "1 ", "1.0", "1e1", "", "x", "010", "00",
                                  "0x10", "99999999999999999999"}) {
        EXPECT_EQ(check(bad), '\'' + bad + "' is no whole number from 1 to 100");
    }
}

TEST(WholeNumber, zero_has_one_digit) {
    EXPECT_EQ(whole_number(0, 1)("0"), "");
    EXPECT_NE(whole_number(0, 1)("00"), "");
}

TEST(WithinMemory, too_little_of_it_is_a_wrong_option) {
    std::ostringstream err;
    auto* const before = std::cerr.rdbuf(err.rdbuf());
    EXPECT_EQ(within_memory("agent", "--hash-mb", [] { return 7; }), 7);
    EXPECT_EQ(within_memory("agent", "--hash-mb", []() -> int { throw std::bad_alloc(); }), 2);
    std::cerr.rdbuf(before);
    EXPECT_EQ(err.str(), "agent: --hash-mb: there is less memory than that (see --help)\n");
}

struct Done {};
struct Wrong : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A parser that does what it is told to.
struct FakeApp {
    std::function<void()> on_parse;
    void parse(int, char**) const { on_parse(); }
    [[nodiscard]] int exit(const Done&) const { return 0; }
};

std::optional<int> parse_with(const std::function<void()>& on_parse, std::string& said) {
    std::string name = "agent";
    char* words[]{name.data()};
    std::ostringstream err;
    auto* const before = std::cerr.rdbuf(err.rdbuf());
    FakeApp app{on_parse};
    const auto status = parse<Done, Wrong>(app, 1, words);
    std::cerr.rdbuf(before);
    said = err.str();
    return status;
}

TEST(Parse, the_exit_status) {
    std::string said;
    EXPECT_EQ(parse_with([] {}, said), std::nullopt);
    EXPECT_EQ(said, "");
    EXPECT_EQ(parse_with([] { throw Done(); }, said), 0);
    EXPECT_EQ(said, "");
    EXPECT_EQ(parse_with([] { throw Wrong("--depth: too deep"); }, said), 2);
    EXPECT_EQ(said, "agent: --depth: too deep (see --help)\n");
}

} // namespace
} // namespace search
