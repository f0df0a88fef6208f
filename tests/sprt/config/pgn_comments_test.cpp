#include "sprt/config/pgn_comments.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(PgnComments, facts_come_in_their_order_and_once) {
    EXPECT_THAT(read_pgn_comments("").facts, IsEmpty());
    EXPECT_TRUE(read_pgn_comments("").are_on);
    EXPECT_THAT(read_pgn_comments("pv,timeleft,nodes,timeleft").facts,
                ElementsAre(MoveFact::TimeLeft, MoveFact::Nodes, MoveFact::Pv));
    EXPECT_THAT(read_pgn_comments("tbhits,hashfull,nps,seldepth,latency").facts,
                ElementsAre(MoveFact::Latency, MoveFact::SelDepth, MoveFact::Nps, MoveFact::HashFull,
                            MoveFact::TbHits));
    EXPECT_FALSE(read_pgn_comments("none").are_on);
}

TEST(PgnComments, other_words_are_named) {
    for (const auto& [text, what] : {std::pair("node", "'node'"),
                                     {"nodes,", "''"},
                                     {",nodes", "''"},
                                     {"nodes, pv", "' pv'"},
                                     {"none,none", "none stands with other words"},
                                     {"pv,none", "none stands with other words"}}) {
        EXPECT_THAT(referee::testing_support::user_error_text(
                        [text = text] { static_cast<void>(read_pgn_comments(text)); }),
                    HasSubstr(what));
    }
}

} // namespace
} // namespace sprt
