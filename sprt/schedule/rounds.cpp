#include "sprt/schedule/rounds.hpp"

#include "referee/game/player.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace sprt {
namespace {

constexpr std::array<std::string_view, 3> kFormats{"roundrobin", "gauntlet", "ladder"}; // as TournamentFormat

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
    return kFormats[static_cast<std::size_t>(format)];
}

std::optional<TournamentFormat> format_named(std::string_view text) noexcept {
    return referee::named_in<TournamentFormat>(kFormats, text);
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

std::vector<Meeting> RoundSequence::meetings(const LeftOut& stopped) const {
    const auto& playing = stage().agents;
    // All that are in the list so far have a place in the order, also those that no longer play: a ladder
    // keeps its steps.
    std::vector<std::size_t> all(known_agents());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<Meeting> found = meetings_of_round(rules_.format, rules_.reach, all);
    std::erase_if(found, [&](const Meeting& meeting) {
        const auto plays = [&](std::size_t agent) {
            return std::ranges::binary_search(playing, agent) && !stopped.agents.contains(agent);
        };
        return !plays(meeting.a) || !plays(meeting.b) || stopped.pairings.contains({meeting.a, meeting.b});
    });
    return found;
}

std::optional<Block> RoundSequence::next(const LeftOut& stopped) {
    while (has_later_stage()) {
        ++stage_;
    }
    Block block;
    const std::vector<Meeting> all = meetings(stopped);
    const auto rounds_of = [&](const Meeting& meeting) { return played_[{meeting.a, meeting.b}]; };
    if (all.empty()) {
        return std::nullopt;
    }
    block.round = rounds_of(all.front());
    for (const Meeting& meeting : all) {
        block.round = std::min(block.round, rounds_of(meeting));
    }
    if (block.round >= stage().rounds) {
        return std::nullopt;
    }
    for (const Meeting& meeting : all) {
        if (rounds_of(meeting) == block.round) {
            block.meetings.push_back(meeting);
            ++played_[{meeting.a, meeting.b}];
        }
    }
    block.is_catch_up = block.round < rounds_;
    rounds_ = std::max(rounds_, block.round + 1);
    game_ += 2 * block.meetings.size();
    return block;
}

std::uint64_t RoundSequence::all_games(const LeftOut& stopped) const {
    RoundSequence later = *this;
    while (const auto block = later.next(stopped)) {
        if (!block->is_catch_up && later.stage_ + 1 == later.rules_.stages.size()) {
            return later.game_ + (later.most_rounds() - later.rounds_) * 2 * block->meetings.size();
        }
    }
    return later.game_;
}

std::size_t RoundSequence::known_agents() const noexcept {
    std::size_t known = 0;
    for (std::size_t k = 0; k <= stage_; ++k) {
        const std::vector<std::size_t>& agents = rules_.stages[k].agents;
        known = agents.empty() ? known : std::max(known, agents.back() + 1);
    }
    return known;
}

bool RoundSequence::has_newcomers() const noexcept {
    const std::size_t known = known_agents();
    for (std::size_t k = stage_ + 1; k < rules_.stages.size() && rules_.stages[k].game <= game_; ++k) {
        const std::vector<std::size_t>& agents = rules_.stages[k].agents;
        if (!agents.empty() && agents.back() >= known) {
            return true;
        }
    }
    return false;
}

} // namespace sprt
