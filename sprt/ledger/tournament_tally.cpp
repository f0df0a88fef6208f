#include "sprt/ledger/tournament_tally.hpp"

#include "sprt/ledger/counting.hpp"
#include "sprt/stats/ratings/ratings.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace sprt {
namespace {

/// The ordered pairs of the first `known` agents that are compared.
double comparisons(const TournamentCounting& counting, std::size_t known) {
    const auto agents = static_cast<double>(known);
    if (counting.rules.format != TournamentFormat::Gauntlet) {
        return agents * (agents - 1);
    }
    const auto seeds = static_cast<double>(counting.rules.reach);
    return seeds * (seeds - 1) + 2 * seeds * (agents - seeds);
}

} // namespace

TournamentTally::TournamentTally(TournamentCounting counting)
    : counting_(std::move(counting))
    , rounds_(counting_.rules)
    , order_(counting_.agents)
    , breakage_(counting_.agents, counting_.max_faults,
                counting_.max_faults ? counting_.time_losses : std::nullopt, !counting_.time_losses) {
    state_.agents.resize(counting_.agents);
    begin_block();
    plan_ahead();
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> TournamentTally::place_in_round() const noexcept {
    return block_ ? std::optional(std::pair(played_ / 2 + 1, std::uint64_t{block_->meetings.size()}))
                  : std::nullopt;
}

void TournamentTally::plan_ahead() {
    planned_ = ended_ ? games_ : rounds_.all_games(stopped_);
}

std::optional<PlannedGame> TournamentTally::next() const {
    if (ended_ || !block_) {
        return std::nullopt;
    }
    return PlannedGame{.game = games_,
                       .round = block_->round,
                       .meeting = block_->meetings[static_cast<std::size_t>(played_ / 2)],
                       .is_catch_up = block_->is_catch_up};
}

bool TournamentTally::add(const referee::GameRecord& record) {
    assert(!ended_ && block_ && record.game == games_);
    const Meeting meeting = block_->meetings[static_cast<std::size_t>(played_ / 2)];
    const auto [place, is_new] = places_.emplace(AgentPair{meeting.a, meeting.b}, pairings_.size());
    if (is_new) {
        pairings_.emplace_back();
        state_.pairings.push_back(
            {.a = meeting.a, .b = meeting.b, .counts_copies = counting_.repeats == RepeatRule::Count});
    }
    PairingTally& pairing = pairings_[place->second];
    const PairingTally::Half half{result_of(record), number_of(record.worker)};
    last_pair_ = pairing.add(record, half, opening_of(half.result), state_.pairings[place->second]);
    state_.workers.add(record);
    breakage_.add(record);
    add_conduct(record);
    if (last_pair_ == PairCounts::Counted) {
        scores_.push_back({meeting.a, meeting.b, pairing.last_score()});
    } else if (last_pair_) {
        is_observed_ = false;
    }
    ++games_;
    ++played_;
    return played_ == 2 * block_->meetings.size() && end_block();
}

std::uint64_t TournamentTally::opening_of(const GameResult& game) {
    if (counting_.has_one_opening) {
        return 0;
    }
    return game.opening ? first_rounds_.try_emplace(*game.opening, block_->round).first->second
                        : block_->round;
}

void TournamentTally::add_conduct(const referee::GameRecord& record) {
    const Meeting meeting = block_->meetings[static_cast<std::size_t>(played_ / 2)];
    const referee::PerPlayer<std::size_t> who{meeting.a, meeting.b};
    state_.machine.add(record);
    for (const referee::Player player : referee::kPlayers) {
        AgentState& agent = state_.agents[who[player]];
        agent.lacks_opening = agent.lacks_opening || record.lacks_opening[player];
        agent.tampering += record.disturbances.tampering[player];
        agent.interfered += referee::interfered(record, player) ? 1U : 0U;
        if (const std::string_view pid = given_up(record, player); !pid.empty()) {
            agent.given_up.emplace_back(pid);
        }
        if (record.winner) {
            agent.used += referee::logged(record.used[player]);
        }
    }
    if (!record.winner) {
        ++state_.unscored;
        return;
    }
    ++state_.games;
    state_.adjudicated.add(result_of(record));
    const bool is_first = *record.winner == referee::winner_is(record.first);
    state_.first_player_points += *record.winner == referee::Winner::Draw ? 0.5 : is_first ? 1 : 0;
    for (const auto& [player, termination] : counted_faults(record)) {
        AgentState& agent = state_.agents[who[player]];
        ++(termination == referee::Termination::Timeout ? agent.time_losses : agent.faults);
    }
    if (record.fault && record.time_loss && record.time_loss->disputed) {
        ++state_.agents[who[record.fault->agent]].disputed;
    }
    for (referee::GameFault& fault : referee::faults_of(record)) {
        const std::size_t whose = who[fault.note.agent];
        if (seen_faults_.emplace(whose, fault.termination).second) {
            state_.faults.push_back({whose, std::move(fault)});
        }
    }
}

void TournamentTally::note_lacks_sandbox(const std::vector<referee::AgentPrint>& agents) {
    for (std::size_t i = 0; i < state_.agents.size(); ++i) {
        state_.agents[i].lacks_sandbox = agents.at(i).lacks_sandbox;
    }
}

std::uint32_t TournamentTally::number_of(const std::string& worker) {
    if (worker.empty()) {
        return 0;
    }
    const auto next = static_cast<std::uint32_t>(worker_numbers_.size()) + 1;
    const auto [place, is_new] = worker_numbers_.emplace(worker, next);
    if (is_new) {
        note_distrusted();
    }
    return place->second;
}

void TournamentTally::note_distrusted() {
    for (const auto& [worker, number] : worker_numbers_) {
        if (distrusted_.contains(worker)) {
            state_.distrusted.insert(number);
        }
    }
}

void TournamentTally::distrust(std::set<std::string> workers) {
    distrusted_ = std::move(workers);
    state_.distrusted.clear();
    note_distrusted();
}

std::vector<const GamesByWorker*> TournamentTally::comparable_games() const {
    std::vector<const GamesByWorker*> games;
    for (const PairingResults& pairing : state_.pairings) {
        games.push_back(&pairing.workers);
    }
    return games;
}

/// Returns whether the rounds after this one are others than they were.
bool TournamentTally::end_block() {
    const LeftOut before = stopped_;
    if (!block_->is_catch_up) {
        ++state_.rounds;
        if (is_observed_) {
            certify();
        }
    }
    scores_.clear();
    is_observed_ = true;
    stop_agents_and_pairings();
    note_nearest();
    find_end();
    if (!ended_) {
        begin_block();
    }
    state_.reason = ended_.value_or(TournamentEnd::Interrupted);
    const bool is_changed = ended_.has_value() || stopped_ != before;
    if (is_changed) {
        plan_ahead();
    }
    return is_changed;
}

bool TournamentTally::is_compared(std::size_t i, std::size_t j) const noexcept {
    return i != j && (counting_.rules.format != TournamentFormat::Gauntlet || i < counting_.rules.reach ||
                      j < counting_.rules.reach);
}

bool TournamentTally::is_certified(std::size_t i, std::size_t j) const noexcept {
    return std::ranges::any_of(state_.certified,
                               [&](const Certified& one) { return one.above == i && one.below == j; });
}

/// One observation for each two agents that played the round.
void TournamentTally::certify() {
    if (counting_.rules.format == TournamentFormat::Ladder) {
        return;
    }
    std::vector<bool> plays(counting_.agents);
    for (const auto& [a, b, score] : scores_) {
        plays[a] = plays[b] = true;
    }
    const auto differences = round_differences(counting_.agents, scores_);
    for (std::size_t i = 0; i < counting_.agents; ++i) {
        for (std::size_t j = i + 1; j < counting_.agents; ++j) {
            if (!plays[i] || !plays[j] || !is_compared(i, j)) {
                continue;
            }
            order_.add(i, j, differences[i][j]);
            for (const auto& [above, below] : {std::pair(i, j), std::pair(j, i)}) {
                if (order_.log_capital(above, below) >= log_bound_ && !is_certified(above, below)) {
                    state_.certified.push_back({above, below, state_.rounds});
                }
            }
        }
    }
}

bool TournamentTally::plays_on(std::size_t agent) const {
    return !stopped_.agents.contains(agent) && std::ranges::binary_search(rounds_.agents(), agent);
}

/// Of a gauntlet: whether they meet no more because of tampering. Elsewhere other rivals tell who is
/// stronger.
bool TournamentTally::is_apart(std::size_t i, std::size_t j) const {
    const auto place = places_.find(std::minmax({i, j}));
    return counting_.rules.format == TournamentFormat::Gauntlet && place != places_.end() &&
           state_.pairings[place->second].is_apart;
}

void TournamentTally::note_nearest() {
    state_.nearest.reset();
    for (std::size_t i = 0; i < counting_.agents; ++i) {
        for (std::size_t j = 0; j < counting_.agents; ++j) {
            const bool is_open = is_compared(i, j) && plays_on(i) && plays_on(j) && !is_certified(i, j) &&
                                 !is_certified(j, i) && !is_apart(i, j);
            const double capital = is_open ? std::exp(order_.log_capital(i, j)) : 0;
            if (is_open && (!state_.nearest || capital > state_.nearest->capital)) {
                state_.nearest = {i, j, capital};
            }
        }
    }
}

/// Withdraws agents, leaves out those that are not the best, and pairings that only repeat or disturb games.
void TournamentTally::stop_agents_and_pairings() {
    bool has_tampered = false;
    for (std::size_t i = 0; i < counting_.agents; ++i) {
        AgentState& agent = state_.agents[i];
        const auto flaw = breakage_.flaw_of(referee::AgentId{i});
        if (!agent.withdrawn && flaw) {
            agent.withdrawn = {block_->round, *flaw};
            stopped_.agents.insert(i);
            has_tampered = has_tampered || *flaw == Flaw::Tampering;
        }
        agent.is_seen_alone = !agent.withdrawn && breakage_.is_seen_alone(referee::AgentId{i});
    }
    if (has_tampered) {
        breakage_.forget_tampering();
    }
    for (PairingResults& pairing : state_.pairings) {
        pairing.is_apart = pairing.is_apart ||
                           breakage_.keeps_apart(referee::AgentId{pairing.a}, referee::AgentId{pairing.b});
        if (pairing.is_saturated || pairing.is_apart) {
            stopped_.pairings.insert({pairing.a, pairing.b});
        }
    }
    if (counting_.until == Until::Best) {
        const std::vector<std::size_t> left = candidates();
        for (const auto& [above, below, round] : state_.certified) {
            if (is_candidate(above) && !state_.agents[below].is_out && std::ranges::count(left, below) > 0) {
                state_.agents[below].is_out = true;
                stopped_.agents.insert(below);
            }
        }
    }
}

/// Who may still be the best: all, or of a gauntlet the seeds.
std::vector<std::size_t> TournamentTally::candidates() const {
    std::vector<std::size_t> found;
    for (const std::size_t agent : rounds_.agents()) {
        if (is_candidate(agent) && !stopped_.agents.contains(agent)) {
            found.push_back(agent);
        }
    }
    return found;
}

bool TournamentTally::is_candidate(std::size_t agent) const noexcept {
    return counting_.rules.format != TournamentFormat::Gauntlet || agent < counting_.rules.reach;
}

bool TournamentTally::is_separated() const {
    const auto is_decided = [&](std::size_t i, std::size_t j) {
        return is_certified(i, j) || is_certified(j, i);
    };
    std::vector<std::size_t> playing = rounds_.agents();
    std::erase_if(playing, [&](std::size_t agent) { return stopped_.agents.contains(agent); });
    if (counting_.rules.format == TournamentFormat::Gauntlet) {
        const std::size_t seeds = counting_.rules.reach;
        return std::ranges::all_of(playing, [&](std::size_t seed) {
            return seed >= seeds || std::ranges::all_of(playing, [&](std::size_t rival) {
                       return rival < seeds || is_decided(seed, rival) || is_apart(seed, rival);
                   });
        });
    }
    if (state_.certified.size() + 1 < playing.size()) { // too few for all neighbours
        return false;
    }
    const Ratings ratings = rate(results_of(state_, {}));
    std::vector<std::size_t> order = playing;
    std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) {
        return ratings.elo[i].value_or(0) > ratings.elo[j].value_or(0);
    });
    for (std::size_t row = 0; row + 1 < order.size(); ++row) {
        if (!is_certified(order[row], order[row + 1])) {
            return false;
        }
    }
    return true;
}

