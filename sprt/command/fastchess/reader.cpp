#include "sprt/command/fastchess/reader.hpp"

#include "referee/base/text.hpp"
#include "referee/command/parser.hpp"
#include "referee/process/cores.hpp"
#include "sprt/command/fastchess/narrator.hpp"
#include "sprt/command/fastchess/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace sprt::fastchess {
namespace {

namespace fs = std::filesystem;
using referee::to_printable;

constexpr std::string_view kNowhere = "/dev/null";
constexpr const char* kAdjudicate = "--adjudicate";

/// What may stand beside `-config file=`: it changes what is printed, and not the run.
constexpr std::array<std::string_view, 11> kOfPrint{
    "-config",         "-epdout",        "-output",  "-crc32",  "-recover",       "-report",
    "-ratinginterval", "-scoreinterval", "-testEnv", "-strict", "-check-mate-pvs"};

/// Of an option with a file: what becomes of one that is there.
FileUse use_of(const Given& given) {
    return is_true(given, "append", true) ? FileUse::Append : FileUse::Replace;
}

/// Whether openings are PGN, as parse_book() sees it; where no file is: as `format` says.
bool is_pgn(const std::string& file, std::string_view format) {
    std::error_code ignored;
    std::string word;
    if (!fs::is_regular_file(file, ignored) || !(std::ifstream(file) >> word)) {
        return format == "pgn";
    }
    return word.substr(0, 4).find('[') != std::string::npos; // behind a mark of its encoding, too
}

/// Refuses what fastchess's regular expressions have and ours take for a letter: `\d`, `\t`, in brackets
/// `\w`.
void expect_extended(const std::string& expression) {
    bool is_in_brackets = false;
    for (std::size_t i = 0; i + 1 < expression.size(); ++i) {
        const char c = expression[i];
        is_in_brackets = c == '[' || (is_in_brackets && c != ']');
        const std::string_view known = is_in_brackets ? "" : "wWsSbB123456789";
        const char next = c == '\\' ? expression[++i] : '.';
        if (std::isalnum(static_cast<unsigned char>(next)) != 0 && known.find(next) == known.npos) {
            fail(fmt::format("-pgnout match_line: '\\{}' is not known {}; name characters, as [0-9]", next,
                             is_in_brackets ? "in brackets" : "to extended regular expressions"));
        }
    }
}

} // namespace

void OptionReader::took(const std::string& flag) {
    if (of_run_.empty() && std::ranges::find(kOfPrint, flag) == kOfPrint.end()) {
        of_run_ = flag;
    }
}

void OptionReader::engine(const Given& given) {
    engines_.push_back(given.pairs);
}

void OptionReader::set(std::string flag, std::string value) {
    const auto rule_of = [](const std::string& text) { return text.substr(0, text.find('=')); };
    const bool is_ours = flag != kAdjudicate && is_given(flag);
    for (std::size_t i = 0; !is_ours && i + 1 < ours_.size(); ++i) {
        if (ours_[i] == flag && (flag != kAdjudicate || rule_of(ours_[i + 1]) == rule_of(value))) {
            ours_[i + 1] = std::move(value);
            return;
        }
    }
    ours_.push_back(std::move(flag));
    ours_.push_back(std::move(value));
}

void OptionReader::unset(std::string_view flag) {
    if (const auto found = std::ranges::find(ours_, flag); found != ours_.end() && !is_given(flag)) {
        ours_.erase(found, found + std::min<std::ptrdiff_t>(2, ours_.end() - found));
    }
}

void OptionReader::ours(const Given& given) {
    call_.our_flags.push_back(given.flag.substr(0, given.flag.find('=')));
    ours_.push_back(given.flag);
    ours_.insert(ours_.end(), given.words.begin(), given.words.end());
}

void OptionReader::rounds(const Given& given) {
    rounds_ = whole(given.flag, given.all(), 1);
    has_rounds_ = true;
}

void OptionReader::games(const Given& given) {
    games_ = whole(given.flag, given.all(), 1);
}

void OptionReader::each(const Given& given) {
    each_.insert(each_.end(), given.pairs.begin(), given.pairs.end());
}

