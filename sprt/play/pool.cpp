#include "sprt/play/pool.hpp"

#include "referee/base/task.hpp"
#include "referee/base/text.hpp"
#include "referee/game/job.hpp"
#include "sprt/schedule/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include <sys/timerfd.h>
#include <unistd.h>

namespace sprt {

MakePlayer process_player(const referee::PlayerKit& kit, const referee::Placement& placement,
                          referee::Orphans& orphans) {
    return [&](const referee::StopToken& stop, int worker) -> PlayGame {
        auto player = std::make_shared<referee::ProcessPlayer>(kit, placement.game(worker), stop, orphans);
        return [player](const Job& job) { return player->play(job); };
    };
}

namespace {

using referee::Descriptor;
using referee::GameRecord;
using referee::StopToken;

/// The reader is woken this long after a result, not at once. A wake-up takes time from a game on the same
/// core: 2 % of a game of one millisecond.
constexpr timespec kWakeDelay{.tv_sec = 0, .tv_nsec = 10'000'000};
constexpr timespec kAtOnce{.tv_sec = 0, .tv_nsec = 1};

Descriptor make_timer() {
    Descriptor timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (timer.fd() < 0) {
        referee::throw_errno("cannot make a timer for the workers");
    }
    return timer;
}

/// Makes the timer unreadable again.
void clear_timer(const Descriptor& timer) noexcept {
    std::uint64_t count = 0;
    static_cast<void>(!::read(timer.fd(), &count, sizeof count)); // fails when it has not run out
}

bool is_broken(const referee::GameFault& fault, std::chrono::nanoseconds ready) {
    const bool has_more_time =
        fault.termination == referee::Termination::ReadyTimeout && ready > kLongestCheck;
    return fault.termination != referee::Termination::Timeout && !has_more_time;
}

} // namespace

Pool::Pool(int count, NextPair next_pair, MakePlayer make_player, std::uint64_t first)
    : count_(count)
    , make_player_(std::move(make_player))
    , lead_(static_cast<std::uint64_t>(count) * kLeadPerWorker)
    , results_(make_timer())
    , next_pair_(std::move(next_pair))
    , delivery_(first, lead_ + 1) // a pair is taken whole: its second game may exceed the lead by one
    , taken_(first)
    , begun_(first) {
    start();
}

void Pool::start() {
    try {
        for (int i = 0; i < count_; ++i) {
            threads_.push_back(referee::new_thread([this, i] { work(i); }));
        }
    } catch (...) {
        stop();
        throw;
    }
}

Pool::~Pool() {
    stop();
}

void Pool::work(int worker) {
    try {
        const PlayGame play_game = make_player_(StopToken{.fd = stopping_.fd()}, worker);
        for (auto pair = take_pair(); !pair.empty(); pair = take_pair()) {
            for (const Job& job : pair) {
                note_begin();
                GameRecord record = play_game(job);
                if (record.termination == referee::Termination::Aborted) {
                    return;
                }
                const std::scoped_lock lock(mutex_);
                const std::uint64_t number = record.game;
                const bool is_next = number == delivery_.next_id();
                delivery_.put(number, std::move(record));
                ++unread_;
                if (is_next || unread_ == lead_ / 2) {
                    wake_reader(unread_ >= lead_ / 2 || waiting_ > 0 ? kAtOnce : kWakeDelay);
                }
            }
        }
    } catch (...) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) {
            failure_ = std::current_exception();
        }
        stop_requested_ = true;
        stopping_.signal();
        may_begin_.notify_all();
        wake_reader(kAtOnce);
    }
}

/// Empty at the end of the schedule and after a stop.
std::vector<Job> Pool::take_pair() {
    std::unique_lock lock(mutex_);
    may_begin_.wait(lock, [&] { return stop_requested_ || taken_ < delivery_.next_id() + lead_; });
    std::optional<std::vector<Job>> next;
    while (!stop_requested_ && !schedule_ended_ && !(next = next_pair_())) {
        ++waiting_;
        wake_reader(kAtOnce);
        may_begin_.wait(lock, [&, asked = asked_] { return stop_requested_ || asked_ != asked; });
        --waiting_;
    }
    if (!next) {
        return {};
    }
    std::vector<Job> pair = std::move(*next);
    taken_ += pair.size();
    if (pair.empty()) {
        schedule_ended_ = true;
        wake_reader(kAtOnce);
    }
    return pair;
}

void Pool::note_begin() {
    const std::scoped_lock lock(mutex_);
    ++begun_;
}

void Pool::wake_reader(const timespec& from_now) const noexcept {
    const itimerspec when{.it_interval = {}, .it_value = from_now};
    ::timerfd_settime(results_.fd(), 0, &when, nullptr);
}

