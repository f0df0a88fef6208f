#include "sprt/config/settings.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/talk/engine/options.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/stats/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::FlagGroup;
using referee::in;
using referee::place_at;
using referee::Range;
using referee::RealRange;
using referee::Words;
using enum SettingUse;

constexpr std::int64_t kMostGames = std::int64_t{1} << 53;
constexpr std::int64_t kMostConcurrency = 4096;
constexpr RealRange kSpeeds{.least = 0, .most = 1e6, .only_above = true};

template<class Values>
Words words_of(const Values& values) {
    Words words;
    for (const auto value : values) {
        words.push_back(name(value));
    }
    return words;
}

void check_openings(const std::string& text) {
    if (text != kRandomAuto) {
        static_cast<void>(parse_openings(text));
    }
}

/// The kind of test, of which there is one.
void check_test(const std::string& text) {
    if (text == "2sprt") {
        throw referee::UserError(
            "there is no 2-SPRT any more; version 0.1.0 is the last one that reads this test");
    }
    if (const auto problem = referee::problem_among({"sprt"}, text)) {
        throw referee::UserError(*problem);
    }
}

void check_title(const std::string& text) {
    constexpr std::ptrdiff_t kMostCharacters = 200;
    const std::string shown = referee::to_printable(text, std::string::npos);
    const auto is_begin = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
    if (text.empty() || shown != text || std::ranges::count_if(text, is_begin) > kMostCharacters) {
        throw referee::UserError(fmt::format("'{}' must be 1 to {} printable characters",
                                             referee::to_printable(text), kMostCharacters));
    }
}

void check_path(const std::string& text) {
    if (text.find('\0') != std::string::npos) {
        throw referee::UserError(
            fmt::format("'{}' is no name of a file: it has a byte 0", referee::to_printable(text)));
    }
}

RunSetting row(SettingUse use, referee::SettingRow says, std::function<referee::ValuePlace(Config&)> place) {
    return {{{std::move(says)}, std::move(place)}, use};
}

/// The row of `referee play` with this key.
RunSetting play_row(std::string_view key) {
    return {referee::lifted(referee::play_setting(key), &Config::play), Play};
}

void check_max_time(const std::string& text) {
    static_cast<void>(parse_max_time(text));
}

