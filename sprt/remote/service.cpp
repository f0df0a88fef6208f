#include "referee/base/seed.hpp"
#include "referee/base/task.hpp"
#include "referee/game/record.hpp"
#include "sprt/remote/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <numeric>
#include <system_error>
#include <utility>

#include <time.h>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;
using referee::GameRecord;

constexpr auto kRepeatEvery = 15s;
constexpr auto kAskWhenNobodyListens = 1s;
constexpr auto kLookForGap = 100ms;
constexpr auto kLongestGap = 1s; // between two looks
constexpr auto kToGiveBack = 1s; // for an answer to a pair that was given back

/// By the clock that goes on while the machine sleeps.
std::chrono::nanoseconds boot_time() {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

/// What is left out of games that are too long for a message.
enum class Cut : std::uint8_t { Nothing, Stderr, Lines };

/// The lines of the games, without their newlines.
std::vector<std::string> lines_of(std::vector<GameRecord>& records, Cut cut) {
    std::vector<std::string> lines;
    for (GameRecord& record : records) {
        if (cut == Cut::Stderr && record.fault) {
            record.fault->stderr_tail.clear();
        }
        if (cut == Cut::Stderr && record.also_fault) {
            record.also_fault->stderr_tail.clear();
        }
        for (std::size_t i = 0; cut == Cut::Lines && i < record.search.size(); ++i) {
            record.search[i].pv.clear();
            record.search[i].line.clear();
        }
        lines.push_back(to_json_line(record));
    }
    return lines;
}

} // namespace

Service::Service(Bus& bus, const RunKey& run, const std::string& worker, std::uint64_t epoch,
                 PreparedJob* job, std::string why_not, std::string machine_json, std::optional<double> speed)
    : bus_(bus)
    , run_(run)
    , worker_(worker)
    , epoch_(epoch)
    , job_(job)
    , why_not_(std::move(why_not))
    , machine_json_(std::move(machine_json))
    , speed_(speed)
    , session_(fmt::format("{:016x}", referee::random_seed()))
    , slots_(static_cast<std::size_t>(job != nullptr ? job->slots() : 1))
    , looked_(boot_time()) {
    inbox_ = bus_.subscribe(fmt::format("_INBOX_{}.{}.>", worker_, session_),
                            [this](const BusMessage& message) { receive(message); });
    at_work_ = slots_.size();
    try {
        for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
            threads_.push_back(referee::new_thread([this, slot] { work(slot); }));
        }
        gaps_ = std::make_unique<Ticker>(kLookForGap, [this] { look_for_gap(); });
    } catch (const std::system_error&) { // no more threads: those that have begun must end
        end();
        throw;
    }
}

Service::~Service() {
    end();
    threads_.clear();
}

void Service::receive(const BusMessage& message) {
    const std::size_t begin = fmt::formatted_size("_INBOX_{}.{}.", worker_, session_);
    std::uint32_t slot = 0;
    const char* const end = message.subject.data() + message.subject.size();
    const auto [rest, error] = std::from_chars(message.subject.data() + begin, end, slot);
    if (error != std::errc() || slot >= slots_.size()) {
        return;
    }
    std::optional<Answer> answer;
    if (!message.nobody_listens) {
        try {
            answer = read_answer(message.data);
        } catch (const referee::UserError&) {
            return; // no answer: it is asked for again
        }
    }
    const std::scoped_lock lock(mutex_);
    if (answer) {
        slots_[slot].answer = std::move(answer);
    } else {
        slots_[slot].nobody_listens = true;
    }
    news_.notify_all();
}

void Service::work(std::uint32_t slot) {
    try {
        run_slot(slot);
    } catch (...) { // nothing throws but for want of memory; the coordinator gives the pair to another slot
        note_end(OfferState::Unwelcome);
    }
    const std::scoped_lock lock(mutex_);
    slots_[slot].holds.reset();
    progress_.is_over = --at_work_ == 0;
}

