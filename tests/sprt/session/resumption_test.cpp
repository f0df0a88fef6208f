#include "sprt/session/resumption.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Config filled_config() {
    Config config;
    config.agents = {referee::parse_agent("./engine --net weights none"), referee::parse_agent("greedy")};
    config.openings = "book.txt";
    config.repeats = "collapse";
    config.seed = 1;
    config.concurrency = 1;
    return config;
}

class ResumedRun : public ::testing::Test {
  protected:
    ResumedRun() {
        run_.config = filled_config();
        run_.directory = dir_.path();
        run_.agents.resize(2);
        run_.agents[0].files = {{(dir_ / "weights").string(), "1234"}};
    }
    ~ResumedRun() override { std::filesystem::current_path(before_); }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> texts;
        for (const RelativeName& name : relative_names(run_)) {
            texts.push_back(name.what + ": " + name.path.string());
        }
        return texts;
    }

    referee::testing_support::TemporaryDir dir_;
    std::filesystem::path before_ = std::filesystem::current_path();
    RunFile run_;
};

TEST_F(ResumedRun, relative_names_are_those_that_were_files) {
    EXPECT_THAT(names(), ElementsAre("agent 1's program: ./engine", "agent 1's file: weights",
                                     "the file of openings: book.txt"));
}

TEST_F(ResumedRun, names_begin_in_the_directory_of_an_agent) {
    run_.config.agents[0].dir = "bin";
    run_.agents[0].files = {{(dir_ / "bin/weights").string(), "1234"}};
    EXPECT_THAT(names(), ElementsAre("agent 1's directory: bin", "agent 1's program: bin/./engine",
                                     "agent 1's file: bin/weights", "the file of openings: book.txt"));
    run_.config.agents[0].dir = "/usr/games";
    run_.config.openings = "/usr/share/book.txt";
    EXPECT_THAT(names(), IsEmpty());
}

TEST_F(ResumedRun, enters_the_first_place_that_has_all_names) {
    dir_.file("old/engine", "");
    dir_.file("new/engine", "");
    dir_.file("new/weights", "");
    run_.directory = dir_ / "old";
    run_.places = {dir_ / "old", dir_ / "none", dir_ / "new"};
    const std::vector<RelativeName> names{{"agent 1's program", "engine"}, {"agent 1's file", "weights"}};
    EXPECT_THAT(enter_place(run_, names, {}),
                ElementsAre("directory: " + (dir_ / "new").string() + " was " + (dir_ / "old").string()));
    EXPECT_EQ(run_.directory, dir_ / "new");
    EXPECT_EQ(std::filesystem::current_path(), dir_ / "new");
}

TEST_F(ResumedRun, enters_where_it_began_when_no_place_has_all_names) {
    dir_.file("old/engine", "");
    run_.directory = dir_ / "old";
    run_.places = {dir_ / "old"};
    EXPECT_THAT(enter_place(run_, {{"agent 1's file", "weights"}}, {}), IsEmpty());
    EXPECT_EQ(std::filesystem::current_path(), dir_ / "old");
    run_.directory = dir_ / "none";
    run_.places = {dir_ / "none", dir_ / "old"};
    EXPECT_THAT(user_error_text([&] {
                    static_cast<void>(enter_place(run_, {{"agent 1's file", "weights"}}, {}));
                }),
                HasSubstr("agent 1's file (weights) is not beside " + (dir_ / "old").string() + " either"));
}

TEST_F(ResumedRun, given_place_must_have_all_names) {
    dir_.file("given/engine", "");
    run_.places = {dir_ / "given"};
    const ResumeRequest request{.place = "given"};
    EXPECT_THAT(enter_place(run_, {{"agent 1's program", "engine"}}, request), ::testing::SizeIs(1));
    EXPECT_EQ(user_error_text([&] {
                  static_cast<void>(enter_place(run_, {{"agent 1's file", "weights"}}, request));
              }),
              "--dir: agent 1's file (weights) is not in " + (dir_ / "given").string());
}

TEST_F(ResumedRun, plays_where_it_was_played_unless_asked_otherwise) {
    std::vector<std::string> hidden;
    EXPECT_EQ(enter_server(run_, "/runs/a", {}, hidden), "");
    EXPECT_THAT(hidden, ElementsAre("/runs/a"));
    EXPECT_FALSE(run_.remote);
    EXPECT_EQ(enter_server(run_, "/runs/a", {.via = "nats://ann:secret@hub:4222"}, hidden),
              "nats://ann:secret@hub:4222");
    ASSERT_TRUE(run_.remote);
    EXPECT_EQ(run_.remote->via.find("secret"), std::string::npos);
    const std::string kept = run_.remote->via;
    EXPECT_EQ(enter_server(run_, "/runs/a", {}, hidden), kept);
    ResumeRequest here;
    here.local = true;
    EXPECT_EQ(enter_server(run_, "/runs/a", here, hidden), "");
    EXPECT_EQ(run_.remote->via, "");
}

