#include "sprt/session/remote/presence_watch.hpp"

#include "referee/base/console.hpp"
#include "referee/base/terminal.hpp"
#include "sprt/session/program_name.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <vector>

#include <unistd.h>

namespace sprt {
namespace {

/// Of workers that come and go; a run of many machines would bury what else is said.
constexpr int kMostLines = 24;

} // namespace

void tell_no_answer_yet(const remote::Address& address) {
    if (referee::terminal_traits(STDERR_FILENO).is_terminal) {
        referee::complain(kProgram, "note: " + remote::no_answer_yet(address.shown()));
    }
}

void tell_absence(remote::Absence& absence, bool is_connected) {
    const std::string news = absence.look(is_connected, remote::Clock::now());
    if (!news.empty()) {
        referee::complain(kProgram, (is_connected ? "note: " : "warning: ") + news);
    }
}

PresenceWatch::PresenceWatch(const remote::RemoteGames& games, const remote::Address& address)
    : games_(games)
    , via_(address.invitation.empty() ? address.shown() : "INVITATION")
    , absence_(address.shown())
    , alone_since_(remote::Clock::now()) {}

void PresenceWatch::look() {
    constexpr auto kEvery = std::chrono::milliseconds(500);
    const remote::Time now = remote::Clock::now();
    if (now - looked_ < kEvery) {
        return;
    }
    looked_ = now;
    tell_absence(absence_, games_.is_connected());
    if (!games_.hears_workers()) {
        alone_since_ = alone_since_ ? std::optional(now) : std::nullopt;
        return;
    }
    const auto slots = games_.slots_by_worker();
    tell_of_workers(slots);
    tell_of_none(!slots.empty());
}

void PresenceWatch::tell_of_workers(const std::map<std::string, std::uint64_t>& slots) {
    for (const auto& [worker, count] : slots) {
        if (here_.insert(worker).second) {
            tell(fmt::format("note: {} asks for games", worker));
        }
    }
    std::vector<std::string> gone;
    for (const std::string& worker : here_) {
        if (!slots.contains(worker)) {
            gone.push_back(worker);
        }
    }
    for (const std::string& worker : gone) {
        here_.erase(worker);
        tell(fmt::format("note: {} asks for no more games", worker));
    }
}

void PresenceWatch::tell(const std::string& line) {
    if (told_ < kMostLines) {
        referee::complain(kProgram, line);
    } else if (told_ == kMostLines) {
        referee::complain(kProgram, "note: more workers come and go; sprt status --follow tells of each");
    }
    ++told_;
}

void PresenceWatch::tell_of_none(bool is_anybody_here) {
    constexpr auto kPatience = std::chrono::seconds(10);
    if (is_anybody_here) {
        alone_since_ = remote::Clock::now();
    } else if (alone_since_ && remote::Clock::now() - *alone_since_ > kPatience) {
        referee::complain(kProgram, "warning: no worker asks for games; start one: sprt worker " + via_);
        alone_since_.reset();
    }
}

} // namespace sprt
