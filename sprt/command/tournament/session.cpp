#include "sprt/command/tournament/session.hpp"

#include "referee/base/agent_error.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/program.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/command/tournament/tournament_watch.hpp"
#include "sprt/play/tournament.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <utility>

namespace sprt {
namespace {

using referee::complain;
using referee::ExitStatus;
using referee::say;
using referee::UserError;

/// `sprt resume runs/a`
std::string directory_words(const std::string& command, const std::filesystem::path& dir) {
    const std::string path = dir.string();
    return "sprt " + command + " " + referee::join_words({path.starts_with('-') ? "./" + path : path});
}

} // namespace

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

ExitStatus play_session(const TournamentPlan& plan, TournamentStage& stage, TournamentTally tally,
                        TournamentDirectory* directory) {
    const std::uint64_t first_game = tally.games();
    TournamentWatch watch(plan, first_game, stage.status_request);
    const TournamentListener listener{
        .on_game =
            [&](const referee::GameRecord& record, const TournamentTally& so_far, bool ends_round) {
                if (directory != nullptr) {
                    directory->add(record);
                }
                watch.game(record, so_far, ends_round);
            },
        .on_wait = [&](const TournamentTally& so_far) { watch.wait(so_far); }};
    if (const std::string& unusual = stage.openings->facts().warning; !unusual.empty()) {
        complain(kProgram, "warning: " + unusual);
    }
    if (const auto warning = stage.placement.warning(plan.play.concurrency)) {
        complain(kProgram, "warning: " + *warning);
    }
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
        if (const std::string& why = stage.kit.sandboxes.missing[i]; !why.empty()) {
            complain(kProgram, fmt::format("warning: {} plays without a sandbox: {}",
                                           referee::to_printable(plan.agents[i].name), why));
        }
    }
    const std::string walls = stage.kit.sandboxes.text();
    say(tournament_head(plan, stage.openings->facts(), walls.empty() ? walls : walls + "\n") +
        (first_game > 0 ? fmt::format("Going on after {}.\n", referee::counted(first_game, "game"))
                        : std::string()));
    const auto begin = std::chrono::steady_clock::now();
    TournamentState state;
    try {
        state = play_tournament(tally, plan.schedule, *stage.openings, plan.play.concurrency,
                                tournament_player(stage.kit, stage.placement, stage.orphans),
                                stage.signals.token(), listener);
    } catch (const UserError&) {
        if (directory != nullptr) {
            directory->discard_if_empty();
        }
        throw;
    } catch (const referee::LogDamaged& damage) {
        throw std::runtime_error(fmt::format("{}; see what is left: {}", damage.what(),
                                             directory_words("report", directory->path())));
    } catch (const std::exception& error) {
        if (directory == nullptr || directory->discard_if_empty()) {
            throw;
        }
        const std::string text = fmt::format("{}; the games before that are kept, go on with: {}",
                                             error.what(), directory_words("resume", directory->path()));
        if (dynamic_cast<const referee::AgentError*>(&error) != nullptr) {
            throw referee::AgentError(text);
        }
        throw std::runtime_error(text);
    }
    state.elapsed = std::chrono::round<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    std::vector<std::string> changes;
    if (directory != nullptr) {
        state.elapsed += directory->run().elapsed_before;
        changes = directory->run().session_changes();
    }
    const std::vector<std::string> changed = changed_files(plan, stage.kit);
    changes.insert(changes.end(), changed.begin(), changed.end());
    std::string failure; // thrown last: the table is printed even when run.json cannot be written
    try {
        if (directory != nullptr) {
            directory->note_changed_files(changed);
            directory->end(state);
        }
    } catch (const std::exception& error) {
        failure = fmt::format("{}; the games are kept, when it can be written again: {}", error.what(),
                              directory_words("resume", directory->path()));
    }
    const bool is_interrupted = state.reason == TournamentEnd::Interrupted;
    const auto signal = is_interrupted ? stage.signals.received() : std::nullopt;
    const std::string signal_text = !signal ? "" : *signal == SIGINT ? "SIGINT" : "SIGTERM";
    say("\n" + tournament_tail(plan, state, signal_text, changes));
    if (is_interrupted && directory != nullptr) {
        say("To go on: " + directory_words("resume", directory->path()) + "\n");
    }
    for (const std::string& ignored : stage.signals.ignored()) {
        complain(kProgram, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
    if (!failure.empty()) {
        throw std::runtime_error(failure);
    }
    return status_of_tournament(state, signal);
}

} // namespace sprt
