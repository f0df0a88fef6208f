#include "tests/sprt/store/loaded_run.hpp"

namespace sprt {
namespace {

using referee::Json;
using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LoadRunFromABook : public LoadRun {
  protected:
    LoadRunFromABook() {
        temporary_.file("book.txt", "1 1 1 2\n1 1 2 2\n1 1 3 3\n");
        config_.openings = (temporary_ / "book.txt").string();
    }
};

TEST_F(LoadRunFromABook, openings_are_checked_only_while_the_book_is_unchanged) {
    keep(2, draws);
    std::string other = content_of(dir_ / kGamesFile);
    EXPECT_THAT(load_run(dir_).notes, IsEmpty());
    std::mt19937_64 random(1);
    std::ofstream(dir_ / kGamesFile) << to_json_line(
                                            chance_game(0, config_, openings_->opening(1).value(), random))
                                     << '\n';
    EXPECT_THAT(error(), HasSubstr(":1: its opening is not that of pair 0"));
    for (const char* how : {"changed", "gone"}) {
        if (how == std::string("gone")) {
            std::filesystem::remove(temporary_ / "book.txt");
        } else {
            temporary_.file("book.txt", "1 1 1 2\n");
        }
        EXPECT_THAT(load_run(dir_).notes,
                    ElementsAre(config_.openings +
                                " is not there as it was: the openings of the games are not checked"));
    }
}

TEST_F(LoadRunFromABook, openings_are_checked_from_the_first_game_played_with_the_book) {
    keep(4, draws);
    edit_run_file(dir_, [](Json& run) { run["openings"]["since"] = 2; });
    const auto with_opening = [&](std::uint64_t game, std::uint64_t pair) {
        std::mt19937_64 random(1);
        return to_json_line(chance_game(game, config_, openings_->opening(pair).value(), random)) + '\n';
    };
    const std::string first = with_opening(0, 2) + with_opening(1, 2);
    std::ofstream(dir_ / kGamesFile) << first + with_opening(2, 1) + with_opening(3, 1);
    EXPECT_THAT(load_run(dir_).notes, ElementsAre("games before 2 were played from another file of openings: "
                                                  "theirs are not checked"));
    std::ofstream(dir_ / kGamesFile) << first + with_opening(2, 2);
    EXPECT_THAT(error(), HasSubstr(":3: its opening is not that of pair 1"));
}

/// The user accepted another book after two pairs. The run is over when the new book is used up.
TEST_F(LoadRunFromABook, run_is_over_when_the_replacing_book_is_used_up) {
    keep(4, draws);
    const auto replace_book = [&](const char* lines, int size) {
        temporary_.file("book.txt", lines);
        edit_run_file(dir_, [&](Json& run) {
            run["openings"] = {{"size", size},
                               {"sha256", book_print(parse_openings(config_.openings)).value()},
                               {"since", 4}};
        });
    };
    replace_book("1 1 2 1\n1 1 3 1\n", 2);
    EXPECT_TRUE(load_run(dir_).is_over);
    EXPECT_EQ(load_run(dir_).state().reason, EndReason::OpeningsUsedUp);
    replace_book("1 1 2 1\n1 1 3 1\n1 1 1 2\n1 1 1 3\n", 4);
    EXPECT_FALSE(load_run(dir_).is_over);
}

TEST_F(LoadRunFromABook, edited_configuration_gives_no_note_on_openings) {
    keep(4, draws);
    edit_run_file(dir_, [](Json& run) {
        run["openings"]["since"] = 2;
        run["config"]["seed"] = "6";
    });
    EXPECT_THAT(load_run(dir_).notes, IsEmpty());
}

TEST_F(LoadRunFromABook, path_of_a_book_is_relative_to_where_the_run_was_started) {
    keep(2, draws);
    const std::string sha256 = run_file().book_sha256.value();
    edit_run_file(dir_, [&](Json& run) {
        run["config"]["openings"] = "book.txt";
        run["config_sha256"] = "";
    });
    EXPECT_THAT(load_run(dir_).notes, IsEmpty());
    edit_run_file(dir_, [&](Json& run) { run["directory"] = "/"; });
    EXPECT_THAT(load_run(dir_).notes, IsEmpty()); // a run that was moved: it lies beside the run
    temporary_.file("book.txt", "1 1 1 2\n");
    EXPECT_THAT(load_run(dir_).notes, ElementsAre(HasSubstr("/book.txt is not there as it was")));
}

TEST_F(LoadRunFromABook, more_openings_than_run_json_says_are_an_error) {
    keep(2, draws);
    edit_run_file(dir_, [](Json& run) { run["openings"]["size"] = 1; });
    EXPECT_THAT(user_error_text([&] { static_cast<void>(load_run(dir_)); }),
                HasSubstr("run.json: /openings/size is 1, and there are more openings than that"));
}

class LoadRunElapsed : public LoadRun {
  protected:
    /// Sets the time of the last write to the log.
    void written(std::chrono::sys_seconds time) const {
        std::filesystem::last_write_time(dir_ / kGamesFile, std::chrono::file_clock::from_sys(time));
    }
    static constexpr std::chrono::sys_seconds kStart{std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) +
                                                     std::chrono::hours(3) + std::chrono::minutes(4) +
                                                     std::chrono::seconds(5)};
};

TEST_F(LoadRunElapsed, time_of_a_run_is_taken_from_run_json) {
    RunState played = keep(2, draws);
    played.elapsed = milliseconds(12'345);
    write_result(played);
    EXPECT_EQ(load_run(dir_).state().elapsed, milliseconds(12'345));
}

TEST_F(LoadRunElapsed, killed_run_lasted_until_its_last_game) {
    keep(2, draws);
    written(kStart + std::chrono::seconds(90));
    EXPECT_EQ(load_run(dir_).state().elapsed, std::chrono::seconds(90));
    EXPECT_EQ(load_run(dir_).run.elapsed_before, std::chrono::seconds(90))
        << "the next session adds its time";
    edit_run_file(dir_, [](Json& run) { run["elapsed_before_ms"] = 500; });
    EXPECT_EQ(load_run(dir_).state().elapsed, milliseconds(90'500));
}

TEST_F(LoadRunElapsed, time_of_a_killed_resumed_run_includes_earlier_sessions) {
    keep(2, draws);
    edit_run_file(dir_, [](Json& run) {
        run["elapsed_before_ms"] = 60'000;
        run["resumed"] = {{{"at", "2026-01-02T04:04:05Z"}, {"game", 2}, {"forced", Json::array()}}};
    });
    written(kStart + std::chrono::hours(1) + std::chrono::seconds(7));
    EXPECT_EQ(load_run(dir_).state().elapsed, std::chrono::seconds(67));
    written(kStart + std::chrono::minutes(1)); // the session was killed before its first game
    EXPECT_EQ(load_run(dir_).state().elapsed, std::chrono::seconds(60));
}

TEST_F(LoadRunElapsed, time_of_a_killed_run_without_a_log_is_zero) {
    keep(0, draws);
    std::filesystem::remove(dir_ / kGamesFile);
    EXPECT_EQ(load_run(dir_).state().elapsed, milliseconds(0));
}

} // namespace
} // namespace sprt
