#include "sprt/remote/refusal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sprt::remote {
namespace {

TEST(Refusal, of_what_a_coordinator_offers_or_hears_is_about_its_own_subject) {
    EXPECT_TRUE(is_about_own_subject(R"(Permissions Violation for Publish to "referee.1.offer.ann.0123")"));
    EXPECT_TRUE(
        is_about_own_subject(R"(Permissions Violation for Subscription to "referee.1.turn.ann.0123.*")"));
}

TEST(Refusal, of_an_answer_is_not_whatever_subject_its_asker_chose) {
    for (const char* const subject :
         {"_INBOX_bob.1.2.3", "_INBOX_bob.referee.1.offer.ann", R"(_INBOX_bob."to."referee.1.offer)",
          R"(_INBOX_bob.to"referee.1.)", R"(_INBOX_bob.Publish"to)"}) {
        const auto words = std::string("Permissions Violation for Publish to \"") + subject + '"';
        EXPECT_FALSE(is_about_own_subject(words)) << words;
    }
}

} // namespace
} // namespace sprt::remote
