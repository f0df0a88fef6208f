#include "referee/process/sha256.hpp"
#include "sprt/remote/desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>

namespace sprt::remote {

namespace {

Likeness compare_games(const PlayedGame& one, const PlayedGame& other) {
    const auto both = static_cast<std::ptrdiff_t>(std::min(one.moves.size(), other.moves.size()));
    if (!std::equal(one.moves.begin(), one.moves.begin() + both, other.moves.begin())) {
        return Likeness::Different;
    }
    const auto is_longer = [&](const PlayedGame& game) {
        return game.moves.size() > static_cast<std::size_t>(both);
    };
    if (one.is_broken_off || other.is_broken_off) {
        // A game that came to its end cannot be continued by one that was broken off later.
        const bool is_beyond =
            (is_longer(one) && !other.is_broken_off) || (is_longer(other) && !one.is_broken_off);
        return is_beyond ? Likeness::Different : Likeness::Unclear;
    }
    const bool is_same = one.moves.size() == other.moves.size() && one.termination == other.termination &&
                         one.winner == other.winner;
    return is_same ? Likeness::Same : Likeness::Different;
}

} // namespace

Playing playing_of(const std::vector<referee::GameRecord>& records) {
    Playing playing;
    for (const referee::GameRecord& record : records) {
        PlayedGame& game = playing.emplace_back();
        game.moves = record.opening;
        for (const referee::TimedMove& move : record.moves) {
            game.moves.push_back(move.numbers);
        }
        game.termination = record.termination;
        game.winner = record.winner;
        game.is_broken_off = record.fault || !record.winner;
        game.is_disturbed = record.disturbances.by_agents() > 0;
    }
    return playing;
}

bool are_plain(const Playing& playing) {
    return std::ranges::none_of(
        playing, [](const PlayedGame& game) { return game.is_broken_off || game.is_disturbed; });
}

Likeness compare(const Playing& one, const Playing& other) {
    if (one.size() != other.size()) {
        return Likeness::Different;
    }
    Likeness worst = Likeness::Same;
    for (std::size_t i = 0; i < one.size(); ++i) {
        worst = std::max(worst, compare_games(one[i], other[i]));
    }
    return worst;
}

void Agreement::add(const std::string& one, const std::string& other, bool is_same) {
    Times& times = times_[std::minmax(one, other)];
    ++(is_same ? times.same : times.different);
}

void Agreement::forget(const std::string& worker) {
    std::erase_if(times_, [&](const auto& entry) {
        return entry.first.first == worker || entry.first.second == worker;
    });
}

std::set<std::string> Agreement::agreeing(const std::string& left_out) const {
    std::set<std::string> names;
    for (const auto& [pair, times] : times_) {
        names.insert(pair.first);
        names.insert(pair.second);
    }
    names.erase(left_out);
    /// How many others a worker differs from, and how often it agrees; the first to go is the greatest.
    using Standing = std::tuple<std::uint64_t, std::uint64_t>;
    while (true) {
        std::map<std::string, Standing> standings;
        std::uint64_t agreements = 0;
        constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
        for (const auto& [pair, times] : times_) {
            if (!names.contains(pair.first) || !names.contains(pair.second)) {
                continue;
            }
            agreements += times.same;
            for (const std::string& name : {pair.first, pair.second}) {
                auto& [differs, seldom] = standings.try_emplace(name, 0, kMost).first->second;
                differs += times.different > 0 ? 1U : 0U;
                seldom -= times.same;
            }
        }
        Standing worst{0, 0};
        for (const auto& [name, standing] : standings) {
            worst = std::max(worst, standing);
        }
        if (std::get<0>(worst) == 0) {
            std::erase_if(names, [&](const std::string& name) { // nobody has compared it with the others
                return !standings.contains(name);
            });
            return agreements >= kAgreements ? names : std::set<std::string>();
        }
        for (const auto& [name, standing] : standings) {
            if (standing == worst) { // of two that are equally bad nobody knows which one is right
                names.erase(name);
            }
        }
    }
}

bool SpotChecks::is_chosen(std::uint64_t pair, double share) const {
    constexpr int kBits = 52; // which a double holds
    const std::string hash = referee::sha256_of_text(fmt::format("{} {}", rules_.secret, pair));
    return std::ldexp(static_cast<double>(referee::first_bits(hash, kBits)), -kBits) < share;
}

void SpotChecks::taken(const Attempt& attempt, const std::string& worker,
                       std::shared_ptr<const std::vector<Job>> jobs, Playing playing, bool has_volunteers) {
    const double share = rules_.share.value_or(has_volunteers ? kShareWithVolunteers : 0);
    if (share <= 0 || !is_chosen(attempt.pair, share)) {
        return;
    }
    // Where nobody can play copies they must not fill the memory: the oldest makes room that waits for its
    // first copy, or else one that differs from its copy where nobody can tell which of them is right.
    constexpr std::size_t kMost = 1000;
    if (checks_.size() >= kMost) {
        const auto oldest = [this](const auto& is_meant) {
            return std::ranges::find_if(
                checks_, [&](const auto& entry) { return !entry.second.is_held && is_meant(entry.second); });
        };
        auto gone = oldest([](const Check& check) { return check.second.empty(); });
        if (gone == checks_.end()) {
            gone = oldest([this](const Check& check) { return agreeing(agents_of(check)).empty(); });
            if (gone == checks_.end()) {
                return;
            }
            ++given_up_;
        }
        end(gone);
    }
    checks_[attempt.pair] = {
        .jobs = std::move(jobs), .attempts = attempt.attempt, .first = worker, .counted = std::move(playing)};
    ++waiting_;
}

/// Whether `worker` may play the pair of `check` again, as the second or third that does.
bool SpotChecks::may_play(const Check& check, const std::string& worker,
                          const std::set<std::string>& trusted) const {
    if (check.is_held || worker == check.first || worker == check.second) {
        return false;
    }
    if (!check.second.empty()) {
        return trusted.contains(worker) && agreeing(agents_of(check)).contains(worker);
    }
    const bool there_is_a_trusted_one =
        std::ranges::any_of(trusted, [&](const std::string& name) { return name != check.first; });
    return trusted.contains(worker) || !there_is_a_trusted_one;
}

std::optional<Copy> SpotChecks::next_for(const std::string& worker, const std::set<std::string>& trusted) {
    for (auto& [pair, check] : checks_) {
        if (may_play(check, worker, trusted)) {
            check.is_held = true;
            --waiting_;
            return Copy{{.pair = pair, .attempt = ++check.attempts}, check.jobs};
        }
    }
    return std::nullopt;
}

void SpotChecks::lost(const Attempt& attempt) {
    const auto found = checks_.find(attempt.pair);
    if (found != checks_.end()) {
        found->second.is_held = false;
        ++waiting_;
    }
}

Likeness SpotChecks::note(const Agents& agents, const std::string& one, const Playing& its,
                          const std::string& other, const Playing& others) {
    const Likeness likeness = compare(its, others);
    if (likeness == Likeness::Unclear) {
        return likeness;
    }
    const bool is_same = likeness == Likeness::Same;
    for (const std::string& worker : {one, other}) {
        Compared& compared = compared_[worker];
        ++compared.copies;
        compared.differed += is_same ? 0U : 1U;
    }
    if (!is_volunteer(one) && !is_volunteer(other)) {
        Agreeing& its_agreement = agreements_[{agents.agent1, agents.agent2}];
        its_agreement.agreement.add(one, other, is_same);
        its_agreement.workers.reset();
    }
    return likeness;
}

void SpotChecks::played(const Attempt& attempt, const std::string& worker, const Playing& playing) {
    const auto found = checks_.find(attempt.pair);
    if (found == checks_.end()) {
        return; // nobody asks any more
    }
    Check& check = found->second;
    assert(check.is_held);
    if (!check.second.empty()) {
        decide(attempt.pair, check, worker, playing);
        end(found);
        return;
    }
    const Likeness likeness = note(agents_of(check), check.first, check.counted, worker, playing);
    note_checked(check, worker, likeness);
    if (likeness == Likeness::Different) {
        check.second = worker;
        check.copy = playing;
        check.is_held = false;
        ++waiting_;
    } else {
        end(found);
    }
}

void SpotChecks::note_checked(const Check& check, const std::string& by, Likeness likeness) {
    if (likeness == Likeness::Same && !is_volunteer(by)) {
        ++compared_[check.first].checked;
    }
}

/// The first two playings of `check` differ; `playing` is that of a third worker, which is trusted.
void SpotChecks::decide(std::uint64_t pair, const Check& check, const std::string& third,
                        const Playing& playing) {
    const Agents agents = agents_of(check);
    const Likeness first = note(agents, check.first, check.counted, third, playing);
    note_checked(check, third, first);
    const Likeness second = note(agents, check.second, check.copy, third, playing);
    const bool first_is_right = first == Likeness::Same && second == Likeness::Different;
    const bool second_is_right = second == Likeness::Same && first == Likeness::Different;
    if (!first_is_right && !second_is_right) {
        return;
    }
    const auto& [liar, other] =
        first_is_right ? std::pair(check.second, check.first) : std::pair(check.first, check.second);
    if (agreements_[{agents.agent1, agents.agent2}].agreement.agreeing(liar).contains(third)) {
        caught_.push_back(
            {liar,
             fmt::format("it was caught lying: its games of pair {} are not those that {} and {} played",
                         pair, other, third)});
    }
}

void SpotChecks::end(Checks::iterator check) {
    waiting_ -= check->second.is_held ? 0U : 1U;
    checks_.erase(check);
}

void SpotChecks::forget_from(std::uint64_t pair) {
    for (auto it = checks_.lower_bound(pair); it != checks_.end();) {
        end(it++);
    }
}

void SpotChecks::forget(const std::string& worker) {
    for (auto& [agents, its] : agreements_) {
        its.agreement.forget(worker);
        its.workers.reset();
    }
    for (auto it = checks_.begin(); it != checks_.end();) {
        const auto check = it++;
        if (check->second.first == worker || check->second.second == worker) {
            end(check);
        }
    }
}

const std::set<std::string>& SpotChecks::agreeing(const Agents& agents) const {
    Agreeing& its = agreements_[{agents.agent1, agents.agent2}];
    if (!its.workers) {
        its.workers = its.agreement.agreeing();
    }
    return *its.workers;
}

bool SpotChecks::are_repeatable() const {
    const auto is_repeatable = [&](const auto& entry) {
        const auto& [one, two] = entry.first;
        return !agreeing({one, two}).empty();
    };
    return !agreements_.empty() && std::ranges::all_of(agreements_, is_repeatable);
}

std::uint64_t SpotChecks::undecided() const noexcept {
    const auto differ =
        std::ranges::count_if(checks_, [](const auto& entry) { return !entry.second.second.empty(); });
    return given_up_ + static_cast<std::uint64_t>(differ);
}

} // namespace sprt::remote
