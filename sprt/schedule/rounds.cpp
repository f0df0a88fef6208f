#include "sprt/schedule/rounds.hpp"

#include <algorithm>

namespace sprt {
namespace {

using Positions = std::vector<std::size_t>;

Meeting meeting_of(std::size_t one, std::size_t other) noexcept {
    return {std::min(one, other), std::max(one, other)};
}

/// The circle method: the last one stays, the others turn by one in each leg.
std::vector<Meeting> round_robin(const Positions& agents) {
    std::vector<Meeting> meetings;
    if (agents.size() < 2) {
        return meetings;
    }
    const std::size_t seats = agents.size() + agents.size() % 2;
    const std::size_t circle = seats - 1;
    const auto meet = [&](std::size_t one, std::size_t other) {
        if (one < agents.size() && other < agents.size()) {
            meetings.push_back(meeting_of(agents[one], agents[other]));
        }
    };
    for (std::size_t leg = 0; leg < circle; ++leg) {
        meet(leg, circle);
        for (std::size_t k = 1; k < seats / 2; ++k) {
            meet((leg + k) % circle, (leg + circle - k) % circle);
        }
    }
    return meetings;
}

std::vector<Meeting> gauntlet(std::size_t seeds, const Positions& agents) {
    std::vector<Meeting> meetings;
    for (const std::size_t rival : agents) {
        for (const std::size_t seed : agents) {
            if (seed < seeds && rival >= seeds) {
                meetings.push_back({seed, rival});
            }
        }
    }
    return meetings;
}

std::vector<Meeting> ladder(std::size_t span, const Positions& agents) {
    std::vector<Meeting> meetings;
    for (std::size_t distance = 1; distance <= span; ++distance) {
        for (std::size_t i = 0; i + distance < agents.size(); ++i) {
            meetings.push_back({agents[i], agents[i + distance]});
        }
    }
    return meetings;
}

} // namespace

std::string_view name(TournamentFormat format) noexcept {
    switch (format) {
    case TournamentFormat::RoundRobin:
        return "roundrobin";
    case TournamentFormat::Gauntlet:
        return "gauntlet";
    case TournamentFormat::Ladder:
        break;
    }
    return "ladder";
}

std::optional<TournamentFormat> format_named(std::string_view text) noexcept {
    for (const auto format :
         {TournamentFormat::RoundRobin, TournamentFormat::Gauntlet, TournamentFormat::Ladder}) {
        if (text == name(format)) {
            return format;
        }
    }
    return std::nullopt;
}

std::vector<Meeting> meetings_of_round(TournamentFormat format, std::size_t reach,
                                       const std::vector<std::size_t>& agents) {
    switch (format) {
    case TournamentFormat::RoundRobin:
        return round_robin(agents);
    case TournamentFormat::Gauntlet:
        return gauntlet(reach, agents);
    case TournamentFormat::Ladder:
        break;
    }
    return ladder(reach, agents);
}

} // namespace sprt
