#pragma once
// What a run of any kind counts, what ends it, and when an agent is too broken to play on; how the games of a
// run of two are counted, and its state after some of them.
// Source: docs/commands.md, "What counts, and in which order"; docs/many-machines.md, "Trust", "Quarantine".

#include "referee/game/game_text.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "referee/process/program.hpp"
#include "sprt/ledger/conduct.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/schedule/tuning.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/sequential_test.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {

/// So many games, one after the other, that an engine loses because it does not start end the run, whatever
/// `max_faults`: it will not get better.
inline constexpr int kMostFailedStarts = 3;

/// So many games that were not scored because an agent tampered with the other one end the run, whatever
/// `max_faults`.
inline constexpr int kMostTampering = 3;

struct CountingRules {
    std::optional<SequentialTest> test; ///< empty: a match, which ends after `max_games`
    RepeatRule repeats;
    std::optional<std::uint64_t> max_games{};  ///< empty: no limit
    std::optional<std::uint64_t> max_faults{}; ///< an agent with more faults ends the run; empty: off
    referee::PerPlayer<bool> is_engine{};      ///< engines end the run by kMostFailedStarts
    std::optional<TuneRules> tune{};           ///< empty: the run is no tuning

    /// Whether pairs of games are counted; otherwise games are.
    [[nodiscard]] bool by_pairs() const noexcept { return !test || is_pairwise(test->model()); }
};

/// How often something was seen, and by which volunteers.
class Sightings {
  public:
    /// `worker` saw it so often; empty: this machine.
    void add(std::uint64_t times, const std::string& worker);
    void clear();
    /// How often `worker`, a volunteer, saw it.
    [[nodiscard]] std::uint64_t by(const std::string& worker) const;
    [[nodiscard]] std::uint64_t all() const { return all_; }
    /// How often all saw it but the one volunteer that saw it most often.
    [[nodiscard]] std::uint64_t without_one_volunteer() const;

  private:
    std::uint64_t all_ = 0;
    std::map<std::string, std::uint64_t> by_volunteer_;
};

/// Why an agent is broken.
enum class Flaw : std::uint8_t {
    Tampering, ///< it tampered with its rivals, or with itself, see kMostTampering
    Faults,
    FailedStarts, ///< an engine does not start, see kMostFailedStarts
    TimeLosses,   ///< it lost each of its last games on time
};

inline constexpr std::array kFlaws{Flaw::Tampering, Flaw::Faults, Flaw::FailedStarts, Flaw::TimeLosses};

/// The name in JSON.
[[nodiscard]] std::string_view name(Flaw flaw) noexcept;

/// Whether an agent is too broken to play on: a run of two ends then, a tournament goes on without it. What a
/// single volunteer saw breaks nobody: it could have made it up.
class Breakage {
  public:
    /// Of a run of two.
    explicit Breakage(const CountingRules& rules);
    /// Of a tournament of `agents`: one with more than `max_faults`, or that loses each of its last
    /// `time_losses` games on time, is broken. Empty: none is for its faults; none is for its time losses.
    /// `believes_names`: one that is named in kMostTampering attempts is broken, whoever the others name.
    Breakage(std::size_t agents, std::optional<std::uint64_t> max_faults,
             std::optional<std::uint64_t> time_losses = {}, bool believes_names = false);

    /// Sees the next game.
    void add(const referee::GameRecord& record);

