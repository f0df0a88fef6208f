#include "sprt/ledger/counting.hpp"

#include "referee/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace sprt {

namespace {

using referee::Player;

/// `3 faults of`.
std::string words(Flaw flaw, std::uint64_t times) {
    constexpr std::pair<std::string_view, std::string_view> kWords[] = {{"case", "of tampering by"},
                                                                        {"fault", "of"},
                                                                        {"failed start", "in a row of"},
                                                                        {"time loss", "in a row of"}};
    const auto& [noun, how] = kWords[static_cast<std::size_t>(flaw)];
    return fmt::format("{} {}", referee::counted(times, noun), how);
}

} // namespace

std::string_view name(Flaw flaw) noexcept {
    constexpr std::string_view kNames[] = {"tampering", "faults", "failed_starts", "time_losses"};
    return kNames[static_cast<std::size_t>(flaw)];
}

void Sightings::add(std::uint64_t times, const std::string& worker) {
    all_ += times;
    if (times > 0 && is_volunteer(worker)) {
        by_volunteer_[worker] += times;
    }
}

void Sightings::clear() {
    all_ = 0;
    by_volunteer_.clear();
}

std::uint64_t Sightings::by(const std::string& worker) const {
    const auto found = by_volunteer_.find(worker);
    return found == by_volunteer_.end() ? 0 : found->second;
}

std::uint64_t Sightings::without_one_volunteer() const {
    std::uint64_t most = 0;
    for (const auto& [worker, times] : by_volunteer_) {
        most = std::max(most, times);
    }
    return all_ - most;
}

Breakage::Breakage(bool is_of_two, bool believes_names, std::size_t agents,
                   std::optional<std::uint64_t> max_faults)
    : believes_names_(believes_names)
    , is_of_two_(is_of_two) {
    for (Cause& cause : causes_) {
        cause.least.resize(agents);
        cause.seen.resize(agents);
    }
    cause(Flaw::Tampering).least.assign(agents, kMostTampering);
    if (max_faults) {
        cause(Flaw::Faults).least.assign(agents, *max_faults + 1);
    }
}

Breakage::Breakage(std::size_t agents, std::optional<std::uint64_t> max_faults,
                   std::optional<std::uint64_t> time_losses, bool believes_names)
    : Breakage(false, believes_names, agents, max_faults) {
    cause(Flaw::TimeLosses).least.assign(agents, time_losses);
}

Breakage::Breakage(const CountingRules& rules)
    : Breakage(true, true, referee::kPlayers.size(), rules.max_faults) {
    for (const Player player : referee::kPlayers) {
        if (rules.is_engine[player]) {
            cause(Flaw::FailedStarts).least[index(referee::kBothAgents[player])] = kMostFailedStarts;
        }
    }
}

/// The place of an agent in the lists. In a run of two no game says who plays.
std::size_t Breakage::index_of(const referee::GameRecord& record, Player player) const {
    return index(is_of_two_ ? referee::kBothAgents[player] : record.agents[player]);
}

void Breakage::note_time_losses(const referee::GameRecord& record) {
    if (!record.winner) {
        return;
    }
    const auto is_by = [](const std::optional<referee::FaultNote>& fault, Player player) {
        return fault && fault->agent == player;
    };
    for (const Player player : referee::kPlayers) {
        Sightings& seen = cause(Flaw::TimeLosses).seen[index_of(record, player)];
        const bool is_late =
            is_time_loss(record) && (is_by(record.fault, player) || is_by(record.also_fault, player));
        is_late ? seen.add(1, record.worker) : seen.clear();
    }
}

void Breakage::add(const referee::GameRecord& record) {
    const auto seen = [&](Flaw flaw, Player player) -> Sightings& {
        return cause(flaw).seen[index_of(record, player)];
    };
    const bool counts = is_of_two_ || (record.winner && !is_time_loss(record));
    for (const CountedFault& fault : counted_faults(record)) {
        if (counts && fault.termination != referee::Termination::Timeout) {
            seen(Flaw::Faults, fault.agent).add(1, record.worker);
        }
    }
    note_tampering(record);
    for (const Player player : referee::kPlayers) {
        if (failed_to_start(record, player)) {
            seen(Flaw::FailedStarts, player).add(1, record.worker);
        } else if (record.winner) {
            seen(Flaw::FailedStarts, player).clear();
        }
    }
    note_time_losses(record);
}

/// Where names are not believed both agents have part in it: one that stops itself looks as one that its
/// rival stops.
void Breakage::note_tampering(const referee::GameRecord& record) {
    const auto times = [&](Player player) {
        return static_cast<std::uint64_t>(record.disturbances.tampering[player]);
    };
    const std::uint64_t all = times(Player::Agent1) + times(Player::Agent2);
    for (const Player player : referee::kPlayers) {
        Sightings& seen = cause(Flaw::Tampering).seen[index_of(record, player)];
        seen.add(believes_names_ ? times(player) : all, record.worker);
    }
    if (!believes_names_) {
        const auto [one, other] = std::minmax({index(record.agents.agent1), index(record.agents.agent2)});
        tampering_[{one, other}].add(all, record.worker);
    }
}

