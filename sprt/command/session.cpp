#include "sprt/command/session.hpp"

#include "referee/base/text.hpp"
#include "sprt/command/remote/remote_run.hpp"
#include "sprt/play/players.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

using referee::complain;
using referee::GameRecord;

/// The directories of traces must hold no traces yet, unless the run is resumed or replaces them.
referee::OldTraces old_traces(const RunSession& session) {
    const bool is_resumed = session.directory != nullptr && !session.directory->facts().resumed.empty();
    return is_resumed                     ? referee::OldTraces::Keep
           : session.play.replaces_traces ? referee::OldTraces::Remove
                                          : referee::OldTraces::Refuse;
}

/// Warns of what the directory lacks, of unusual openings, of cores and sandboxes.
void warn_before_games(const RunSession& session) {
    std::vector<std::string> lines =
        session.directory != nullptr ? session.directory->warnings() : std::vector<std::string>();
    const Stage& stage = session.stage;
    if (const std::string& unusual = stage.openings->facts().warning; !unusual.empty()) {
        lines.push_back(unusual);
    }
    const auto cores = stage.placement.warning(session.play.concurrency);
    if (cores && !session.remote.is_remote()) {
        lines.push_back(*cores);
    }
    for (const std::string& line : stage.kit.roster.without_sandbox()) {
        lines.push_back(line);
    }
    for (const std::string& line : lines) {
        complain(kProgram, "warning: " + line);
    }
}

PlayedGames play(const RunSession& session) {
    const std::uint64_t first_game = session.counting.games();
    const std::string head = session.head();
    make_trace_dirs(session.play.rules, old_traces(session));
    warn_before_games(session);
    if (!head.empty()) {
        referee::say(head + (first_game > 0
                                 ? fmt::format("Going on after {}.\n", referee::counted(first_game, "game"))
                                 : std::string()));
    }
    PlannedPairs pairs(session.pairs);
    const RunListener listener{.on_game =
                                   [&](const GameRecord& record) {
                                       if (session.directory != nullptr) {
                                           session.directory->add(record);
                                       }
                                       session.listener.on_game(record);
                                   },
                               .on_wait = session.listener.on_wait};
    if (session.remote.is_remote()) {
        return play_remotely(session, pairs, listener);
    }
    Stage& stage = session.stage;
    Pool pool(
        session.play.concurrency, [&pairs] { return pairs.next_pair(); },
        process_player(stage.kit, stage.placement, stage.orphans), first_game);
    return play_games(pool, pairs, session.counting, stage.signals.token(), listener);
}

} // namespace

std::string resume_command(const RunSession& session) {
    if (!session.watch.repeat_with.empty()) {
        return session.watch.repeat_with;
    }
    std::vector<std::string> flags = session.watch.resume_flags;
    const std::string via = session.remote.is_remote() ? via_to_give_again(session.remote.via) : "";
    if (!via.empty()) {
        flags.insert(flags.end(), {"--via", via});
    }
    return call_on_run("resume", session.directory->path(), flags);
}

PlayedGames play_session(const RunSession& session) {
    KeptRun* const directory = session.directory;
    try {
        return play(session);
    } catch (const referee::UserError&) {
        if (directory != nullptr) {
            directory->discard_if_empty();
        }
        throw;
    } catch (const referee::LogDamaged& damage) {
        throw std::runtime_error(damage_text(damage, directory->path()));
    } catch (const std::exception& error) {
        if (directory == nullptr || directory->discard_if_empty()) {
            throw;
        }
        const std::string text = std::string(error.what()) + "; the games before that are kept";
        if (dynamic_cast<const referee::AgentError*>(&error) != nullptr) {
            throw referee::AgentError(text +
                                      "; restore the file, then go on with: " + resume_command(session));
        }
        throw std::runtime_error(text + ", go on with: " + resume_command(session));
    }
}

void warn_of_signals(const Stage& stage) {
    for (const std::string& ignored : stage.signals.ignored()) {
        complain(kProgram, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
}

std::optional<int> signal_of(const Stage& stage, bool is_interrupted) {
    return is_interrupted ? stage.signals.received() : std::nullopt;
}

std::string damage_text(const referee::LogDamaged& damage, const std::filesystem::path& dir) {
    return std::string(damage.what()) + "; see what is left: " + call_on_run("report", dir);
}

} // namespace sprt
