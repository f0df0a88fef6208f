#include "sprt/command/remote/remote_run.hpp"

#include "referee/base/console.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/command/remote/presence_watch.hpp"
#include "sprt/command/remote/remote_job.hpp"
#include "sprt/command/remote/run_events.hpp"
#include "sprt/command/remote/trust_watch.hpp"
#include "sprt/remote/remote_games.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/workers_json.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <sys/utsname.h>

namespace sprt {
namespace {

using std::chrono::nanoseconds;

constexpr const char* kViaPlace = "--via";

/// What an agent may use of a clock in a whole game.
nanoseconds most_of(const referee::TimeControl& control, int turns) {
    switch (control.kind) {
    case referee::LimitKind::Game:
        return control.time + (control.increment + control.margin) * turns;
    case referee::LimitKind::Move:
        return (control.time + control.margin) * turns;
    case referee::LimitKind::Nodes:
    case referee::LimitKind::Depth:
        break;
    }
    return control.turn * turns;
}

/// After this time an attempt at a pair is void: twice what two games can last. A game of which the clock
/// counts processor time may last ten times as long.
remote::Clock::duration longest_pair(const RunPlan& plan) {
    constexpr auto kAround = std::chrono::seconds(10);
    const referee::GameLimits& limits = plan.schedule.limits;
    const int slowness = plan.play.settings.clock == "fair" ? 10 : 1;
    const nanoseconds game =
        limits.ready + std::chrono::milliseconds(plan.play.settings.finish_ms) + kAround +
        slowness * (most_of(limits.time.agent1, limits.turns) + most_of(limits.time.agent2, limits.turns));
    constexpr int kGames = 2;
    constexpr int kMargin = 2;
    return std::chrono::duration_cast<remote::Clock::duration>(kGames * kMargin * game);
}

std::string machine_type() {
    utsname system{};
    ::uname(&system);
    return system.machine;
}

remote::RemoteRun remote_run_of(const RunPlan& plan, const Stage& stage, const RunFile& file, Jobs& jobs,
                                std::uint64_t first) {
    remote::RemoteRun run;
    run.id = file.remote.value().run_id;
    run.epoch = file.epoch();
    run.name = fmt::format("{} vs {}", plan.agents.agent1.name, plan.agents.agent2.name);
    const referee::PerPlayer<referee::AgentPrint> prints = stage.kit.roster.prints_of_both();
    if (file.config.remote.send_agents == "never") {
        run.job = job_text(file.config, prints, nullptr);
    } else {
        FilesToSend sent = read_agent_files(stage.kit.roster);
        run.job = job_text(file.config, prints, &sent);
        run.files = std::move(sent.bytes);
    }
    run.needs = {.machine = machine_type(),
                 .cores = static_cast<int>(plan.play.settings.threads_per_agent),
                 .version = REFEREE_VERSION};
    run.first = first;
    run.longest_pair = longest_pair(plan);
    run.next_pair = [&jobs] { return jobs.next_pair(); };
    run.checks = {.share = file.config.remote.spot_check,
                  .secret = fmt::format("{:016x}{:016x}", referee::random_seed(), referee::random_seed())};
    run.share = plan.share;
    run.reference_speed = plan.reference_speed;
    run.problem = [&plan, &stage](const referee::GameRecord& record,
                                  const Job& job) -> std::optional<std::string> {
        if (record.time_scale != job.time_scale) {
            return "its times were not multiplied as its task said";
        }
        return problem_of_record(record, job.id, plan.schedule, stage.openings.get());
    };
    return run;
}

/// Empty in a match, which has no test.
std::optional<double> llr_of(const RunPlan& plan, const RunState& state) {
    const double llr = state.standing.evaluation.llr;
    return plan.counting.test && std::isfinite(llr) ? std::optional(llr) : std::nullopt;
}

/// What the workers did in all sessions: those of `before`, and this one.
std::map<std::string, WorkerFacts> all_workers(std::map<std::string, WorkerFacts> all,
                                               const remote::RemoteTotals& totals) {
    for (const auto& [worker, counts] : totals.workers) {
        WorkerFacts& facts = all[worker];
        facts.pairs += counts.pairs;
        facts.wrong += counts.wrong;
        facts.refused = counts.refused;
        facts.quarantined = counts.quarantined;
        facts.is_distrusted = facts.is_distrusted || counts.is_distrusted;
        if (!counts.machine_json.empty()) {
            facts.machine = machine_said(counts.machine_json);
        }
    }
    for (const auto& [worker, compared] : totals.compared) {
        all[worker].copies += compared.copies;
        all[worker].differed += compared.differed;
    }
    for (const auto& [worker, lost] : totals.lost_by) {
        all[worker].voided += lost;
    }
    return all;
}

/// A session that fails has no result; what its workers did is kept all the same.
void keep_workers(RunDirectory& directory, const std::map<std::string, WorkerFacts>& workers) {
    try {
        directory.note_workers(workers);
    } catch (const std::exception& error) { // what ends the session is told after this
        referee::complain(
            kProgram, fmt::format("warning: what the workers of this session did is lost: {}", error.what()));
    }
}

/// Longer games are lost more often. Agents whose games follow from the seed play the same game again; others
/// a new one, so that losses favour those who win quickly.
void tell_of_lost(const RunPlan& plan, const remote::RemoteTotals& totals) {
    if (totals.lost == 0) {
        return;
    }
    // Simulated, with losses that last twice as long as wins; docs/many-machines.md, "Leases".
    constexpr double kEloForPercent = 0.6;
    constexpr double kMostOfTheBounds = 0.1;
    const double percent =
        100 * static_cast<double>(totals.lost) / static_cast<double>(totals.lost + totals.kept);
    std::string text = fmt::format("{} of {} attempts at pairs were lost and played again ({:.1f} %)",
                                   totals.lost, totals.lost + totals.kept, percent);
    const auto& test = plan.counting.test;
    const bool matters = test && kEloForPercent * percent >
                                     kMostOfTheBounds * (test->hypotheses().elo1 - test->hypotheses().elo0);
    constexpr double kMostSimulated = 10;
    if (matters) {
        text += fmt::format(
            "; of agents that play another game then, that may shift the result by {} Elo towards "
            "those who win quickly",
            percent > kMostSimulated ? "an unknown number of"
                                     : fmt::format("{:.1f}", kEloForPercent * percent));
    }
    referee::complain(kProgram, (matters ? "warning: " : "note: ") + text);
}

RunState play_with_workers(const RunPlan& plan, Stage& stage, Tally& tally, Jobs& jobs,
                           RunDirectory& directory, const RunListener& listener) {
    const remote::Address address = remote::read_coordinator_address(plan.via, kViaPlace);
    const Liars liars = known_liars(directory.run().remote.value(), address.url);
    remote::RemoteRun run = remote_run_of(plan, stage, directory.run(), jobs, tally.games());
    run.liars = liars;
    Breakage seen = tally.breakage();
    run.see_game = [&seen](const referee::GameRecord& record) {
        seen.add(record);
        return seen.seen_alone_by(record.worker);
    };
    run.on_no_answer = [&] { tell_no_answer_yet(address); };
    remote::RemoteGames games(address, std::move(run), stage.signals.token());
    TrustWatch watch(games, directory, tally, liars, address.url);
    PresenceWatch presence(games, address);
    const auto workers_after = [&](const remote::RemoteTotals& totals) {
        return all_workers(directory.run().remote.value().workers, totals);
    };
    RunEvents events(games, plan, workers_after);
    const RunListener both{.on_game =
                               [&](const referee::GameRecord& record, const RunState& so_far) {
                                   games.note_standing(record.game + 1, llr_of(plan, so_far));
                                   if (so_far.is_over()) {
                                       games.note_end();
                                   }
                                   listener.on_game(record, so_far);
                                   events.note_game(record, so_far);
                                   presence.look();
                                   watch.look();
                               },
                           .on_wait =
                               [&](const RunState& so_far) {
                                   presence.look();
                                   watch.look();
                                   events.note_time(so_far);
                                   if (listener.on_wait) {
                                       listener.on_wait(so_far);
                                   }
                               }};
    RunState result;
    try {
        result = play_games(games, jobs, stage.signals.token(), tally, both);
        watch.tell_at_end(directory.run().config.remote.spot_check);
    } catch (...) {
        keep_workers(directory, workers_after(games.totals()));
        throw;
    }
    result.trusted_evaluation = tally.result().trusted_evaluation;
    result.distrusted_pairs = tally.result().distrusted_pairs;
    tell_of_lost(plan, games.totals());
    directory.note_workers(workers_after(games.totals()));
    return result;
}

} // namespace

std::string kept_via(const std::string& via) {
    return remote::read_coordinator_address(via, kViaPlace).kept();
}

std::string via_to_give_again(const std::string& via) {
    const auto scheme = via.find("://");
    if (scheme == std::string::npos) { // the path of an invitation
        return "";
    }
    const remote::Address address = remote::read_url(via, kViaPlace);
    if (address.user.empty()) {
        return "";
    }
    return address.url.substr(0, scheme + 3) + address.user + (address.password.empty() ? "" : ":PASSWORD") +
           "@" + address.url.substr(scheme + 3);
}

RemoteFacts new_remote_facts(const std::string& via) {
    constexpr std::uint64_t kTwelveDigits = (std::uint64_t{1} << 48) - 1;
    return {.run_id = fmt::format("{:012x}", referee::random_seed() & kTwelveDigits), .via = kept_via(via)};
}

RunState play_remotely(const RunPlan& plan, Stage& stage, Tally tally, Jobs& jobs, RunDirectory& directory,
                       const RunListener& listener) {
    try {
        return play_with_workers(plan, stage, tally, jobs, directory, listener);
    } catch (const remote::StoppedConnecting&) {
        return tally.result();
    }
}

} // namespace sprt
