#include "sprt/session/remote_run.hpp"

#include "referee/base/console.hpp"
#include "referee/base/seed.hpp"
#include "referee/game/json.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/counting.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/remote/remote_games.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/session/remote_job.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/result_json.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <utility>

#include <sys/utsname.h>

namespace sprt {

namespace {

using referee::Json;
using remote::Clock;

constexpr const char* kViaPlace = "--via";

using Seconds = std::chrono::duration<double>; // nanoseconds of many turns may be too many for an integer

/// What an agent may use of a clock in a whole game.
Seconds most_of(const referee::TimeControl& control, int turns) {
    switch (control.kind) {
    case referee::LimitKind::Game: {
        const Seconds again = control.moves > 0 ? Seconds(control.time) / control.moves : Seconds(0);
        return control.time + (Seconds(control.increment) + control.margin + again) * turns;
    }
    case referee::LimitKind::Move:
        return (Seconds(control.time) + control.margin) * turns;
    case referee::LimitKind::Search:
        break;
    }
    return Seconds(control.turn) * turns;
}

std::string machine_type() {
    utsname system{};
    ::uname(&system);
    return system.machine;
}

remote::RemoteRun remote_run_of(RunSession& session, const OfferedRun& offered, PlannedPairs& pairs) {
    const RunFacts& facts = session.directory->facts();
    const RemotePlan& plan = session.remote;
    remote::RemoteRun run;
    run.id = facts.remote.value().run_id;
    run.epoch = facts.epoch();
    run.name = offered.name;
    const std::vector<referee::AgentPrint> prints = session.stage.kit.roster.prints();
    if (plan.send_agents == SendAgents::Never) {
        run.job = job_text(offered, prints, nullptr, plan.send_agents);
    } else {
        FilesToSend sent = read_agent_files(session.stage.kit.roster);
        run.job = job_text(offered, prints, &sent, plan.send_agents);
        run.files = std::move(sent.bytes);
    }
    run.needs = {.machine = machine_type(),
                 .cores = session.play.rules.placement.threads_per_agent,
                 .version = REFEREE_VERSION};
    run.first = session.counting().games();
    referee::GameLimits limits = offered.schedule.limits;
    limits.ready = std::max(limits.ready, longest_start(session.stage.kit.roster));
    run.longest_pair = longest_pair(session.play, limits, offered.times);
    run.next_pair = [&pairs] { return pairs.next_pair(); };
    run.checks = {.share = plan.spot_check,
                  .secret = fmt::format("{:016x}{:016x}", referee::random_seed(), referee::random_seed())};
    run.share = plan.share;
    run.reference_speed = plan.reference_speed;
    run.problem = [&kit = session.stage.kit](const referee::GameRecord& record, const Job& job) {
        return problem_of_brought(record, job, kit);
    };
    return run;
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
void keep_workers(KeptRun& directory, const std::map<std::string, WorkerFacts>& workers) {
    try {
        directory.note_workers(workers);
    } catch (const std::exception& error) { // what ends the session is told after this
        referee::complain(
            kProgram, fmt::format("warning: what the workers of this session did is lost: {}", error.what()));
    }
}

/// Of all sessions. Longer games are lost more often. Agents whose games follow from the seed play the same
/// game again; others a new one, so that losses favour those who win quickly.
void tell_of_lost(const OfferedRun& run, const std::map<std::string, WorkerFacts>& workers) {
    std::uint64_t lost = 0;
    std::uint64_t attempts = 0;
    for (const auto& [worker, facts] : workers) {
        lost += facts.voided;
        attempts += facts.voided + facts.pairs;
    }
    if (lost == 0) {
        return;
    }
    // Simulated, with losses that last twice as long as wins; docs/many-machines.md, "Leases".
    constexpr double kEloForPercent = 0.6;
    constexpr double kMostOfTheBounds = 0.1;
    const double percent = 100 * static_cast<double>(lost) / static_cast<double>(attempts);
    std::string text = fmt::format("{} of {} attempts at pairs were lost and played again ({:.1f} %)", lost,
                                   attempts, percent);
    const bool matters = run.elo_between && kEloForPercent * percent > kMostOfTheBounds * *run.elo_between;
    constexpr double kMostSimulated = 10;
    if (matters) {
        text += fmt::format("; of agents that play another game then, that may shift the result by {} Elo "
                            "towards those who win quickly",
                            percent > kMostSimulated ? "an unknown number of"
                                                     : fmt::format("{:.1f}", kEloForPercent * percent));
    }
    referee::complain(kProgram, (matters ? "warning: " : "note: ") + text);
}

/// Tells those who watch the run what becomes of it. For the thread that counts games: what is told takes at
/// most a fiftieth of that thread's time, and comes at most once a second.
class RunEvents {
  public:
    using Facts = std::map<std::string, WorkerFacts>;

    /// `facts`: what is known of the workers, called with what they did in this session. `games`, `counting`
    /// and `run` must outlive it.
    RunEvents(remote::RemoteGames& games, const Counting& counting, const OfferedRun& run,
              std::function<Facts(const remote::RemoteTotals&)> facts)
        : games_(games)
        , counting_(counting)
        , run_(run)
        , facts_(std::move(facts)) {}

    void note_game(const referee::GameRecord& record) {
        ++counted_;
        games_.tell([&](remote::Offering&, remote::Events& events) {
            events.note_game([&] { return to_json_line(record); }, Clock::now());
        });
        note_time();
    }
    /// To be called some times a second while no game ends, and at the end of the run.
    void note_time() {
        constexpr auto kAtMostEvery = std::chrono::seconds(1);
        constexpr int kShare = 50;
        const remote::Time now = Clock::now();
        if (now >= next_ || counting_.has_ended()) {
            tell();
            next_ = std::max(now + kAtMostEvery, now + kShare * (Clock::now() - now));
        }
    }

  private:
    void tell() {
        const remote::RemoteTotals totals = games_.totals();
        RunNews news = run_.news();
        std::map<std::string, std::string> workers;
        const Json known = workers_json(facts_(totals), counting_.workers());
        for (const auto& [worker, its] : known.items()) {
            Json json{{"format", remote::kFormat}, {"worker", worker}};
            const auto slots = totals.slots.find(worker);
            json["slots"] = slots != totals.slots.end() ? slots->second : 0;
            const auto counts = totals.workers.find(worker);
            const bool has_speed = counts != totals.workers.end() && counts->second.speed;
            json["speed"] = has_speed ? Json(*counts->second.speed) : Json(nullptr);
            json.update(its);
            workers[worker] = referee::line_of(json);
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - began_).count();
        games_.tell([&](remote::Offering& offering, remote::Events& events) {
            offering.note_pace(counted_ > 0 ? std::optional(static_cast<double>(counted_) / seconds)
                                            : std::nullopt,
                               news.games_left);
            events.note_standing(std::move(news.standing));
            for (auto& [worker, text] : workers) {
                events.note_worker(worker, std::move(text));
            }
        });
    }

    remote::RemoteGames& games_;
    const Counting& counting_;
    const OfferedRun& run_;
    std::function<Facts(const remote::RemoteTotals&)> facts_;
    remote::Time began_ = Clock::now();
    std::uint64_t counted_ = 0; ///< games of this session
    remote::Time next_{};       ///< when it is told again
};

PlayedGames play_with_workers(RunSession& session, PlannedPairs& pairs, const RunListener& listener) {
    KeptRun& directory = *session.directory;
    Counting& counting = session.counting();
    const OfferedRun offered = session.offered();
    const remote::Address address =
        remote::read_address(session.remote.via, kViaPlace, remote::Role::Coordinator);
    const Liars liars = known_liars(directory.facts().remote.value(), address.url);
    remote::RemoteRun run = remote_run_of(session, offered, pairs);
    run.liars = liars;
    Breakage seen = counting.breakage(); // sees games in the order in which they come
    run.see_game = [&seen](const referee::GameRecord& record) {
        seen.add(record);
        return seen.seen_alone_by(record.worker);
    };
    run.on_no_answer = [&] { tell_no_answer_yet(address); };
    remote::RemoteGames games(address, std::move(run), session.stage.signals.token());
    TrustWatch watch(games, directory, counting, liars, address.url, session.remote.wait);
    PresenceWatch presence(games, address);
    const auto workers_after = [&](const remote::RemoteTotals& totals) {
        return all_workers(directory.facts().remote.value().workers, totals);
    };
    RunEvents events(games, counting, offered, workers_after);
    const RunListener both{.on_game =
                               [&](const referee::GameRecord& record) {
                                   const auto llr = offered.llr ? offered.llr() : std::nullopt;
                                   games.tell([&](remote::Offering& offering, remote::Events&) {
                                       offering.note_standing(record.game + 1, llr);
                                   });
                                   if (counting.has_ended()) {
                                       games.note_end();
                                   }
                                   listener.on_game(record);
                                   events.note_game(record);
                                   presence.look();
                                   watch.look();
                               },
                           .on_wait =
                               [&] {
                                   presence.look();
                                   watch.look();
                                   events.note_time();
                                   if (listener.on_wait) {
                                       listener.on_wait();
                                   }
                               },
                           .is_enough = listener.is_enough};
    PlayedGames played;
    try {
        played = play_games(games, pairs, counting, session.stage.signals.token(), both);
        watch.tell_at_end(session.remote.spot_check);
    } catch (...) {
        keep_workers(directory, workers_after(games.totals()));
        throw;
    }
    const auto workers = workers_after(games.totals());
    tell_of_lost(offered, workers);
    directory.note_workers(workers);
    return played;
}

} // namespace

std::string kept_via(const std::string& via) {
    return remote::read_address(via, kViaPlace, remote::Role::Coordinator).kept();
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

std::chrono::nanoseconds longest_start(const referee::Roster& roster) {
    std::chrono::nanoseconds longest{0};
    for (const referee::RosterAgent& agent : roster.agents()) {
        if (agent.manner.protocol != referee::Protocol::Native) {
            longest =
                std::max<std::chrono::nanoseconds>(longest, 2 * agent.manner.start + agent.manner.new_game);
        }
    }
    return longest;
}

remote::Clock::duration longest_pair(const PlayPlan& play, const referee::GameLimits& limits,
                                     const std::vector<referee::TimeControl>& times) {
    constexpr auto kAround = std::chrono::seconds(10);
    constexpr Seconds kMost = std::chrono::hours(30 * 24);
    const int slowness = play.rules.clock == referee::ClockRule::Fair ? 10 : 1;
    Seconds longest{0};
    for (const referee::TimeControl& time : times) {
        longest = std::max(longest, most_of(time, limits.turns));
    }
    const Seconds game = limits.ready + play.rules.finish_wait + kAround + 2 * slowness * longest;
    constexpr int kGames = 2;
    constexpr int kMargin = 2;
    return std::chrono::duration_cast<remote::Clock::duration>(std::min(kMost, kGames * kMargin * game));
}

std::optional<std::string> problem_of_brought(const referee::GameRecord& record, const Job& job,
                                              const referee::PlayerKit& kit) {
    if (record.time_scale != job.time_scale) {
        return "its times were not multiplied as its task said";
    }
    if (!record.limits.agent1 || !record.limits.agent2) {
        return "it does not say what time the agents had";
    }
    const bool has_opening = !record.opening.empty() || record.start;
    const bool must_have_one = (!job.opening.empty() || job.start) && !record.moves.empty() &&
                               !record.lacks_opening.agent1 && !record.lacks_opening.agent2;
    if (must_have_one && !has_opening) {
        return "it has no opening, and both agents could be told it";
    }
    if (has_opening && (record.lacks_opening.agent1 || record.lacks_opening.agent2)) {
        return "it has an opening, and an agent that cannot be told it";
    }
    constexpr std::size_t kLongestExit = 100;
    if (record.exit.agent1.size() > kLongestExit || record.exit.agent2.size() > kLongestExit) {
        return "its exit is no word of a referee";
    }
    for (const referee::engine::SearchNote& note : record.search) {
        if ((!note.pv.empty() && !kit.logs_pv) || (!note.line.empty() && !kit.settings.kept)) {
            return "it has pv or line, which the run does not keep";
        }
    }
    return problem_of_job(record, job, Opening{.moves = job.opening, .start = job.start});
}

RemoteFacts new_remote_facts(const std::string& via) {
    constexpr std::uint64_t kTwelveDigits = (std::uint64_t{1} << 48) - 1;
    return {.run_id = fmt::format("{:012x}", referee::random_seed() & kTwelveDigits), .via = kept_via(via)};
}

void expect_server(const RemotePlan& remote, const referee::StopToken& stop) {
    if (!remote.is_remote()) {
        return;
    }
    try {
        const remote::Address address =
            remote::read_address(remote.via, kViaPlace, remote::Role::Coordinator);
        remote::Bus(address, {.on_no_answer = [&] { tell_no_answer_yet(address); }}, remote::kServerPatience,
                    stop);
    } catch (const remote::StoppedConnecting&) { // and so does whoever connects next
    }
}

PlayedGames play_remotely(RunSession& session, PlannedPairs& pairs, const RunListener& listener) {
    try {
        return play_with_workers(session, pairs, listener);
    } catch (const remote::StoppedConnecting&) {
        return {};
    }
}

std::string standing_event(const RunSnapshot& run, const Calculation& estimates) {
    Json standing{{"format", remote::kFormat}, {"over", run.state.is_over()}};
    standing.update(values_of_games(run, outcome_of(run), estimates));
    if (run.state.tuning) { // of many parameters more than a message holds
        standing["result"]["tune"].erase("trace");
    }
    return referee::line_of(standing);
}

std::string standing_event(const TournamentPlan& plan, const TournamentState& state,
                           const std::vector<std::string>& changes) {
    Json result = to_json(state, plan.anchor);
    for (const char* of_pairs : {"cov", "difference_se", "los"}) { // of 64 agents more than a message holds
        result["ratings"].erase(of_pairs);
    }
    result.erase("trusted_ratings");
    return referee::line_of({{"format", remote::kFormat},
                             {"over", state.is_over()},
                             {"result", std::move(result)},
                             {"doubts", doubts_json(doubts_of(plan, state, changes))}});
}

} // namespace sprt