void OptionReader::quick(const Given& given) {
    for (const auto& [key, value] : given.pairs) {
        if (key == "cmd") {
            engines_.push_back({{"cmd", value}, {"tc", "10+0.1"}});
        }
    }
    if (engines_.size() != 2 || given.value("book").empty()) {
        fail("-quick takes two engines and a book: cmd=A cmd=B book=FILE");
    }
    openings({.flag = given.flag, .pairs = {{"file", given.value("book")}, {"order", "random"}}});
    draw({.flag = given.flag, .pairs = {{"movenumber", "30"}, {"movecount", "8"}, {"score", "8"}}});
    rounds_ = 25000;
    has_rounds_ = true;
    concurrency({.flag = given.flag, .words = {"-2"}});
    call_.output.recovers = true;
    call_.output.is_cutechess = true;
}

void OptionReader::concurrency(const Given& given) {
    constexpr std::int64_t kLeast = -100'000;
    std::int64_t number = whole(given.flag, given.all(), kLeast);
    if (number <= 0) {
        const auto cores = static_cast<std::int64_t>(referee::allowed_cores().size());
        number = std::max<std::int64_t>(1, cores + number);
    }
    set("--concurrency", std::to_string(number));
}

void OptionReader::variant(const Given& given) {
    const std::string& name = given.words.front();
    if (name != "standard" && name != "fischerandom") {
        fail(fmt::format("-variant: '{}' must be standard or fischerandom", to_printable(name)));
    }
    unset("--rules");
    if (name == "fischerandom") {
        set("--rules", "chess960");
    }
}

void OptionReader::openings(const Given& given) {
    const std::string file = given.value("file");
    if (file.empty()) {
        fail("-openings has no file; give it file=FILE");
    }
    const std::string format = given.value("format", file.ends_with(".pgn") ? "pgn" : "epd");
    if (format != "epd" && format != "pgn") {
        fail(fmt::format("-openings: format='{}' must be epd or pgn", to_printable(format)));
    }
    if (const std::string policy = given.value("policy", "round"); policy != "round" && policy != "default") {
        fail(fmt::format("-openings: policy='{}' must be round or default", to_printable(policy)));
    }
    set("--openings", fs::path(file).has_parent_path() ? file : "./" + file);
    set("--book-order", given.value("order", "sequential"));
    const std::int64_t plies = whole("-openings plies", given.value("plies", "-1"), -1); // -1: all
    unset("--book-plies");
    if (plies >= 0 && is_pgn(file, format)) {
        set("--book-plies", std::to_string(plies));
    }
    set("--book-start", std::to_string(whole("-openings start", given.value("start", "1"), 1)));
}

void OptionReader::draw(const Given& given) {
    const std::int64_t number = whole("-draw movenumber", given.value("movenumber", "0"));
    adjudicate(fmt::format("draw={}/{}/move{}", whole("-draw score", given.value("score", "0")),
                           whole("-draw movecount", given.value("movecount", "1"), 1), number));
}

void OptionReader::resign(const Given& given) {
    adjudicate(fmt::format("resign={}/{}{}", whole("-resign score", given.value("score", "0")),
                           whole("-resign movecount", given.value("movecount", "1"), 1),
                           is_true(given, "twosided") ? "" : "/one_sided"));
}

void OptionReader::maxmoves(const Given& given) {
    adjudicate(fmt::format("max_turns={}/draw/played", 2 * whole(given.flag, given.all(), 1)));
}

void OptionReader::tbadjudicate(const Given& given) {
    const std::string& what = given.words.front();
    if (what != "BOTH" && what != "WIN_LOSS" && what != "DRAW") {
        fail(fmt::format("-tbadjudicate: '{}' must be BOTH, WIN_LOSS or DRAW", to_printable(what)));
    }
    table_parts_ += what == "WIN_LOSS" ? "/wins" : what == "DRAW" ? "/draws" : "";
}

