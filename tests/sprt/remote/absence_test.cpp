#include "sprt/remote/bus.hpp"
#include "tests/sprt/remote/made_pairs.hpp"

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

namespace {

using namespace std::chrono_literals;

TEST(Absence, is_told_once_after_three_seconds_and_so_is_the_return) {
    Absence absence("nats://there:1");
    EXPECT_EQ(absence.look(true, kStart), "");
    EXPECT_EQ(absence.look(false, kStart + 1s), "");
    EXPECT_EQ(absence.look(false, kStart + 3s), "");
    EXPECT_EQ(absence.look(false, kStart + 4s),
              "the server at nats://there:1 does not answer any more; waiting for it");
    EXPECT_EQ(absence.look(false, kStart + 60s), "");
    EXPECT_EQ(absence.look(true, kStart + 61s), "the server at nats://there:1 answers again");
    EXPECT_EQ(absence.look(true, kStart + 62s), "");
}

TEST(Absence, of_a_server_that_is_started_anew_is_not_told) {
    Absence absence("nats://there:1");
    for (int second = 0; second < 20; second += 2) {
        EXPECT_EQ(absence.look(false, kStart + std::chrono::seconds(second)), "");
        EXPECT_EQ(absence.look(true, kStart + std::chrono::seconds(second + 1)), "");
    }
}

} // namespace
} // namespace sprt::remote
