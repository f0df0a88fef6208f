#include "referee/process/sandbox/mounts.hpp"
#include "tests/referee/process/sandbox/sandboxed_scripts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace referee {
namespace {

using namespace testing_support;

using MountsTest = SandboxedScripts;

TEST_F(MountsTest, what_the_agent_writes_is_gone_in_its_next_game) {
    const auto cell = make_cell(script(
        "ls; echo 1 > new && mkdir /tmp/more && cp new /dev/shm; cat new; rm run 2>/dev/null || echo kept"));
    const std::string first = said_in(*cell);
    EXPECT_EQ(first, "run\n1\nkept\n");
    EXPECT_EQ(said_in(*cell), first);
    EXPECT_FALSE(std::filesystem::exists(dir_ / "bot" / "new"));
}

TEST_F(MountsTest, the_times_of_its_directories_are_new_in_its_next_game) {
    const auto cell = make_cell(script("stat -c %y /tmp | cut -c 1-4; touch -d 2001-01-01 /tmp"));
    const std::string first = said_in(*cell);
    EXPECT_EQ(said_in(*cell), first);
}

TEST_F(MountsTest, what_was_looked_at_is_not_seen_in_the_next_game) {
    const auto cell = make_cell(script("stat -c %x /tmp /dev/shm .; ls /tmp /dev/shm . > /dev/null"));
    const std::string first = said_in(*cell);
    EXPECT_EQ(said_in(*cell), first);
}

TEST_F(MountsTest, times_of_its_first_process_stay) {
    const auto cell = make_cell(script("cd /proc/1; stat -c %Y . task task/1; "
                                       "for i in . task task/1 net attr fdinfo; do touch -d 2001-01-01 $i "
                                       "2>/dev/null && echo $i; done; true"));
    const std::string first = said_in(*cell);
    EXPECT_EQ(std::ranges::count(first, '\n'), 3) << first;
    EXPECT_EQ(said_in(*cell), first);
}

TEST_F(MountsTest, devices_can_be_written_to_and_not_be_changed) {
    EXPECT_EQ(said("echo 1 > /dev/null && touch /dev/zero 2>/dev/null || echo kept"), "kept\n");
}

TEST_F(MountsTest, an_entry_of_the_working_directory_may_vanish) {
    Program program = script("echo 1 > new && echo written");
    program.dir = dir_ / "work";
    const auto vanishing = dir_.file("work/.swp", "");
    const auto cell = make_cell(program, {.read = {{"."}}});
    EXPECT_EQ(said_in(*cell), "written\n");
    std::filesystem::remove(vanishing);
    EXPECT_EQ(said_in(*cell), "written\n");
}

TEST_F(MountsTest, replaced_files_take_no_room_from_the_agent_and_directories_may_vanish) {
    namespace fs = std::filesystem;
    const auto net = dir_.file("bot/net", "");
    const auto vanishing = dir_.file("bot/objects/one", "").parent_path();
    constexpr std::uintmax_t kBytes = 3 << 20;
    fs::resize_file(net, kBytes);
    const auto cell = make_cell(script("ls; wc -c < net; echo 1 > new"), {.read = {}, .scratch_mb = 1});
    EXPECT_EQ(said_in(*cell), "net\nobjects\nrun\n3145728\n");
    fs::rename(dir_.file("new", "another"), net);
    fs::remove_all(vanishing);
    EXPECT_EQ(said_in(*cell), "net\nrun\n3145728\n");
    EXPECT_EQ(said_in(*cell), "net\nrun\n3145728\n");
}

TEST_F(MountsTest, the_times_of_links_are_new_in_its_next_game) {
    const Program program = script("stat -c %y link | cut -c 1-4; touch -h -d 2001-01-01 link");
    std::filesystem::create_symlink("run", dir_ / "bot" / "link");
    const auto cell = make_cell(program);
    const std::string first = said_in(*cell);
    EXPECT_EQ(said_in(*cell), first);
}

TEST_F(MountsTest, a_working_directory_with_many_entries_can_be_written_to) {
    constexpr int kMany = 1200;
    for (int i = 0; i < kMany; ++i) {
        dir_.file("bot/file" + std::to_string(i), "");
    }
    EXPECT_EQ(said("echo 1 > new; ls | wc -l"), std::to_string(kMany + 2) + "\n");
}

TEST(MakePlace, file_or_directory_is_made_where_there_is_none_and_left_where_there_is_one) {
    const TemporaryDir dir;
    const auto file = dir / "file";
    const auto directory = dir / "directory";
    mounts::make_place(file.c_str(), true);
    EXPECT_TRUE(std::filesystem::is_regular_file(file));
    EXPECT_EQ(content_of(file), "");
    mounts::make_place(directory.c_str(), false);
    EXPECT_TRUE(std::filesystem::is_directory(directory));
    const auto full = dir.file("directory/full", "text");
    mounts::make_place(full.c_str(), true);
    mounts::make_place(directory.c_str(), false);
    EXPECT_EQ(content_of(full), "text");
}

} // namespace
} // namespace referee
