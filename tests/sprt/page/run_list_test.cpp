#include "sprt/page/run_list.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/store/disk_files.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace sprt {
namespace {

namespace test_fs = std::filesystem;
using referee::Json;
using referee::testing_support::content_of;
using ::testing::HasSubstr;

class TailTest : public LoadRun {
  protected:
    TailTest() {
        config_.test.elo1 = 1; // no verdict
        keep(6, draws);
        log_ = content_of(games_file());
    }
    void write_log(const std::string& text) const {
        std::ofstream(dir_ / kGamesFile, std::ios::binary | std::ios::trunc) << text;
    }
    void append(const std::string& text) const {
        std::ofstream(dir_ / kGamesFile, std::ios::binary | std::ios::app) << text;
    }
    [[nodiscard]] Tail tail() const { return {dir_, {}}; }
    /// The first `lines` lines of the log.
    [[nodiscard]] std::string part(std::size_t lines) const {
        std::size_t end = 0;
        for (std::size_t i = 0; i < lines; ++i) {
            end = log_.find('\n', end) + 1;
        }
        return log_.substr(0, end);
    }
    /// What is read bit by bit is what is read at once.
    void expect_whole(Tail& followed) const {
        Tail fresh = tail();
        Json index = Json::parse(followed.index());
        Json right = Json::parse(fresh.index());
        index.erase("made");
        right.erase("made");
        index["result"].erase("elapsed_s");
        right["result"].erase("elapsed_s");
        EXPECT_EQ(index.dump(), right.dump());
        EXPECT_EQ(followed.games(0), fresh.games(0));
    }

