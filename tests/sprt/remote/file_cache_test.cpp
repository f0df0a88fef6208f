#include "referee/process/sha256.hpp"
#include "sprt/remote/file_cache.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <system_error>

namespace sprt::remote {
namespace {

namespace fs = std::filesystem;

class FileCacheTest : public ::testing::Test {
  protected:
    FileCacheTest() { cache_.open(); }

    /// Keeps `text`, used so many minutes ago, and returns its digest.
    [[nodiscard]] std::string keep(const std::string& text, int minutes_ago = 0) const {
        std::string digest = referee::sha256_of_text(text);
        cache_.put(digest, text);
        fs::last_write_time(cache_.dir() / digest,
                            fs::file_time_type::clock::now() - std::chrono::minutes(minutes_ago));
        return digest;
    }
    [[nodiscard]] bool has(const std::string& digest) const { return fs::exists(cache_.dir() / digest); }
    [[nodiscard]] static std::string text_of(const fs::path& file) {
        std::ifstream in(file);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    referee::testing_support::TemporaryDir home_;
    FileCache cache_{home_.path() / "a" / "b", 10};
};

TEST_F(FileCacheTest, file_is_kept_and_linked) {
    const std::string digest = keep("engine");
    EXPECT_TRUE(cache_.link(digest, home_.path() / "place"));
    EXPECT_EQ(text_of(home_.path() / "place"), "engine");
    EXPECT_EQ(fs::status(home_.path() / "place").permissions(),
              fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(fs::status(cache_.dir()).permissions(), fs::perms::owner_all);
}

TEST_F(FileCacheTest, file_that_is_not_there_is_not_linked) {
    EXPECT_FALSE(cache_.link(referee::sha256_of_text("none"), home_.path() / "place"));
    EXPECT_FALSE(fs::exists(home_.path() / "place"));
}

TEST_F(FileCacheTest, file_with_other_bytes_is_removed) {
    const std::string digest = keep("engine");
    fs::permissions(cache_.dir() / digest, fs::perms::owner_all);
    std::ofstream(cache_.dir() / digest) << "virus";
    EXPECT_FALSE(cache_.link(digest, home_.path() / "place"));
    EXPECT_FALSE(has(digest));
}

TEST_F(FileCacheTest, those_used_longest_ago_go_first) {
    const std::string oldest = keep("12345", 3);
    const std::string middle = keep("1234", 2);
    const std::string newest = keep("123456", 1);
    cache_.trim();
    EXPECT_THAT((std::vector{has(oldest), has(middle), has(newest)}),
                ::testing::ElementsAre(false, true, true));
}

TEST_F(FileCacheTest, link_is_a_use_and_outlives_its_file) {
    const std::string used = keep("12345", 3);
    const std::string other = keep("1234567", 2);
    EXPECT_TRUE(cache_.link(used, home_.path() / "place"));
    cache_.trim();
    EXPECT_TRUE(has(used));
    EXPECT_FALSE(has(other));
    FileCache(cache_.dir(), 0).trim();
    EXPECT_FALSE(has(used));
    EXPECT_EQ(text_of(home_.path() / "place"), "12345");
}

TEST_F(FileCacheTest, trim_leaves_other_files_alone) {
    std::ofstream(cache_.dir() / "notes.txt") << "a long text of the user's";
    cache_.trim();
    EXPECT_TRUE(fs::exists(cache_.dir() / "notes.txt"));
}

TEST_F(FileCacheTest, job_directory_ends_with_its_object) {
    fs::path dir;
    {
        const JobDirectory job(cache_);
        dir = job.dir();
        std::ofstream(dir / "file") << "x";
        EXPECT_EQ(dir.parent_path(), cache_.dir() / "jobs");
    }
    EXPECT_FALSE(fs::exists(dir));
}

TEST_F(FileCacheTest, open_removes_what_killed_workers_left_and_nothing_in_use) {
    const JobDirectory in_use(cache_);
    const fs::path left = cache_.dir() / "jobs" / "left";
    fs::create_directories(left / "1");
    const fs::path draft = cache_.dir() / ".new-abcdef";
    const fs::path old_draft = cache_.dir() / ".new-ghijkl";
    std::ofstream(draft) << "x";
    std::ofstream(old_draft) << "x";
    fs::last_write_time(old_draft, fs::file_time_type::clock::now() - std::chrono::hours(2));
    cache_.open();
    EXPECT_TRUE(fs::exists(in_use.dir()));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(draft));
    EXPECT_FALSE(fs::exists(old_draft));
}

TEST_F(FileCacheTest, place_that_is_no_directory_is_an_error_that_names_it) {
    std::ofstream(home_.path() / "file") << "x";
    const FileCache cache(home_.path() / "file", 10);
    try {
        cache.open();
        FAIL();
    } catch (const std::system_error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("file"));
    }
}

TEST(FileCache, digests) {
    EXPECT_TRUE(is_digest(std::string(64, 'a')));
    EXPECT_FALSE(is_digest(std::string(63, 'a')));
    EXPECT_FALSE(is_digest(std::string(64, 'A')));
    EXPECT_FALSE(is_digest("../" + std::string(61, 'a')));
}

} // namespace
} // namespace sprt::remote
