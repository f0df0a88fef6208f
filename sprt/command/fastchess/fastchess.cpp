#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/fastchess/narrator.hpp"
#include "sprt/command/fastchess/words.hpp"
#include "sprt/session/new_run.hpp"
#include "sprt/session/resumption.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <istream>
#include <memory>
#include <system_error>
#include <utility>
#include <variant>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::ExitStatus;
using referee::UserError;

constexpr ExitStatus kFailed = ExitStatus::CheckFailed; // of fastchess, for whatever is wrong

/// A clock as results show it: `40/60+0.6`, `0.05/move`, `8 plies`, `5000 nodes`.
std::string limit_text(const referee::TimeControl& control) {
    const auto seconds = [](std::chrono::nanoseconds time) {
        return fmt::format("{}", std::chrono::duration<double>(time).count());
    };
    switch (control.kind) {
    case referee::LimitKind::Game:
        return (control.moves > 0 ? fmt::format("{}/", control.moves) : "") + seconds(control.time) +
               (control.increment.count() > 0 ? "+" + seconds(control.increment) : "");
    case referee::LimitKind::Move:
        return seconds(control.time) + "/move";
    case referee::LimitKind::Search:
        break;
    }
    return control.search.depth > 0 ? fmt::format("{} plies", control.search.depth)
                                    : fmt::format("{} nodes", control.search.nodes);
}

/// What an option of the agent, `name` in lower case, is set to, with `unit` behind it; NULL: it is not set.
std::string option_text(const AgentConfig& agent, std::string_view name, std::string_view unit) {
    const auto option = std::ranges::find_if(agent.options, [name](const referee::EngineOption& each) {
        return referee::lower_case(each.name) == name;
    });
    return option == agent.options.end() ? "NULL" : fmt::format("{}{}", option->value, unit);
}

NarratedEngine narrated(const AgentConfig& agent, const referee::PlaySettings& play) {
    return {.name = agent.name,
            .limit = limit_text(time_control(agent, play)),
            .threads = option_text(agent, "threads", "t"),
            .hash = option_text(agent, "hash", "MB")};
}

/// Of a run of any kind, whose directory is named as it is found from everywhere.
Narrated narrated_of(Config config, const std::vector<AgentConfig>& agents, const FastchessCall& call) {
    Narrated run;
    run.output = call.output;
    for (const AgentConfig& agent : agents) {
        run.engines.push_back(narrated(agent, config.play));
    }
    run.book = config.openings == "start" ? "" : fs::path(config.openings).filename().string();
    run.config_file = call.config;
    run.resumed_by = call.config.empty() ? call.resumed : call.config;
    run.pgn = config.pgn;
    if (!config.out.empty()) {
        config.out = fs::absolute(config.out).string();
    }
    run.config = to_json_text(config);
    return run;
}

Narrated narrated(const Config& config, const RunPlan& plan, const FastchessCall& call) {
    Narrated run = narrated_of(config, {plan.agents.agent1, plan.agents.agent2}, call);
    run.games = plan.counting.max_games;
    run.at_once = static_cast<std::uint64_t>(plan.play.concurrency);
    run.test = plan.counting.test;
    return run;
}

Narrated narrated(const Config& config, const TournamentPlan& plan, const FastchessCall& call) {
    Narrated run = narrated_of(config, plan.agents, call);
    run.games = RoundSequence(plan.counting.rules).all_games({});
    run.at_once = 0;
    return run;
}