    /// An agent, and why it is broken.
    struct Broken {
        referee::AgentId agent{};
        Flaw flaw{};
    };
    /// The first agent that is broken; empty: none is.
    [[nodiscard]] std::optional<Broken> found() const;
    /// Why `agent` is broken; empty: it is not.
    [[nodiscard]] std::optional<Flaw> flaw_of(referee::AgentId agent) const;
    /// Whether `agent` is broken by what one volunteer saw, and not without that volunteer.
    [[nodiscard]] bool is_seen_alone(referee::AgentId agent) const;
    /// Whether kMostTampering attempts at games of these two agents of a tournament were not scored because
    /// one of them was stopped or traced. Which of them did it cannot be told.
    [[nodiscard]] bool keeps_apart(referee::AgentId one, referee::AgentId other) const;
    /// One that was withdrawn for tampering may have done all of it, in games that were played beside its
    /// own. Where names are believed nothing is forgotten.
    void forget_tampering();
    /// What `worker` alone saw so often that an agent would be broken if a volunteer were believed. A line of
    /// at most 120 characters; empty: there is nothing, or `worker` is no volunteer. Always empty in a
    /// tournament, which does not end by it: honest volunteers see a bad agent often before its round ends.
    [[nodiscard]] std::string seen_alone_by(const std::string& worker) const;

  private:
    /// Something that breaks an agent when it was seen often enough.
    struct Cause {
        /// By agent: so often it must be seen; empty: it breaks nobody.
        std::vector<std::optional<std::uint64_t>> least{};
        std::vector<Sightings> seen{}; ///< by agent
    };
    using Agents = std::pair<std::size_t, std::size_t>; ///< the first one is the smaller one
    using Count = std::uint64_t (Sightings::*)() const; ///< of what was seen

    Breakage(bool is_of_two, bool believes_names, std::size_t agents,
             std::optional<std::uint64_t> max_faults);
    [[nodiscard]] Cause& cause(Flaw flaw) noexcept { return causes_[static_cast<std::size_t>(flaw)]; }
    [[nodiscard]] const Cause& cause(Flaw flaw) const noexcept {
        return causes_[static_cast<std::size_t>(flaw)];
    }
    [[nodiscard]] std::size_t index_of(const referee::GameRecord& record, referee::Player player) const;
    void note_time_losses(const referee::GameRecord& record);
    void note_tampering(const referee::GameRecord& record);
    [[nodiscard]] bool breaks(Flaw flaw, std::size_t agent, Count count) const;
    [[nodiscard]] bool is_centre_of_tampering(std::size_t agent, Count count) const;

    bool believes_names_; ///< a run of two does
    bool is_of_two_;      ///< in a tournament neither tampering nor what comes with a time loss is a fault
    /// By flaw. Failed starts are those of games one after the other, up to the last scored one; time losses
    /// those of scored games, one after the other.
    std::array<Cause, kFlaws.size()> causes_;
    std::map<Agents, Sightings> tampering_; ///< of all who met, where names are not believed
};

/// Counts the games of a run of any kind: a test, a match or a tournament.
class Counting {
  public:
    virtual ~Counting() = default;

    /// Counts the next game of the schedule. A game in another order, or after the end, is a bug of the
    /// caller. Returns whether the games after this one are no longer those that were planned before.
    virtual bool add(const referee::GameRecord& record) = 0;
    /// How many games were counted, scored or not. This is also the number of the next game.
    [[nodiscard]] virtual std::uint64_t games() const noexcept = 0;
    /// Whether the counted games end the run.
    [[nodiscard]] virtual bool has_ended() const noexcept = 0;

    /// These workers were caught lying: what stands is also computed without their pairs.
    virtual void distrust(std::set<std::string> workers) = 0;
    /// The counted games by who played them.
    [[nodiscard]] virtual const GamesByWorker& workers() const noexcept = 0;
    /// The same in parts whose games are alike, so that workers can be compared: of each two agents.
    [[nodiscard]] virtual std::vector<const GamesByWorker*> comparable_games() const = 0;
    /// What makes agents too broken to play on, and who saw it.
    [[nodiscard]] virtual const Breakage& breakage() const noexcept = 0;
    /// What `worker` alone saw that would end the run if a volunteer were believed, as Breakage says it.
    [[nodiscard]] virtual std::string seen_alone_by(const std::string& worker) const {
        return breakage().seen_alone_by(worker);
    }

  protected:
    Counting() = default;
    Counting(const Counting&) = default;
    Counting(Counting&&) = default;
    Counting& operator=(const Counting&) = default;
    Counting& operator=(Counting&&) = default;
};

