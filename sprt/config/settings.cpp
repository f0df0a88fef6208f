#include "sprt/config/settings.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/talk/engine/options.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/stats/model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::FlagGroup;
using referee::Range;
using referee::RealRange;
using referee::Words;
using enum SettingUse;

constexpr std::int64_t kMostGames = std::int64_t{1} << 53;
constexpr std::int64_t kMostRounds = 1'000'000'000;
constexpr std::int64_t kMostConcurrency = 4096;
constexpr RealRange kSpeeds{.least = 0, .most = 1e6, .only_above = true};

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
        throw referee::UserError("'{}' must be 1 to {} printable characters", referee::to_printable(text),
                                 kMostCharacters);
    }
}

void check_path(const std::string& text) {
    if (text.find('\0') != std::string::npos) {
        throw referee::UserError("'{}' is no name of a file: it has a byte 0", referee::to_printable(text));
    }
}

/// `member`: of a configuration; or a part of it, and a member of that.
template<class... Member>
RunSetting row(SettingUse use, referee::SettingRow says, Member... member) {
    return {{{std::move(says)}, referee::place_at(member...)}, use};
}

template<class... Member>
RunSetting row(SettingUse use, FlagGroup group, referee::SettingRow says, Member... member) {
    return row(use, referee::in(group, std::move(says)), member...);
}

/// The rows of `referee play` with these keys.
std::vector<RunSetting> play_rows(std::initializer_list<std::string_view> keys) {
    std::vector<RunSetting> rows;
    for (const std::string_view key : keys) {
        rows.push_back({referee::lifted(referee::play_setting(key), &Config::play), Play});
    }
    return rows;
}

void check_max_time(const std::string& text) {
    static_cast<void>(parse_max_time(text));
}

/// Who meets whom in a tournament, and when it ends.
std::vector<RunSetting> tournament_rows() {
    constexpr auto kAgents = static_cast<std::int64_t>(kMostAgents);
    return {
        row(Tournament, {"format", "Who meets whom", Words{"roundrobin", "gauntlet", "ladder"}},
            &Config::format),
        row(Tournament, FlagGroup::Agents,
            {"seeds", "Of a gauntlet: so many agents of the list meet all others; by default 1",
             Range{1, kAgents}},
            &Config::seeds),
        row(Tournament, FlagGroup::Agents,
            {"span", "Of a ladder: each agent meets so many next ones of the list; by default 1",
             Range{1, kAgents}},
            &Config::span),
        row(Tournament, {"rounds", "Pairs of games between any two that meet", Range{1, kMostRounds}},
            &Config::rounds),
        row(Tournament,
            {"until",
             "End sooner: when all neighbours of the table are certain (separated), or the first place is "
             "(best)",
             Words{"separated", "best"}},
            &Config::until),
        row(Tournament, FlagGroup::Test,
            {"error", "How often what is called certain may be wrong",
             RealRange{.least = 0, .most = 0.5, .only_above = true}},
            &Config::error),
        row(Tournament, FlagGroup::Agents,
            {"anchor", "This agent has the rating ELO (0), others follow from it", {}, "NAME[=ELO]"},
            &Config::anchor),
    };
}