void Service::run_slot(std::uint32_t slot) {
    PlayGame play_game;
    std::string why_not = why_not_;
    if (job_ != nullptr) {
        try {
            play_game =
                job_->player(referee::StopToken{.fd = slots_[slot].aborting.fd()}, static_cast<int>(slot));
        } catch (const std::exception& error) {
            why_not = error.what();
        }
    }
    Turn turn{.session = session_, .epoch = epoch_, .slot = slot, .speed = speed_};
    while (true) {
        const auto answer = ask(slot, turn);
        if (!answer) {
            return;
        }
        turn.seq = answer->seq;
        turn.done.reset();
        {
            const std::scoped_lock lock(mutex_);
            slots_[slot].holds =
                answer->task ? std::optional(answer->task->attempt) : std::optional<Attempt>();
            note_idleness();
            if (is_leaving_ && !answer->task) {
                return;
            }
        }
        if (answer->epoch != epoch_ || answer->state != OfferState::Open) {
            note_end(answer->epoch != epoch_ ? OfferState::Waiting : answer->state, answer->why);
            return;
        }
        if (answer->task) {
            turn.done = play_game ? play(slot, play_game, *answer->task)
                                  : Done{.attempt = answer->task->attempt,
                                         .returned = WhyReturned::CannotPlay,
                                         .why = why_not};
        }
    }
}

/// Asks until there is an answer to `turn`, or to the same without the wish for more. Empty when the service
/// ends first.
std::optional<Answer> Service::ask(std::uint32_t slot, Turn turn) {
    std::unique_lock lock(mutex_);
    Slot& own = slots_[slot];
    std::uint64_t& inboxes = own.inboxes;
    std::optional<Time> until; // when nobody waits for an answer any more
    while (true) {
        // Once the worker leaves it asks anew: an answer to the request before may bring a pair, or be held.
        turn.wants = !is_leaving_ && !gives_back_;
        ++turn.seq;
        const std::string text = to_text(turn);
        Time again = Time::min();
        own.nobody_listens = false;
        own.must_ask_again = false;
        while (true) {
            const Time now = Clock::now();
            if (has_ended_ || (until && now >= *until)) {
                return std::nullopt;
            }
            if (own.answer && own.answer->seq == turn.seq) {
                return std::exchange(own.answer, std::nullopt);
            }
            if (turn.wants && (is_leaving_ || gives_back_)) {
                break;
            }
            if (gives_back_) {
                until = std::min(until.value_or(Time::max()), now + kToGiveBack);
            } else if (is_leaving_ && !until) {
                until = now + kLease; // later it is void
            }
            if (std::exchange(own.nobody_listens, false)) {
                again = std::min(again, now + kAskWhenNobodyListens);
            }
            if (now >= again || std::exchange(own.must_ask_again, false)) {
                again = now + kRepeatEvery;
                lock.unlock();
                // A server may allow one answer for each inbox.
                bus_.publish(run_.subject("turn", worker_), text,
                             fmt::format("_INBOX_{}.{}.{}.{}", worker_, session_, slot, ++inboxes));
                lock.lock();
                if (!turn.wants && !turn.done) {
                    return std::nullopt; // it has said that it leaves, and waits for nothing
                }
                continue;
            }
            news_.wait_until(lock, until ? std::min(again, *until) : again);
        }
    }
}

/// Returns how often this machine has stood still so far, for stood_still().
std::uint64_t Service::ready_to_play(std::uint32_t slot) {
    const std::scoped_lock lock(mutex_);
    if (!has_ended_ && !gives_back_) {
        slots_[slot].aborting.clear(); // set when it stood still after the pair before was played
    }
    return slots_[slot].pauses;
}

bool Service::stood_still(std::uint32_t slot, std::uint64_t pauses_before) const {
    const std::scoped_lock lock(mutex_);
    return slots_[slot].pauses != pauses_before;
}