// A run of two agents: its state after some of its games, why it ended, and who counts it.

enum class EndReason : std::uint8_t {
    Verdict,
    MaxGames,
    Games,    ///< all games of a match or a tuning were played
    MaxTime,  ///< the same of a tuning that its time ended
    NoEffect, ///< no parameter of a tuning changes a game
    MaxFaults,
    FailedStarts,   ///< an engine does not start, see kMostFailedStarts
    Tampering,      ///< an agent tampered with the other one, see kMostTampering
    Repeats,        ///< the agents repeat the same games
    OpeningsUsedUp, ///< all openings were played
    Interrupted,
};

/// The name in run.json.
[[nodiscard]] constexpr std::string_view name(EndReason reason) noexcept {
    constexpr auto kNames = std::to_array<std::string_view>(
        {"verdict", "max_games", "games", "max_time", "no_effect", "max_faults", "failed_starts", "tampering",
         "repeats", "openings_used_up", "interrupted"});
    static_assert(kNames.size() == static_cast<std::size_t>(EndReason::Interrupted) + 1);
    return kNames[static_cast<std::size_t>(reason)];
}

struct RunState {
    Standing standing;              ///< of a tuning, of its verification
    std::optional<Tuning> tuning{}; ///< empty: the run is none
    Conduct conduct;
    EndReason reason = EndReason::Interrupted; ///< Interrupted also before the end of the run
    std::optional<referee::Player> broken;     ///< the agent whose faults ended the run
    referee::PerPlayer<bool> are_broken{};     ///< the same of each agent; both may be
    std::vector<referee::GameFault>
        faults; ///< the first 100 of the run, and the first of each kind and agent
    referee::MachineReport machine;
    referee::PerPlayer<std::string> lacks_sandbox{}; ///< see AgentPrint
    GamesByWorker workers;                           ///< of games that other machines played
    /// Without the games of workers that were caught lying; empty: they have none.
    std::optional<Evaluation> trusted_evaluation{};
    std::uint64_t distrusted_pairs = 0;  ///< of which such a worker played a game
    std::uint64_t games_beyond = 0;      ///< begun after the last counted game, and discarded
    std::chrono::nanoseconds elapsed{0}; ///< duration of all sessions of the run

    /// Games that were scored, and that were not.
    [[nodiscard]] std::uint64_t games() const noexcept {
        return tuning ? tuning->games() : standing.games.games();
    }
    [[nodiscard]] std::uint64_t unscored() const noexcept {
        return tuning ? tuning->unscored() : standing.unscored;
    }

    /// Whether the run has ended. An interrupted one has not.
    [[nodiscard]] bool is_over() const noexcept { return reason != EndReason::Interrupted; }

    /// The verdict of a run that ended by one. Continue for every other run, whatever its LLR.
    [[nodiscard]] Verdict verdict() const noexcept {
        return reason == EndReason::Verdict ? standing.evaluation.verdict : Verdict::Continue;
    }

    /// Whether there is a verdict that would be another one, or none, without the games of workers that were
    /// caught lying.
    [[nodiscard]] bool rests_on_distrusted() const noexcept {
        return verdict() != Verdict::Continue && trusted_evaluation &&
               trusted_evaluation->verdict != verdict();
    }

    /// Whether there is a verdict for an agent that may have tampered with the other one, or a verdict that
    /// would be another one, or none, if its agent had lost each game that was disturbed.
    [[nodiscard]] bool rests_on_tampering() const noexcept {
        if (verdict() == Verdict::Continue) {
            return false;
        }
        const auto winner = verdict() == Verdict::H1 ? referee::Player::Agent1 : referee::Player::Agent2;
        return machine.disturbances().tampering[winner] > 0 || standing.rests_on(&Standing::disturbed);
    }
};