TEST_F(ResumedRun, invitation_is_hidden_and_must_be_there) {
    run_.remote = RemoteFacts{.run_id = "0123456789ab", .via = dir_.file("ann.json", "{}").string()};
    std::vector<std::string> hidden;
    EXPECT_EQ(enter_server(run_, "/runs/a", {}, hidden), (dir_ / "ann.json").string());
    EXPECT_THAT(hidden, ElementsAre("/runs/a", (dir_ / "ann.json").string()));
    std::filesystem::remove(dir_ / "ann.json");
    EXPECT_EQ(user_error_text([&] { static_cast<void>(enter_server(run_, "/runs/a", {}, hidden)); }),
              "/runs/a/run.json: /via: the invitation " + (dir_ / "ann.json").string() +
                  " is gone; give another one with --via, or --local");
    EXPECT_EQ(enter_server(run_, "/runs/a", {.local = true}, hidden), "");
}

TEST_F(ResumedRun, book_that_is_another_one_now_holds_from_the_next_game_on) {
    struct Row {
        const char* book;       ///< now
        std::uint64_t next;     ///< game
        std::uint64_t since;    ///< then
        std::uint64_t expected; ///< since which game
        std::uint64_t size;
    };
    for (const Row& row : {Row{"old", 8, 0, 0, 3}, {"new", 8, 0, 8, 5}, {"old", 4, 6, 4, 3}}) {
        run_.book_sha256 = "old";
        run_.book_size = 3;
        run_.book_since = row.since;
        adopt_files(run_, row.book, {.size = 5}, row.next);
        EXPECT_EQ(run_.book_sha256, row.book);
        EXPECT_EQ(run_.book_since, row.expected) << row.book;
        EXPECT_EQ(run_.book_size, row.size) << row.book;
    }
}

TEST(SessionOf, cores_and_games_at_once_are_of_the_session) {
    Config config = filled_config();
    config.openings = "random:4";
    ResumeRequest request;
    request.overrides = {[](Config& now) { now.concurrency = 3; }};
    request.keys = {"concurrency"};
    const SessionSettings session = session_of(config, ConfigSources(), request, false);
    EXPECT_EQ(session.play.concurrency, 3);
    EXPECT_THAT(session.changed, ElementsAre("concurrency: 3 was 1"));
    EXPECT_THAT(session.watch.resume_flags, ElementsAre("--concurrency", "3"));
    EXPECT_THAT(session_of(config, ConfigSources(), {}, true).changed, IsEmpty());
    EXPECT_THAT(
        user_error_text([&] { static_cast<void>(session_of(config, ConfigSources(), request, true)); }),
        HasSubstr("--concurrency: workers play this run"));
}

TEST(SessionOf, run_of_workers_that_comes_here_plays_what_fits_on_the_cores) {
    Config config = filled_config();
    config.openings = "random:4";
    config.remote.via = "nats://hub";
    config.out = "run";
    config.concurrency.reset();
    ConfigSources kept;
    kept.pointer = "/config";
    const SessionSettings session = session_of(config, kept, {}, false);
    EXPECT_EQ(session.play.concurrency, place_session(session).games_that_fit());
    EXPECT_THAT(session.changed, IsEmpty());
    ResumeRequest request;
    request.overrides = {[](Config& now) { now.concurrency = 3; }};
    request.keys = {"concurrency"};
    const SessionSettings given = session_of(config, kept, request, false);
    EXPECT_EQ(given.play.concurrency, 3);
    EXPECT_THAT(given.changed, ElementsAre("concurrency: 3 was that of workers"));
}

TEST(AcceptChanges, changes_are_refused_unless_forced) {
    EXPECT_THAT(accept_changes({}, false), IsEmpty());
    EXPECT_THAT(accept_changes({"one", "other"}, true), ElementsAre("one", "other"));
    EXPECT_EQ(user_error_text([] {
                  static_cast<void>(accept_changes({"one", "other"}, false));
              }),
              "one; other; go on all the same with --force, which is noted in run.json");
}

TEST(ExpectAllGames, log_that_was_cut_off_is_refused_unless_forced) {
    const GamesDigest none = digest_of_no_game("1234");
    const GamesDigest one = digest_after(none, "{}");
    const GamesDigest two = digest_after(one, "{}");
    DigestCheck digests({none, two}, "1234");
    digests.add("{}");
    EXPECT_EQ(user_error_text([&] { expect_all_games(digests, "a", false); }),
              "a/games.jsonl ends before game 1, and 1 more had been played: its end was cut off; restore "
              "the file, or play them again with --force, which is noted in run.json");
    EXPECT_NO_THROW(expect_all_games(digests, "a", true));
    digests.add("{}");
    EXPECT_NO_THROW(expect_all_games(digests, "a", false));
}

} // namespace
} // namespace sprt
