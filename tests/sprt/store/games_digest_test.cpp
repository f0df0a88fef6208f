#include "referee/process/sha256.hpp"
#include "sprt/store/games_digest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// The digests of the first lines of a log, none of them and all of them included.
std::vector<GamesDigest> chain_of(const std::string& config, const std::vector<std::string>& lines) {
    std::vector<GamesDigest> chain{digest_of_no_game(config)};
    for (const std::string& line : lines) {
        chain.push_back(digest_after(chain.back(), line));
    }
    return chain;
}

DigestCheck check_of(std::vector<GamesDigest> stored, const std::vector<std::string>& lines) {
    DigestCheck check(std::move(stored), "config");
    for (const std::string& line : lines) {
        check.add(line);
    }
    return check;
}

TEST(GamesDigest, digests_are_chained) {
    const GamesDigest none = digest_of_no_game("config");
    // printf config | sha256sum
    EXPECT_EQ(none.sha256, "b79606fb3afea5bd1609ed40b622142f1c98125abcfe89a76a661b0e8e343910");
    EXPECT_EQ(none.games, 0U);
    EXPECT_EQ(digest_after(none, "game"), (GamesDigest{1, referee::sha256_of_text(none.sha256 + "game\n")}));
}

TEST(GamesDigest, each_line_and_the_configuration_change_all_later_digests) {
    const auto chain = chain_of("config", {"a", "b", "c"});
    for (const auto& other : {chain_of("gifnoc", {"a", "b", "c"}), chain_of("config", {"b", "a", "c"}),
                              chain_of("config", {"ab", "", "c"})}) {
        EXPECT_NE(other.back(), chain.back());
    }
}

TEST(GamesDigest, games_that_were_played_differ_nowhere) {
    const auto chain = chain_of("config", {"a", "b", "c"});
    for (const auto& stored : {chain, std::vector<GamesDigest>{chain[0]}, {chain[0], chain[2]}, {}}) {
        const DigestCheck check = check_of(stored, {"a", "b", "c"});
        EXPECT_THAT(check.differences(), IsEmpty());
        EXPECT_EQ(check.change("log"), "");
        EXPECT_EQ(check.now(), chain[3]);
    }
    EXPECT_THAT(check_of({}, {"a"}).adopted(), ElementsAre(chain[0], chain[1]));
    EXPECT_THAT(check_of({chain[0], chain[2]}, {"a", "b"}).adopted(), ElementsAre(chain[0], chain[2]));
    EXPECT_THAT(check_of({chain[0]}, {}).adopted(), ElementsAre(chain[0]));
}

TEST(GamesDigest, rewritten_games_are_named_by_the_digests_around_them) {
    const auto chain = chain_of("config", {"a", "b", "c", "d"});
    const DigestCheck check = check_of({chain[0], chain[2], chain[4]}, {"a", "b", "c", "x"});
    EXPECT_THAT(check.change("the log"), HasSubstr("the log was rewritten: games 2 to 3 are not"));
    ASSERT_THAT(check.differences(), SizeIs(1));
    EXPECT_EQ(check.differences()[0].index, 2U);
    EXPECT_EQ(check.differences()[0].stored, chain[4]);
    EXPECT_EQ(check.differences()[0].computed, check.now());
    EXPECT_THAT(check.adopted(), ElementsAre(chain[0], chain[2], check.now()));

    const DigestCheck early = check_of({chain[0], chain[2], chain[4]}, {"x", "b", "c", "d"});
    EXPECT_THAT(early.change("the log"), HasSubstr("games 0 to 1 are not"));
    EXPECT_THAT(early.differences(), SizeIs(2));
    EXPECT_THAT(early.adopted(), ElementsAre(chain[0], early.now()));
}

TEST(GamesDigest, games_that_are_missing_differ_but_are_not_rewritten) {
    const auto chain = chain_of("config", {"a", "b", "c"});
    const DigestCheck check = check_of({chain[0], chain[2], chain[3]}, {"a", "b"});
    EXPECT_EQ(check.change("the log"), "");
    ASSERT_THAT(check.differences(), SizeIs(1));
    EXPECT_EQ(check.differences()[0].stored.games, 3U);
    EXPECT_EQ(check.differences()[0].computed.games, 2U);
    EXPECT_EQ(check.missing(), 1U);
    EXPECT_EQ(check_of({chain[0], chain[1]}, {"a", "b"}).missing(), 0U);
    EXPECT_EQ(check_of({}, {"a"}).missing(), 0U);
    EXPECT_THAT(check.adopted(), ElementsAre(chain[0], chain[2]));
}

} // namespace
} // namespace sprt
