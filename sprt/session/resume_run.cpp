#include "referee/base/console.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/job.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/remote_run.hpp"
#include "sprt/session/resumption.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_facts.hpp"
#include "sprt/store/run_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::UserError;

/// What `sprt resume` changes of a run: the number of games or rounds, agents that join or leave it.
struct AskedChange {
    RunChange run;                  ///< without its place
    std::vector<std::string> lines; ///< what was changed of a tournament

    [[nodiscard]] bool is_none() const noexcept { return !run.games && !run.stage; }
};

// ---- A run of two agents

/// Throws UserError unless the tuning can have so many games.
void expect_more_tuning(const Tuning& tuning, std::uint64_t games, const std::string& dir) {
    const std::uint64_t now = 2 * tuning.rules().pairs;
    const bool is_tuned =
        tuning.rules().tuned_until ||
        tuning.games() + tuning.unscored() > 2 * (tuning.rules().probe_pairs() + tuning.rules().pairs);
    if (is_tuned) {
        throw UserError("--games: the tuning in {} is over{}, and more games cannot change that", dir,
                        tuning.rules().tuned_until ? "" : ": its verification has begun");
    }
    if (games <= now) {
        throw UserError("--games: {} is not above the {} of the tuning", games, now);
    }
}

/// The new number of games that `request` asks for: --games of a match, --max-games of a run; empty when it
/// stays. Throws UserError when it cannot be.
std::optional<std::uint64_t> new_number_of_games(const ResumeRequest& request, const LoadedRun& loaded) {
    const bool is_test = loaded.plan.counting.test.has_value();
    if (is_test ? request.games.has_value() : request.max_games.has_value()) {
        throw UserError(
            is_test
                ? fmt::format("--games: it is for a match, and {} is a run that a test ends; --max-games is "
                              "its limit",
                              request.dir)
                : fmt::format(
                      "--max-games: it is for a run that a test ends, and {} is a {}; --games is its number",
                      request.dir, loaded.plan.counting.tune ? "tuning" : "match"));
    }
    const auto& given = is_test ? request.max_games : request.games;
    if (!given) {
        return std::nullopt;
    }
    const char* const flag = is_test ? "--max-games" : "--games";
    const std::uint64_t played = loaded.tally.games();
    const auto asked = static_cast<std::uint64_t>(std::max<std::int64_t>(*given, 0));
    const bool in_pairs = !is_test || is_pairwise(loaded.plan.counting.test->model());
    const std::uint64_t games = in_pairs ? referee::in_whole_pairs(asked) : asked;
    const auto limit = loaded.plan.counting.max_games;
    const std::uint64_t least = std::max<std::uint64_t>(played, 1); // run.json takes at least 2
    if (games <= least && !loaded.plan.counting.tune) {
        throw UserError("{}: {} is out of range; {} were played, and {} at least {}", flag, *given,
                        referee::counted(played, "game"),
                        in_pairs ? "whole pairs come to" : "the limit must be",
                        in_pairs ? referee::in_whole_pairs(played) + 2 : least + 1);
    }
    if (is_test && limit && games < *limit) {
        throw UserError("{}: {} is below the limit of the run, {}; it can only be raised", flag, *given,
                        *limit);
    }
    const auto ended = loaded.tally.ended();
    if (loaded.is_over && ended != EndReason::Games && ended != EndReason::MaxGames) {
        throw UserError("{}: the {} ended by {}, and more games cannot change that", flag,
                        is_test                     ? "run"
                        : loaded.plan.counting.tune ? "tuning"
                                                    : "match",
                        name(loaded.state().reason));
    }
    if (games != asked) {
        referee::complain(kProgram, odd_games_text(flag, *given));
    }
    if (const auto& tuning = loaded.state().tuning) {
        expect_more_tuning(*tuning, games, request.dir);
        return games;
    }
    return games == limit ? std::nullopt : std::optional(games);
}

