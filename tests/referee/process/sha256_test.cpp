#include "referee/process/sha256.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

/// The examples of FIPS 180-2, appendix B.
constexpr const char* kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr const char* kMillion = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(Sha256, texts_have_the_published_digests) {
    EXPECT_EQ(sha256_of_text("abc"), kAbc);
    EXPECT_EQ(sha256_of_text(std::string(1'000'000, 'a')), kMillion);
}

TEST(Sha256, a_file_has_the_digest_of_its_bytes) {
    const testing_support::TemporaryDir dir;
    EXPECT_EQ(sha256_of_file(dir.file("million", std::string(1'000'000, 'a'))), kMillion);
    EXPECT_EQ(sha256_of_file(dir / "none"), std::nullopt);
    EXPECT_EQ(sha256_of_file(dir.path()), std::nullopt) << "a directory";
}

TEST(Sha256, file_of_a_stranger_is_not_hashed_for_ever) {
    const testing_support::TemporaryDir dir;
    const auto holes = dir.file("holes", "");
    std::filesystem::resize_file(holes, std::uintmax_t{8} << 40);
    EXPECT_EQ(sha256_of_file(holes), std::nullopt);
    EXPECT_EQ(sha256_of_file(dir.file("four", "four"), 3), std::nullopt);
    EXPECT_NE(sha256_of_file(dir / "four", 4), std::nullopt);
    EXPECT_EQ(sha256_of_file("/proc/kmsg").value_or(sha256_of_text("")), sha256_of_text(""))
        << "a regular file of no size that never ends; only root can open it";
}

} // namespace
} // namespace referee