std::optional<GameRecord> Pool::next(const StopToken& interrupt, const std::function<void()>& on_wait) {
    {
        const std::scoped_lock lock(mutex_);
        ++asked_;
        if (waiting_ > 0) {
            may_begin_.notify_all();
        }
    }
    while (true) {
        {
            const std::scoped_lock lock(mutex_);
            if (auto record = delivery_.next()) {
                may_begin_.notify_one();
                return record;
            }
            if (failure_) {
                std::rethrow_exception(failure_);
            }
            if (schedule_ended_ && delivery_.next_id() == taken_) {
                return std::nullopt;
            }
            clear_timer(results_);
            unread_ = 0;
        }
        if (is_wait_interrupted(interrupt, results_.fd(), on_wait)) {
            return std::nullopt;
        }
    }
}

void Pool::replan(const std::function<void()>& change) {
    stop();
    change();
    {
        const std::scoped_lock lock(mutex_);
        const std::uint64_t next = delivery_.next_id();
        delivery_ = Delivery<GameRecord>(next, lead_ + 1);
        taken_ = next;
        schedule_ended_ = false;
        stop_requested_ = failure_ != nullptr;
        stopping_.clear();
    }
    start();
}

std::uint64_t Pool::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stop_requested_ = true;
        stopping_.signal();
    }
    may_begin_.notify_all();
    threads_.clear(); // joins the threads
    const std::scoped_lock lock(mutex_);
    beyond_ += begun_ - delivery_.next_id();
    begun_ = delivery_.next_id();
    return beyond_;
}

Job check_job(const SchedulePlan& plan, Openings& openings) {
    Job job = job_without_opening(plan, 0);
    begin_with(job, openings.opening(0).value_or(Opening()));
    job.limits.turns = static_cast<int>(job.opening.size()) + 2;
    for (std::chrono::nanoseconds* limit :
         {&job.limits.ready, &job.limits.time.agent1.time, &job.limits.time.agent2.time}) {
        *limit = std::min<std::chrono::nanoseconds>(*limit, kLongestCheck);
    }
    return job;
}

Job check_job(const SchedulePlan& plan, Openings& openings,
              const referee::PerPlayer<referee::AgentId>& agents,
              const referee::PerPlayer<referee::TimeControl>& times) {
    SchedulePlan theirs = plan;
    theirs.limits.time = times;
    Job job = check_job(theirs, openings);
    job.agents = agents;
    job.keeps = {};
    return job;
}

std::optional<GameRecord> play_check_game(const Job& job, const MakePlayer& player,
                                          const referee::StopToken& interrupt) {
    std::vector<Job> left{job};
    Pool pool(
        1, [&left] { return std::exchange(left, {}); }, player, job.id);
    return pool.next(interrupt);
}

bool shows_broken_agent(const GameRecord& game, std::chrono::nanoseconds ready) {
    return !is_time_loss(game) &&
           std::ranges::any_of(referee::faults_of(game),
                               [&](const referee::GameFault& fault) { return is_broken(fault, ready); });
}

std::string untold_opening_text(const GameRecord& game, const OpeningsFacts& openings) {
    for (const referee::Player player : referee::kPlayers) {
        const auto& offers = game.offers[player];
        if (!offers || offers->fen) {
            continue;
        }
        const auto& untold = offers->opening ? openings.first_without_moves : openings.first_position;
        if (untold && offers->opening) {
            return fmt::format("{}: agent {} does not offer FEN, and no {} moves or fewer lead from the "
                               "start to this position",
                               untold->place, number(player), kMostMovesTo);
        }
        if (untold) {
            return fmt::format("{}: agent {} offers neither FEN nor OPENING, and cannot be told that games "
                               "begin at this position",
                               untold->place, number(player));
        }
    }
    return {};
}

std::string check_failure_reason(const GameRecord& lost) {
    const referee::GameFault fault = referee::faults_of(lost).front();
    return lost.also_fault ? "both agents failed: " + fault.note.reason // which names both
                           : fault_reason(fault);
}

std::string check_failure_text(const GameRecord& lost) {
    return fmt::format("the check game failed: {} (--no-check begins the run without it)",
                       check_failure_reason(lost));
}

std::string check_fault_text(const referee::GameFault& fault) {
    return fault_reason(fault).substr(std::string_view("agent 1 ").size());
}

std::vector<std::string> last_words(const GameRecord& lost) {
    constexpr std::size_t kMostLines = 10;
    constexpr std::size_t kMostBytes = 200; // of a line
    std::vector<std::string> said;
    for (const referee::GameFault& fault : referee::faults_of(lost)) {
        std::vector<std::string> lines;
        std::istringstream tail(fault.note.stderr_tail);
        for (std::string line; std::getline(tail, line);) {
            lines.push_back(fmt::format("agent {}'s standard error: {}", number(fault.note.agent),
                                        referee::to_printable(line, kMostBytes)));
        }
        const std::size_t first = lines.size() > kMostLines ? lines.size() - kMostLines : 0;
        said.insert(said.end(), lines.begin() + static_cast<std::ptrdiff_t>(first), lines.end());
    }
    return said;
}

} // namespace sprt