/// The change that `request` asks for. Throws UserError, naming the flag, for what cannot be.
AskedChange asked_change(const ResumeRequest& request, const LoadedRun& loaded) {
    return {.run = {.games = new_number_of_games(request, loaded)}, .lines = {}};
}

std::vector<std::size_t> playing_in(const LoadedRun& /*loaded*/) {
    return {0, 1};
}

std::string ended_text(const LoadedRun& loaded, const PlayedRun& played) {
    return fmt::format(
        "{}\n{}",
        loaded.plan.counting.test   ? "The run has ended; there is nothing to go on with."
        : loaded.plan.counting.tune ? "The tuning has ended; there is nothing to go on with."
                                    : "The match has ended; sprt resume DIR --games N plays more games.",
        transcript_tail(
            {.plan = loaded.plan, .state = played.result, .session_changes = played.end.session_changes}));
}

// ---- A tournament

AgentConfig joining_agent(const std::string& command, const LoadedTournament& loaded,
                          const std::vector<std::string>& taken) {
    return referee::at_place("--add", [&] {
        const Config& config = loaded.run.config;
        const auto beside =
            loaded.run.config_file
                ? std::filesystem::path(loaded.run.config_file->path).replace_filename(referee::kEnginesFile)
                : std::filesystem::path(referee::kEnginesFile);
        AgentConfig agent =
            referee::find_named(referee::parse_agent(command), config.play.engines.value_or(beside));
        if (const auto problem = problem_of(agent, config.play)) {
            throw UserError(*problem);
        }
        std::vector<std::string> names = taken;
        names.push_back(agent.name);
        if (first_alike(names)) {
            throw UserError(
                "an agent is named '{}' already; give it another name: name=NAME before its command",
                referee::to_printable(agent.name));
        }
        return agent;
    });
}

/// Why a tournament that ended so takes no more rounds and agents; empty: it does.
std::string why_it_stays(TournamentEnd reason) {
    switch (reason) {
    case TournamentEnd::Separated:
    case TournamentEnd::Best:
        return "the tournament was stopped by its own result, and more games cannot change that";
    case TournamentEnd::OpeningsUsedUp:
        return "the openings of the tournament are used up";
    case TournamentEnd::Rounds:
    case TournamentEnd::Repeats:
    case TournamentEnd::MaxFaults:
    case TournamentEnd::Interrupted:
        break;
    }
    return {};
}

AskedChange asked_change(const ResumeRequest& request, const LoadedTournament& loaded) {
    if (request.games || request.max_games) {
        throw UserError("{}, and {} is a tournament; --rounds is its number",
                        request.games ? "--games: it is for a match"
                                      : "--max-games: it is for a run that a test ends",
                        request.dir);
    }
    if (!request.rounds && request.add.empty() && request.remove.empty()) {
        return {};
    }
    if (const std::string why = why_it_stays(loaded.state().reason); !why.empty()) {
        throw UserError(why);
    }
    const RoundStage& before = loaded.run.stages.back();
    const auto next = loaded.tally.next();
    const bool has_begun_round = next && !next->is_catch_up && !loaded.tally.is_between_rounds();
    const std::uint64_t played = loaded.state().rounds + (has_begun_round ? 1 : 0);
    RoundStage next_stage{
        .game = loaded.tally.end_of_round(), .agents = before.agents, .rounds = before.rounds};
    AskedChange change;
    if (request.rounds) {
        if (*request.rounds <= 0 || static_cast<std::uint64_t>(*request.rounds) <= played) {
            throw UserError("--rounds: {} is not above the {} played or begun", *request.rounds,
                            referee::counted(played, "round"));
        }
        next_stage.rounds = static_cast<std::uint64_t>(*request.rounds);
        if (next_stage.rounds != before.rounds) {
            change.lines.push_back(fmt::format("rounds: {} were {}", next_stage.rounds, before.rounds));
        }
    }
    std::vector<std::string> names = loaded.run.names();
    for (const std::string& name : request.remove) {
        const std::size_t agent = find_agent(name, names, "--remove");
        if (std::erase(next_stage.agents, agent) == 0) {
            throw UserError("--remove: '{}' does not play any more", referee::to_printable(name));
        }
        change.lines.push_back("removed: " + referee::to_printable(name));
    }
    for (const std::string& command : request.add) {
        change.run.joined.push_back(joining_agent(command, loaded, names));
        next_stage.agents.push_back(names.size());
        names.push_back(change.run.joined.back().name);
        change.lines.push_back("added: " + referee::to_printable(names.back()));
    }
    if (names.size() > kMostAgents) {
        throw UserError("--add: a tournament has at most {} agents", kMostAgents);
    }
    change.run.stage = std::move(next_stage);
    return change;
}