    std::string log_;
};

TEST_F(TailTest, log_that_is_cut_at_any_byte_is_read_to_its_last_newline) {
    const std::string begin = part(4);
    const std::size_t end = part(5).size();
    for (std::size_t cut = begin.size(); cut <= end; ++cut) {
        write_log(log_.substr(0, cut));
        Tail followed = tail();
        EXPECT_EQ(followed.seen().games, cut == end ? 5U : 4U);
        EXPECT_EQ(followed.games(0), cut == end ? part(5) : begin);
        append(log_.substr(cut));
        followed.poll();
        EXPECT_EQ(followed.seen().games, 6U) << cut;
        EXPECT_EQ(followed.seen().run, 0U);
        EXPECT_EQ(followed.games(0), log_);
    }
}

TEST_F(TailTest, log_that_grows_byte_by_byte_is_the_same_as_at_once) {
    const std::size_t begin = part(2).size();
    write_log(part(2));
    Tail followed = tail();
    for (std::size_t at = begin; at < log_.size(); ++at) {
        append(log_.substr(at, 1));
        followed.poll();
        const auto lines = std::count(log_.begin(), log_.begin() + static_cast<std::ptrdiff_t>(at) + 1, '\n');
        ASSERT_EQ(followed.seen().games, static_cast<std::size_t>(lines));
    }
    expect_whole(followed);
}

TEST_F(TailTest, nothing_changes_while_the_files_stay) {
    Tail followed = tail();
    const SeenRun seen = followed.seen();
    followed.poll();
    EXPECT_EQ(followed.seen(), seen);
}

TEST_F(TailTest, shorter_log_is_another_run_to_readers) {
    Tail followed = tail();
    write_log(part(3));
    followed.poll();
    EXPECT_EQ(followed.seen().run, 1U);
    EXPECT_EQ(followed.seen().games, 3U);
    expect_whole(followed);
}

TEST_F(TailTest, log_that_was_written_anew_is_another_run_to_readers) {
    Tail followed = tail();
    write_log(log_); // in its place
    test_fs::last_write_time(dir_ / kGamesFile,
                             test_fs::file_time_type::clock::now() + std::chrono::hours(1));
    followed.poll();
    EXPECT_EQ(followed.seen().run, 1U);
    test_fs::rename(dir_ / kGamesFile, dir_ / "other");
    write_log(log_);
    followed.poll();
    EXPECT_EQ(followed.seen().run, 2U);
    followed.poll();
    EXPECT_EQ(followed.seen().run, 2U);
    expect_whole(followed);
}

TEST_F(TailTest, run_that_took_the_place_of_the_run_is_another_one) {
    Tail followed = tail();
    test_fs::remove_all(dir_);
    config_.seed = 6;
    keep(6, wins);
    followed.poll();
    EXPECT_EQ(followed.seen().run, 1U);
    EXPECT_EQ(Json::parse(followed.index())["run"]["seed"], "6");
    expect_whole(followed);
}

TEST_F(TailTest, result_of_the_same_run_is_a_state) {
    Tail followed = tail();
    const SeenRun before = followed.seen();
    write_result(load_run(dir_).state());
    followed.poll();
    EXPECT_EQ(followed.seen().run, before.run);
    EXPECT_NE(followed.seen().state, before.state);
    EXPECT_TRUE(Json::parse(followed.index())["run"]["result"].is_object());
}

TEST_F(TailTest, run_is_live_while_its_lock_is_held) {
    Tail followed = tail();
    EXPECT_EQ(Json::parse(followed.state_event())["live"], false);
    {
        const DirectoryLock lock(dir_);
        const SeenRun before = followed.seen();
        followed.poll();
        EXPECT_EQ(Json::parse(followed.state_event())["live"], true);
        EXPECT_NE(followed.seen(), before);
        EXPECT_EQ(Json::parse(followed.index())["live"], true);
    }
    followed.poll();
    EXPECT_EQ(Json::parse(followed.state_event())["live"], false);
    EXPECT_EQ(Json::parse(followed.state_event())["live"], false);
}

TEST_F(TailTest, wrong_line_is_a_note_until_the_log_is_right_again) {
    Tail followed = tail();
    append("{}\n");
    followed.poll();
    followed.poll();
    EXPECT_EQ(followed.seen().games, 6U);
    EXPECT_THAT(Json::parse(followed.index())["notes"].back().get<std::string>(),
                HasSubstr("games.jsonl:7: "));
    write_log(log_);
    append_game(6);
    followed.poll();
    EXPECT_EQ(followed.seen().games, 7U);
    EXPECT_TRUE(Json::parse(followed.index())["notes"].empty());
}

TEST_F(TailTest, index_and_state_say_what_the_report_says) {
    write_log(part(2));
    Tail followed = tail();
    append(log_.substr(part(2).size()));
    followed.poll();
    const Json report = Json::parse(run_report_json(load_run(dir_), dir_));
    for (const Json& json : {Json::parse(followed.index()), Json::parse(followed.state_event())}) {
        for (const char* const key : {"over", "estimates", "notes", "differences"}) {
            EXPECT_EQ(json[key].dump(), report[key].dump()) << key;
        }
        EXPECT_EQ(json["result"]["ptnml"].dump(), report["result"]["ptnml"].dump());
    }
    EXPECT_EQ(Json::parse(followed.state_event())["series"]["games"].dump(), "[6]");
    const Json event = Json::parse(followed.games_event(4, 0));
    EXPECT_EQ(event["from"], 4);
    EXPECT_EQ(event["columns"]["first"].dump(), "[1,2]");
    EXPECT_EQ(event["series"], Json::parse(followed.index())["series"]);
    EXPECT_EQ(Json::parse(followed.games_event(4, 3))["series"]["games"].dump(), "[4,6]");
}

TEST_F(TailTest, there_is_no_block_after_the_last_one) {
    const Tail followed = tail();
    EXPECT_EQ(followed.games(1), std::nullopt);
    EXPECT_EQ(followed.games(UINT64_MAX), std::nullopt);
}

TEST_F(TailTest, links_are_not_followed) {
    test_fs::rename(dir_ / kGamesFile, temporary_ / "elsewhere");
    test_fs::create_symlink(temporary_ / "elsewhere", dir_ / kGamesFile);
    EXPECT_THAT(referee::testing_support::user_error_text([&] { static_cast<void>(tail()); }),
                HasSubstr("games.jsonl is a link"));
}

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
