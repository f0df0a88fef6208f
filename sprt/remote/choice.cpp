#include "sprt/remote/choice.hpp"

#include <algorithm>
#include <utility>

namespace sprt::remote {

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
