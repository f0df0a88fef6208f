#include "referee/base/console.hpp"
#include "referee/base/output.hpp"
#include "referee/base/text.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/session/remote_run.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/disk_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include <unistd.h>

namespace sprt {
namespace {

/// Of workers that come and go; a run of many machines would bury what else is said.
constexpr int kMostLines = 24;

constexpr std::size_t kLongestReason = 500;

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
    const auto slots = games_.totals().slots;
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

Liars known_liars(const RemoteFacts& remote, const std::string& url) {
    Liars liars;
    const auto file = distrusted_file();
    if (!file.empty()) {
        for (const auto& [worker, distrust] : distrusted_in(file, url)) {
            liars[worker] =
                fmt::format("it was caught lying in run {}, says {}", distrust.run_id, file.string());
        }
    }
    for (const auto& [worker, facts] : remote.workers) {
        if (facts.is_distrusted) {
            liars[worker] = facts.quarantined;
        }
    }
    return liars;
}

TrustWatch::TrustWatch(remote::RemoteGames& games, KeptRun& directory, Counting& counting, const Liars& liars,
                       std::string url, std::chrono::seconds wait)
    : games_(games)
    , directory_(directory)
    , counting_(counting)
    , wait_(wait)
    , url_(std::move(url))
    , alone_since_(remote::Clock::now()) {
    const RemoteFacts remote = directory.facts().remote.value();
    for (const auto& [worker, why] : liars) {
        known_.insert(worker);
        const auto its = remote.workers.find(worker);
        if (its != remote.workers.end() && !its->second.is_distrusted) { // caught in another run since
            directory.note_quarantined(worker, why, true);
        }
    }
    counting_.distrust(directory.facts().remote->distrusted());
    for (const auto& [worker, facts] : remote.workers) {
        if (!facts.quarantined.empty() && !facts.is_distrusted) {
            games.quarantine(worker, facts.quarantined);
        }
    }
    for (const auto& [worker, its] : counting.workers().by_name()) { // of a session that was killed
        if (const std::string why = counting.seen_alone_by(worker); !why.empty()) {
            games.quarantine(worker, why);
        }
    }
}

void TrustWatch::look() {
    constexpr auto kEvery = std::chrono::milliseconds(500);
    if (remote::Clock::now() - looked_ >= kEvery) {
        look_now();
        end_when_all_are_barred(games_.totals());
    }
}

void TrustWatch::look_now() {
    looked_ = remote::Clock::now();
    quarantine(games_.totals());
    const remote::RemoteTotals totals = games_.totals();
    tell_of_barred(totals);
    tell_of_waiting(totals);
}

/// Looks for workers that fail too often, and for those whose pairs differ.
void TrustWatch::quarantine(const remote::RemoteTotals& totals) {
    HappenedByWorker attempts;
    for (const auto& [worker, record] : totals.records) {
        attempts[worker] = {record.times_lost, record.kept};
    }
    std::vector<const HappenedByWorker*> broken;
    for (const auto& [agents, its] : totals.broken) {
        broken.push_back(&its);
    }
    const WorkerFindings findings(counting_.comparable_games(), attempts, broken);
    for (const std::string& worker : findings.workers()) {
        const auto counts = totals.workers.find(worker);
        const bool is_barred = counts != totals.workers.end() && !counts->second.why_barred().empty();
        std::string reason = is_barred ? "" : findings.quarantine(worker);
        reason = is_barred || !reason.empty() ? reason : counting_.seen_alone_by(worker);
        if (!reason.empty()) {
            games_.quarantine(worker, reason);
        }
        const std::string difference = reported_.contains(worker) ? "" : findings.difference(worker);
        if (!difference.empty()) {
            reported_.insert(worker);
            referee::complain(kProgram, fmt::format("warning: {}: {}; they are counted", worker, difference));
        }
    }
}

void TrustWatch::tell_of_barred(const remote::RemoteTotals& totals) {
    for (const auto& [worker, counts] : totals.workers) {
        const std::string& why = counts.why_barred();
        // One that gets no more games may still be caught by the copies of those that it played before.
        const bool is_news = counts.is_distrusted ? caught_.insert(worker).second
                                                  : !why.empty() && told_.insert(worker).second;
        if (!is_news) {
            continue;
        }
        referee::complain(kProgram, fmt::format("warning: {} gets no more games of this run: {}", worker,
                                                referee::to_printable(why, kLongestReason)));
        if (counts.is_distrusted) {
            note_liar(worker, why);
        } else if (!counts.quarantined.empty()) {
            directory_.note_quarantined(worker, why, false);
        }
    }
}

void TrustWatch::note_liar(const std::string& worker, const std::string& why) {
    directory_.note_quarantined(worker, why, true);
    counting_.distrust(directory_.facts().remote->distrusted());
    if (known_.contains(worker)) {
        return;
    }
    const auto file = distrusted_file();
    try {
        if (!file.empty()) {
            const std::string warning = add_distrusted(file, {.server = url_,
                                                              .worker = worker,
                                                              .run_id = directory_.facts().remote->run_id,
                                                              .at = utc_now(),
                                                              .why = why});
            if (!warning.empty()) {
                referee::complain(kProgram, "warning: " + warning);
            }
            referee::complain(
                kProgram,
                fmt::format(
                    "note: {} keeps {} from later runs at this server; take it out there to trust it again",
                    file.string(), worker));
        }
    } catch (const std::exception& error) { // this run goes on without it all the same
        referee::complain(kProgram,
                          fmt::format("warning: later runs will not know of {}: {}", worker, error.what()));
    }
}

/// A run waits for other workers when none that asks may play, or none may play a pair that was lost often.
void TrustWatch::tell_of_waiting(const remote::RemoteTotals& totals) {
    constexpr auto kPatience = std::chrono::seconds(10);
    const bool is_anybody_barred = std::ranges::any_of(
        totals.workers, [](const auto& entry) { return !entry.second.why_barred().empty(); });
    const bool nobody_may_play = is_anybody_barred && totals.welcome_slots == 0;
    const bool is_fine = !nobody_may_play && !totals.pair_for_trusted;
    if (is_fine || !games_.hears_workers()) {
        alone_since_ = remote::Clock::now();
        is_alone_told_ = is_alone_told_ && !is_fine;
    } else if (!is_alone_told_ && remote::Clock::now() - alone_since_ > kPatience) {
        referee::complain(
            kProgram,
            nobody_may_play
                ? std::string("warning: no worker is left that may play this run; it waits for others")
                : fmt::format("warning: pair {} was lost {} times and waits for a trusted worker, whose name "
                              "does not begin with v-",
                              *totals.pair_for_trusted, remote::kLossesBeforeTrusted));
        is_alone_told_ = true;
    }
}

/// A worker that left without being barred may come back: then the run waits for it.
void TrustWatch::end_when_all_are_barred(const remote::RemoteTotals& totals) {
    for (const auto& [worker, slots] : totals.slots) {
        came_.insert(worker);
    }
    const auto is_barred = [&](const std::string& worker) {
        const auto its = totals.workers.find(worker);
        return its != totals.workers.end() && !its->second.why_barred().empty();
    };
    if (!came_.empty() && std::ranges::all_of(came_, is_barred) &&
        remote::Clock::now() - alone_since_ > wait_) {
        throw std::runtime_error(fmt::format("all workers that came are barred from this run, and for {} s "
                                             "(--wait) no other one came; start one under another name",
                                             wait_.count()));
    }
}

void TrustWatch::tell_at_end(std::optional<double> spot_check) {
    look_now();
    const remote::RemoteTotals totals = games_.totals();
    std::uint64_t all = 0;
    std::uint64_t volunteers = 0;
    std::uint64_t pairs = 0; // of volunteers
    for (const auto& [worker, counts] : totals.workers) {
        const bool has_played = counts.pairs > 0 && !counts.is_distrusted;
        all += has_played ? 1U : 0U;
        if (has_played && is_volunteer(worker)) {
            ++volunteers;
            pairs += counts.pairs;
        }
    }
    std::uint64_t copies = 0; // each is counted for two workers
    std::uint64_t differed = 0;
    std::uint64_t checked = 0;
    for (const auto& [worker, compared] : totals.compared) {
        copies += compared.copies;
        differed += compared.differed;
        const auto counts = totals.workers.find(worker);
        const bool is_believed = counts != totals.workers.end() && !counts->second.is_distrusted;
        checked += is_volunteer(worker) && is_believed ? compared.checked : 0;
    }
    if (checked < pairs) {
        referee::complain(kProgram,
                          fmt::format("note: no trusted worker checked {} of the {} that volunteers played",
                                      pairs - checked, referee::counted(pairs, "pair")));
    }
    const std::uint64_t on_trust = volunteers > 0 ? volunteers : spot_check.value_or(0) > 0 ? all : 0;
    if (!totals.are_repeatable && on_trust > 0) {
        referee::complain(
            kProgram,
            fmt::format("note: results were taken on trust from {}: {} of {} copies differed, and {} between "
                        "trusted workers must agree to show that games can be repeated",
                        referee::counted(on_trust, "worker"), differed / 2, copies / 2, remote::kAgreements));
        return;
    }
    if (copies > 0) {
        referee::complain(kProgram,
                          fmt::format("note: pairs were played a second time: {}, of which {} differed",
                                      referee::counted(copies / 2, "comparison"), differed / 2));
    }
    if (totals.undecided > 0) {
        referee::complain(
            kProgram,
            fmt::format("warning: copies of {} differ, and no third trusted worker decided who is right",
                        referee::counted(totals.undecided, "pair")));
    }
}

} // namespace sprt
