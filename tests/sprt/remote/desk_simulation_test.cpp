// A run in virtual time: slots ask as Service does, messages are dropped, doubled and delayed, workers die
// and come back, the server goes away. Results are counted as RemoteGames counts them.

#include "sprt/schedule/schedule.hpp"
#include "tests/sprt/remote/attempts_watch.hpp"
#include "tests/sprt/remote/simulated_workers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace sprt::remote {
namespace {

constexpr std::uint64_t kFirst = 5; // a run that was resumed in the middle of pair 2
constexpr std::uint64_t kEnd = 605;
constexpr std::uint64_t kMostWaiting = 24; // results, before the window is narrow

class SimulatedRun {
  public:
    explicit SimulatedRun(std::uint64_t seed)
        : time_(seed)
        , network_(time_)
        , desk_(made_pairs(kFirst, kEnd), kFirst, kLongestPair, SimulatedWorker::kEpoch)
        , delivery_(kFirst, kEnd) {
        desk_.check_spots({.share = 0.2, .secret = "secret"});
        const std::pair<const char*, std::size_t> workers[] = {
            {"ann", 4}, {"bob", 1}, {"v-cid", 3}, {"v-dan", 2}, {"liar", 2}, {"bare", 1}, {"eve", 3}};
        for (const auto& [name, slots] : workers) {
            add(name, slots);
        }
        tick();
        time_.after(time_.between(60s, 120s), [this] { lose_server(); });
    }

    /// Until all games were counted; fails when that takes more than a day.
    void play() {
        while (delivery_.next_id() < kEnd && !::testing::Test::HasFatalFailure()) {
            ASSERT_LT(time_.now(), kStart + 24h) << "the run stands still at game " << delivery_.next_id();
            time_.step();
        }
    }

    Timeline time_;
    SimulatedNetwork network_;
    Desk desk_;
    Delivery<int> delivery_; ///< attempts
    AttemptsWatch watch_;
    std::deque<SimulatedWorker> workers_;
    std::vector<int> attempts_; ///< that counted, by game from kFirst on
    std::uint64_t void_results_ = 0;
    std::uint64_t repeated_answers_ = 0;

  private:
    void add(const char* name, std::size_t slots) {
        const std::size_t number = workers_.size();
        SimulatedWorker& worker = workers_.emplace_back(time_, name, slots);
        worker.cannot_play = worker.name() == "bare";
        const auto carry = [this, number](auto receive) {
            return [this, number, receive](const std::string& text, std::uint32_t slot) {
                const Inbox inbox{number, workers_[number].session(), slot};
                network_.send([this, receive, text, inbox] { (this->*receive)(text, inbox); });
            };
        };
        worker.connect(carry(&SimulatedRun::receive_turn), carry(&SimulatedRun::receive_alive));
        start(number);
    }
    /// A new session, that ends by death or by leave.
    void start(std::size_t number) {
        SimulatedWorker& worker = workers_[number];
        worker.start(++sessions_);
        const std::uint64_t session = sessions_;
        const auto lasts = time_.between(20s, 300s);
        if (time_.happens_in(50)) {
            time_.after(lasts, [this, number] { workers_[number].leave(); });
        }
        time_.after(lasts + time_.between(0s, 60s), [this, number, session] { restart(number, session); });
    }
    void restart(std::size_t number, std::uint64_t session) {
        ASSERT_EQ(workers_[number].session(), session);
        workers_[number].die();
        time_.after(time_.between(0s, 30s), [this, number] { start(number); });
    }

