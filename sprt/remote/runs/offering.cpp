#include "sprt/remote/runs/offering.hpp"

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
    if (copy.state != RunState::Open || (!is_later && !began_first)) {
        return std::nullopt;
    }
    return fmt::format(
        "another coordinator plays this run, {}: there is a copy of its directory, and only one "
        "can go on",
        is_later ? "in a later session" : "and began first");
}

const Offer& Offering::make(RunState state, std::uint64_t slots, bool is_ready, Time now) {
    offer_.state = state;
    offer_.slots = slots;
    offer_.ready = is_ready;
    made_ = now;
    is_asked_ = false;
    return offer_;
}

} // namespace sprt::remote
