#include "referee/talk/conversation.hpp"

#include <algorithm>
#include <utility>

namespace referee {

Conversation::Conversation(PerSide<Seat>& seats, TurnClock& clock, Holder& holder, StallWatch& stalls,
                           Drain& drain, Trace& trace, StopToken stop)
    : clock_(clock)
    , holder_(holder)
    , stalls_(stalls)
    , stop_(stop)
    , exchanges_{Exchange(seats.first, clock, drain, trace, wait_set_),
                 Exchange(seats.second, clock, drain, trace, wait_set_)} {
    if (stop_.fd >= 0) {
        wait_set_.add(stop_.fd, EPOLLIN, tag_of(EventSource::Stop, Side::First));
    }
}

void Conversation::open() {
    exchanges_.first.open();
    exchanges_.second.open();
    is_open_ = true;
}

void Conversation::close() noexcept {
    if (is_open_) {
        holder_.release();
        exchanges_.first.close();
        exchanges_.second.close();
        is_open_ = false;
    }
}

PerSide<Reply> Conversation::ask_both(const PerSide<Question>& questions) {
    holder_.release();
    for (const Side side : kSides) {
        if (!questions[side].message.empty()) {
            clock_.wait_begins(side);
            exchanges_[side].begin(questions[side]);
        }
    }
    wait_for_replies();
    for (const Side side : kSides) {
        if (!questions[side].message.empty()) {
            clock_.wait_ends(exchanges_[side].time(), exchanges_[side].reply());
        }
    }
    return {std::move(exchanges_.first.reply()), std::move(exchanges_.second.reply())};
}

Reply Conversation::ask(Side side, const Question& question) {
    Exchange& exchange = exchanges_[side];
    holder_.turn_begins(side);
    clock_.turn_begins(side);
    is_turn_ = true;
    exchange.begin(question);
    wait_for_replies();
    is_turn_ = false;
    clock_.turn_ends(exchange.time(), exchange.reply());
    holder_.turn_ends(exchange.reply().load);
    return std::move(exchange.reply());
}

void Conversation::tell(const PerSide<std::string_view>& messages) {
    holder_.release();
    for (const Side side : kSides) {
        if (!messages[side].empty()) {
            exchanges_[side].tell(messages[side]);
        }
    }
}

bool Conversation::is_anyone_awaited() const noexcept {
    return exchanges_.first.is_awaited() || exchanges_.second.is_awaited();
}

void Conversation::wait_for_replies() {
    // The agents were asked just now: the clock need not be read again.
    auto now = std::max(exchanges_.first.time().asked, exchanges_.second.time().asked);
    auto beat = now + StallWatch::kBeat;
    stalls_.wait_begins(now);
    while (is_anyone_awaited()) {
        const PerSide<bool> waits{exchanges_.first.is_awaited(), exchanges_.second.is_awaited()};
        auto due = std::min(next_check(), beat);
        const auto events = wait_set_.wait(now, due);
        due = std::max(now, due);
        if (wait_set_.may_be_late()) {
            due = excuse(waits, due, SteadyTime::now());
        }
        handle(events);
        if (!is_anyone_awaited()) {
            static_cast<void>(excuse(waits, due, last_reply()));
            break;
        }
        now = SteadyTime::now();
        static_cast<void>(excuse(waits, due, now));
        for (const Side side : kSides) {
            if (exchanges_[side].is_awaited()) {
                exchanges_[side].check_time(now);
                if (is_turn_) {
                    holder_.turn_lasts(now - exchanges_[side].time().asked);
                }
            }
        }
        if (now >= beat && is_anyone_awaited()) {
            stalls_.beat(now);
            beat = now + StallWatch::kBeat;
        }
    }
}

/// The referee, which was to be awake at `due` at the latest, is awake at `now`. What it stood still is not
/// charged to those for whom it waited. Returns when it has to be awake again: now.
SteadyTime::time_point Conversation::excuse(const PerSide<bool>& waits, SteadyTime::time_point due,
                                            SteadyTime::time_point now) {
    const auto still = stalls_.woke(due, now);
    if (still > still.zero()) {
        for (const Side side : kSides) {
            if (waits[side]) {
                exchanges_[side].excuse(still);
            }
        }
    }
    return std::max(due, now);
}

SteadyTime::time_point Conversation::last_reply() noexcept {
    const auto replied = [](Exchange& exchange) { return exchange.time().asked + exchange.reply().elapsed; };
    return std::max(replied(exchanges_.first), replied(exchanges_.second));
}

SteadyTime::time_point Conversation::next_check() const noexcept {
    auto next = SteadyTime::time_point::max();
    for (const Side side : kSides) {
        if (exchanges_[side].is_awaited()) {
            const AnswerTime& time = exchanges_[side].time();
            next = std::min(next, clock_.next_check(time));
            if (is_turn_ && holder_.next_look() != std::chrono::nanoseconds::max()) {
                next = std::min(next, time.asked + holder_.next_look());
            }
        }
    }
    return next;
}

void Conversation::handle(std::span<const epoll_event> events) {
    // Answers come first: the read of an answer stops the agent's clock.
    const PerSide<bool> was_awaited{exchanges_.first.is_awaited(), exchanges_.second.is_awaited()};
    for (const epoll_event& event : events) {
        const Side side = side_of(event);
        if (source_of(event) == EventSource::Output && was_awaited[side]) {
            exchanges_[side].read_answer();
        }
    }
    for (const epoll_event& event : events) {
        const Side side = side_of(event);
        switch (source_of(event)) {
        case EventSource::Output:
            if (!was_awaited[side]) {
                exchanges_[side].read_uninvited();
            }
            break;
        case EventSource::Errors:
            exchanges_[side].handle_errors();
            break;
        case EventSource::Input:
            exchanges_[side].handle_input(event.events);
            break;
        case EventSource::Exit:
            exchanges_[side].handle_exit();
            break;
        case EventSource::Stop:
            handle_stop();
            break;
        }
    }
}

void Conversation::handle_stop() {
    if (!stop_.requested()) {
        return;
    }
    for (const Side side : kSides) {
        if (exchanges_[side].is_awaited()) {
            exchanges_[side].stop();
        }
    }
}

} // namespace referee