void OptionReader::pgnout(const Given& given) {
    pgn_ = given.value("file");
    if (pgn_.empty()) {
        fail("-pgnout has no file; give it file=FILE");
    }
    unset("--pgn");
    if (pgn_ == kNowhere) {
        pgn_.clear();
        return;
    }
    set("--pgn", pgn_);
    call_.pgn_use = use_of(given);
    if (const std::string notation = given.value("notation", "san"); notation != "san") {
        set("--pgn-notation", notation);
    }
    if (is_true(given, "min")) {
        return set("--pgn-comments", "none");
    }
    std::string comments;
    for (const char* const word :
         {"timeleft", "latency", "nodes", "seldepth", "nps", "hashfull", "tbhits", "pv"}) {
        if (is_true(given, word)) {
            comments += (comments.empty() ? "" : ",") + std::string(word);
        }
    }
    if (!comments.empty()) {
        set("--pgn-comments", comments);
    }
    if (is_true(given, "pv")) {
        ours_.emplace_back("--log-pv");
    }
    std::string lines;
    for (const auto& [key, value] : given.pairs) {
        if (key == "match_line") {
            expect_extended(value);
            lines += (lines.empty() ? "" : "|") + value;
        }
    }
    if (!lines.empty()) {
        set("--pgn-line", lines);
    }
}

void OptionReader::epdout(const Given& given) {
    call_.output.epd = given.value("file");
    if (call_.output.epd.empty()) {
        fail("-epdout has no file; give it file=FILE");
    }
    if (call_.output.epd == kNowhere) {
        call_.output.epd.clear();
    }
    call_.output.epd_use = use_of(given);
}

void OptionReader::output(const Given& given) {
    const std::string format = given.value("format", "fastchess");
    if (format != "fastchess" && format != "cutechess") {
        fail(fmt::format("-output: format='{}' must be fastchess or cutechess", to_printable(format)));
    }
    call_.output.is_cutechess = format == "cutechess";
}

void OptionReader::ratinginterval(const Given& given) {
    call_.output.rating_interval = static_cast<std::uint64_t>(whole(given.flag, given.all()));
}

void OptionReader::scoreinterval(const Given& given) {
    call_.output.score_interval = static_cast<std::uint64_t>(whole(given.flag, given.all()));
}

void OptionReader::tournament(const Given& given) {
    format_ = given.words.front();
    if (format_ != "roundrobin" && format_ != "gauntlet") {
        fail(fmt::format("-tournament: '{}' must be roundrobin or gauntlet", to_printable(format_)));
    }
}

void OptionReader::affinity(const Given& given) {
    if (!given.words.empty()) {
        set("--cores", given.words.front());
    }
}

void OptionReader::log(const Given& given) {
    constexpr std::array<std::string_view, 5> kLevels{"trace", "info", "warn", "err", "fatal"};
    const std::string level = given.value("level", "warn");
    if (std::ranges::find(kLevels, level) == kLevels.end()) {
        fail(fmt::format("-log: level='{}' must be trace, info, warn, err or fatal", to_printable(level)));
    }
    if (is_true(given, "engine") || level == "trace") {
        set("--trace", given.value("file", "fastchess.log") + ".trace");
        ours_.emplace_back("--overwrite");
    }
}

void OptionReader::config(const Given& given) {
    if (!is_true(given, "stats", true)) {
        fail("-config: stats=false is not done here: totals without their games cannot be checked; begin a "
             "new run");
    }
    call_.config = given.value("outname");
    call_.resumed = is_true(given, "discard") ? "" : given.value("file");
}

void OptionReader::expect_no_flag_beside_its_word() const {
    for (const std::string& flag : call_.our_flags) {
        const std::string word = in_words_of_fastchess(flag, {}, {});
        const auto times = std::ranges::count_if(
            ours_, [&flag](const std::string& each) { return each == flag || each.starts_with(flag + "="); });
        if (word != flag && times > std::ranges::count(call_.our_flags, flag)) {
            fail(fmt::format("'{}' is {} here; leave one of them out", flag, word));
        }
    }
}

/// What `-sprt` says. Output without pairs makes `logistic` a test of games; `normalized` stays one of pairs.
void OptionReader::finish_test() {
    const std::string model = sprt_->value("model", "normalized");
    if (model != "normalized" && model != "logistic" && model != "bayesian") {
        fail(fmt::format("-sprt: model='{}' must be normalized, logistic or bayesian", to_printable(model)));
    }
    if (!has("--model") || !sprt_->value("model").empty()) {
        add("--model", model == "bayesian"     ? "bayeselo-true"
                       : model == "normalized" ? "normalized"
                       : call_.output.by_pairs ? "pentanomial"
                                               : "trinomial");
    }
    for (const char* const key : {"elo0", "elo1", "alpha", "beta"}) {
        if (const std::string value = sprt_->value(key); !value.empty()) {
            if (const std::string problem = referee::problem_of_number(value); !problem.empty()) {
                fail(fmt::format("-sprt {}: {}", key, problem));
            }
            add(fmt::format("--{}", key), value);
        }
    }
    if (!has("--elo0") || !has("--elo1")) {
        fail("-sprt has no bounds; give it elo0=ELO elo1=ELO");
    }
    if (model == "bayesian") {
        call_.output.by_pairs = false;
    }
}

