#include "referee/process/sandbox/view.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace referee {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::TemporaryDir;
using testing_support::user_error_text;
using Kind = ViewStep::Kind;

/// The paths that the steps of one kind show or hide.
std::vector<std::string> paths(const View& view, Kind kind) {
    std::vector<std::string> result;
    for (const ViewStep& step : view.steps) {
        if (step.kind == kind) {
            result.push_back(step.at);
        }
    }
    return result;
}

class ViewTest : public testing::Test {
  protected:
    /// A program in the directory bot/, which is also its working directory.
    [[nodiscard]] Program bot() const { return program("bot"); }
    [[nodiscard]] Program program(const std::string& dir) const {
        return {.executable = dir_.file(dir + "/run", "#!/bin/sh\n", true),
                .words = {"./run", "weights"},
                .dir = dir_ / dir,
                .variables = {}};
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (dir_ / name).string(); }

    TemporaryDir dir_;
};

TEST_F(ViewTest, shows_the_system_and_the_own_directory_and_copies_the_own_files) {
    dir_.file("bot/weights", "1");
    dir_.file("other", "2");
    const View view = view_of(bot(), {}, {});
    EXPECT_THAT(paths(view, Kind::Bind), Contains("/usr"));
    EXPECT_THAT(paths(view, Kind::Bind), Contains(path("bot")));
    EXPECT_THAT(paths(view, Kind::Bind), Not(Contains(dir_.path().string())))
        << "what lies beside it is not shown";
    EXPECT_THAT(paths(view, Kind::Device), Contains("/dev/null"));
    EXPECT_THAT(paths(view, Kind::Copy), ElementsAre(path("bot/run"), path("bot/weights")));
    EXPECT_EQ(view.dir, path("bot"));
}

TEST_F(ViewTest, hides_the_rival_where_both_are_in_one_directory) {
    dir_.file("bot/weights", "1");
    const auto rival = dir_.file("bot/rival", "#!/bin/sh\n", true);
    dir_.file("bot/runs/a/run.json", "{}");
    const View view =
        view_of(bot(), {}, {rival, dir_ / "bot" / "runs" / "a", dir_ / "bot", dir_ / "bot" / "run"});
    EXPECT_THAT(paths(view, Kind::Hide), ElementsAre(path("bot/rival"), path("bot/runs/a")))
        << "neither its own directory nor its own executable, also when the rival has them too";
}

/// A resumed run hides its directory and its run.json. Behind the first one there is no second one.
TEST_F(ViewTest, hides_nothing_inside_what_is_hidden) {
    dir_.file("bot/weights", "1");
    const auto file = dir_.file("bot/runs/a/run.json", "{}");
    const View view = view_of(bot(), {}, {file, dir_ / "bot" / "runs" / "a", file});
    EXPECT_THAT(paths(view, Kind::Hide), ElementsAre(path("bot/runs/a")));
}

TEST_F(ViewTest, wishes_inside_the_own_directory_take_its_place) {
    dir_.file("bot/nets/net", "1");
    dir_.file("books/book", "2");
    EXPECT_THAT(paths(view_of(bot(), {.read = {{"../books"}}}, {}), Kind::Bind),
                testing::IsSupersetOf({path("bot"), path("books")}));
    const View narrow = view_of(bot(), {.read = {{"nets"}}}, {});
    EXPECT_THAT(paths(narrow, Kind::Bind), Contains(path("bot/nets")));
    EXPECT_THAT(paths(narrow, Kind::Bind), Not(Contains(path("bot"))));
    EXPECT_THAT(paths(view_of(bot(), {.read = {{}}}, {}), Kind::Bind), Not(Contains(path("bot"))));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(view_of(bot(), {.read = {{"nothing"}}}, {})); }),
                HasSubstr("its read: 'nothing' does not exist"));
}

TEST_F(ViewTest, links_on_the_way_to_a_file_are_made_as_they_are) {
    dir_.file("v5/run", "#!/bin/sh\n", true);
    fs::create_directory_symlink("v5", dir_ / "current");
    Program program = bot();
    program.executable = dir_ / "current" / "run";
    program.dir = dir_ / "current";
    const View view = view_of(program, {}, {});
    EXPECT_THAT(paths(view, Kind::Link), Contains(path("current")));
    EXPECT_THAT(paths(view, Kind::Bind), Contains(path("v5")));
    EXPECT_THAT(paths(view, Kind::Copy), ElementsAre(path("v5/run")));
}