std::vector<std::size_t> playing_in(const LoadedTournament& loaded) {
    return playing_in(loaded.plan, loaded.tally);
}

std::string ended_text(const LoadedTournament& loaded, const PlayedTournament& played) {
    return fmt::format("The tournament has ended; {}.\n\n",
                       why_it_stays(played.result.reason).empty()
                           ? "sprt resume DIR --rounds N or --add COMMAND plays more games"
                           : "there is nothing to go on with") +
           tournament_tail(loaded.plan, played.result, {}, played.end.session_changes);
}

// ---- A run of any kind

/// What has changed since the run began, one line each. The agents in `run` are then those of `stage`.
template<class File>
std::vector<std::string> adopt_agents(Loaded<File>& loaded, const Stage& stage, const AskedChange& asked,
                                      const std::optional<std::string>& book) {
    std::vector<AgentPrint> agents = stage.kit.roster.prints();
    for (std::size_t i = agents.size() - asked.run.joined.size(); i < agents.size(); ++i) {
        loaded.run.agents[i] = agents[i]; // what they are when they join
    }
    std::vector<std::string> changes = changes_since(loaded.run, agents, playing_in(loaded), book);
    loaded.run.agents = std::move(agents);
    return changes;
}

/// Prints the result of a run that has ended. Writes the result to run.json first when a crash prevented
/// that, when its files were changed and `force` accepts that, or when a stage was added.
template<class File>
Played<File> say_ended(const fs::path& dir, DirectoryLock lock, Loaded<File> loaded, const AskedChange& asked,
                       bool force) {
    File& run = loaded.run;
    if (run.config_is_edited()) {
        referee::complain(kProgram, std::string("warning: ") + kConfigIsEdited);
    }
    std::vector<std::string> forced;
    if (!loaded.rewritten.empty()) {
        forced = accept_changes({loaded.rewritten}, force);
    }
    if (!forced.empty() || asked.run.stage) {
        run.resumed.push_back({.at = utc_now(),
                               .game = loaded.tally.games(),
                               .forced = std::move(forced),
                               .changed = asked.lines});
    }
    const Played<File> played{
        .result = loaded.state(),
        .end = {.started = run.started, .session_changes = changes_of(run), .is_gate = run.is_gate}};
    const bool is_stored = loaded.digests.differences().empty() && run.result.is_object() &&
                           result_differences(run.result, result_json(run, played.result)).empty();
    if (!is_stored || asked.run.stage) {
        run.games_sha256 = loaded.digests.adopted();
        DirectoryOf<File>(dir, std::move(lock), std::move(run), loaded.games).end(played.result);
    }
    referee::say(ended_text(loaded, played));
    return played;
}

/// A session that was killed did not note what its workers brought; the log has what was counted of it.
void note_pairs_of_workers(RunFacts& run, const GamesByWorker& counted) {
    for (const auto& [worker, its] : counted.by_name()) {
        WorkerFacts& facts = run.remote.value().workers[worker];
        facts.pairs = std::max(facts.pairs, its.games / 2);
    }
}

/// Adds `session`, which plays on `stage`, to the sessions of `run`.
void note_session(RunFacts& run, SessionFacts session, const Stage& stage, int concurrency) {
    if (run.remote) {
        session.via = run.remote->via;
    }
    run.resumed.push_back(std::move(session));
    run.machine = describe_machine(stage.placement, concurrency);
    run.oversubscribed = stage.placement.warning(concurrency).has_value();
}

} // namespace

