#include "sprt/remote/remote_games.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/hub/address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string_view>

namespace sprt::remote {
namespace {

using namespace std::chrono_literals;
using referee::GameRecord;
using referee::StopToken;

constexpr auto kTick = 100ms;
/// More results than this should not wait.
constexpr std::uint64_t kMostWaitingBytes = 64 << 20;

} // namespace

std::string RemoteGames::subject(std::string_view kind) const {
    return fmt::format("referee.1.{}.{}.{}", kind, name_, run_.id);
}

RemoteGames::RemoteGames(const Address& address, RemoteRun run, const StopToken& stop)
    : run_(std::move(run))
    , name_(address.name)
    , desk_(run_.next_pair, run_.first, run_.longest_pair, run_.epoch, run_.reference_speed)
    , results_(run_.first)
    , offering_({.epoch = run_.epoch,
                 .job = referee::sha256_of_text(run_.job),
                 .needs = run_.needs,
                 .share = run_.share,
                 .name = run_.name,
                 .games = run_.first,
                 .started = std::chrono::duration_cast<std::chrono::microseconds>(
                     std::chrono::system_clock::now().time_since_epoch())})
    , events_(subject("event")) {
    run_.files.emplace(referee::sha256_of_text(run_.job), std::move(run_.job));
    desk_.check_spots(run_.checks);
    desk_.expect_liars(run_.liars);
    bus_ = std::make_unique<Bus>(address, bus_events(address), kServerPatience, stop);
    const unsigned checkers = std::clamp(std::thread::hardware_concurrency() / 2, 1U, 8U);
    mailbox_ =
        std::make_unique<Mailbox>(checkers, [this](const BusMessage& message) { check_message(message); });
    const auto receive = [this](BusMessage message) { mailbox_->put(std::move(message)); };
    for (const std::string_view kind : {"turn", "alive", "blob"}) {
        subscriptions_.push_back(bus_->subscribe(subject(kind) + ".*", receive));
    }
    subscriptions_.push_back(bus_->subscribe("referee.1.roll", [this](const BusMessage&) {
        const std::scoped_lock lock(mutex_);
        offering_.ask();
        events_.repeat();
    }));
    subscriptions_.push_back(
        bus_->subscribe(subject("offer"), [this](const BusMessage& message) { receive_offer(message); }));
    ticker_ = std::make_unique<Ticker>(kTick, [this] {
        try {
            keep_time();
        } catch (...) {
            note_exception();
        }
    });
}

RemoteGames::~RemoteGames() {
    stop();
}

BusEvents RemoteGames::bus_events(const Address& address) {
    BusEvents events;
    events.on_no_answer = run_.on_no_answer;
    events.on_back = [this] {
        const std::scoped_lock lock(mutex_);
        desk_.begin_anew(Clock::now());
        offering_.ask();
    };
    events.on_refusal = [this](const std::string& words) {
        const std::scoped_lock lock(mutex_);
        if (is_about_own_subject(words)) {
            fail(std::runtime_error("the server refused what a coordinator does: " + words));
        } else {
            offering_.note_lost_answer();
        }
    };
    events.on_end = [this, address](const std::string& words) {
        const std::scoped_lock lock(mutex_);
        fail(NoServer(no_more(address, words)));
    };
    return events;
}

/// Notes why no more games come. Under the lock.
template<class Error>
void RemoteGames::fail(Error error) {
    if (!failure_) {
        failure_ = std::make_exception_ptr(std::move(error));
    }
    wake_reader();
}

/// The exception that a thread of this object is handling ends the run.
void RemoteGames::note_exception() {
    const std::scoped_lock lock(mutex_);
    failure_ = failure_ ? failure_ : std::current_exception();
    wake_reader();
}

/// Changes the desk under the lock, and sends what it answers then.
template<class Change>
void RemoteGames::at_desk(const Change& change) {
    std::vector<Post> posts;
    {
        const std::scoped_lock lock(mutex_);
        change();
        take_failure();
        posts = desk_.take_posts();
    }
    send(posts);
}

void RemoteGames::check_message(const BusMessage& message) {
    try {
        receive(message);
    } catch (...) { // no fault of the message: for example a wrong line of the run's book
        note_exception();
    }
}

/// What `read` makes of the text of `message`; a sender of another version is told so. Empty where it is no
/// message: its sender repeats it, or is no worker.
template<class Value>
std::optional<Value> RemoteGames::understood(const BusMessage& message, Value (*read)(std::string_view)) {
    try {
        return read(message.data);
    } catch (const OtherFormat&) {
        if (!message.reply.empty()) {
            bus_->publish(message.reply, other_format_text());
        }
    } catch (const referee::UserError&) {
    }
    return std::nullopt;
}

/// Messages are believed to be of the worker that the subject names: the server lets nobody else use it.
void RemoteGames::receive(const BusMessage& message) {
    const auto words = referee::split(message.subject, '.');
    if (words.size() != 6 || !is_name(words[5])) {
        return;
    }
    const std::string worker(words[5]);
    if (!message.reply.empty() && !message.reply.starts_with(fmt::format("_INBOX_{}.", worker))) {
        return; // nobody has answers sent to others
    }
    if (words[2] == "turn") {
        receive_turn(message, worker);
    } else if (words[2] == "alive") {
        if (const auto alive = understood(message, read_alive)) {
            at_desk([&] { desk_.alive(*alive, worker, Clock::now()); });
        }
    } else if (const auto request =
                   message.reply.empty() ? std::nullopt : understood(message, read_blob_request)) {
        const auto file = run_.files.find(request->sha256);
        if (file != run_.files.end() && request->from <= file->second.size()) {
            bus_->publish_part(message.reply,
                               std::string_view(file->second).substr(request->from, kBlobPartBytes),
                               file->second.size());
        }
    }
}

/// Somebody else offers this run: a copy of its directory is played too.
void RemoteGames::receive_offer(const BusMessage& message) {
    const auto other = understood(message, read_offer);
    if (!other) {
        return;
    }
    const std::scoped_lock lock(mutex_);
    offering_.ask(); // so that the other one hears of this one
    if (const auto words = offering_.gives_way_to(*other)) {
        fail(referee::UserError(*words));
    }
}

void RemoteGames::receive_turn(const BusMessage& message, const std::string& worker) {
    std::optional<Turn> turn = message.reply.empty() ? std::nullopt : understood(message, read_turn);
    if (!turn) {
        return;
    }
    std::optional<ResultToCheck> result;
    at_desk([&] { result = desk_.turn(std::move(*turn), worker, message.reply, Clock::now()); });
    if (!result) {
        return;
    }
    CheckedGames checked = check_games(*result, run_.problem);
    Playing playing = playing_of(checked.records);
    at_desk([&] {
        if (!desk_.settle(*result, checked.problem, Clock::now(), std::move(playing))) {
            return;
        }
        for (std::size_t i = 0; i < checked.records.size(); ++i) {
            if (const std::string why = run_.see_game(checked.records[i]); !why.empty()) {
                desk_.quarantine(worker, why);
            }
            const std::uint64_t game = checked.records[i].game;
            results_.put(game, std::move(checked.records[i]), result->done.games[i].size());
        }
        desk_.narrow(results_.bytes() > kMostWaitingBytes);
        wake_reader();
    });
}

/// Notes that a pair cannot be played. Under the lock.
void RemoteGames::take_failure() {
    const auto& attempts = desk_.leases().poisoned();
    if (attempts.empty() || failure_) {
        return;
    }
    fail(std::runtime_error(poisoned_text(attempts)));
}

void RemoteGames::send(const std::vector<Post>& posts) {
    for (const Post& post : posts) {
        bus_->publish(post.subject, post.text);
    }
}

void RemoteGames::keep_time() {
    const Time now = Clock::now();
    const bool is_connected = bus_->is_connected();
    std::vector<Post> events;
    bool is_due = false;
    at_desk([&] {
        desk_.keep_time(is_connected, now);
        deaf_until_ = is_connected ? deaf_until_ : now + kLease;
        events = events_.take(now);
        is_due = !has_stopped_ && offering_.is_due(desk_.welcome_slots(now), is_ready(), now);
    });
    send(events);
    if (is_due) {
        offer();
    }
}

/// Whether a pair could be had now. Under the lock.
bool RemoteGames::is_ready() {
    return !has_stopped_ && desk_.leases().is_ready();
}

void RemoteGames::offer() {
    std::string text;
    {
        const std::scoped_lock lock(mutex_);
        const Time now = Clock::now();
        text = to_text(offering_.make(has_stopped_ ? state_at_end_ : OfferState::Open,
                                      desk_.welcome_slots(now), is_ready(), now));
    }
    bus_->publish(subject("offer"), text);
}

void RemoteGames::tell(const std::function<void(Offering&, Events&)>& change) {
    const std::scoped_lock lock(mutex_);
    change(offering_, events_);
}

void RemoteGames::note_end() {
    const std::scoped_lock lock(mutex_);
    state_at_end_ = OfferState::Ended;
}

bool RemoteGames::is_connected() const noexcept {
    return bus_->is_connected();
}

bool RemoteGames::hears_workers() const {
    const std::scoped_lock lock(mutex_);
    return Clock::now() >= deaf_until_;
}

RemoteTotals RemoteGames::totals() const {
    const std::scoped_lock lock(mutex_);
    return totals_of(desk_, Clock::now());
}

void RemoteGames::quarantine(const std::string& worker, const std::string& why) {
    const std::scoped_lock lock(mutex_);
    desk_.quarantine(worker, why);
}

std::optional<GameRecord> RemoteGames::next(const StopToken& interrupt,
                                            const std::function<void()>& on_wait) {
    at_desk([&] { desk_.hand_on(results_.next_id(), Clock::now()); }); // what was returned was counted
    while (true) {
        std::optional<GameRecord> record;
        bool is_at_end = false;
        at_desk([&] {
            record = results_.next();
            if (record) {
                desk_.narrow(results_.bytes() > kMostWaitingBytes);
                desk_.hand_on(results_.next_id(), Clock::now());
            } else if (failure_) {
                std::rethrow_exception(failure_);
            } else if (!desk_.leases().is_ready() && desk_.leases().is_used_up()) {
                state_at_end_ = OfferState::Ended;
                is_at_end = true;
            } else {
                news_.clear();
            }
        });
        if (record || is_at_end) {
            return record;
        }
        if (is_wait_interrupted(interrupt, news_.fd(), on_wait)) {
            return std::nullopt;
        }
    }
}

void RemoteGames::replan(const std::function<void()>& change) {
    at_desk([&] {
        change();
        const std::uint64_t next = results_.next_id();
        results_ = Delivery<GameRecord>(next);
        desk_.narrow(false);
        desk_.replan(next, Clock::now());
    });
}

std::uint64_t RemoteGames::stop() {
    std::vector<Post> events;
    std::uint64_t beyond = 0;
    bool had_stopped = false;
    at_desk([&] {
        beyond = desk_.leases().voided() + desk_.leases().given() - results_.next_id();
        had_stopped = std::exchange(has_stopped_, true);
        if (!had_stopped) {
            desk_.end(state_at_end_, Clock::now());
            events = events_.take_last(Clock::now());
        }
    });
    if (had_stopped) {
        return beyond;
    }
    send(events);
    offer();
    subscriptions_.clear();
    ticker_.reset();
    mailbox_->close();
    bus_->flush(1s);
    return beyond;
}

} // namespace sprt::remote