Done Service::play(std::uint32_t slot, const PlayGame& play_game, const Task& task) {
    Done done{.attempt = task.attempt};
    const std::uint64_t pauses = ready_to_play(slot);
    std::vector<GameRecord> records;
    bool is_aborted = false;
    try {
        for (std::size_t i = 0; i < task.games.size() && !is_aborted; ++i) {
            job_->expect_playable(task.games[i]);
            records.push_back(play_game(task.games[i]));
            is_aborted = records.back().termination == referee::Termination::Aborted;
        }
    } catch (const std::exception& error) {
        done.returned = WhyReturned::CannotPlay;
        done.why = error.what();
        return done;
    }
    if (const bool paused = stood_still(slot, pauses); paused || is_aborted) {
        done.returned = paused ? WhyReturned::Paused : WhyReturned::Stopping;
        return done;
    }
    constexpr std::size_t kRoomForRest = 1024;
    const std::size_t most = bus_.most_bytes();
    std::size_t bytes = most + 1;
    Cut cut = Cut::Nothing;
    for (const Cut next : {Cut::Nothing, Cut::Stderr, Cut::Lines}) {
        if (bytes > most) {
            cut = next;
            done.games = lines_of(records, cut);
            bytes =
                std::accumulate(done.games.begin(), done.games.end(), kRoomForRest,
                                [](std::size_t sum, const std::string& line) { return sum + line.size(); });
        }
    }
    if (bytes > most) {
        done.games.clear();
        done.returned = WhyReturned::CannotPlay;
        done.why = fmt::format("its result has {} bytes; the server passes on {}", bytes, most);
        return done;
    }
    const std::scoped_lock lock(mutex_);
    progress_.games += records.size();
    progress_.games_cut += cut == Cut::Lines ? records.size() : 0;
    return done;
}

/// When this machine stood still, the pairs in play are given back: agents were on the clock, and nobody
/// listened.
void Service::look_for_gap() {
    const auto now = boot_time();
    const bool stood_still = now - std::exchange(looked_, now) > kLongestGap;
    const std::scoped_lock lock(mutex_);
    for (Slot& slot : slots_) {
        if (stood_still && slot.holds) {
            ++slot.pauses;
            slot.aborting.signal();
        }
    }
}

void Service::say_alive() {
    if (Clock::now() - told_ < kAliveEvery || !bus_.is_connected()) { // it would come late, with others
        return;
    }
    told_ = Clock::now();
    Alive alive{.session = session_, .epoch = epoch_, .machine_json = machine_json_};
    {
        const std::scoped_lock lock(mutex_);
        for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
            if (slots_[slot].holds) {
                alive.holds.push_back({slot, *slots_[slot].holds});
            }
        }
    }
    bus_.publish(run_.subject("alive", worker_), to_text(alive));
}

void Service::ask_again() {
    const std::scoped_lock lock(mutex_);
    for (Slot& slot : slots_) {
        slot.must_ask_again = true;
    }
    news_.notify_all();
}

void Service::leave() {
    const std::scoped_lock lock(mutex_);
    is_leaving_ = true;
    news_.notify_all();
}

void Service::give_back() {
    const std::scoped_lock lock(mutex_);
    is_leaving_ = true;
    gives_back_ = true;
    abort_games();
    news_.notify_all();
}

void Service::end() {
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
    abort_games();
    news_.notify_all();
}

/// Under the lock.
void Service::abort_games() {
    for (const Slot& slot : slots_) {
        slot.aborting.signal();
    }
}

/// Under the lock, when a slot got a pair or has none any more.
void Service::note_idleness() {
    const bool is_idle =
        std::ranges::none_of(slots_, [](const Slot& slot) { return slot.holds.has_value(); });
    auto& since = progress_.idle_since;
    since = !is_idle ? std::nullopt : since ? since : std::optional(Clock::now());
}

void Service::note_end(OfferState state, const std::string& why) {
    {
        const std::scoped_lock lock(mutex_);
        if (progress_.state == OfferState::Open) { // what came first counts
            progress_.state = state;
            progress_.why_unwelcome = state == OfferState::Unwelcome ? why : "";
        }
    }
    end();
}

Service::Progress Service::progress() const {
    const std::scoped_lock lock(mutex_);
    return progress_;
}

} // namespace sprt::remote