/// Whether `agent` had part in tampering with more than half of the rivals that it met, of whom at least two
/// had that with fewer agents: it stopped them all, or itself with all of them.
bool Breakage::is_centre_of_tampering(std::size_t agent, Count count) const {
    std::map<std::size_t, std::set<std::size_t>> rivals;
    std::size_t met = 0;
    for (const auto& [agents, seen] : tampering_) {
        met += agents.first == agent || agents.second == agent ? 1U : 0U;
        if ((seen.*count)() > 0) {
            rivals[agents.first].insert(agents.second);
            rivals[agents.second].insert(agents.first);
        }
    }
    const std::set<std::size_t>& own = rivals[agent];
    const auto has_fewer = [&](std::size_t rival) { return rivals[rival].size() < own.size(); };
    return 2 * own.size() > met && std::ranges::count_if(own, has_fewer) >= 2;
}

void Breakage::forget_tampering() {
    if (believes_names_) {
        return;
    }
    for (Sightings& seen : cause(Flaw::Tampering).seen) {
        seen.clear();
    }
    for (auto& [agents, seen] : tampering_) {
        seen.clear();
    }
}

bool Breakage::keeps_apart(referee::AgentId one, referee::AgentId other) const {
    const auto found = tampering_.find(std::minmax({index(one), index(other)}));
    return found != tampering_.end() && found->second.without_one_volunteer() >= kMostTampering;
}

bool Breakage::breaks(Flaw flaw, std::size_t agent, Count count) const {
    const auto& least = cause(flaw).least[agent];
    return least && (cause(flaw).seen[agent].*count)() >= *least &&
           (flaw != Flaw::Tampering || believes_names_ || is_centre_of_tampering(agent, count));
}

std::optional<Flaw> Breakage::flaw_of(referee::AgentId agent) const {
    for (const Flaw flaw : kFlaws) {
        if (breaks(flaw, index(agent), &Sightings::without_one_volunteer)) {
            return flaw;
        }
    }
    return std::nullopt;
}

std::optional<Breakage::Broken> Breakage::found() const {
    for (const Flaw flaw : kFlaws) {
        for (std::size_t agent = 0; agent < cause(flaw).least.size(); ++agent) {
            if (breaks(flaw, agent, &Sightings::without_one_volunteer)) {
                return Broken{referee::AgentId{agent}, flaw};
            }
        }
    }
    return std::nullopt;
}

bool Breakage::is_seen_alone(referee::AgentId agent) const {
    const std::size_t i = index(agent);
    return !flaw_of(agent) &&
           std::ranges::any_of(kFlaws, [&](Flaw flaw) { return breaks(flaw, i, &Sightings::all); });
}

std::string Breakage::seen_alone_by(const std::string& worker) const {
    if (!is_of_two_) {
        return "";
    }
    for (const Flaw flaw : kFlaws) {
        for (std::size_t agent = 0; agent < cause(flaw).least.size(); ++agent) {
            const std::uint64_t times = cause(flaw).seen[agent].by(worker);
            if (const auto& least = cause(flaw).least[agent]; least && times >= *least) {
                return fmt::format("it reports {} agent {}, and a volunteer alone decides nothing",
                                   words(flaw, times), agent + 1);
            }
        }
    }
    return "";
}

void TrustedLedger::add(const Ledger& before, const GameResult& result, const std::string& worker) {
    if (!base_) {
        if (worker.empty()) {
            return;
        }
        base_ = before;
        if (!distrusted_.empty()) {
            trusted_ = base_;
        }
    }
    const auto [place, is_new] = index_of_.try_emplace(worker, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
        names_.push_back(worker);
    }
    played_.push_back({result, place->second});
    if (trusted_) {
        count(result, worker);
    }
}

void TrustedLedger::distrust(std::set<std::string> workers) {
    distrusted_ = std::move(workers);
    left_out_ = 0;
    pair_left_out_.reset();
    trusted_.reset();
    if (distrusted_.empty() || !base_) {
        return;
    }
    trusted_ = base_;
    for (const Played& played : played_) {
        count(played.result, names_[played.worker]);
    }
}

/// A pair whose first game is left out is left out as a whole; one that lacks its second game is no pair.
void TrustedLedger::count(const GameResult& result, const std::string& worker) {
    if (distrusted_.contains(worker) && pair_left_out_ != result.pair) {
        pair_left_out_ = result.pair;
        ++left_out_;
    }
    if (pair_left_out_ != result.pair) {
        trusted_->add(result);
    }
}

std::optional<Evaluation> TrustedLedger::evaluation() const {
    return leaves_out() ? std::optional(trusted_->standing().evaluation) : std::nullopt;
}

