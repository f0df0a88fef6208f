#include "sprt/session/session.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;

constexpr const char* kForeignGame = "[Event \"other\"]\n\n1. b6 *\n\n";

/// A run of four games, and a file for them.
class PgnOfARun : public LoadRun {
  protected:
    PgnOfARun() {
        keep(4, draws);
        static_cast<void>(read_games(dir_ / kGamesFile, [&](const referee::GameRecord& record) {
            records_.push_back(record);
            return std::optional<std::string>();
        }));
    }

    /// What the file holds after the games from `from` on were added.
    [[nodiscard]] std::string written(std::size_t from, FileUse use = FileUse::New) const {
        {
            PgnFile pgn(file_, run_, dir_, from, use);
            for (; from < records_.size(); ++from) {
                pgn.add(records_[from]);
            }
        }
        return content_of(file_);
    }
    /// The text of the games before `end`.
    [[nodiscard]] std::string text_of(std::size_t end) const {
        std::string text;
        for (std::size_t i = 0; i < end; ++i) {
            text += pgn_game(records_[i], run_);
        }
        return text;
    }
    [[nodiscard]] std::string error_of(const std::filesystem::path& file, std::uint64_t games) const {
        return user_error_text([&] { PgnFile(file, run_, dir_, games); });
    }

    const std::filesystem::path file_ = temporary_ / "games.pgn";
    const ExportedRun run_{.event = "x", .date = {}, .agents = {"ann", "bob"}};
    std::vector<referee::GameRecord> records_;
};

TEST_F(PgnOfARun, has_the_games_that_were_added) {
    ASSERT_EQ(records_.size(), 4U);
    EXPECT_EQ(written(0), text_of(4));
}

TEST_F(PgnOfARun, file_without_games_goes) {
    { const PgnFile pgn(file_, run_, dir_, 0); }
    EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(PgnOfARun, file_that_is_there_is_refused_unless_its_user_says_more) {
    temporary_.file("games.pgn", "[Event \"cut short");
    EXPECT_THAT(error_of(file_, 0), ::testing::StartsWith("--pgn: "));
    EXPECT_EQ(content_of(file_), "[Event \"cut short");
    EXPECT_EQ(written(0, FileUse::Append), "[Event \"cut short\n" + text_of(4));
    EXPECT_EQ(written(0, FileUse::Replace), text_of(4));
}

TEST_F(PgnOfARun, resumed_run_adds_what_the_file_lacks) {
    const std::string whole = text_of(4);
    for (const std::size_t kept : {std::size_t{0}, std::size_t{9}, text_of(1).size() + 30, text_of(2).size(),
                                   whole.size() - 1, whole.size()}) {
        temporary_.file("games.pgn", whole.substr(0, kept));
        EXPECT_EQ(written(4), whole) << kept;
        if (kept > 0) { // otherwise it is a file of others
            temporary_.file("games.pgn", kForeignGame + whole.substr(0, kept));
            EXPECT_EQ(written(4), kForeignGame + whole) << kept;
        }
    }
    temporary_.file("games.pgn", text_of(1));
    EXPECT_EQ(written(2), whole); // games 2 and 3 are played now
    std::filesystem::remove(file_);
    EXPECT_EQ(written(3), whole);
}

TEST_F(PgnOfARun, games_of_other_runs_behind_its_own_stay) {
    temporary_.file("games.pgn", text_of(4) + kForeignGame);
    EXPECT_EQ(written(4), text_of(4) + kForeignGame);
}

TEST_F(PgnOfARun, games_that_the_log_lost_are_not_there_twice) {
    const std::string whole = text_of(4);
    for (const std::size_t there :
         {whole.size(), whole.size() - 9, text_of(3).size(), text_of(2).size() + 30, text_of(2).size() + 1}) {
        temporary_.file("games.pgn", kForeignGame + whole.substr(0, there));
        EXPECT_EQ(written(2), kForeignGame + whole) << there;
    }
    const std::string again = text_of(2) + text_of(4); // a second run of the same name
    temporary_.file("games.pgn", again);
    EXPECT_EQ(written(2), again + whole.substr(text_of(2).size()));
    const std::string between = text_of(1) + text_of(1) + whole.substr(text_of(1).size()); // those may go on
    temporary_.file("games.pgn", between);
    EXPECT_EQ(written(2), between + whole.substr(text_of(2).size()));
    temporary_.file("games.pgn", whole + kForeignGame);
    EXPECT_THAT(error_of(file_, 2), HasSubstr("holds other games than those of the run"));
    EXPECT_EQ(content_of(file_), whole + kForeignGame);
}

TEST_F(PgnOfARun, file_of_a_directory_that_was_renamed_keeps_the_event) {
    ExportedRun before = run_;
    before.event = "the \"old\" \\ name";
    std::string whole;
    for (const referee::GameRecord& record : records_) {
        whole += pgn_game(record, before);
    }
    temporary_.file("games.pgn", whole.substr(0, whole.size() / 2));
    EXPECT_EQ(written(4), whole);
    temporary_.file("games.pgn", kForeignGame + whole);
    EXPECT_EQ(written(4), kForeignGame + whole);
}

TEST_F(PgnOfARun, file_with_other_games_is_refused) {
    temporary_.file("games.pgn", kForeignGame);
    EXPECT_THAT(error_of(file_, 4), HasSubstr("holds other games than those of the run"));
    temporary_.file("games.pgn", text_of(4) + "notes\n");
    EXPECT_THAT(error_of(file_, 4), HasSubstr("holds other games than those of the run"));
}

TEST_F(PgnOfARun, files_of_the_run_are_refused) {
    for (const char* const name : {kGamesFile, kRunFile}) {
        EXPECT_EQ(error_of(dir_ / name, 0),
                  "--pgn: " + (dir_ / name).string() + " is a file of the run; name another file");
    }
}

} // namespace
} // namespace sprt