    void receive_turn(const std::string& text, const Inbox& from) {
        const std::string reply = std::to_string(inboxes_.size());
        inboxes_.push_back(from);
        const auto result = desk_.turn(read_turn(text), workers_[from.worker].name(), reply, time_.now());
        slots_ = std::max(slots_, desk_.slots(time_.now()));
        send();
        if (result) {
            time_.after(time_.between(0ms, 800ms), [this, result] { settle(*result); });
        }
    }
    void receive_alive(const std::string& text, const Inbox& from) {
        const Alive alive = read_alive(text);
        watch_.note_alive(alive, time_.now());
        desk_.alive(alive, workers_[from.worker].name(), time_.now());
        send();
    }
    void settle(const ResultToCheck& result) {
        const bool is_wrong = result.worker == "liar" && time_.happens_in(30);
        const bool is_broken = !is_wrong && time_.happens_in(20);
        const bool is_taken =
            desk_.settle(result, is_wrong ? std::optional<std::string>("a move") : std::nullopt, time_.now(),
                         {PlayedGame{.moves = {}, .is_broken_off = is_broken}});
        watch_.note_settled(result, is_wrong, is_broken, is_taken);
        void_results_ += is_taken || is_wrong || is_broken ? 0 : 1;
        send();
        for (std::size_t i = 0; is_taken && i < result.jobs->size(); ++i) {
            ASSERT_EQ(result.done.games.size(), result.jobs->size());
            ASSERT_TRUE(delivery_.put((*result.jobs)[i].id, result.done.attempt.attempt)) << "counted twice";
            ++waiting_;
        }
        narrow();
        while (const auto attempt = delivery_.next()) {
            attempts_.push_back(*attempt);
            --waiting_;
            narrow();
            desk_.hand_on(delivery_.next_id(), time_.now());
            send();
        }
    }
    void narrow() {
        is_narrow_ = waiting_ > kMostWaiting;
        desk_.narrow(is_narrow_);
    }
    void tick() {
        if (network_.is_up()) {
            watch_.note_tick(time_.now());
            desk_.tick(time_.now());
            send();
            slots_ = std::max<std::uint64_t>(1, desk_.slots(time_.now()));
        }
        time_.after(100ms, [this] { tick(); });
    }
    void lose_server() {
        network_.set_up(false);
        time_.after(time_.between(1s, 40s), [this] { regain_server(); });
    }
    void regain_server() {
        network_.set_up(true);
        desk_.begin_anew(time_.now());
        watch_.note_server_back(time_.now());
        for (SimulatedWorker& worker : workers_) {
            worker.ask_again();
        }
        time_.after(time_.between(60s, 300s), [this] { lose_server(); });
    }

    /// Sends what the desk answered, and looks at it first.
    void send() {
        for (const Post& post : desk_.take_posts()) {
            const Inbox to = inboxes_.at(std::stoull(post.subject));
            const Answer answer = read_answer(post.text);
            const std::string& worker = workers_[to.worker].name();
            const SlotId slot{made_session(to.session), to.slot};
            const auto attempt = answer.task ? std::optional(answer.task->attempt) : std::nullopt;
            const auto [known, is_new] = answers_.try_emplace({slot, answer.seq}, attempt);
            ASSERT_EQ(known->second, attempt) << "another answer to the same request";
            repeated_answers_ += is_new ? 0 : 1;
            if (answer.task) {
                const std::uint64_t lead = is_narrow_ ? 1 : 2 * kLeadPairs * slots_;
                const bool is_copy = watch_.kept().contains(answer.task->attempt.pair); // moves no window
                ASSERT_TRUE(!is_new || is_copy || answer.task->games.front().id < delivery_.next_id() + lead);
                watch_.note_task(*answer.task, slot, worker, answer.seq, time_.now());
            }
            network_.send([this, to, text = post.text] { workers_[to.worker].receive(to, text); });
        }
    }

    std::uint64_t sessions_ = 0;
    std::deque<Inbox> inboxes_;
    std::map<std::pair<SlotId, std::uint64_t>, std::optional<Attempt>> answers_;
    std::uint64_t slots_ = 1; ///< that the window may be made for, at most
    std::uint64_t waiting_ = 0;
    bool is_narrow_ = false;
};

TEST(DeskSimulation, every_pair_is_kept_once_whatever_becomes_of_messages_and_workers) {
    std::uint64_t void_results = 0;
    std::uint64_t liars = 0;
    std::uint64_t copies = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        SCOPED_TRACE(seed);
        SimulatedRun run(seed);
        ASSERT_NO_FATAL_FAILURE(run.play());
        Leases& leases = run.desk_.leases();
        EXPECT_FALSE(leases.is_ready());
        EXPECT_TRUE(leases.is_used_up());
        EXPECT_TRUE(leases.poisoned().empty());
        EXPECT_EQ(leases.kept(), 301U);
        ASSERT_EQ(run.watch_.kept().size(), 301U);
        ASSERT_EQ(run.attempts_.size(), kEnd - kFirst);
        for (std::uint64_t game = kFirst; game < kEnd; ++game) {
            EXPECT_EQ(run.attempts_[game - kFirst], run.watch_.kept().at(game / 2)) << game;
        }
        EXPECT_GT(leases.lost(), 10U) << "the faults happened";
        EXPECT_GT(run.watch_.doubted.size(), 5U);
        EXPECT_GT(run.repeated_answers_, 10U);
        EXPECT_EQ(run.desk_.workers().at("bare").refused, "its worker cannot play it");
        void_results += run.void_results_;
        liars += run.watch_.refused.count("liar");
        copies += run.watch_.copies;
    }
    EXPECT_GT(void_results, 0U);
    EXPECT_GT(liars, 6U);
    EXPECT_GT(copies, 300U);
}

} // namespace
} // namespace sprt::remote
