#include "sprt/remote/spot_checks.hpp"

#include "referee/process/sha256.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <utility>

namespace sprt::remote {

bool SpotChecks::is_chosen(std::uint64_t pair, double share) const {
    constexpr int kDigits = 13; // of 16: 52 bits, which a double holds
    const std::string hash = referee::sha256_of_text(fmt::format("{} {}", rules_.secret, pair));
    std::uint64_t number = 0;
    std::from_chars(hash.data(), hash.data() + kDigits, number, 16);
    return std::ldexp(static_cast<double>(number), -4 * kDigits) < share;
}

void SpotChecks::taken(const Attempt& attempt, const std::string& worker,
                       std::shared_ptr<const std::vector<Job>> jobs, Playing playing, bool has_volunteers) {
    const double share = rules_.share.value_or(has_volunteers ? kShareWithVolunteers : 0);
    if (share <= 0 || !is_chosen(attempt.pair, share)) {
        return;
    }
    // Where nobody can play copies they must not fill the memory.
    constexpr std::size_t kMost = 1000;
    if (checks_.size() >= kMost) {
        const auto oldest = std::ranges::find_if(
            checks_, [](const auto& entry) { return !entry.second.is_held && entry.second.second.empty(); });
        if (oldest == checks_.end()) {
            return;
        }
        end(oldest);
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
    } else if (note(agents_of(check), check.first, check.counted, worker, playing) == Likeness::Different) {
        check.second = worker;
        check.copy = playing;
        check.is_held = false;
        ++waiting_;
    } else {
        end(found);
    }
}

/// The first two playings of `check` differ; `playing` is that of a third worker, which is trusted.
void SpotChecks::decide(std::uint64_t pair, const Check& check, const std::string& third,
                        const Playing& playing) {
    const Agents agents = agents_of(check);
    const Likeness first = note(agents, check.first, check.counted, third, playing);
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
            {liar, fmt::format("it was caught lying: its games of pair {} are not those that {} "
                               "and {} played",
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
    return static_cast<std::uint64_t>(
        std::ranges::count_if(checks_, [](const auto& entry) { return !entry.second.second.empty(); }));
}

} // namespace sprt::remote