/// Throws UserError when a file that is to be written is no plain one, one of the run, or another one that is
/// read or written.
void expect_own_files(const Config& config, const FastchessCall& call) {
    struct Named {
        std::string_view word;
        fs::path file;
        bool is_written;
    };
    const std::array files{Named{"-config outname", call.config, true}, Named{"-pgnout", config.pgn, true},
                           Named{"-epdout", call.output.epd, true},
                           Named{"-openings", config.openings, false},
                           Named{"-config file", call.resumed == call.config ? "" : call.resumed, false}};
    std::error_code ignored;
    const auto place = [&ignored](const fs::path& file) {
        return fs::weakly_canonical(fs::absolute(file, ignored), ignored);
    };
    for (auto one = files.begin(); one != files.end(); ++one) {
        if (!one->is_written || one->file.empty()) {
            continue;
        }
        const std::string text = referee::to_printable(one->file.string());
        if (const auto kind = referee::special_kind(one->file); !kind.empty()) {
            throw UserError(fmt::format("{}: {} is {}; name a plain file", one->word, text, kind));
        }
        if ((!config.out.empty() && place(one->file).parent_path() == place(config.out)) ||
            referee::is_file_of_run(one->file)) {
            throw UserError(
                fmt::format("{}: {} is in the directory of the run; name another file", one->word, text));
        }
        const auto same = std::find_if(one + 1, files.end(), [&](const Named& other) {
            return !other.file.empty() && place(other.file) == place(one->file);
        });
        if (same != files.end()) {
            throw UserError(fmt::format("{} and {} both name {}; give each a file of its own", one->word,
                                        same->word, text));
        }
    }
    if (std::ifstream old(call.config); old.is_open() && (old >> std::ws).peek() != '{' && !old.eof()) {
        throw UserError(fmt::format("-config outname: {} is there and no configuration; name another file",
                                    referee::to_printable(call.config.string())));
    }
}

template<class Played>
ExitStatus status_of(const Played& played, const FastchessNarrator& narrator) {
    return narrator.stops() || narrator.has_lost_pgn() || played.end.signal ? kFailed : ExitStatus::Done;
}

/// `settle_it` makes a run of the configuration; `start` plays it, and is given who tells of it.
template<class Plan, class Start>
ExitStatus play(const RunFlags& flags, const FastchessCall& call,
                Settled<Plan> (*settle_it)(Config, ConfigSources), Start start) {
    ConfigSources sources;
    Config config = read_config(flags, sources);
    Settled<Plan> run = settle_it(std::move(config), std::move(sources));
    if (flags.print_config) {
        referee::say_json(to_json_text(run.config));
        return ExitStatus::Done;
    }
    expect_own_files(run.config, call);
    run.plan.play.replaces_traces = flags.overwrite;
    run.plan.watch.pgn_use = call.pgn_use;
    FastchessNarrator narrator(narrated(run.config, run.plan, call));
    return status_of(start(run, &narrator), narrator);
}

/// The run directory that a configuration names which `-config outname=` wrote.
std::string directory_in(const fs::path& file) {
    std::string dir = out_in(file);
    if (dir.empty()) {
        throw UserError(fmt::format("-config: {} names no run that was kept. Begin a match with -config "
                                    "outname= and -pgnout or --out; what fastchess itself wrote holds totals "
                                    "without their games, which cannot be checked",
                                    file.string()));
    }
    return dir;
}

template<class File>
ExitStatus resume(const std::string& dir, FastchessCall& call) {
    Loaded<File> loaded = load_run<File>(dir);
    loaded.run.config.out = dir;
    expect_own_files(loaded.run.config, call);
    Narrated narrated_run = narrated(loaded.run.config, loaded.plan, call);
    for (const NarratedEngine& engine : narrated_run.engines) {
        call.names.push_back(engine.name);
    }
    FastchessNarrator narrator(std::move(narrated_run));
    static_cast<void>(read_games(fs::path(dir) / kGamesFile,
                                 [&](const referee::GameRecord& record) -> std::optional<std::string> {
                                     narrator.recall(record);
                                     return std::nullopt;
                                 }));
    if (loaded.is_over) {
        if (const std::string why = early_end(loaded.plan, loaded.state()); !why.empty()) {
            narrator.ends_early(why);
        }
        narrator.doubts(run_doubts(loaded.plan, loaded.state(), loaded.run.session_changes()));
        referee::say(narrator.tail(true, ""));
        return narrator.stops() ? kFailed : ExitStatus::Done;
    }
    ResumeRequest request;
    request.dir = dir;
    request.no_check = call.output.recovers;
    return status_of(resume_run<File>(request, &narrator), narrator);
}

std::variant<CommandFlags, ExitStatus> parse_ours(std::vector<std::string> words) {
    words.insert(words.begin(), kProgram);
    std::vector<char*> argv;
    argv.reserve(words.size());
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    return parse_command_line(static_cast<int>(argv.size()), argv.data());
}