/// What counts and when a run ends.
std::vector<RunSetting> counting_rows() {
    return {
        play_row("game"),
        play_row("rules"),
        row(Match,
            {"games", "Games to play, an even number: each opening is played from both sides",
             Range{2, kMostGames}},
            place_at(&Config::games)),
        row(Tune,
            {"verify",
             "Games of the tuned values against those of the start, at the end; by default a tenth "
             "of games",
             Range{0, kMostGames}},
            place_at(&Config::verify)),
        row(Tune,
            in(FlagGroup::Test,
               {"lag",
                "Pairs after which a result changes the values: more may be played at once; by default "
                "a 32nd of the pairs, from 4 to 1024",
                Range{0, kMostGames}}),
            place_at(&Config::lag)),
        row(Tune,
            in(FlagGroup::Test,
               {"probe", "Whether two pairs for each parameter first show if it changes a game",
                Words{"on", "off"}}),
            place_at(&Config::probe)),
        row(Tune,
            {"max_time", "Time after which the tuning ends; its verification follows", check_max_time,
             "H:MM"},
            place_at(&Config::max_time)),
        row(Test, {"elo0", "H0: agent 1 is this much stronger"}, place_at(&Config::test, &Hypotheses::elo0)),
        row(Test, {"elo1", "H1: agent 1 is this much stronger"}, place_at(&Config::test, &Hypotheses::elo1)),
        row(Test, in(FlagGroup::Test, {"alpha", "Rate of accepting H1 wrongly", kErrorRates}),
            place_at(&Config::test, &Hypotheses::alpha)),
        row(Test, in(FlagGroup::Test, {"beta", "Rate of accepting H0 wrongly", kErrorRates}),
            place_at(&Config::test, &Hypotheses::beta)),
        row(Test, in(FlagGroup::Test, {"model", "What a result counts", words_of(kModels)}),
            place_at(&Config::model)),
        row(Kept, {"test", "Kind of the test, which is sprt", check_test}, place_at(&Config::test_kind)),
        row(Simulation,
            {"openings", "Where pairs of games begin: after random moves, or from a file of openings",
             check_openings, "{start,random:auto,random:PLIES,FILE}"},
            place_at(&Config::openings)),
        row(Play,
            in(FlagGroup::Openings,
               {"book_order", "In which order a file of openings is played; random is by the seed",
                Words{"random", "sequential"}}),
            place_at(&Config::book_order)),
        row(Play,
            in(FlagGroup::Openings,
               {"book_start",
                "The opening, in that order, that the first pair gets; those before it come last",
                Range{1, kMostGames}}),
            place_at(&Config::book_start)),
        row(Play,
            in(FlagGroup::Openings,
               {"check_book", "Read all lines of a large file of openings before the first game"}),
            place_at(&Config::check_book)),
        row(Play,
            in(FlagGroup::Openings,
               {"book_plies", "Of openings as PGN: the most half-moves of each game; all without it",
                Range{0, 20'000}}),
            place_at(&Config::book_plies)),
        row(Simulation,
            in(FlagGroup::Test,
               {"repeats",
                "Whether copies count, of agents without chance; by default collapse for models of pairs",
                Words{"count", "collapse"}}),
            place_at(&Config::repeats)),
        row(Test,
            {"max_games", "Games after which there is no decision; by default no limit",
             Range{1, kMostGames}},
            place_at(&Config::max_games)),
        row(Play,
            in(FlagGroup::Agents, {"max_faults",
                                   "Faults of an agent (time losses are none) that are allowed; one more "
                                   "ends the run, status 4; "
                                   "none: any number",
                                   Range{0, kMostGames}, "N|none"}),
            place_at(&Config::max_faults)),
        row(Play,
            in(FlagGroup::Agents,
               {"no_check", "Begin without the check game, in which each agent makes one move"}),
            place_at(&Config::no_check)),
        row(Simulation, {"seed", "Seed of the run; by default a random one, which is printed", {}, "SEED"},
            place_at(&Config::seed)),
        row(Simulation,
            {"concurrency", "Games at once; by default as many as fit on the cores to play on",
             Range{1, kMostConcurrency}},
            place_at(&Config::concurrency)),
    };
}

void check_pgn_line(const std::string& text) {
    static_cast<void>(referee::engine::LinePattern(text));
}

void check_pgn_comments(const std::string& text) {
    static_cast<void>(read_pgn_comments(text));
}

/// How games are played, kept and watched.
std::vector<RunSetting> playing_rows() {
    return {
        play_row("engines"),
        play_row("cores"),
        play_row("pin"),
        play_row("threads_per_agent"),
        row(Play, {"out", "Keep the run in this new directory", {}, "DIR"}, place_at(&Config::out)),
        row(Play,
            in(FlagGroup::Output,
               {"title", "What the page, the list of runs and exports call the run", check_title, "TEXT"}),
            place_at(&Config::title)),
        row(Play,
            in(FlagGroup::Output,
               {"pgn", "Write the games to this new file as PGN, as they are counted", check_path, "FILE"}),
            place_at(&Config::pgn)),
        row(Play,
            in(FlagGroup::Output, {"pgn_notation",
                                   "How moves are written there, where a game has several ways: as people "
                                   "do, with the square that a "
                                   "move leaves, or as engines do",
                                   notations()}),
            place_at(&Config::pgn_notation)),
        row(Play, in(FlagGroup::Output, {"site", "Where the games are played, for PGN", check_title, "TEXT"}),
            place_at(&Config::site)),
        row(Play,
            in(FlagGroup::Output,
               {"pgn_line",
                "Comments there have the last line of each search that this matches: an extended regular "
                "expression",
                check_pgn_line, "REGEX"}),
            place_at(&Config::pgn_line)),
        row(Play,
            in(FlagGroup::Output, {"pgn_comments", kPgnCommentsHelp, check_pgn_comments, kPgnCommentsForm}),
            place_at(&Config::pgn_comments)),
        row(Play,
            in(FlagGroup::Output,
               {"report_every", "Games between estimates (models of pairs)", Range{1, kMostGames}}),
            place_at(&Config::report_every)),
        row(Play,
            in(FlagGroup::Output,
               {"progress", "A status line; auto: on a terminal, in place of the lines of games",
                Words{"auto", "on", "off"}}),
            place_at(&Config::progress)),
        row(Play, in(FlagGroup::Output, {"quiet", "No lines for each game"}), place_at(&Config::quiet)),
        row(Play,
            in(FlagGroup::Output,
               {"summary_only", "Print a summary at the end, and nothing before it but warnings"}),
            place_at(&Config::summary_only)),
        play_row("time_ms"),
        play_row("inc_ms"),
        play_row("tc"),
        play_row("move_ms"),
        play_row("margin_ms"),
        play_row("ready_ms"),
        play_row("finish_ms"),
        play_row("turns"),
        play_row("adjudicate"),
        play_row("sandbox"),
        play_row("env"),
        play_row("stderr_kb"),
        play_row("clock"),
        play_row("memory_mb"),
        play_row("cpu_s"),
        play_row("file_mb"),
        play_row("log_pv"),
        play_row("trace"),
        play_row("trace_faults"),
    };
}

/// Who plays the games.
std::vector<RunSetting> remote_rows() {
    return {
        row(Remote,
            in(FlagGroup::Workers,
               {"via",
                "Workers on other machines play the games, through the server of this invitation or URL",
                {},
                "FILE"}),
            place_at(&Config::remote, &RemoteSettings::via)),
        row(Remote,
            in(FlagGroup::Workers,
               {"send_agents", "Whether --via sends the agents' files; auto: where a worker has other ones",
                Words{"auto", "always", "never"}}),
            place_at(&Config::remote, &RemoteSettings::send_agents)),
        row(Remote,
            in(FlagGroup::Workers,
               {"share", "What --via asks of the workers, beside the shares of other runs", kSpeeds}),
            place_at(&Config::remote, &RemoteSettings::share)),
        row(Remote,
            in(FlagGroup::Workers,
               {"time_scale",
                "With --via: speed gives longer times on slower workers, off the same times on all",
                Words{"off", "speed"}}),
            place_at(&Config::remote, &RemoteSettings::time_scale)),
        row(Remote,
            in(FlagGroup::Workers, {"reference_speed",
                                    "With --time-scale speed: the machine that gives the "
                                    "times as they are, in million nodes a second",
                                    kSpeeds}),
            place_at(&Config::remote, &RemoteSettings::reference_speed)),
        row(Remote,
            in(FlagGroup::Workers, {"spot_check",
                                    "Share of the pairs that a second worker plays, too, for --via; by "
                                    "default 0.02 while volunteers are present",
                                    RealRange{0, 1}, "SHARE"}),
            place_at(&Config::remote, &RemoteSettings::spot_check)),
        row(Remote,
            in(FlagGroup::Workers,
               {"wait",
                "Seconds after which the run ends when all workers of --via that came may not play it",
                Range{1, 1'000'000'000}, "SECONDS"}),
            place_at(&Config::remote, &RemoteSettings::wait)),
    };
}

/// The settings without those of some uses.
std::vector<RunSetting> make_table(const std::vector<SettingUse>& without) {
    std::vector<RunSetting> table = counting_rows();
    std::ranges::move(playing_rows(), std::back_inserter(table));
    std::ranges::move(remote_rows(), std::back_inserter(table));
    std::erase_if(table, [&](const RunSetting& setting) {
        return std::ranges::find(without, setting.use) != without.end();
    });
    return table;
}

/// In a tournament nothing counts twice, and its tables are its summary.
std::vector<RunSetting> make_tournament_rows() {
    std::vector<RunSetting> table = make_table({Test, Match, Tune, Kept});
    std::erase_if(table, [](const RunSetting& setting) {
        return setting.key == "repeats" || setting.key == "summary_only";
    });
    return table;
}

/// No pair of a tuning is left out.
std::vector<RunSetting> make_tune_rows() {
    std::vector<RunSetting> table = make_table({Test, Kept});
    std::erase_if(table, [](const RunSetting& setting) { return setting.key == "repeats"; });
    return table;
}

} // namespace

std::span<const RunSetting> settings(RunKind kind) {
    static const std::vector<RunSetting> kOfTests = make_table({Match, Tune});
    static const std::vector<RunSetting> kOfMatches = make_table({Test, Tune, Kept});
    static const std::vector<RunSetting> kOfTunings = make_tune_rows();
    static const std::vector<RunSetting> kOfTournaments = make_tournament_rows();
    switch (kind) {
    case RunKind::Test:
        return kOfTests;
    case RunKind::Match:
        return kOfMatches;
    case RunKind::Tune:
        return kOfTunings;
    case RunKind::Tournament:
        break;
    }
    return kOfTournaments;
}

} // namespace sprt