/// Whether withdrawals have left nobody to play against.
bool TournamentTally::are_too_few() const {
    std::size_t seeds = 0;
    std::size_t rivals = 0;
    for (const std::size_t agent : rounds_.agents()) {
        if (!state_.agents[agent].withdrawn) {
            ++(agent < counting_.rules.reach ? seeds : rivals);
        }
    }
    return counting_.rules.format == TournamentFormat::Gauntlet ? seeds == 0 || rivals == 0
                                                                : seeds + rivals < 2;
}

void TournamentTally::find_end() {
    const bool goes_on = rounds_.has_later_stage(); // as its user wished before the end of this block
    if (goes_on && rounds_.has_newcomers()) {
        return;
    }
    if (are_too_few()) {
        ended_ = goes_on ? std::nullopt : std::optional(TournamentEnd::MaxFaults);
    } else if (!block_->is_catch_up && counting_.until == Until::Separated && is_separated()) {
        ended_ = TournamentEnd::Separated;
    } else if (counting_.until == Until::Best && has_best()) {
        ended_ = TournamentEnd::Best;
    }
}

/// Whether results, and not withdrawals or their user, have left one candidate.
bool TournamentTally::has_best() const {
    const std::vector<std::size_t> left = candidates();
    if (left.size() != 1) {
        return false;
    }
    for (std::size_t i = 0; i < rounds_.known_agents(); ++i) {
        if (is_candidate(i) && i != left.front() && !state_.agents[i].is_out) {
            return false; // it was withdrawn or removed, and may be the better one
        }
    }
    return true;
}

/// Statements that are certain stay so: agents who join make the bound of later ones higher.
void TournamentTally::set_bound() {
    const double now = comparisons(counting_, rounds_.known_agents());
    if (now > comparisons_) {
        state_.error += counting_.error * (now - comparisons_) / now;
        comparisons_ = now;
        state_.bound = now / counting_.error;
        log_bound_ = std::log(state_.bound);
    }
}

void TournamentTally::begin_block() {
    block_ = rounds_.next(stopped_);
    set_bound();
    played_ = 0;
    if (!block_) {
        ended_ = are_too_few()                               ? TournamentEnd::MaxFaults
                 : rounds_.rounds() >= rounds_.most_rounds() ? TournamentEnd::Rounds
                 : std::ranges::any_of(state_.pairings, &PairingResults::is_saturated)
                     ? TournamentEnd::Repeats
                     : TournamentEnd::MaxFaults;
    }
}

} // namespace sprt
