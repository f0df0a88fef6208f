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

} // namespace
} // namespace referee
