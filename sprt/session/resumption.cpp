#include "sprt/session/resumption.hpp"

#include "referee/base/console.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/session/remote_run.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace sprt {
namespace {

namespace resume_fs = std::filesystem;
using referee::UserError;

/// Adds what the command of an agent named by relative paths when it was last played in `directory`.
void add_names(const std::string& agent, const AgentConfig& config, const AgentPrint& print,
               const resume_fs::path& directory, std::vector<RelativeName>& names) {
    const resume_fs::path dir = config.dir;
    if (dir.is_absolute() || config.command.empty()) {
        return;
    }
    if (!dir.empty()) {
        names.push_back({agent + "'s directory", dir});
    }
    const resume_fs::path program = config.command.front();
    if (program.is_relative() && config.command.front().find('/') != std::string::npos) {
        names.push_back({agent + "'s program", dir / program});
    }
    for (const std::string& word : std::span(config.command).subspan(1)) {
        const resume_fs::path path = dir / word;
        const auto is_its = [&](const FilePrint& file) { return file.path == (directory / path).string(); };
        if (path.is_relative() && std::ranges::any_of(print.files, is_its)) {
            names.push_back({agent + "'s file", path});
        }
    }
}

void add_book(const Config& config, std::vector<RelativeName>& names) {
    const OpeningsSpec openings = schedule_of(config).openings;
    const auto* const book = std::get_if<OpeningBook>(&openings);
    if (book != nullptr && book->file.is_relative()) {
        names.push_back({"the file of openings", book->file});
    }
}

std::error_code entered(const resume_fs::path& place) {
    std::error_code error;
    resume_fs::current_path(place, error);
    return error;
}

/// The first of `names` that `place` lacks; null: it has them all.
const RelativeName* missing_in(const resume_fs::path& place, const std::vector<RelativeName>& names) {
    const auto is_missing = [&](const RelativeName& name) {
        std::error_code error;
        return !resume_fs::exists(place / name.path, error);
    };
    const auto found = std::ranges::find_if(names, is_missing);
    return found == names.end() ? nullptr : &*found;
}

[[noreturn]] void throw_no_place(const RunFacts& run, const std::vector<RelativeName>& names,
                                 const std::error_code& why) {
    const std::string missing = names.empty()
                                    ? ""
                                    : fmt::format("; {} ({}) is not beside {} either", names.front().what,
                                                  names.front().path.string(), run.places.back().string());
    throw UserError("the run was begun in {}, which cannot be entered: {}{}; name the directory "
                    "where relative paths begin now: --dir DIR",
                    run.directory.string(), why.message(), missing);
}

SessionSettings session_with(const Config& then, const Config& now, ConfigSources sources) {
    SessionSettings session{
        .sources = std::move(sources), .play = play_plan_of(now), .watch = watch_plan_of(now), .changed = {}};
    std::vector<std::string>& flags = session.watch.resume_flags;
    if (now.play.cores != then.play.cores) {
        flags.insert(flags.end(), {"--cores", now.play.cores.value_or("")});
        session.changed.push_back(
            fmt::format("cores: {} were {}", now.play.cores.value_or(""), then.play.cores.value_or("all")));
    }
    if (now.concurrency != then.concurrency) {
        flags.insert(flags.end(), {"--concurrency", std::to_string(now.concurrency.value())});
        session.changed.push_back(
            fmt::format("concurrency: {} was {}", now.concurrency.value(),
                        then.concurrency ? std::to_string(*then.concurrency) : "that of workers"));
    }
    if (now.quiet != then.quiet) {
        flags.emplace_back("--quiet");
    }
    return session;
}

/// Throws UserError for a flag of this session that is for this machine when workers play.
void expect_own_machine(const ConfigSources& sources, bool is_remote) {
    for (const char* key : {"cores", "concurrency"}) {
        if (is_remote && sources.in_flags.contains(key)) {
            throw UserError("{}: workers play this run, as many games at once as fit on their "
                            "own cores; it is for this machine, with --local",
                            sources.place(key));
        }
    }
}

} // namespace

std::string enter_server(RunFacts& run, const resume_fs::path& dir, const ResumeRequest& request,
                         std::vector<std::string>& hidden) {
    hidden.push_back(dir.string());
    if (run.config_file) {
        hidden.push_back(run.config_file->path);
    }
    const std::string via = request.via.find("://") == std::string::npos && !request.via.empty()
                                ? kept_via(request.via)
                                : request.via;
    if (run.remote && run.remote->via.starts_with('/')) {
        const std::string& invitation = run.remote->via;
        if (via.empty() && !request.local && !resume_fs::exists(invitation)) {
            throw UserError("{}: /via: the invitation {} is gone; give another one with --via, or --local",
                            (dir / kRunFile).string(), invitation);
        }
        hidden.push_back(invitation);
    }
    if (!via.empty() && !run.remote) {
        run.remote = new_remote_facts(via);
    } else if (!via.empty()) {
        run.remote->via = kept_via(via);
    } else if (request.local && run.remote) {
        run.remote->via.clear();
    }
    return request.local ? "" : !via.empty() ? via : run.remote ? run.remote->via : "";
}

