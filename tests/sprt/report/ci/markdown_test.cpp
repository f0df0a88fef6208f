#include "sprt/report/ci/files.hpp"
#include "tests/sprt/report/ci/gate_samples.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

namespace sprt {
namespace {

constexpr std::string_view kJson = "```json\n";

/// The summary `text` without its configuration, whose keys the snapshots need not repeat.
std::string without_config(std::string text) {
    const auto begin = text.find(kJson) + kJson.size();
    return text.replace(begin, text.find("\n```", begin) - begin, "...");
}

TEST(Markdown, output_equals_the_snapshots) {
    for (const GateSample& sample : gate_samples()) {
        const std::string now = without_config(markdown_summary(sample.report()));
        EXPECT_EQ(now, snapshot(sample.name + ".md", now)) << sample.name;
    }
}

TEST(Markdown, text_of_agents_makes_no_cell_line_or_markup) {
    GateSample sample = gate_samples()[5];
    const std::string text = markdown_summary(sample.report());
    std::istringstream lines(text);
    std::string line;
    bool has_name = false;
    while (std::getline(lines, line) && line != "**Warnings**") {
        if (line.starts_with("|")) {
            EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 3) << line;
        }
        if (line.starts_with("| Agent 1")) {
            has_name = true;
            EXPECT_EQ(line,
                      "| Agent 1 (H1) | <code>evil&#124;&#92;x0a&#96;x&#96;&#60;/code&#62;&#60;script&#62;"
                      "alert(1)&#60;/script&#62;&#91;a&#93;(http&#58;//b.c)&#42;&#42;"
                      "&#92;x1b\xEF\xBF\xBD&#92;&#124;&#64;you</code> |");
        }
    }
    EXPECT_TRUE(has_name);
    // The fence is longer than the row of backticks in the agent's standard error.
    EXPECT_NE(text.find("\n````text\nGame 0: "), std::string::npos);
}

TEST(Markdown, only_what_could_make_markup_is_an_entity) {
    struct Row {
        const char* text;
        const char* expected;
    };
    for (const Row& row : {
             Row{"./my_bot.py --depth 3 (v1.2)", "./my_bot.py --depth 3 (v1.2)"},
             Row{"random:4", "random:4"},
             Row{"what's \"this\"? 5 %; a, b", "what's \"this\"? 5 %; a, b"},
             Row{"_a_ a_ _b __init__", "&#95;a&#95; a&#95; &#95;b &#95;&#95;init&#95;&#95;"},
             Row{"1. a", "1&#46; a"},
             Row{"1) a", "1&#41; a"},
             Row{"1.5 and .5", "1.5 and .5"},
             Row{"www.a.b WWW.a.b", "www&#46;a.b WWW&#46;a.b"},
             Row{"http://a.b nats:c", "http&#58;//a.b nats:c"},
             Row{"a@b #1 !x $y$ ~z~ {w}", "a&#64;b &#35;1 &#33;x &#36;y&#36; &#126;z&#126; &#123;w&#125;"},
             Row{"[a](b) <c> `d` *e* \\ | & ^",
                 "&#91;a&#93;(b) &#60;c&#62; &#96;d&#96; &#42;e&#42; &#92; &#124; &#38; &#94;"},
         }) {
        EXPECT_EQ(markdown_text(row.text), row.expected);
    }
}

TEST(Markdown, names_are_cut_after_300_bytes) {
    GateSample sample = gate_samples()[0];
    sample.config.agents[0].name = std::string(5000, 'n');
    EXPECT_NE(markdown_summary(sample.report()).find("| <code>" + std::string(300, 'n') + "...</code> |"),
              std::string::npos);
}

TEST(Markdown, missing_openings_and_unscored_games_are_warnings) {
    GateSample sample = gate_samples()[4];
    EXPECT_EQ(markdown_summary(sample.report()).find("Warnings"), std::string::npos);
    sample.config.openings = "random:4";
    sample.result.conduct.lacks_opening.agent2 = true;
    sample.result.standing.unscored = 2;
    EXPECT_NE(markdown_summary(sample.report())
                  .find("\n**Warnings**\n\n"
                        "- Agent 2 does not offer OPENING: such games began at the starting position.\n"
                        "- 2 games not scored.\n"),
              std::string::npos);
}

} // namespace

namespace {

namespace fs = std::filesystem;
using referee::testing_support::content_of;
using referee::testing_support::TemporaryDir;
using ::testing::HasSubstr;

template<class Action>
std::string error_of(Action&& action) {
    try {
        action();
    } catch (const std::system_error& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

TEST(StepSummary, the_file_is_the_one_that_the_environment_names) {
    ::unsetenv("GITHUB_STEP_SUMMARY");
    EXPECT_FALSE(step_summary_path());
    ::setenv("GITHUB_STEP_SUMMARY", "", 1);
    EXPECT_FALSE(step_summary_path());
    ::setenv("GITHUB_STEP_SUMMARY", "/x/y", 1);
    EXPECT_EQ(step_summary_path(), fs::path("/x/y"));
    ::unsetenv("GITHUB_STEP_SUMMARY");
}

TEST(StepSummary, a_summary_is_appended_after_an_empty_line) {
    const TemporaryDir dir;
    append_to_step_summary(dir / "new", "first\n");
    EXPECT_EQ(content_of(dir / "new"), "first\n");
    append_to_step_summary(dir / "new", "second\n");
    EXPECT_EQ(content_of(dir / "new"), "first\n\nsecond\n");
}

TEST(StepSummary, errors_name_the_file) {
    const TemporaryDir dir;
    EXPECT_THAT(error_of([&] { append_to_step_summary(dir / "none" / "a", "x"); }),
                HasSubstr(dir / "none" / "a"));
    EXPECT_THAT(error_of([&] { append_to_step_summary(dir.path(), "x"); }), HasSubstr(dir.path()));
    EXPECT_THAT(error_of([&] { append_to_step_summary("/dev/full", "x"); }), HasSubstr("/dev/full"));
}

TEST(WriteReport, missing_directories_are_made_and_files_are_replaced) {
    const TemporaryDir dir;
    const fs::path file = dir / "deep" / "er" / "junit.xml";
    write_report(file, "one");
    write_report(file, "two");
    EXPECT_EQ(content_of(file), "two");
    EXPECT_FALSE(fs::exists(dir / "deep" / "er" / "junit.xml.new"));
}

TEST(WriteReport, a_link_stays_and_its_target_is_replaced) {
    const TemporaryDir dir;
    dir.file("real", "old");
    fs::create_symlink("real", dir / "link");
    write_report(dir / "link", "new");
    EXPECT_TRUE(fs::is_symlink(dir / "link"));
    EXPECT_EQ(content_of(dir / "real"), "new");
}

TEST(WriteReport, a_device_is_written_to_and_not_replaced) {
    write_report("/dev/null", "text");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_THAT(error_of([] { write_report("/dev/full", "text"); }), HasSubstr("/dev/full"));
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(WriteReport, errors_name_the_file) {
    const TemporaryDir dir;
    EXPECT_THAT(error_of([&] { write_report(dir.path(), "x"); }), HasSubstr(dir.path()));
    dir.file("file", "");
    EXPECT_THAT(error_of([&] { write_report(dir / "file" / "a", "x"); }), HasSubstr(dir / "file"));
}

} // namespace
} // namespace sprt
