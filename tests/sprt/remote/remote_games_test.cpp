#include "sprt/remote/remote_games.hpp"
#include "sprt/remote/worker.hpp"
#include "tests/sprt/remote/served_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// A worker whose messages the test writes.
class ByHand {
  public:
    ByHand(const MessageServer& server, const std::string& name)
        : name_(name)
        , bus_(server.address(name), BusEvents(), kServerPatience, referee::StopToken()) {
        for (const std::string& subject : {"_INBOX_" + name + ".>", std::string("referee.1.offer.>")}) {
            subscriptions_.push_back(bus_.subscribe(subject, [this](BusMessage message) {
                const std::scoped_lock lock(mutex_);
                heard_.push_back(std::move(message));
                news_.notify_all();
            }));
        }
        bus_.flush(10s);
    }
    ~ByHand() { subscriptions_.clear(); }
    ByHand(const ByHand&) = delete;
    ByHand& operator=(const ByHand&) = delete;

    void say(const std::string& kind, const std::string& text, const std::string& reply = {}) {
        bus_.publish("referee.1." + kind + ".ann." + kServedRun + "." + name_, text, reply);
    }
    void ask_all() { bus_.publish("referee.1.roll", ""); }
    void offer(const std::string& text) {
        bus_.publish(std::string("referee.1.offer.ann.") + kServedRun, text);
    }
    /// The next message to a subject that begins so; empty after ten seconds.
    std::optional<BusMessage> next(const std::string& subject) {
        std::unique_lock lock(mutex_);
        std::optional<BusMessage> found;
        news_.wait_for(lock, 10s, [&] {
            while (!found && taken_ < heard_.size()) {
                const BusMessage& message = heard_[taken_++];
                found = message.subject.starts_with(subject) ? std::optional(message) : std::nullopt;
            }
            return found.has_value();
        });
        return found;
    }
    /// The answer to a turn.
    Answer ask(Turn turn) {
        turn.session = fmt::format("{:016x}", name_.at(0)); // names differ in their first letter
        turn.seq = ++seq_;
        const std::string inbox = "_INBOX_" + name_ + ".s." + std::to_string(seq_);
        say("turn", to_text(turn), inbox);
        const auto message = next(inbox);
        return message ? read_answer(message->data) : Answer();
    }

  private:
    std::string name_;
    std::mutex mutex_;
    std::condition_variable news_;
    std::vector<BusMessage> heard_;
    std::size_t taken_ = 0;
    std::uint64_t seq_ = 0;
    Bus bus_;
    std::vector<std::unique_ptr<Bus::Subscription>> subscriptions_;
};

class RemoteGamesTest : public ServedRun {
  protected:
    /// The lines of the games of `task`, as an honest worker has them.
    [[nodiscard]] static std::vector<std::string> lines_of(const Task& task) {
        MadeJob job;
        const PlayGame play = job.player({}, 0);
        std::vector<std::string> lines;
        for (const Job& game : task.games) {
            lines.push_back(to_json_line(play(game)));
        }
        return lines;
    }
    /// A turn that brings the games of `task`, and asks for another pair or not.
    [[nodiscard]] static Turn with_games(const Task& task, bool wants = false) {
        Turn turn;
        turn.done = Done{.attempt = task.attempt, .games = lines_of(task)};
        turn.wants = wants;
        return turn;
    }
};