template<class File>
std::vector<RelativeName> relative_names(const File& run) {
    std::vector<RelativeName> names;
    const std::vector<AgentConfig> agents = run.all_agents();
    const std::vector<std::string> shown = run.shown_names();
    for (std::size_t i = 0; i < agents.size(); ++i) {
        add_names(shown[i], agents[i], run.agents[i], run.directory, names);
    }
    add_book(run.config, names);
    return names;
}
template std::vector<RelativeName> relative_names(const RunFile&);
template std::vector<RelativeName> relative_names(const TournamentFile&);

std::vector<std::string> enter_place(RunFacts& run, const std::vector<RelativeName>& names,
                                     const ResumeRequest& request) {
    const resume_fs::path began = run.directory;
    if (!request.place.empty()) {
        const resume_fs::path& place = run.places.front();
        if (const auto error = entered(place)) {
            throw UserError("--dir: {} cannot be entered: {}", place.string(), error.message());
        }
        if (const RelativeName* const name = missing_in(place, names)) {
            throw UserError("--dir: {} ({}) is not in {}", name->what, name->path.string(), place.string());
        }
        run.directory = place;
    } else {
        const auto has_all = [&](const resume_fs::path& place) {
            return missing_in(place, names) == nullptr && !entered(place);
        };
        const auto place = std::ranges::find_if(run.places, has_all);
        if (place != run.places.end()) {
            run.directory = *place;
        } else if (const auto error = entered(began)) {
            throw_no_place(run, names, error);
        }
    }
    if (run.directory == began) {
        return {};
    }
    referee::complain(kProgram, fmt::format("note: relative paths begin in {} from now on, and began in {}",
                                            run.directory.string(), began.string()));
    return {fmt::format("directory: {} was {}", run.directory.string(), began.string())};
}

SessionSettings session_of(const Config& config, ConfigSources from_file, const ResumeRequest& request,
                           bool is_remote) {
    from_file.in_flags = request.keys;
    expect_own_machine(from_file, is_remote);
    Config now = config;
    for (const auto& set : request.overrides) {
        set(now);
    }
    validate(now, from_file);
    SessionSettings session = session_with(config, now, std::move(from_file));
    if (!now.concurrency && !is_remote) { // a run of workers comes to this machine
        session.play.concurrency = place_session(session).games_that_fit();
    }
    return session;
}

referee::Placement place_session(const SessionSettings& session) {
    try {
        return {session.play.rules.placement, referee::this_machine()};
    } catch (const UserError& error) {
        throw UserError("{}: {}{}", session.sources.place("cores"), error.what(),
                        session.sources.in_flags.contains("cores")
                            ? ""
                            : "; give other ones for this session: --cores LIST");
    }
}

std::vector<std::string> accept_changes(std::vector<std::string> changes, bool force) {
    if (!changes.empty() && !force) {
        throw UserError("{}; go on all the same with --force, which is noted in run.json",
                        fmt::join(changes, "; "));
    }
    for (const std::string& change : changes) {
        referee::complain(kProgram, "warning: " + change);
    }
    return changes;
}

void adopt_files(RunFacts& run, std::optional<std::string> book, const OpeningsFacts& openings,
                 std::uint64_t next) {
    if (run.book_sha256 != book) {
        run.book_sha256 = std::move(book);
        run.book_size = openings.size;
        run.book_duplicates = openings.duplicates;
        run.book_since = next;
    }
    run.book_since = std::min(run.book_since, next); // a power failure may have lost the games from `next` on
    if (run.config_file) {
        if (auto now = referee::sha256_of_file(run.config_file->path, referee::kMostPlainBytes)) {
            run.config_file->sha256 = std::move(now);
        }
    }
}

void expect_all_games(const DigestCheck& digests, const resume_fs::path& dir, bool force) {
    const std::uint64_t here = digests.now().games;
    if (digests.missing() > 0 && !force) {
        throw UserError("{} ends before game {}, and {} more had been played: its end was cut off; restore "
                        "the file, or play them again with --force, which is noted in run.json",
                        (dir / kGamesFile).string(), here, digests.missing());
    }
}

} // namespace sprt
