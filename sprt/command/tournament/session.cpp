#include "sprt/command/tournament/session.hpp"

#include "referee/base/agent_error.hpp"
#include "referee/base/stop_signals.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/command/session.hpp"
#include "sprt/command/tournament/tournament_watch.hpp"
#include "sprt/play/check_game.hpp"
#include "sprt/play/players.hpp"
#include "sprt/play/tournament.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::AgentId;
using referee::ExitStatus;
using referee::say;

std::string resume_command(const TournamentPlan& plan, const TournamentDirectory& directory) {
    return call_on_run("resume", directory.path(), plan.watch.resume_flags);
}

/// The first fault of a check game of an agent with itself, without the number of its side.
std::string check_fault_text(const referee::GameRecord& record) {
    std::string reason = fault_reason(referee::faults_of(record).front());
    for (const char* const side : {"agent 1 ", "agent 2 "}) {
        if (reason.starts_with(side)) {
            reason.erase(0, std::string_view(side).size());
        }
    }
    return reason;
}

} // namespace

std::string failures_text(const TournamentPlan& plan, const std::vector<FailedAgent>& failed) {
    std::string text;
    for (const auto& [agent, why] : failed) {
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ",
                            referee::to_printable(plan.agents[agent].name), why);
    }
    return text;
}

std::vector<std::size_t> check_agents(const TournamentPlan& plan, Stage& stage,
                                      const std::vector<std::size_t>& playing,
                                      std::vector<FailedAgent>* failed) {
    referee::PlayerKit kit = stage.kit;
    kit.trace.clear();
    kit.trace_faults.clear();
    std::size_t next = 0;
    const auto next_job = [&]() -> std::vector<Job> {
        if (next == playing.size()) {
            return {};
        }
        const std::size_t agent = playing[next];
        Job job = check_job(plan.schedule.base, *stage.openings);
        job.id = next++;
        job.keeps = {};
        const auto& time = plan.schedule.times[agent];
        job.limits.time = {time, time};
        for (const referee::Player player : referee::kPlayers) {
            auto& limit = job.limits.time[player].time;
            limit = std::min<std::chrono::nanoseconds>(limit, kLongestCheck);
        }
        job.agents = {AgentId{agent}, AgentId{agent}};
        return {job};
    };
    const int workers = std::min(plan.play.concurrency, static_cast<int>(playing.size()));
    Pool pool(workers, next_job, process_player(kit, stage.placement, stage.orphans));
    std::vector<FailedAgent> failures;
    std::string untold;
    std::vector<std::size_t> lacking;
    while (const auto record = pool.next(stage.signals.token())) {
        const std::string& name = kit.roster[record->agents.agent1].name;
        if (shows_broken_agent(*record, plan.schedule.base.limits.ready)) {
            for (const std::string& line : last_words(*record)) {
                referee::complain(kProgram, name + ": " + line);
            }
            failures.push_back({index(record->agents.agent1), check_fault_text(*record)});
        } else if (untold.empty()) {
            untold = untold_opening_text(*record, stage.openings->facts());
        }
        if (record->lacks_opening.agent1) {
            lacking.push_back(index(record->agents.agent1));
        }
    }
    if (failed != nullptr) {
        *failed = std::move(failures);
    } else if (!failures.empty()) {
        throw CheckGameFailed(
            fmt::format("the check games failed: {} (--no-check begins the tournament without them)",
                        failures_text(plan, failures)));
    }
    if (!untold.empty()) {
        throw CheckGameFailed(untold);
    }
    return lacking;
}

ExitStatus status_of_tournament(const TournamentState& state, const std::optional<int>& signal) {
    if (signal) {
        return referee::status_of_signal(*signal);
    }
    const bool is_broken = has_withdrawn(state) || state.reason == TournamentEnd::MaxFaults;
    return is_broken && state.reason != TournamentEnd::Interrupted ? ExitStatus::AgentBroken
                                                                   : ExitStatus::Done;
}

std::vector<std::size_t> playing_in(const TournamentPlan& plan, const TournamentTally& tally) {
    std::vector<std::size_t> playing;
    for (const std::size_t agent : plan.counting.rules.stages.back().agents) {
        if (!tally.state().agents[agent].withdrawn) {
            playing.push_back(agent);
        }
    }
    return playing;
}

ExitStatus play_session(const TournamentPlan& plan, Stage& stage, const std::vector<std::size_t>& lacking,
                        TournamentTally tally, TournamentDirectory* directory) {
    const std::uint64_t first_game = tally.games();
    TournamentWatch watch(plan, first_game, stage.status_request, directory != nullptr);
    const TournamentListener listener{
        .on_game =
            [&](const referee::GameRecord& record, const TournamentTally& so_far, bool ends_round) {
                if (directory != nullptr) {
                    directory->add(record);
                }
                watch.game(record, so_far, ends_round);
            },
        .on_wait = [&](const TournamentTally& so_far) { watch.wait(so_far); }};
    warn_before_games(stage, plan.play,
                      directory != nullptr ? directory->warnings() : std::vector<std::string>(), true);
    const std::string walls = stage.kit.roster.sandboxes_text();
    say(tournament_head(plan, stage.openings->facts(), walls.empty() ? walls : walls + "\n", lacking) +
        (first_game > 0 ? fmt::format("Going on after {}.\n", referee::counted(first_game, "game"))
                        : std::string()));
    const auto begin = std::chrono::steady_clock::now();
    const auto resume = [&] { return resume_command(plan, *directory); };
    TournamentState state = play_kept(directory, resume, [&] {
        return play_tournament(tally, plan.schedule, *stage.openings, plan.play.concurrency,
                               process_player(stage.kit, stage.placement, stage.orphans),
                               stage.signals.token(), listener);
    });
    state.elapsed = std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    std::vector<std::string> changes;
    if (directory != nullptr) {
        state.elapsed += directory->run().elapsed_before;
        changes = directory->run().session_changes();
    }
    const std::vector<std::string> changed = stage.kit.roster.changed_files();
    changes.insert(changes.end(), changed.begin(), changed.end());
    // Thrown last: the table is printed even when run.json cannot be written.
    const std::string failure =
        directory != nullptr ? end_kept(*directory, resume, changed, state) : std::string();
    const bool is_interrupted = state.reason == TournamentEnd::Interrupted;
    const auto signal = is_interrupted ? stage.signals.received() : std::nullopt;
    const std::string signal_text = signal ? referee::signal_name(*signal) : "";
    say("\n" + tournament_tail(plan, state, signal_text, changes));
    if (is_interrupted && directory != nullptr) {
        referee::say_or_complain(kProgram, "To go on: " + resume_command(plan, *directory));
    }
    warn_of_signals(stage);
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
    return status_of_tournament(state, signal);
}

} // namespace sprt