namespace {

referee::Player player_of(referee::AgentId agent) {
    return agent == referee::kBothAgents.agent1 ? referee::Player::Agent1 : referee::Player::Agent2;
}

EndReason reason_of(Flaw flaw) {
    switch (flaw) {
    case Flaw::Tampering:
        return EndReason::Tampering;
    case Flaw::FailedStarts:
        return EndReason::FailedStarts;
    case Flaw::Faults:
    case Flaw::TimeLosses: // end no run of two
        break;
    }
    return EndReason::MaxFaults;
}

} // namespace

Tally::Tally(const CountingRules& rules)
    : max_games_(rules.max_games)
    , at_max_games_(rules.test ? EndReason::MaxGames : EndReason::Games)
    , ledger_(rules.test,
              rules.tune ? RepeatRule::Collapse : rules.repeats) // of a gain, copies are no evidence
    , breakage_(rules) {
    result_.standing = ledger_.standing();
    if (rules.tune) {
        result_.tuning.emplace(*rules.tune);
    }
}

/// Of a tuning the verification alone says who is stronger.
bool Tally::add(const referee::GameRecord& record) {
    assert(!ended_ && record.game == games_);
    ++games_;
    const GameResult game = result_of(record);
    if (!record.tune || record.tune->kind == referee::TuneKind::Verify) {
        count(game, record.worker);
    } else if (record.winner) {
        ledger_.add_adjudicated(game);
        result_.standing = ledger_.standing();
    }
    if (result_.tuning) {
        result_.tuning->add(record);
    }
    result_.conduct.add(record);
    result_.machine.add(record);
    result_.workers.add(record);
    keep_faults(record);
    breakage_.add(record);
    const bool is_time_over = result_.tuning && result_.tuning->is_between_tuning_pairs() && is_time_over_ &&
                              !result_.tuning->rules().tuned_until && is_time_over_();
    if (is_time_over) {
        result_.tuning->end_tuning();
    }
    ended_ = find_end();
    result_.reason = ended_.value_or(EndReason::Interrupted);
    return is_time_over;
}

void Tally::count(const GameResult& game, const std::string& worker) {
    trusted_.add(ledger_, game, worker);
    const std::uint64_t before = ledger_.repeats_in_a_row();
    ledger_.add(game);
    const std::uint64_t now = ledger_.repeats_in_a_row();
    if (now < before) {
        repeats_.clear();
    } else {
        repeats_.add(now - before, worker);
    }
    result_.standing = ledger_.standing();
    evaluate_trusted();
}

std::string Tally::seen_alone_by(const std::string& worker) const {
    const bool is_repeating = !ended_ && !result_.tuning && ledger_.only_repeats(repeats_.by(worker));
    return is_repeating ? "it repeats the same games, and a volunteer alone decides nothing"
                        : breakage_.seen_alone_by(worker);
}

std::vector<referee::GameFault> Tally::faults_of(const referee::GameRecord& record) const {
    std::vector<referee::GameFault> faults = referee::faults_of(record);
    for (referee::GameFault& fault : faults) {
        if (record.tune && result_.tuning) {
            fault.values = referee::values_text(names_of(result_.tuning->rules().params),
                                                record.tune->values[fault.note.agent]);
        }
    }
    return faults;
}

void Tally::distrust(std::set<std::string> workers) {
    trusted_.distrust(std::move(workers));
    evaluate_trusted();
}

void Tally::evaluate_trusted() {
    result_.trusted_evaluation = trusted_.evaluation();
    result_.distrusted_pairs = trusted_.pairs_left_out();
}

void Tally::keep_faults(const referee::GameRecord& record) {
    constexpr std::size_t kMostKept = 100;
    for (referee::GameFault& fault : faults_of(record)) {
        if (first_faults_.add(fault) || result_.faults.size() < kMostKept) {
            result_.faults.push_back(std::move(fault));
        }
    }
}

std::optional<EndReason> Tally::find_end() {
    if (const auto broken = breakage_.found()) {
        result_.broken = player_of(broken->agent);
        for (const referee::Player player : referee::kPlayers) {
            result_.are_broken[player] = breakage_.flaw_of(referee::kBothAgents[player]).has_value();
        }
        return reason_of(broken->flaw);
    }
    if (ledger_.verdict() != Verdict::Continue) {
        return EndReason::Verdict;
    }
    if (!result_.tuning && ledger_.only_repeats(repeats_.without_one_volunteer())) {
        return EndReason::Repeats;
    }
    if (const auto& tuning = result_.tuning) {
        if (!tuning->has_effect()) {
            return EndReason::NoEffect;
        }
        const bool is_all = games_ >= 2 * tuning->rules().all_pairs();
        return is_all ? std::optional(tuning->rules().tuned_until ? EndReason::MaxTime : EndReason::Games)
                      : std::nullopt;
    }
    if (max_games_ && games_ >= *max_games_) {
        return at_max_games_;
    }
    return std::nullopt;
}

} // namespace sprt