TEST_F(ViewTest, a_link_that_leads_out_shows_no_file_and_no_directory) {
    dir_.file("keys/id", "secret");
    dir_.file("bot/nets/net", "1");
    fs::create_directory(dir_ / "bot" / "deep");
    fs::create_symlink("../keys/id", dir_ / "bot" / "2");
    fs::create_directory_symlink("../keys", dir_ / "bot" / "sub");
    fs::create_symlink("../nets/net", dir_ / "bot" / "deep" / "inside");
    fs::create_symlink("net", dir_ / "bot" / "nets" / "beside");
    for (const char* dir : {"bot", ""}) { // a program without a directory of its own has words from here
        Program program = bot();
        program.dir = *dir != '\0' ? dir_ / dir : "";
        const std::string start = *dir != '\0' ? "" : path("bot") + "/";
        program.words = {"./run", start + "2", start + "sub/id",
                         start + (*dir != '\0' ? "deep/inside" : "nets/beside")};
        const View view = view_of(program, {}, {});
        EXPECT_THAT(paths(view, Kind::Copy), ElementsAre(path("bot/run"), path("bot/nets/net")));
        EXPECT_THAT(paths(view, Kind::Bind), Not(Contains(path("keys"))));
    }
}

TEST_F(ViewTest, a_directory_that_a_link_of_the_executable_leads_to_is_not_shown) {
    dir_.file("tools/data", "1");
    dir_.file("tools/run", "#!/bin/sh\n", true);
    Program program = bot();
    fs::remove(program.executable);
    fs::create_symlink("../tools/run", program.executable);
    const View view = view_of(program, {}, {});
    EXPECT_THAT(paths(view, Kind::Copy), ElementsAre(path("tools/run")));
    EXPECT_THAT(paths(view, Kind::Bind), Contains(path("bot")));
    EXPECT_THAT(paths(view, Kind::Bind), Not(Contains(path("tools"))));
}

TEST_F(ViewTest, copies_larger_than_a_gibibyte_are_refused) {
    dir_.file("bot/weights", "1");
    fs::resize_file(dir_ / "bot" / "weights",
                    std::uintmax_t{1} << 30); // without blocks; the executable is more
    EXPECT_THAT(user_error_text([&] { static_cast<void>(view_of(bot(), {}, {})); }),
                testing::AllOf(HasSubstr("more than 1 GiB"), HasSubstr("weights"), HasSubstr("\"read\"")));
}

TEST_F(ViewTest, homes_are_nobodys_own) {
    fs::create_directories(dir_ / "bot" / ".ssh");
    EXPECT_THAT(paths(view_of(bot(), {}, {}), Kind::Bind), Not(Contains(path("bot"))));
    std::ifstream users("/etc/passwd");
    std::string user;
    while (std::getline(users, user)) {
        const std::size_t end = user.rfind(':');
        const std::size_t begin = user.rfind(':', end - 1) + 1;
        Program program = bot();
        program.dir = user.substr(begin, end - begin);
        if (fs::is_directory(program.dir)) {
            EXPECT_THAT(paths(view_of(program, {}, {}), Kind::Bind), Not(Contains(program.dir.string())));
        }
    }
}

TEST_F(ViewTest, wide_directories_are_nobodys_own) {
    for (const char* wide : {"/", "/tmp", "/usr/games"}) {
        Program program = bot();
        program.dir = wide;
        EXPECT_THAT(paths(view_of(program, {}, {}), Kind::Bind), Not(Contains(wide))) << wide;
    }
}

TEST_F(ViewTest, the_working_directory_can_be_written_to) {
    EXPECT_THAT(view_of(bot(), {}, {}).scratch, ElementsAre("/tmp", "/dev/shm", path("bot")))
        << "a place comes before those inside it";
}

TEST_F(ViewTest, directories_with_copies_and_with_what_is_hidden_are_taken_apart) {
    dir_.file("bot/weights", "1");
    dir_.file("bot/nets/net", "1");
    const auto file = dir_.file("bot/runs/a/run.json", "{}");
    const View view = view_of(bot(), {}, {file});
    EXPECT_THAT(paths(view, Kind::TakeApart), ElementsAre(path("bot"), path("bot/runs"), path("bot/runs/a")));
}

TEST_F(ViewTest, files_of_the_system_and_links_to_them_are_played_until_they_are_replaced) {
    fs::create_symlink("/usr/bin/env", dir_ / "link");
    EXPECT_TRUE(is_replaceable("/usr/bin/env"));
    EXPECT_TRUE(is_replaceable("/bin/env"));
    EXPECT_TRUE(is_replaceable(path("link")));
    EXPECT_FALSE(is_replaceable(bot().executable.string()));
}

} // namespace
} // namespace referee
