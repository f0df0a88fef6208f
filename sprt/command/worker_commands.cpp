#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/hub_directory.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/mailbox.hpp"
#include "sprt/remote/watched_runs.hpp"
#include "sprt/remote/worker.hpp"
#include "sprt/session/remote_job.hpp"
#include "sprt/session/remote_run.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/disk_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace sprt {
namespace {

constexpr const char* kPlace = "VIA";

/// The files that coordinators send are kept here.
std::filesystem::path cache_dir(const WorkerFlags& flags) {
    if (!flags.cache.empty()) {
        return flags.cache;
    }
    if (const auto cache = user_directory("XDG_CACHE_HOME", ".cache"); !cache.empty()) {
        return cache / "referee" / "agents";
    }
    return std::filesystem::temp_directory_path() / fmt::format("referee-agents-{}", ::geteuid());
}

/// What agents in sandboxes must not see: the invitation, and all of the hub when it still lies there.
std::vector<std::string> secrets_with(const std::string& invitation) {
    if (invitation.empty()) {
        return {};
    }
    std::vector<std::string> secrets{invitation};
    const auto hub = std::filesystem::path(invitation).parent_path().parent_path();
    std::error_code error;
    if (std::filesystem::exists(hub / kHubFile, error)) {
        secrets.push_back(hub.string());
    }
    return secrets;
}

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
    const auto put = [&](remote::BusMessage message) { news.put(std::move(message)); };
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
        for (const remote::BusMessage& message : news.take()) {
            const std::string line = runs.hear(message);
            if (flags.follow && !line.empty()) {
                say_line(line);
            }
        }
    }
}

} // namespace

referee::ExitStatus run(const WorkerFlags& flags) {
    if (!flags.measure) {
        remote::expect_nats();
    }
    const remote::Address address = remote::read_address(flags.via, kPlace, remote::Role::Worker);
    if (flags.measure) {
        referee::say(fmt::format("{:.3f} million nodes/s\n", measured_speed(flags.cores, flags.pin)));
        return referee::ExitStatus::Done;
    }
    if (::geteuid() == 0 && !flags.allow_root) {
        throw referee::UserError(
            "a worker runs programs that others send: run it as an ordinary user, or give --allow-root");
    }
    for (const std::string& coordinator : flags.only) {
        if (!remote::is_name(coordinator)) {
            throw referee::UserError(
                "--only: {} is no name of a coordinator; it has 1 to 32 of a-z, 0-9 and -",
                referee::to_printable(coordinator));
        }
    }
    ::prctl(PR_SET_DUMPABLE, 0); // agents of the same user must not read the connection from its memory
    referee::Orphans orphans;
    referee::SignalStop signals(orphans);
    const MachineFacts machine = this_machine_facts(flags.cores, flags.pin);
    remote::WorkerSettings settings{.ends_after_run = flags.once,
                                    .machine_json = machine.json,
                                    .machine = machine.architecture,
                                    .cores = machine.cores,
                                    .version = REFEREE_VERSION,
                                    .only = {flags.only.begin(), flags.only.end()},
                                    .say = [](const std::string& line) { referee::say(line + "\n"); }};
    constexpr std::uint64_t kMegabyte = 1 << 20;
    const WorkerMachine own{
        .cores = flags.cores,
        .pin = flags.pin,
        .hidden = secrets_with(address.invitation),
        .cache = {cache_dir(flags), kMegabyte * static_cast<std::uint64_t>(flags.cache_mb)},
        .stop = signals.token()};
    if (!flags.cache.empty()) {
        own.cache.open(); // an error is told at once
    }
    const auto prepare = [&](const std::string& job, const remote::FetchFile& fetch) {
        return prepare_job(job, fetch, own, orphans);
    };
    try {
        remote::Worker worker(address, std::move(settings), prepare, signals.token());
        referee::say(
            fmt::format("{} plays what coordinators at {} offer, and so runs the agents that they name.\n",
                        address.name, address.shown()));
        std::optional<int> signal;
        worker.serve(signals.token(), [&] {
            if (!signal) {
                signal = signals.received();
                signals.forget();
            }
            return signals.token().requested();
        });
    } catch (const remote::StoppedConnecting&) {
        // It ends as it was told to.
    }
    signals.complain_of_ignored(kProgram);
    return referee::ExitStatus::Done;
}

referee::ExitStatus run(const StatusFlags& flags) {
    remote::expect_nats();
    const remote::Address address = remote::read_address(flags.via, "VIA", remote::Role::Viewer);
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
