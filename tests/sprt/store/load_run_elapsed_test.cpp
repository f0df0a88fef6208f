#include "tests/sprt/store/loaded_run.hpp"

namespace sprt {
namespace {

using referee::Json;
using std::chrono::milliseconds;

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
