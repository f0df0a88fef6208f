#include "sprt/page/run_list.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using ::testing::HasSubstr;

FoundRun found(const std::string& name, std::uint64_t log_bytes) {
    return {.name = name, .run = {}, .log = {.bytes = log_bytes}};
}

TEST(RunList, runs_are_given_out_once_the_shortest_first) {
    RunList list;
    EXPECT_FALSE(list.is_behind());
    list.see({found("long", 9), found("short", 2), found("middle", 5)});
    std::vector<std::string> names;
    while (const auto run = list.next()) {
        names.push_back(run->name);
    }
    EXPECT_THAT(names, ::testing::ElementsAre("short", "middle", "long"));
    EXPECT_TRUE(list.is_behind());
    EXPECT_EQ(list.rows().at(0).listed.words, "not read yet");
}

TEST(RunList, run_is_read_again_when_it_changed) {
    RunList list;
    list.see({found("run", 1)});
    list.put({.found = *list.next(), .listed = {.agents = {}, .words = "read"}, .started = {}});
    list.see({found("run", 1)});
    EXPECT_FALSE(list.is_behind());
    EXPECT_FALSE(list.next());
    list.see({found("run", 2)});
    EXPECT_TRUE(list.is_behind());
    EXPECT_EQ(list.rows().at(0).listed.words, "read");
    const auto changed = list.next();
    list.see({});
    list.put({.found = *changed, .listed = {}, .started = {}});
    EXPECT_TRUE(list.rows().empty()); // it was removed while it was read
}

TEST(RunList, page_is_that_of_the_rows) {
    RunList list;
    list.see({found("run", 1)});
    const auto page = std::make_shared<const std::string>("page");
    list.keep_page(list.version(), page);
    EXPECT_EQ(list.page(), page);
    list.see({found("run", 1)});
    EXPECT_EQ(list.page(), page);
    list.put({.found = *list.next(), .listed = {}, .started = {}});
    EXPECT_EQ(list.page(), nullptr);
}

TEST_F(LoadRun, rows_of_damaged_runs_say_why) {
    keep(4, draws);
    std::ofstream(dir_ / kRunFile, std::ios::app) << "x";
    const auto runs = runs_in(temporary_.path());
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_THAT(read_row(temporary_.path(), runs.front()).listed.words, HasSubstr("run.json:"));
}

} // namespace
} // namespace sprt