TEST_F(RemoteGamesTest, results_are_handed_on_in_the_order_of_the_schedule) {
    coordinate(run_of(6, 1)); // the first pair has one game left
    ByHand worker(*server_, "w");
    ByHand other(*server_, "x");
    const Answer first = worker.ask({});
    const Answer second = other.ask({});
    ASSERT_TRUE(first.task && second.task);
    EXPECT_EQ(first.task->games.size(), 1U);
    EXPECT_EQ(second.task->games.size(), 2U);
    const Answer third = other.ask(with_games(*second.task, true));
    EXPECT_EQ(third.taken, Taken::Kept);
    ASSERT_TRUE(third.task);
    EXPECT_EQ(other.ask(with_games(*third.task)).taken, Taken::Kept);
    EXPECT_EQ(worker.ask(with_games(*first.task)).taken, Taken::Kept);
    EXPECT_THAT(all_games(), ::testing::ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(RemoteGamesTest, result_with_a_problem_is_wrong_and_its_worker_is_told_why) {
    RemoteRun run = run_of(6);
    run.problem = [](const referee::GameRecord& record, const Job&) {
        return record.game == 1 ? std::optional<std::string>("a move is not by the rules") : std::nullopt;
    };
    coordinate(std::move(run));
    ByHand worker(*server_, "w");
    const Answer given = worker.ask({});
    ASSERT_TRUE(given.task);
    const Answer answer = worker.ask(with_games(*given.task));
    EXPECT_EQ(answer.taken, Taken::Wrong);
    EXPECT_THAT(answer.why, HasSubstr("a move is not by the rules"));
    EXPECT_EQ(worker.ask({}).state, OfferState::Unwelcome);
}

TEST_F(RemoteGamesTest, worker_whose_game_is_suspicious_gets_no_more_pairs) {
    RemoteRun run = run_of(6);
    run.see_game = [](const referee::GameRecord& record) {
        return std::string(record.game == 1 ? "it wins too often" : "");
    };
    coordinate(std::move(run));
    ByHand worker(*server_, "w");
    const Answer given = worker.ask({});
    ASSERT_TRUE(given.task);
    EXPECT_EQ(worker.ask(with_games(*given.task)).taken, Taken::Kept);
    EXPECT_EQ(worker.ask({}).state, OfferState::Unwelcome);
    EXPECT_EQ(games_->totals().workers.at("w").quarantined, "it wins too often");
    worker.ask_all();
    EXPECT_EQ(read_offer(worker.next("referee.1.offer.").value_or(BusMessage()).data).slots, 0U);
}

TEST_F(RemoteGamesTest, files_are_sent_in_parts_to_those_who_know_their_digest) {
    RemoteRun run = run_of(6);
    const std::string file(kBlobPartBytes + 7, 'x');
    run.files.emplace(referee::sha256_of_text(file), file);
    coordinate(std::move(run));
    ByHand worker(*server_, "w");
    const auto part = [&](const std::string& text, std::uint64_t from) {
        worker.say("blob", to_text(BlobRequest{.sha256 = referee::sha256_of_text(text), .from = from}),
                   "_INBOX_w.b");
        return worker.next("_INBOX_w.b").value_or(BusMessage());
    };
    EXPECT_EQ(part("the job", 0).data, "the job");
    const BusMessage first = part(file, 0);
    EXPECT_EQ(first.data.size(), kBlobPartBytes);
    EXPECT_EQ(first.bytes, file.size());
    EXPECT_EQ(part(file, kBlobPartBytes).data, "xxxxxxx");
    EXPECT_EQ(part(file, file.size()).data, "");
    worker.say("blob", to_text(BlobRequest{.sha256 = referee::sha256_of_text(file), .from = file.size() + 1}),
               "_INBOX_w.c");
    EXPECT_EQ(part("the job", 4).data, "job") << "what is beyond the end has no answer";
}

TEST_F(RemoteGamesTest, nobody_has_answers_sent_to_others) {
    coordinate(run_of(6));
    ByHand worker(*server_, "w");
    ByHand victim(*server_, "x");
    const std::string request = to_text(BlobRequest{.sha256 = referee::sha256_of_text("the job"), .from = 0});
    worker.say("blob", request, "_INBOX_x.b");
    worker.say("blob", request, "_INBOX_w.b");
    EXPECT_TRUE(worker.next("_INBOX_w.b"));
    victim.say("blob", request, "_INBOX_x.own");
    EXPECT_EQ(victim.next("_INBOX_x.").value_or(BusMessage()).subject, "_INBOX_x.own");
}

TEST_F(RemoteGamesTest, run_is_offered_to_those_who_ask) {
    coordinate(run_of(6));
    ByHand worker(*server_, "w");
    games_->tell([](Offering& offering, Events&) { offering.note_standing(4, 0.5); });
    worker.ask_all();
    const auto message = worker.next(std::string("referee.1.offer.ann.") + kServedRun);
    ASSERT_TRUE(message);
    const Offer offer = read_offer(message->data);
    EXPECT_EQ(offer.state, OfferState::Open);
    EXPECT_EQ(offer.name, "one vs two");
    EXPECT_EQ(offer.job, referee::sha256_of_text("the job"));
    EXPECT_EQ(offer.needs.machine, "made");
    games_->note_end();
    games_->stop();
    std::optional<BusMessage> last = worker.next("referee.1.offer.");
    while (last && read_offer(last->data).state == OfferState::Open) {
        last = worker.next("referee.1.offer.");
    }
    ASSERT_TRUE(last);
    EXPECT_EQ(read_offer(last->data).state, OfferState::Ended);
    EXPECT_EQ(read_offer(last->data).games, 4U);
}

TEST_F(RemoteGamesTest, later_session_of_the_same_run_ends_this_one) {
    coordinate(run_of(6));
    ByHand copy(*server_, "y");
    Offer later;
    later.epoch = 2;
    later.job = referee::sha256_of_text("the job");
    copy.offer("no offer");
    copy.offer(to_text(later));
    EXPECT_THROW(static_cast<void>(next_game()), referee::UserError);
}

/// A large book is read as the run goes on, so that a wrong line of it may be found while a worker is
/// answered. Turns that come together make their pairs themselves; later nothing asks for that line again.
TEST_F(RemoteGamesTest, error_of_the_next_pair_ends_the_run) {
    constexpr std::uint32_t kSlots = 8;
    RemoteRun run = run_of(40);
    run.next_pair = [pairs = run.next_pair, pair = 0]() mutable {
        if (++pair == kSlots / 2) {
            throw referee::UserError("book.epd:4: this is no position");
        }
        return pairs();
    };
    coordinate(std::move(run));
    ByHand worker(*server_, "w");
    Turn turn;
    turn.session = "00000000000000ff";
    for (turn.slot = 0; turn.slot < kSlots; ++turn.slot) {
        worker.say("turn", to_text(turn), fmt::format("_INBOX_w.s.{}", turn.slot));
    }
    ASSERT_TRUE(worker.next(fmt::format("_INBOX_w.s.{}", kSlots - 1)));
    EXPECT_THAT([this] { static_cast<void>(next_game()); },
                ::testing::ThrowsMessage<referee::UserError>(HasSubstr("book.epd:4")));
}

TEST_F(RemoteGamesTest, other_version_is_told_so) {
    coordinate(run_of(6));
    ByHand worker(*server_, "w");
    worker.say("turn", R"({"format":2})", "_INBOX_w.v");
    EXPECT_EQ(worker.next("_INBOX_w.v").value_or(BusMessage()).data, other_format_text());
}

} // namespace
} // namespace sprt::remote
