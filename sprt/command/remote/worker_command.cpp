#include "sprt/command/remote/worker_command.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/signal_stop.hpp"
#include "sprt/command/remote/hub_directory.hpp"
#include "sprt/remote/address.hpp"
#include "sprt/remote/bus.hpp"
#include "sprt/remote/worker.hpp"
#include "sprt/session/program_name.hpp"
#include "sprt/session/remote/remote_job.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/prctl.h>
#include <unistd.h>

namespace sprt {
namespace {

constexpr const char* kPlace = "VIA";

/// The files that coordinators send are kept here. Source: XDG Base Directory Specification.
std::filesystem::path cache_dir(const WorkerFlags& flags) {
    if (!flags.cache.empty()) {
        return flags.cache;
    }
    for (const auto& [variable, below] : {std::pair("XDG_CACHE_HOME", ""), std::pair("HOME", ".cache")}) {
        const char* dir = std::getenv(variable);
        if (dir != nullptr && *dir == '/') {
            return std::filesystem::path(dir) / below / "referee" / "agents";
        }
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

} // namespace

referee::ExitStatus work(const WorkerFlags& flags) {
    if (!flags.measure) {
        remote::expect_nats();
    }
    const remote::Address address = remote::read_worker_address(flags.via, kPlace);
    if (flags.measure) {
        referee::say(fmt::format("{:.3f} million nodes/s\n", measured_speed(flags.cores, flags.pin)));
        return referee::ExitStatus::Done;
    }
    if (::geteuid() == 0 && !flags.allow_root) {
        throw referee::UserError("a worker runs programs that others send: run it as an ordinary user, or "
                                 "give --allow-root");
    }
    for (const std::string& coordinator : flags.only) {
        if (!remote::is_name(coordinator)) {
            throw referee::UserError(
                fmt::format("--only: {} is no name of a coordinator; it has 1 to 32 of a-z, 0-9 and -",
                            referee::to_printable(coordinator)));
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
    return referee::ExitStatus::Done;
}

} // namespace sprt
