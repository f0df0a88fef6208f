#include "sprt/remote/offering.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sprt::remote {

void Offering::note_standing(std::uint64_t games, std::optional<double> llr) {
    offer_.games = games;
    offer_.llr = llr;
}

void Offering::note_pace(std::optional<double> games_per_s,
                         std::optional<std::array<std::uint64_t, 2>> games_left) {
    offer_.games_per_s = games_per_s;
    offer_.games_left = games_left;
}

bool Offering::is_due(std::uint64_t slots, bool is_ready, Time now) const noexcept {
    if (!made_) {
        return true;
    }
    constexpr std::uint64_t kTenth = 10;
    const std::uint64_t difference = std::max(slots, offer_.slots) - std::min(slots, offer_.slots);
    const bool is_news = kTenth * difference > offer_.slots || (is_ready && !offer_.ready);
    const auto age = now - *made_;
    return age >= kEvery || ((is_asked_ || is_news) && age >= kAtMostEvery);
}

std::optional<std::string> Offering::gives_way_to(const Offer& copy) const {
    const bool is_later = copy.epoch > offer_.epoch;
    const bool began_first = copy.epoch == offer_.epoch && copy.started < offer_.started;
    if (copy.state != OfferState::Open || (!is_later && !began_first)) {
        return std::nullopt;
    }
    return fmt::format(
        "another coordinator plays this run, {}: there is a copy of its directory, and only one "
        "can go on",
        is_later ? "in a later session" : "and began first");
}

const Offer& Offering::make(OfferState state, std::uint64_t slots, bool is_ready, Time now) {
    offer_.state = state;
    offer_.slots = slots;
    offer_.ready = is_ready;
    made_ = now;
    is_asked_ = false;
    return offer_;
}

void Events::note_game(const std::function<std::string()>& line, Time now) {
    if (!games_.take(now)) {
        return;
    }
    std::string text = line();
    if (text.size() <= kMostBytes) {
        posts_.push_back({subject_ + ".game", std::move(text)});
    }
}

void Events::note_worker(const std::string& worker, std::string text) {
    std::string& last = of_worker_[worker];
    if (last == text) {
        return;
    }
    last = std::move(text);
    if (std::ranges::find(changed_, worker) == changed_.end()) {
        changed_.push_back(worker);
    }
}

void Events::note_standing(std::string text) {
    if (standing_ != text) {
        standing_ = std::move(text);
        must_tell_standing_ = true;
    }
}

void Events::repeat() {
    for (const auto& [worker, text] : of_worker_) {
        if (std::ranges::find(changed_, worker) == changed_.end()) {
            changed_.push_back(worker);
        }
    }
    must_tell_standing_ = !standing_.empty();
}

std::vector<Post> Events::take(Time now) {
    while (!changed_.empty() && workers_.take(now)) {
        posts_.push_back({subject_ + ".worker", of_worker_.at(changed_.front())});
        changed_.pop_front();
    }
    if (must_tell_standing_ && standings_.take(now)) {
        posts_.push_back({subject_ + ".standing", standing_});
        must_tell_standing_ = false;
    }
    return std::exchange(posts_, {});
}

std::vector<Post> Events::take_last(Time now) {
    std::vector<Post> posts = take(now);
    if (std::exchange(must_tell_standing_, false)) {
        posts.push_back({subject_ + ".standing", standing_});
    }
    return posts;
}

CheckedGames check_games(const ResultToCheck& result, const ProblemOfGame& problem_of) {
    CheckedGames checked;
    const std::vector<std::string>& lines = result.done.games;
    const std::vector<Job>& jobs = *result.jobs;
    if (lines.size() != jobs.size()) {
        checked.problem =
            fmt::format("{}, and the pair has {}", referee::counted(lines.size(), "game"), jobs.size());
    }
    for (std::size_t i = 0; !checked.problem && i < jobs.size(); ++i) {
        try {
            std::vector<std::string> unknown;
            referee::GameRecord record = referee::parse_record(lines[i], &unknown);
            checked.problem = unknown.empty() ? problem_of(record, jobs[i])
                                              : std::optional(unknown.front() + " is unknown");
            record.worker = result.worker;
            checked.records.push_back(std::move(record));
        } catch (const referee::UserError& error) {
            checked.problem = error.what();
        }
    }
    return checked;
}

RemoteTotals totals_of(const Desk& desk, Time now) {
    const Leases& leases = desk.leases();
    return {.kept = leases.kept(),
            .lost = leases.lost(),
            .workers = desk.workers(),
            .lost_by = leases.lost_by(),
            .records = leases.records(),
            .compared = desk.checks().compared(),
            .are_repeatable = desk.checks().are_repeatable(),
            .undecided = desk.checks().undecided(),
            .pair_for_trusted = leases.pair_for_trusted(),
            .slots = desk.slots_by_worker(now)};
}

} // namespace sprt::remote
