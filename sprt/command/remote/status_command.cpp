#include "sprt/command/remote/status_command.hpp"

#include "referee/process/orphans.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/remote/absence.hpp"
#include "sprt/remote/address.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/watch/watch_queue.hpp"
#include "sprt/remote/watch/watched_runs.hpp"
#include "sprt/session/remote/presence_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>

namespace sprt {
namespace {

using namespace std::chrono_literals;

/// A coordinator makes at most one offer a second, and looks ten times a second: all have answered by then.
constexpr auto kForAllAnswers = 1500ms;
constexpr auto kLookEvery = 500ms; // whether the server is there

/// Waits for a signal or news, until `until` at most. Returns whether a signal came.
bool wait_for(const referee::StopToken& stop, const remote::WatchQueue& news, remote::Time until) {
    std::array<pollfd, 2> descriptors{pollfd{.fd = stop.fd, .events = POLLIN, .revents = 0},
                                      pollfd{.fd = news.fd(), .events = POLLIN, .revents = 0}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - remote::Clock::now());
    static_cast<void>(
        ::poll(descriptors.data(), descriptors.size(), static_cast<int>(std::max(left, 0ms).count())));
    return descriptors[0].revents != 0 && stop.requested();
}

/// Shows what is offered, until a signal comes when it follows. Returns whether one came.
bool show(const StatusFlags& flags, const remote::Address& address, const referee::StopToken& stop) {
    remote::WatchQueue news;
    remote::BusEvents events;
    events.on_no_answer = [&] { tell_no_answer_yet(address); };
    events.on_refusal = [&](const std::string& words) {
        news.fail("the server refused what a viewer does: " + words);
    };
    events.on_end = [&](const std::string& words) { news.fail(remote::no_more(address, words)); };
    remote::Bus bus(address, std::move(events), remote::kServerPatience, stop);
    const auto put = [&](remote::Message message) { news.put(std::move(message)); };
    std::vector<std::unique_ptr<remote::Bus::Subscription>> subscriptions;
    subscriptions.push_back(bus.subscribe("referee.1.offer.>", put));
    subscriptions.push_back(bus.subscribe("referee.1.event.*.*.standing", put));
    if (flags.follow) {
        subscriptions.push_back(bus.subscribe("referee.1.event.*.*.worker", put));
    }
    bus.publish("referee.1.roll", "");
    remote::WatchedRuns runs(flags.json ? remote::StatusForm::Json : remote::StatusForm::Text);
    const remote::Time all_answered = remote::Clock::now() + kForAllAnswers;
    bool has_told_of_none = flags.json;
    const auto say_line = [&](const std::string& line) {
        flags.json ? referee::say_json(line + "\n") : referee::say(line + "\n");
    };
    remote::Absence absence(address.shown());
    while (true) {
        const bool is_complete = remote::Clock::now() >= all_answered;
        const std::vector<std::string> lines = is_complete ? runs.runs() : std::vector<std::string>();
        if (is_complete && lines.empty() && !std::exchange(has_told_of_none, true)) {
            referee::say(fmt::format("No run is offered at {}.\n", address.shown()));
        }
        if (is_complete && !flags.follow) {
            for (const std::string& line : lines) {
                say_line(line);
            }
            return false;
        }
        tell_absence(absence, bus.is_connected());
        referee::pass_on_output();
        if (wait_for(stop, news, is_complete ? remote::Clock::now() + kLookEvery : all_answered)) {
            return true;
        }
        for (const remote::Message& message : news.take()) {
            const std::string line = runs.hear(message);
            if (flags.follow && !line.empty()) {
                say_line(line);
            }
        }
    }
}

} // namespace

referee::ExitStatus show_status(const StatusFlags& flags) {
    remote::expect_nats();
    const remote::Address address = remote::read_viewer_address(flags.via, "VIA");
    referee::Orphans orphans;
    referee::SignalStop signals(orphans);
    bool was_stopped = true;
    try {
        was_stopped = show(flags, address, signals.token());
    } catch (const remote::StoppedConnecting&) {
        // As when the signal comes later.
    }
    return was_stopped ? referee::status_of_signal(signals.received().value()) : referee::ExitStatus::Done;
}

} // namespace sprt