ExitStatus play(FastchessCall& call) {
    if (!call.resumed.empty()) {
        const std::string dir = directory_in(call.resumed);
        return is_tournament(dir) ? resume<TournamentFile>(dir, call) : resume<RunFile>(dir, call);
    }
    const auto given = parse_ours(call.ours);
    const auto* const command = std::get_if<CommandFlags>(&given);
    if (command == nullptr) {
        return kFailed;
    }
    const auto& flags = std::get<RunFlags>(*command);
    if (flags.kind == RunKind::Tournament) {
        return play(flags, call, settle_tournament, [&](SettledTournament& run, Narrator* narrator) {
            return play_tournament(std::move(run), flags.skip_failed, narrator);
        });
    }
    return play(flags, call, settle, play_run);
}

/// What scripts look for when an engine lacks an option or does not take its value; empty: `error` is another
/// one.
std::string option_warning(std::string_view error, const std::vector<std::string>& names) {
    constexpr std::string_view kAgent = "agent";
    constexpr std::string_view kUnknown = "no option is called '";
    constexpr std::string_view kWrong = "option '";
    const std::size_t agent = error.find(kAgent);
    std::size_t number = 0;
    if (agent != std::string_view::npos) {
        std::from_chars(error.data() + agent + kAgent.size(), error.data() + error.size(), number);
    }
    const auto is_named = [&](const std::string& each) { // in a list of failed check games
        return std::ranges::any_of(std::array{kUnknown, kWrong}, [&](std::string_view what) {
            const std::string words = fmt::format(" {}: protocol_error: {}", each, what);
            return error.find("failed:" + words) != error.npos || error.find(";" + words) != error.npos;
        });
    };
    const auto named = number >= 1 && number <= names.size()
                           ? names.begin() + static_cast<std::ptrdiff_t>(number) - 1
                           : std::ranges::find_if(names, is_named);
    const std::string name = named != names.end() ? *named : "an engine";
    const auto quoted_behind = [&](std::string_view words) {
        const std::size_t begin = error.find(words) + words.size();
        return std::string(error.substr(begin, error.find('\'', begin) - begin));
    };
    if (error.find(kUnknown) != std::string_view::npos) {
        return fmt::format("Warning; {} doesn't have option {}\n", name, quoted_behind(kUnknown));
    }
    if (error.find(kWrong) != std::string_view::npos && error.find("but must be") != std::string_view::npos) {
        return fmt::format("Warning; Invalid value for option {} of {}\n", quoted_behind(kWrong), name);
    }
    return {};
}

bool is_any_of(const std::string& word, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
}

} // namespace

std::optional<std::vector<std::string>> fastchess_words(std::span<char* const> argv) {
    std::vector<std::string> words(argv.begin(), argv.end());
    const bool is_named = fs::path(words.at(0)).filename().string().starts_with("fastchess") &&
                          (words.size() == 1 || words[1].starts_with('-') || words[1] == "version");
    const bool is_command = words.size() > 1 && words[1] == "fastchess";
    if (!is_named && !is_command) {
        return std::nullopt;
    }
    words.erase(words.begin(), words.begin() + (is_command ? 2 : 1));
    return words;
}

ExitStatus run_fastchess(const std::vector<std::string>& words) {
    if (words.empty() || is_any_of(words.front(), {"-help", "--help", "-h", "--help-all"})) {
        static_cast<void>(parse_ours({"fastchess", "--help"}));
        return ExitStatus::Done;
    }
    if (is_any_of(words.front(), {"-version", "--version", "version", "-v", "--v"})) {
        referee::say(fmt::format("sprt with the words of fastchess {}; sprt {}\n", kFastchessVersion,
                                 REFEREE_VERSION));
        return ExitStatus::Done;
    }
    const auto call = std::make_shared<FastchessCall>();
    referee::set_wording_of_complaints(
        [call](std::string_view text) { return in_words_of_fastchess(text, call->names, call->our_flags); });
    try {
        *call = read_fastchess(words);
        return play(*call);
    } catch (const UserError& error) {
        if (const std::string warning = option_warning(error.what(), call->names); !warning.empty()) {
            referee::say(warning);
        }
        referee::complain(kProgram, error.what());
    }
    return kFailed;
}

} // namespace sprt
