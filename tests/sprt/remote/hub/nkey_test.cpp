#include "sprt/remote/hub/nkey.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sprt::remote {
namespace {

// Source: docs.nats.io, "NKey Authentication": the key that `nk -gen user -pubout` prints there.
constexpr const char* kSeedOfDocs = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
constexpr const char* kKeyOfDocs = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";

TEST(Nkey, public_key_of_a_published_seed_is_the_published_one) {
    EXPECT_TRUE(is_nkey_seed(kSeedOfDocs));
    EXPECT_TRUE(is_nkey(kKeyOfDocs));
    EXPECT_EQ(public_nkey(kSeedOfDocs), kKeyOfDocs);
}

TEST(Nkey, new_keys_are_keys_and_differ) {
    const NkeyPair one = new_nkey();
    const NkeyPair other = new_nkey();
    EXPECT_TRUE(one.seed.starts_with("SU"));
    EXPECT_TRUE(one.public_key.starts_with("U"));
    EXPECT_TRUE(is_nkey_seed(one.seed));
    EXPECT_TRUE(is_nkey(one.public_key));
    EXPECT_EQ(public_nkey(one.seed), one.public_key);
    EXPECT_NE(one.seed, other.seed);
    EXPECT_NE(one.public_key, other.public_key);
}

TEST(Nkey, each_changed_letter_is_found) {
    const std::string seed = kSeedOfDocs;
    for (std::size_t i = 0; i < seed.size(); ++i) {
        std::string wrong = seed;
        wrong[i] = seed[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(is_nkey_seed(wrong)) << wrong;
    }
}

TEST(Nkey, what_is_no_key_of_a_user_is_none) {
    const std::string seed = kSeedOfDocs;
    for (const std::string& text :
         {std::string(), seed + "A", seed.substr(1), seed.substr(0, seed.size() - 1), seed + "=",
          std::string(kKeyOfDocs), std::string(seed.size(), 'A'),
          std::string("suacssl3uahudxkfsnvuzrf5uhpmwz6bfdtj7m6usdxiednppqyyycu3vy")}) {
        EXPECT_FALSE(is_nkey_seed(text)) << text;
    }
    EXPECT_FALSE(is_nkey(kSeedOfDocs));
    EXPECT_FALSE(is_nkey(""));
}

} // namespace
} // namespace sprt::remote