/// What counts and when a run ends.
std::vector<RunSetting> counting_rows() {
    return {
        row(Match,
            {"games", "Games to play, an even number: each opening is played from both sides",
             Range{2, kMostGames}},
            &Config::games),
        row(Tune,
            {"verify",
             "Games of the tuned values against those of the start, at the end; by default a tenth of games",
             Range{0, kMostGames}},
            &Config::verify),
        row(Tune, FlagGroup::Test,
            {"lag",
             "Pairs after which a result changes the values: more may be played at once; by default a 32nd "
             "of the pairs, from 4 to 1024",
             Range{0, kMostGames}},
            &Config::lag),
        row(Tune, FlagGroup::Test,
            {"probe", "Whether two pairs for each parameter first show if it changes a game",
             Words{"on", "off"}},
            &Config::probe),
        row(Tune,
            {"max_time", "Time after which the tuning ends; its verification follows", check_max_time,
             "H:MM"},
            &Config::max_time),
        row(Test, {"elo0", "H0: agent 1 is this much stronger"}, &Config::test, &Hypotheses::elo0),
        row(Test, {"elo1", "H1: agent 1 is this much stronger"}, &Config::test, &Hypotheses::elo1),
        row(Test, FlagGroup::Test, {"alpha", "Rate of accepting H1 wrongly", kErrorRates}, &Config::test,
            &Hypotheses::alpha),
        row(Test, FlagGroup::Test, {"beta", "Rate of accepting H0 wrongly", kErrorRates}, &Config::test,
            &Hypotheses::beta),
        row(Test, FlagGroup::Test, {"model", "What a result counts", model_words()}, &Config::model),
        row(Kept, {"test", "Kind of the test, which is sprt", check_test}, &Config::test_kind),
        row(Simulation,
            {"openings", "Where pairs of games begin: after random moves, or from a file of openings",
             check_openings, "{start,random:auto,random:PLIES,FILE}"},
            &Config::openings),
        row(Play, FlagGroup::Openings,
            {"book_order", "In which order a file of openings is played; random is by the seed",
             Words{"random", "sequential"}},
            &Config::book_order),
        row(Play, FlagGroup::Openings,
            {"book_start", "The opening, in that order, that the first pair gets; those before it come last",
             Range{1, kMostGames}},
            &Config::book_start),
        row(Play, FlagGroup::Openings,
            {"check_book", "Read all lines of a large file of openings before the first game"},
            &Config::check_book),
        row(Play, FlagGroup::Openings,
            {"book_plies", "Of openings as PGN: the most half-moves of each game; all without it",
             Range{0, 20'000}},
            &Config::book_plies),
        row(Simulation, FlagGroup::Test,
            {"repeats",
             "Whether copies count, of agents without chance; by default collapse for models of pairs",
             Words{"count", "collapse"}},
            &Config::repeats),
        row(Test,
            {"max_games", "Games after which there is no decision; by default no limit",
             Range{1, kMostGames}},
            &Config::max_games),
        row(Play, FlagGroup::Agents,
            {"max_faults",
             "Faults of an agent (time losses are none) that are allowed; one more ends the run, status 4; "
             "none: any number",
             Range{0, kMostGames}, "N|none"},
            &Config::max_faults),
        row(Play, FlagGroup::Agents,
            {"no_check", "Begin without the check game, in which each agent makes one move"},
            &Config::no_check),
        row(Simulation, {"seed", "Seed of the run; by default a random one, which is printed", {}, "SEED"},
            &Config::seed),
        row(Simulation,
            {"concurrency", "Games at once; by default as many as fit on the cores to play on",
             Range{1, kMostConcurrency}},
            &Config::concurrency),
    };
}

void check_pgn_line(const std::string& text) {
    static_cast<void>(referee::engine::LinePattern(text));
}

void check_pgn_comments(const std::string& text) {
    static_cast<void>(read_pgn_comments(text));
}

/// How games are kept and watched.
std::vector<RunSetting> watching_rows() {
    return {
        row(Play, {"out", "Keep the run in this new directory", {}, "DIR"}, &Config::out),
        row(Play, FlagGroup::Output,
            {"title", "What the page, the list of runs and exports call the run", check_title, "TEXT"},
            &Config::title),
        row(Play, FlagGroup::Output,
            {"pgn", "Write the games to this new file as PGN, as they are counted", check_path, "FILE"},
            &Config::pgn),
        row(Play, FlagGroup::Output,
            {"pgn_notation",
             "How moves are written there, where a game has several ways: as people do, with the square that "
             "a move leaves, or as engines do",
             notations()},
            &Config::pgn_notation),
        row(Play, FlagGroup::Output, {"site", "Where the games are played, for PGN", check_title, "TEXT"},
            &Config::site),
        row(Play, FlagGroup::Output,
            {"pgn_line",
             "Comments there have the last line of each search that this matches: an extended regular "
             "expression",
             check_pgn_line, "REGEX"},
            &Config::pgn_line),
        row(Play, FlagGroup::Output, {"pgn_comments", kPgnCommentsHelp, check_pgn_comments, kPgnCommentsForm},
            &Config::pgn_comments),
        row(Play, FlagGroup::Output,
            {"report_every", "Games between estimates (models of pairs)", Range{1, kMostGames}},
            &Config::report_every),
        row(Play, FlagGroup::Output,
            {"progress", "A status line; auto: on a terminal, in place of the lines of games",
             Words{"auto", "on", "off"}},
            &Config::progress),
        row(Play, FlagGroup::Output, {"quiet", "No lines for each game"}, &Config::quiet),
        row(Play, FlagGroup::Output,
            {"summary_only", "Print a summary at the end, and nothing before it but warnings"},
            &Config::summary_only),
    };
}

/// Who plays the games.
std::vector<RunSetting> remote_rows() {
    return {
        row(Remote, FlagGroup::Workers,
            {"via",
             "Workers on other machines play the games, through the server of this invitation or URL",
             {},
             "FILE"},
            &Config::remote, &RemoteSettings::via),
        row(Remote, FlagGroup::Workers,
            {"send_agents", "Whether --via sends the agents' files; auto: where a worker has other ones",
             Words{"auto", "always", "never"}},
            &Config::remote, &RemoteSettings::send_agents),
        row(Remote, FlagGroup::Workers,
            {"share", "What --via asks of the workers, beside the shares of other runs", kSpeeds},
            &Config::remote, &RemoteSettings::share),
        row(Remote, FlagGroup::Workers,
            {"time_scale",
             "With --via: speed gives longer times on slower workers, off the same times on all",
             Words{"off", "speed"}},
            &Config::remote, &RemoteSettings::time_scale),
        row(Remote, FlagGroup::Workers,
            {"reference_speed",
             "With --time-scale speed: the machine that gives the times as they are, in million nodes a "
             "second",
             kSpeeds},
            &Config::remote, &RemoteSettings::reference_speed),
        row(Remote, FlagGroup::Workers,
            {"spot_check",
             "Share of the pairs that a second worker plays, too, for --via; by default 0.02 while "
             "volunteers are present",
             RealRange{0, 1}, "SHARE"},
            &Config::remote, &RemoteSettings::spot_check),
        row(Remote, FlagGroup::Workers,
            {"wait", "Seconds after which the run ends when all workers of --via that came may not play it",
             Range{1, 1'000'000'000}, "SECONDS"},
            &Config::remote, &RemoteSettings::wait),
    };
}

/// The tables of a tournament are its summary; no pair of a tuning is left out.
bool is_of(RunKind kind, const RunSetting& setting) {
    const bool is_tournament = kind == RunKind::Tournament;
    switch (setting.use) {
    case Test:
    case Kept:
        return kind == RunKind::Test;
    case Match:
        return kind == RunKind::Match || kind == RunKind::Tune;
    case Tune:
        return kind == RunKind::Tune;
    case Tournament:
        return is_tournament;
    case Simulation:
        return setting.key != "repeats" || kind != RunKind::Tune;
    case Play:
        return setting.key != "summary_only" || !is_tournament;
    case Remote:
        break;
    }
    return true;
}

std::vector<RunSetting> make_table(RunKind kind) {
    std::vector<RunSetting> table;
    for (auto& rows : {tournament_rows(), play_rows({"game", "rules"}), counting_rows(),
                       play_rows({"engines", "cores", "pin", "threads_per_agent"}), watching_rows(),
                       play_rows({"time_ms", "inc_ms", "tc", "move_ms", "margin_ms", "ready_ms", "finish_ms",
                                  "turns", "adjudicate", "sandbox", "env", "stderr_kb", "clock", "memory_mb",
                                  "cpu_s", "file_mb", "log_pv", "trace", "trace_faults"}),
                       remote_rows()}) {
        table.insert(table.end(), rows.begin(), rows.end());
    }
    std::erase_if(table, [kind](const RunSetting& setting) { return !is_of(kind, setting); });
    for (RunSetting& setting : table) {
        if (kind == RunKind::Tournament && setting.key == "repeats") {
            setting.help = "Whether copies count, of agents without chance; by default collapse";
        } else if (kind == RunKind::Tournament && setting.key == "report_every") {
            setting.help = "Rounds between tables";
        } else if (kind == RunKind::Tournament && setting.key == "max_faults") {
            setting.help = "An agent with more faults is withdrawn, as one that lost its last 8 games on "
                           "time; by default none is";
        }
    }
    return table;
}

} // namespace

const Words& model_words() {
    static const Words kWords = [] {
        Words words;
        std::ranges::transform(kModels, std::back_inserter(words), [](Model model) { return name(model); });
        return words;
    }();
    return kWords;
}

std::span<const RunSetting> settings(RunKind kind) {
    static const std::array kTables{make_table(RunKind::Test), make_table(RunKind::Match),
                                    make_table(RunKind::Tournament), make_table(RunKind::Tune)}; // as RunKind
    return kTables.at(static_cast<std::size_t>(kind));
}

} // namespace sprt
