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
        "another coordinator plays this run, {}: there is a copy of its directory, and only one can go on",
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

void forget_gone(std::map<RunKey, HeardOffer>& offers, bool is_connected, Time now) {
    for (auto& [run, its] : offers) {
        its.at = is_connected ? its.at : now;
    }
    std::erase_if(offers, [&](const auto& entry) { return now - entry.second.at > kWithoutOffers; });
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
            referee::GameRecord record =
                referee::parse_record(lines[i]); // without what a later worker may add
            checked.problem = problem_of(record, jobs[i]);
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
    return {.workers = desk.workers(),
            .lost_by = leases.lost_by(),
            .records = leases.records(),
            .broken = desk.broken(),
            .compared = desk.checks().compared(),
            .are_repeatable = desk.checks().are_repeatable(),
            .undecided = desk.checks().undecided(),
            .pair_for_trusted = leases.pair_for_trusted(),
            .slots = desk.slots_by_worker(now),
            .welcome_slots = desk.welcome_slots(now)};
}

/// The slots of all runs that have a pair to give.
double RunChoice::slots_of_ready() const {
    double slots = 0;
    for (const ServableRun& run : runs_) {
        slots += run.is_ready ? static_cast<double>(run.slots) : 0;
    }
    return slots;
}

/// What `run` is due of `all_slots`; only runs that have a pair are due anything.
double RunChoice::share_of(const ServableRun& run, double all_slots) const {
    double shares = 0;
    for (const ServableRun& each : runs_) {
        shares += each.is_ready ? each.share : 0;
    }
    return run.is_ready ? all_slots * run.share / shares : 0;
}

void RunChoice::hear(std::vector<ServableRun> runs, Time now) {
    if (heard_) {
        const double passed_s = std::chrono::duration<double>(now - *heard_).count();
        const double all_slots = slots_of_ready();
        for (const ServableRun& run : runs_) {
            const double due = share_of(run, all_slots);
            if (due > 0) {
                // As if it had had no slot for kLongestOwed, or all of them.
                const double most = std::chrono::duration<double>(kLongestOwed).count();
                const double least = -most * (all_slots / due - 1);
                double& owed = owed_s_[run.run];
                const double lack = (due - static_cast<double>(run.slots)) / due;
                owed = std::clamp(owed + lack * passed_s, least, most);
            }
        }
    }
    heard_ = now;
    runs_ = std::move(runs);
    std::erase_if(owed_s_, [this](const auto& entry) {
        return std::ranges::none_of(runs_, [&](const ServableRun& run) { return run.run == entry.first; });
    });
}

std::optional<RunKey> RunChoice::choose(Time now) {
    const auto ready = std::ranges::count_if(runs_, &ServableRun::is_ready);
    const auto may_serve = [&](const ServableRun& run) {
        const bool gave_nothing = run.run == gave_nothing_ && now - left_ < kStay;
        return run.is_ready && !(gave_nothing && ready > 1);
    };
    // A run that this worker leaves still counts its slots.
    const double all_slots = slots_of_ready() + (served() != nullptr ? 0 : own_slots_);
    std::vector<double> weights;
    for (const ServableRun& run : runs_) {
        const double lack = share_of(run, all_slots) - static_cast<double>(run.slots);
        weights.push_back(may_serve(run) ? std::max(lack, 0.0) : 0);
    }
    const auto is_above_zero = [](double weight) { return weight > 0; };
    if (std::ranges::none_of(weights, is_above_zero)) {
        std::ranges::transform(runs_, weights.begin(),
                               [&](const ServableRun& run) { return may_serve(run) ? run.share : 0; });
    }
    if (std::ranges::none_of(weights, is_above_zero)) {
        return std::nullopt;
    }
    std::discrete_distribution<std::size_t> lots(weights.begin(), weights.end());
    served_ = runs_[lots(dice_)].run;
    began_ = now;
    drew_ = now;
    return served_;
}

const ServableRun* RunChoice::served() const {
    const auto found =
        std::ranges::find_if(runs_, [this](const ServableRun& run) { return run.run == served_; });
    return found == runs_.end() ? nullptr : &*found;
}

bool RunChoice::leaves(bool is_idle, Time now) {
    const ServableRun* const own = served();
    if (own == nullptr) {
        return false;
    }
    const auto is_another = [&](const ServableRun& run) { return run.is_ready && run.run != own->run; };
    if (is_idle) {
        if (std::ranges::none_of(runs_, is_another)) {
            return false;
        }
        gave_nothing_ = own->run;
        left_ = now;
        return true;
    }
    if (now - began_ < kStay || now - drew_ < kLotEvery) {
        return false;
    }
    const double all_slots = slots_of_ready();
    const double patience_s = std::chrono::duration<double>(kPatienceOfRuns).count();
    const auto load = [](const ServableRun& run) { return static_cast<double>(run.slots) / run.share; };
    const bool is_richest = std::ranges::none_of(
        runs_, [&](const ServableRun& run) { return is_another(run) && load(run) > load(*own); });
    const bool is_one_left_behind = std::ranges::any_of(runs_, [&](const ServableRun& run) {
        return is_another(run) && static_cast<double>(run.slots) < share_of(run, all_slots) &&
               owed_s(run.run) >= patience_s;
    });
    if (!is_richest || !is_one_left_behind) {
        return false;
    }
    drew_ = now;
    return std::uniform_int_distribution<int>(1, kLots)(dice_) == 1;
}

double RunChoice::owed_s(const RunKey& run) const {
    const auto found = owed_s_.find(run);
    return found == owed_s_.end() ? 0 : found->second;
}

} // namespace sprt::remote