std::string odd_games_text(const char* flag, std::int64_t games) {
    return fmt::format("{}: {} is odd; {} are played, so that each opening is played from both sides", flag,
                       games, games - 1);
}

template<class File>
Played<File> resume_run(const ResumeRequest& request, Narrator* narrator) {
    expect_directory(request.dir);
    const fs::path dir = fs::canonical(request.dir); // follows links before "..", as the system does
    DirectoryLock lock(dir);
    const fs::path place = request.place.empty() ? fs::path() : fs::absolute(request.place);
    Loaded<File> loaded = load_run<File>(dir, {.place = place});
    AskedChange asked = asked_change(request, loaded);
    asked.run.place = place;
    if (!asked.is_none()) {
        loaded = load_run<File>(dir, asked.run);
    }
    if (!loaded.is_over) {
        expect_all_games(loaded.digests, dir, request.force);
    }
    for (const std::string& note : loaded.notes) {
        referee::complain(kProgram, "warning: " + note);
    }
    if (loaded.is_over) {
        return say_ended(dir, std::move(lock), std::move(loaded), asked, request.force);
    }
    File& run = loaded.run;
    auto& plan = loaded.plan;
    plan.remote.via = enter_server(run, dir, request, plan.hidden);
    std::vector<std::string> changed = asked.lines;
    std::ranges::move(enter_place(run, relative_names(run), request), std::back_inserter(changed));
    const SessionSettings settings = session_of(
        run.config, sources_in_run_file(dir / kRunFile, run.config.kind), request, plan.remote.is_remote());
    changed.insert(changed.end(), settings.changed.begin(), settings.changed.end());
    plan.play = settings.play;
    plan.watch = settings.watch;
    plan.watch.is_gate = run.is_gate;
    plan.watch.pgn_use = FileUse::Append; // it is the run's own, or what its beginning let stand
    Stage stage({plan, settings.sources}, place_session(settings));
    const auto book = book_print(PartsOf<File>::schedule(plan).openings);
    std::vector<std::string> changes = adopt_agents(loaded, stage, asked, book);
    if (!loaded.rewritten.empty()) {
        changes.push_back(loaded.rewritten);
    }
    std::vector<std::string> forced = accept_changes(std::move(changes), request.force);
    using Session = std::conditional_t<std::is_same_v<File, RunFile>, SessionOfTwo, TournamentSession>;
    Session session(plan, stage, std::move(loaded.tally));
    if (plan.play.has_check_game && !request.no_check && !plan.remote.is_remote()) {
        session.check(); // this and what follows come before anything is noted of this session
    }
    session.narrator = narrator;
    open_pgn(session, exported_run(plan, run.started, dir), dir);
    expect_server(plan.remote, stage.signals.token());
    const std::uint64_t next = session.counting().games();
    run.games_sha256 = loaded.digests.adopted();
    adopt_files(run, book, stage.openings->facts(), next);
    if (run.remote) {
        note_pairs_of_workers(run, session.counting().workers());
    }
    note_session(run,
                 {.at = utc_now(),
                  .game = next,
                  .forced = std::move(forced),
                  .missing = loaded.digests.missing(),
                  .games = asked.run.games,
                  .changed = std::move(changed)},
                 stage, plan.play.concurrency);
    const bool is_gate = run.is_gate;
    DirectoryOf<File> directory(dir, std::move(lock), std::move(run), loaded.games);
    session.keep_in(directory);
    SessionEnd end = play_session(session);
    end.is_gate = is_gate;
    return {session.state(), std::move(end)};
}

template PlayedRun resume_run<RunFile>(const ResumeRequest& request, Narrator* narrator);
template PlayedTournament resume_run<TournamentFile>(const ResumeRequest& request, Narrator* narrator);

} // namespace sprt
