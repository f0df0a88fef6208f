#include "sprt/command/fastchess/words.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/program.hpp"
#include "sprt/command/fastchess/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <system_error>

namespace sprt {
namespace {

using fastchess::fail;
using fastchess::Given;
using fastchess::OptionReader;
using referee::to_printable;

constexpr std::string_view kEngineKeys =
    "cmd= name= args= dir= proto= tc= st= nodes= depth= plies= timemargin= restart= option.NAME=";
constexpr std::string_view kRefused = "**refused**: "; ///< what a reason begins with

struct Option {
    std::string_view flag; ///< without its dash
    std::string_view form; ///< what follows: nothing, one word, `[WORD]`, or keys with `=`
    std::string_view ours; ///< for the table of words
    void (OptionReader::*take)(const Given& given);
};

/// An option without a function is refused, for the reason that stands there.
constexpr Option kOptions[] = {
    {"engine", kEngineKeys, "an agent: `--agent1`, `--agent2`; from the third on `sprt tournament --agent`",
     &OptionReader::engine},
    {"each", kEngineKeys, "the same words in each agent; they win over `-engine`", &OptionReader::each},
    {"quick", "cmd= book=", "two agents by 10+0.1, 25000 rounds, `draw=8/8/move30`", &OptionReader::quick},
    {"concurrency", "N", "`--concurrency`, 1 without it; 0 and less leave so many cores free",
     &OptionReader::concurrency},
    {"force-concurrency", "", "nothing: more games than cores are played, with a warning",
     &OptionReader::nothing},
    {"rounds", "N", "`--max-games` of a test, `--games` of a match: 2N; `--rounds` of a tournament",
     &OptionReader::rounds},
    {"games", "N",
     "2, the two games of a pair; more are taken for `-rounds`, as fastchess does; **1 is refused**, as "
     "`-noswap` is",
     &OptionReader::games},
    {"repeat", "[N]", "nothing: it is always so", &OptionReader::repeat},
    {"noswap", "",
     "**refused**: each opening is played from both sides, otherwise it says nothing about the engines; "
     "leave it out",
     nullptr},
    {"reverse", "", "**refused**: each opening is played from both sides; leave it out", nullptr},
    {"recover", "",
     "`--no-check`; three failed starts in a row end the match even so, without `-recover` the first crash "
     "does, or a fault in the check game: status 1",
     &OptionReader::recover},
    {"variant", "standard|fischerandom", "`--rules chess960`", &OptionReader::variant},
    {"openings", "file= format= order= plies= start= policy=",
     "`--openings`, `--book-order`, `--book-plies` (of PGN), `--book-start`; the format is seen from "
     "the content",
     &OptionReader::openings},
    {"srand", "N", "`--seed`; the order of openings is not that of fastchess", &OptionReader::srand},
    {"sprt", "elo0= elo1= alpha= beta= model=",
     "`sprt run --elo0 ... --model`: `normalized`; `logistic` is `pentanomial`, without pairs `trinomial`; "
     "`bayesian` is `bayeselo-true`",
     &OptionReader::sprt},
    {"resign", "movecount= score= twosided=",
     "`--adjudicate resign=SCORE/MOVES/one_sided`; with it, `-draw`, `-maxmoves` and `-tb` also `verify=0`",
     &OptionReader::resign},
    {"draw", "movenumber= movecount= score=", "`--adjudicate draw=SCORE/MOVES/moveN`", &OptionReader::draw},
    {"maxmoves", "N", "`--adjudicate max_turns=2N/draw/played`", &OptionReader::maxmoves},
    {"tb", "PATHS", "`--adjudicate tablebase=PATHS`", &OptionReader::tb},
    {"tbpieces", "N", "its `/pieces=N`", &OptionReader::tbpieces},
    {"tbignore50", "", "its `/ignore50`", &OptionReader::tbignore50},
    {"tbadjudicate", "BOTH|WIN_LOSS|DRAW", "its `/wins`, `/draws`", &OptionReader::tbadjudicate},
    {"pgnout",
     "file= append= notation= nodes= seldepth= nps= hashfull= tbhits= timeleft= latency= pv= min= "
     "match_line=",
     "`--pgn`, `--pgn-notation`, `--pgn-comments`; `match_line` is `--pgn-line`, the last line that matches",
     &OptionReader::pgnout},
    {"epdout", "file= append=", "as `sprt export --format epd`", &OptionReader::epdout},
    {"event", "NAME...", "`--title`", &OptionReader::event},
    {"site", "NAME...", "`--site`", &OptionReader::site},
    {"crc32", "pgn=", "the CRC-32 of the PGN, at the end", &OptionReader::crc32},
    {"output", "format=", "`fastchess` or `cutechess`", &OptionReader::output},
    {"report", "penta=", "counts of pairs, or of games, which `model=logistic` then tests",
     &OptionReader::report},
    {"ratinginterval", "N", "the same", &OptionReader::ratinginterval},
    {"scoreinterval", "N", "the same", &OptionReader::scoreinterval},
    {"tournament", "roundrobin|gauntlet", "`--format` of `sprt tournament`", &OptionReader::tournament},
    {"seeds", "N", "`--seeds`", &OptionReader::seeds},
    {"startup-ms", "N", "`start_ms=` of each agent", &OptionReader::startup},
    {"ucinewgame-ms", "N", "`newgame_ms=`", &OptionReader::ucinewgame},
    {"ping-ms", "N", "`ping_ms=`", &OptionReader::ping},
    {"use-affinity", "[CPUS]", "`--pin game`, the default; `--cores CPUS`", &OptionReader::affinity},
    {"log", "file= level= append= compress= realtime= engine=",
     "`--trace FILE.trace`, a directory, when `engine=true` or `level=trace`", &OptionReader::log},
    {"check-mate-pvs", "", "warnings; they are always counted (`bad_mate`)", &OptionReader::check_mate_pvs},
    {"show-latency", "", "nothing: `sprt report` has it", &OptionReader::nothing},
    {"testEnv", "", "only what scripts read is printed", &OptionReader::test_env},
    {"strict", "", "the first warning ends the match with status 1", &OptionReader::strict},
    {"config", "file= outname= discard= stats=",
     "`outname`: our configuration is written there, for `sprt run` and for `file`, which resumes the run "
     "as it was begun (with `discard=true` a run begins); "
     "**`stats=false` is refused**",
     &OptionReader::config},
    {"autosaveinterval", "N", "nothing: each game is kept when it is counted", &OptionReader::nothing},
    {"wait", "N", "nothing: a game begins when a core is free", &OptionReader::nothing},
    {"debug", "", "**refused**: fastchess refuses it too; take -log", nullptr},
};

bool has_keys(const Option& option) {
    return option.form.find('=') != std::string_view::npos;
}

const Option& option_named(const std::string& word) {
    const auto* const option = std::ranges::find(kOptions, std::string_view(word).substr(1), &Option::flag);
    if (option != std::end(kOptions)) {
        return *option;
    }
    const auto known =
        referee::texts_of(kOptions, [](const Option& each) { return "-" + std::string(each.flag); });
    fail(fmt::format("fastchess has no option {}{}", to_printable(word), referee::did_you_mean(word, known)));
}

/// Checks the number of words that follow an option.
void check_form(const Given& given, const Option& option) {
    if (option.form.empty() && !given.words.empty()) {
        fail(fmt::format("{} takes no value; leave '{}' out", given.flag, to_printable(given.words.front())));
    }
    const bool may_lack = option.form.empty() || option.form.starts_with('[') || has_keys(option);
    const bool may_have_more = has_keys(option) || option.form.ends_with("...");
    if ((given.words.empty() || (given.all().empty() && !may_have_more)) && !may_lack) {
        fail(fmt::format("{} has no value; give it {}", given.flag, option.form));
    }
    if (given.words.size() > 1 && !may_have_more) {
        fail(fmt::format("{}: '{}' is a value too many", given.flag, to_printable(given.words[1])));
    }
}

/// A word that begins an option, and not a negative number.
bool is_option(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

/// `-pgnout FILE min` and `-epdout FILE`, in the words of cutechess, as words with keys.
void spell_out(Given& given) {
    const bool has_file = given.flag == "-pgnout" || given.flag == "-epdout";
    if (has_file && !given.words.empty() && given.words.front().find('=') == std::string::npos) {
        given.words.front().insert(0, "file=");
        std::ranges::replace(given.words, std::string("min"), std::string("min=true"));
    }
}

} // namespace

FastchessCall read_fastchess(std::span<const std::string> words) {
    OptionReader reader;
    for (std::size_t i = 0; i < words.size();) {
        Given given{.flag = words[i]};
        if (!is_option(given.flag)) {
            fail(fmt::format("'{}' must be an option, as -engine", to_printable(given.flag)));
        }
        for (++i; i < words.size() && !is_option(words[i]); ++i) {
            given.words.push_back(words[i]);
        }
        if (given.flag == "--compliance") {
            fail("--compliance is not done here; run: referee check --game chess " +
                 referee::join_words({"proto=uci " + referee::join_words(given.words)}));
        }
        if (given.flag.starts_with("--")) {
            reader.took(given.flag);
            reader.ours(given);
            continue;
        }
        const Option& option = option_named(given.flag);
        if (option.take == nullptr) {
            fail(fmt::format("{} is not done here: {}", given.flag, option.ours.substr(kRefused.size())));
        }
        check_form(given, option);
        if (has_keys(option)) {
            spell_out(given);
            cut(given, option.form);
        }
        if (option.take != &OptionReader::nothing) {
            reader.took(given.flag);
        }
        (reader.*option.take)(given);
    }
    return reader.finish();
}

std::string fastchess_hint(const std::string& flag) {
    const bool is_known =
        flag.starts_with('-') &&
        std::ranges::find(kOptions, std::string_view(flag).substr(1), &Option::flag) != std::end(kOptions);
    return is_known ? "sprt fastchess takes a command line of fastchess" : "";
}

std::string fastchess_table() {
    std::string table = "| fastchess | here |\n|---|---|\n";
    for (const Option& option : kOptions) {
        std::string form(option.form == kEngineKeys && option.flag == "each" ? "KEY=VALUE ..." : option.form);
        for (std::size_t at = form.find('|'); at != std::string::npos; at = form.find('|', at + 2)) {
            form.insert(at, "\\");
        }
        table += fmt::format("| `-{}{}` | {} |\n", option.flag, form.empty() ? "" : " " + form, option.ours);
    }
    return table;
}

} // namespace sprt

namespace sprt::fastchess {

namespace {

/// Of keys as `file= order=`.
bool has_key(std::string_view form, const std::string& key) {
    return (" " + std::string(form)).find(" " + key + "=") != std::string::npos ||
           (key.starts_with(kOptionKey) && form.find(kOptionKey) != std::string_view::npos);
}

} // namespace

void fail(const std::string& what) {
    throw referee::UserError(what);
}

std::string Given::all() const {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::string Given::value(std::string_view key, std::string otherwise) const {
    for (const auto& [its_key, its_value] : pairs) {
        if (its_key == key) {
            otherwise = its_value;
        }
    }
    return otherwise;
}

std::int64_t whole(const std::string& place, const std::string& text, std::int64_t least) {
    constexpr std::int64_t kMost = std::int64_t{1} << 52U; // what is made of it is a number, too
    const auto number = referee::parse_number<std::int64_t>(text);
    if (!number || *number < least || *number > kMost) {
        fail(fmt::format("{}: '{}' must be a whole number from {}", place, to_printable(text), least));
    }
    return *number;
}

bool is_true(const Given& given, std::string_view key, bool otherwise) {
    const std::string text = given.value(key, otherwise ? "true" : "false");
    if (text != "true" && text != "false") {
        fail(fmt::format("{}: {}='{}' must be true or false", given.flag, key, to_printable(text)));
    }
    return text == "true";
}

void cut(Given& given, std::string_view form) {
    for (const std::string& word : given.words) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos || sign == 0) {
            fail(fmt::format("{}: '{}' must be KEY=VALUE", given.flag, to_printable(word)));
        }
        const std::string key = word.substr(0, sign);
        if (!has_key(form, key)) {
            fail(fmt::format("{}: '{}' is unknown; known are {}", given.flag, to_printable(key), form));
        }
        if (sign + 1 == word.size() && key != "args" && !key.starts_with(kOptionKey)) { // an unset variable?
            fail(fmt::format("{}: {} has no value", given.flag, to_printable(word)));
        }
        given.pairs.emplace_back(key, word.substr(sign + 1));
    }
}

namespace {

namespace fs = std::filesystem;

/// The time control as we write it: `10+0.1s`, `inf/10+0.1`, `infinite` and `0+1` are fastchess's, which adds
/// the increment before the first move, too.
std::string clock_text(std::string text) {
    for (const std::string_view all_moves : {"inf/", "infinite/", "0/"}) {
        if (text.starts_with(all_moves)) {
            text.erase(0, all_moves.size());
        }
    }
    if (text == "infinite") {
        return "inf";
    }
    if (text.ends_with('s')) {
        text.pop_back();
    }
    const std::size_t sign = text.find('+');
    return sign != std::string::npos && sign > 0 && text.find_first_not_of("0.") == sign
               ? text.substr(sign + 1) + text.substr(sign)
               : text;
}

/// The command of an engine: a name without a slash is looked for in its directory, then in PATH.
std::string command_of(const std::string& cmd, const std::string& dir) {
    std::error_code ignored;
    const bool is_file =
        cmd.find('/') == std::string::npos && fs::is_regular_file(fs::path(dir) / cmd, ignored);
    return is_file ? "./" + cmd : cmd;
}

} // namespace

std::string agent_of(const Pairs& words, const Pairs& times, std::vector<std::string>& names) {
    std::map<std::string, std::string> its;
    Words text{"proto=uci"};
    for (const auto& [key, value] : words) {
        const bool may_be_none = key == "st" || key == "nodes" || key == "depth" || key == "plies";
        if (key.starts_with(kOptionKey)) {
            std::erase_if(text, [name = referee::lower_case(key + "=")](const std::string& word) {
                return referee::lower_case(word).starts_with(name); // the last one counts
            });
            text.push_back(key + "=" + value);
        } else {
            its[key == "plies" ? "depth" : key] = may_be_none && value == "0" ? "" : value;
        }
    }
    if (its["cmd"].empty()) {
        fail((its["name"].empty() ? "-engine" : "engine " + its["name"]) +
             " has no command; give it cmd=PROGRAM");
    }
    const fs::path file = fs::path(its["cmd"]).filename();
    std::string name =
        !its["name"].empty() ? its["name"] : (file.extension() == ".exe" ? file.stem() : file).string();
    const std::string its_own = name;
    for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) {
        name = fmt::format("{}_{}", its_own, i);
    }
    names.push_back(name);
    if (!its["proto"].empty() && its["proto"] != "uci") {
        fail(fmt::format("engine {}: proto='{}' must be uci", name, to_printable(its["proto"])));
    }
    text.push_back("name=" + name);
    const bool has_clock = !its["st"].empty() || (!its["tc"].empty() && clock_text(its["tc"]) != "inf");
    if (!its["tc"].empty()) {
        text.push_back("tc=" + clock_text(its["tc"]));
    }
    if (!its["st"].empty()) {
        text.push_back("st=" + its["st"]);
    }
    for (const char* const key : {"nodes", "depth"}) {
        if (!its[key].empty()) {
            text.push_back(fmt::format("{}={}", key, its[key]));
        }
    }
    if (!has_clock && its["nodes"].empty() && its["depth"].empty()) {
        fail(fmt::format("engine {} has no time control; give it tc=, st=, nodes= or depth=", name));
    }
    if (!has_clock) {
        text.emplace_back("turn_ms=7200000"); // fastchess waits without end
    }
    if (has_clock && !its["timemargin"].empty()) {
        text.push_back("margin_ms=" + its["timemargin"]);
    }
    if (const std::string& restart = its["restart"];
        !restart.empty() && restart != "on" && restart != "off") {
        fail(fmt::format("engine {}: restart='{}' must be on or off", name, to_printable(restart)));
    }
    text.push_back(its["restart"] == "on" ? "restart=game" : "restart=never");
    if (!its["dir"].empty()) {
        text.push_back("dir=" + its["dir"]);
    }
    for (const auto& [key, value] : times) {
        text.push_back(key + "=" + value);
    }
    text.push_back(command_of(its["cmd"], its["dir"]));
    return referee::join_words(text) + (its["args"].empty() ? "" : " " + its["args"]);
}

} // namespace sprt::fastchess