void OptionReader::finish_games(bool is_tournament) {
    has_rounds_ = has_rounds_ || games_ > 2; // more than the two of a pair stand for rounds
    if (games_ > 2 && games_ % 2 == 0 && rounds_ == 1) {
        rounds_ = std::exchange(games_, 2) / 2;
    } else if (games_ > 2) {
        std::swap(games_, rounds_);
    }
    if (games_ != 2) {
        fail(
            games_ == 1 && rounds_ <= 2
                ? "-games 1 is not done here: each opening is played from both sides, otherwise it says "
                  "nothing about the engines; leave it out"
                : fmt::format("-games and -rounds, {} and {}: each round has two games; give -rounds N alone",
                              std::min(games_, rounds_), std::max(games_, rounds_)));
    }
    constexpr std::int64_t kRoundsOfTest = 500'000; // as fastchess means them where none are given
    const std::int64_t rounds = sprt_ && !has_rounds_ ? kRoundsOfTest : rounds_;
    const char* const flag = is_tournament ? "--rounds" : sprt_ ? "--max-games" : "--games";
    if (!has(flag) || has_rounds_) {
        add(flag, std::to_string(is_tournament ? rounds : 2 * rounds));
    }
}

FastchessCall OptionReader::finish() {
    if (!call_.resumed.empty()) {
        if (!of_run_.empty()) {
            fail(fmt::format("-config file= goes on with a run as it was begun, which {} could not change; "
                             "leave it out, or give discard=true, which begins a run",
                             to_printable(of_run_)));
        }
        return std::move(call_);
    }
    if (engines_.size() < 2) {
        fail("fastchess needs at least two engines; give -engine cmd=A ... -engine cmd=B ...");
    }
    const bool is_tournament = engines_.size() > 2;
    if (is_tournament && sprt_) {
        fail("-sprt is for two engines; leave it out, or all engines but two");
    }
    call_.ours = {is_tournament ? "tournament" : sprt_ ? "run" : "match"};
    for (std::size_t i = 0; i < engines_.size(); ++i) {
        Pairs words = engines_[i];
        words.insert(words.end(), each_.begin(), each_.end());
        call_.ours.push_back(is_tournament ? "--agent" : fmt::format("--agent{}", i + 1));
        call_.ours.push_back(agent_of(words, each_ms_, call_.names));
    }
    if (is_tournament) {
        add("--format", format_);
        if (format_ == "gauntlet") {
            add("--seeds", std::to_string(seeds_.value_or(1)));
        }
    }
    finish_games(is_tournament);
    if (call_.output.is_cutechess) {
        call_.output.by_pairs = false;
    }
    if (sprt_) {
        finish_test();
    }
    if (!tables_.empty()) {
        adjudicate("tablebase=" + tables_ + table_parts_);
    }
    const bool has_share = std::ranges::any_of(ours_, [](const std::string& word) {
        return word.starts_with("verify=") || word.starts_with("--adjudicate=verify=");
    });
    if (adjudicates_ && !has_share) {
        add(kAdjudicate, "verify=0");
    }
    add_default("--openings", "start");
    add_default("--repeats", "count");
    if (!pgn_.empty() && !has("--out")) {
        fs::path run = pgn_ + ".run";
        std::error_code ignored;
        for (int i = 2; fs::exists(run, ignored); ++i) {
            run = fmt::format("{}.{}.run", pgn_, i);
        }
        add("--out", run.string());
    }
    if (call_.output.recovers && !has("--no-check")) {
        ours_.emplace_back("--no-check"); // a crash in it would end the match
    }
    add_default("--game", "chess");
    add_default("--max-faults", "none");
    add_default("--progress", "off");
    if (!has("--via")) {
        add_default("--concurrency", "1");
    }
    expect_no_flag_beside_its_word();
    call_.ours.insert(call_.ours.end(), ours_.begin(), ours_.end());
    return std::move(call_);
}

} // namespace sprt::fastchess
