#include "sprt/remote/watched_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

const std::string kSubject = "referee.1.offer.c.0a1b2c3d4e5f";

BusMessage offered(const Offer& offer, const std::string& subject = kSubject) {
    return {.subject = subject, .reply = {}, .data = to_text(offer)};
}
BusMessage worker_event(const std::string& text) {
    return {.subject = "referee.1.event.c.0a1b2c3d4e5f.worker", .reply = {}, .data = text};
}
BusMessage standing(const std::string& doubts) {
    return {.subject = "referee.1.event.c.0a1b2c3d4e5f.standing",
            .reply = {},
            .data = R"({"format":1,"doubts":)" + doubts + "}"};
}
const std::string kWorker = R"({"format":1,"worker":"w1","slots":2,"speed":0.52,"pairs":41,"voided":1,)"
                            R"("wrong":0,"refused":"it is slow","wld":[30,40,12]})";

TEST(WatchedRuns, run_has_a_line) {
    WatchedRuns runs(StatusForm::Text);
    Offer offer{.slots = 40, .name = "pvs vs ttmo", .games = 1234, .llr = 0.7105};
    EXPECT_EQ(runs.hear(offered(offer)),
              "pvs vs ttmo of c (0a1b2c3d4e5f): open, 1234 games, LLR 0.711, 40 slots");
    offer.games_per_s = 5.25;
    offer.games_left = {200, 900};
    EXPECT_EQ(
        runs.hear(offered(offer)),
        "pvs vs ttmo of c (0a1b2c3d4e5f): open, 1234 games, LLR 0.711, 5.25 games/s, 40 slots, 200 to 900 "
        "games left");
    offer = {.state = OfferState::Ended, .slots = 1, .name = "m\x1b", .games = 1};
    EXPECT_EQ(runs.hear(offered(offer)), R"(m\x1b of c (0a1b2c3d4e5f): ended, 1 game, 1 slot)");
    EXPECT_THAT(runs.runs(), ::testing::ElementsAre(R"(m\x1b of c (0a1b2c3d4e5f): ended, 1 game, 1 slot)"));
}

TEST(WatchedRuns, what_did_not_change_is_not_said_again) {
    WatchedRuns runs(StatusForm::Text);
    EXPECT_NE(runs.hear(offered({.name = "a"})), "");
    EXPECT_EQ(runs.hear(offered({.name = "a"})), "");
    EXPECT_NE(runs.hear(offered({.name = "a"}, kSubject + "0")), "") << "another run";
    EXPECT_NE(runs.hear(worker_event(kWorker)), "");
    EXPECT_EQ(runs.hear(worker_event(kWorker)), "");
    EXPECT_EQ(runs.runs().size(), 2U);
}

TEST(WatchedRuns, worker_has_a_line) {
    WatchedRuns runs(StatusForm::Text);
    EXPECT_EQ(
        runs.hear(worker_event(kWorker)),
        "  w1 in 0a1b2c3d4e5f: 2 slots, 41 pairs, WLD 30/40/12, 1 voided, 0.52 million nodes/s, gets no "
        "more games: it is slow");
}

TEST(WatchedRuns, doubts_follow_the_line_of_their_run) {
    const std::string doubts =
        R"([{"kind":"unscored","numbers":{"games":2},"text":"2 games\u001b not scored."}])";
    WatchedRuns runs(StatusForm::Text);
    EXPECT_EQ(runs.hear(standing(doubts)), "") << "the run was not offered yet";
    EXPECT_THAT(runs.runs(), ::testing::IsEmpty());
    const std::string line = "a of c (0a1b2c3d4e5f): open, 0 games, 0 slots";
    const std::string warning = "\n  Warning: 2 games\\x1b not scored.";
    EXPECT_EQ(runs.hear(offered({.name = "a"})), line + warning);
    EXPECT_EQ(runs.hear(standing(doubts)), "");
    EXPECT_EQ(runs.hear(standing("[]")), line);
    EXPECT_EQ(
        runs.hear(
            {.subject = "referee.1.event.c.0a1b2c3d4e5f.standing", .reply = {}, .data = R"({"format":1})"}),
        "")
        << "of an older coordinator";
    EXPECT_EQ(runs.hear(standing(R"([{"kind":"x","numbers":{"a":"b"},"text":"t"}])")), "") << "no number";
    WatchedRuns objects(StatusForm::Json);
    static_cast<void>(objects.hear(offered({.name = "a"})));
    EXPECT_THAT(objects.hear(standing(doubts)),
                ::testing::EndsWith(R"("doubts":[{"kind":"unscored","numbers":)"
                                    R"({"games":2},"text":"2 games\\x1b not scored."}]})"));
}

TEST(WatchedRuns, lines_are_objects_for_programs) {
    WatchedRuns runs(StatusForm::Json);
    EXPECT_EQ(
        runs.hear(offered({.slots = 4, .name = "a", .games = 7})),
        R"({"coordinator":"c","run":"0a1b2c3d4e5f","name":"a","state":"open","epoch":1,"share":1.0,)"
        R"("slots":4,"ready":true,"games":7,"llr":null,"games_per_s":null,"games_left":null,"doubts":[]})");
    EXPECT_EQ(runs.hear(worker_event(R"({"format":1,"worker":"w","x":[1]})")),
              R"({"worker":"w","x":[1],"coordinator":"c","run":"0a1b2c3d4e5f"})");
}

TEST(WatchedRuns, what_no_coordinator_says_is_ignored) {
    WatchedRuns runs(StatusForm::Text);
    for (const char* text : {"", "{", "[]", R"({"format":2})", R"({"format":1})"}) {
        EXPECT_EQ(runs.hear({.subject = kSubject, .reply = {}, .data = text}), "") << text;
        EXPECT_EQ(runs.hear(worker_event(text)), "") << text;
    }
    for (const char* subject : {"referee.1.offer.c", "referee.1.offer.c.r.w", "referee.1.turn.c.r", "x",
                                "referee.1.event.c.worker"}) {
        EXPECT_EQ(runs.hear({.subject = subject, .reply = {}, .data = to_text(Offer())}), "") << subject;
    }
    EXPECT_THAT(runs.runs(), ::testing::IsEmpty());
}

} // namespace
} // namespace sprt::remote