/// The verdict without the games of workers that were caught lying. What they sent is counted all the same,
/// since to take back results after they are seen would be a choice by outcome.
class TrustedLedger {
  public:
    /// `before`: the ledger that counted all games, before `result`, the next one, of `worker` (empty: of
    /// this machine). Games are remembered from the first one of a worker on.
    void add(const Ledger& before, const GameResult& result, const std::string& worker);

    /// These workers were caught lying, and no others.
    void distrust(std::set<std::string> workers);

    /// Whether games of such workers were counted.
    [[nodiscard]] bool leaves_out() const noexcept { return left_out_ > 0; }
    /// Pairs of which such a worker played a game.
    [[nodiscard]] std::uint64_t pairs_left_out() const noexcept { return left_out_; }
    /// The evaluation of all other games; empty while none is left out.
    [[nodiscard]] std::optional<Evaluation> evaluation() const;

  private:
    struct Played {
        GameResult result;
        std::uint32_t worker = 0; ///< its index
    };

    void count(const GameResult& result, const std::string& worker);

    std::optional<Ledger> base_; ///< before the first game of a worker; empty: there was none
    std::vector<Played> played_; ///< from then on
    std::vector<std::string> names_;
    std::map<std::string, std::uint32_t> index_of_;
    std::set<std::string> distrusted_;
    std::optional<Ledger> trusted_; ///< empty: nobody is distrusted, or there is no game of a worker
    std::optional<std::uint64_t> pair_left_out_; ///< the last one
    std::uint64_t left_out_ = 0;
};

/// Counts the games of a run and finds the end of the run. The same code counts played games and games from a
/// log: the result of a run is a function of its configuration and its games.
class Tally final : public Counting {
  public:
    explicit Tally(const CountingRules& rules);

    /// Returns whether the time of a tuning is over; otherwise what was counted changes no schedule.
    bool add(const referee::GameRecord& record) override;
    /// A tuning ends when `is_over` says so after a pair. Its verification follows.
    void end_tuning_when(std::function<bool()> is_over) { is_time_over_ = std::move(is_over); }
    void distrust(std::set<std::string> workers) override;
    void note_lacks_sandbox(const std::vector<referee::AgentPrint>& agents) {
        result_.lacks_sandbox = {agents.at(0).lacks_sandbox, agents.at(1).lacks_sandbox};
    }
    [[nodiscard]] std::uint64_t games() const noexcept override { return games_; }
    [[nodiscard]] bool has_ended() const noexcept override { return ended_.has_value(); }
    [[nodiscard]] const GamesByWorker& workers() const noexcept override { return result_.workers; }
    [[nodiscard]] std::vector<const GamesByWorker*> comparable_games() const override {
        return {&result_.workers};
    }
    [[nodiscard]] const Breakage& breakage() const noexcept override { return breakage_; }
    [[nodiscard]] std::string seen_alone_by(const std::string& worker) const override;
    /// Why the counted games end the run; empty when they do not.
    [[nodiscard]] std::optional<EndReason> ended() const noexcept { return ended_; }
    /// The faults of a game, of a tuning with the values that the agents had.
    [[nodiscard]] std::vector<referee::GameFault> faults_of(const referee::GameRecord& record) const;
    /// The state after the counted games. Its `reason` is Interrupted until the run has ended.
    [[nodiscard]] const RunState& state() const noexcept { return result_; }

  private:
    [[nodiscard]] std::optional<EndReason> find_end();

    void count(const GameResult& game, const std::string& worker);
    void keep_faults(const referee::GameRecord& record);
    void evaluate_trusted();

    std::optional<std::uint64_t> max_games_; ///< of a tuning its rules say
    std::function<bool()> is_time_over_;
    EndReason at_max_games_; ///< why a run ends after `max_games_`
    Ledger ledger_;
    TrustedLedger trusted_;
    Sightings repeats_; ///< that end the run when they are enough, in a row
    Breakage breakage_;
    referee::FirstFaults first_faults_;
    std::uint64_t games_ = 0;
    std::optional<EndReason> ended_;
    RunState result_;
};

} // namespace sprt
