#include "sprt/command/fastchess/narrator.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/store/disk_files.hpp"

#include <boost/crc.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Player;
using referee::Termination;
using referee::Winner;
using referee::engine::LineFault;

/// A warning about a line that an engine expected; empty: none is wanted.
std::string_view warning_of(LineFault fault, bool checks_mates) {
    switch (fault) {
    case LineFault::Illegal:
        return "Illegal PV move";
    case LineFault::PastCheckmate:
        return "PV continues after checkmate";
    case LineFault::PastStalemate:
        return "PV continues after stalemate";
    case LineFault::PastRepetition:
        return "PV continues after threefold repetition";
    case LineFault::PastHalfmoves:
        return "PV continues after fifty-move rule";
    case LineFault::PastEnd: // by material: fastchess does not look for it
        return "";
    case LineFault::NoMate:
        break;
    }
    return checks_mates ? "Incomplete mating PV" : "";
}

bool is_crash(const GameRecord& record) {
    return record.termination == Termination::Crashed || is_stall(record);
}

/// What stands in our messages for words of fastchess.
struct Said {
    std::string_view ours;
    std::string_view theirs;
};

constexpr Said kSaid[] = {
    {"--openings random:4", "-openings file=BOOK"},
    {"--openings", "-openings file"},
    {"--book-order", "-openings order"},
    {"--book-plies", "-openings plies"},
    {"--book-start", "-openings start"},
    {"--concurrency", "-concurrency"},
    {"--games", "-rounds"},
    {"--max-games", "-rounds"},
    {"--rounds", "-rounds"},
    {"--seed", "-srand"},
    {"--seeds", "-seeds"},
    {"--elo0", "-sprt elo0"},
    {"--elo1", "-sprt elo1"},
    {"--alpha", "-sprt alpha"},
    {"--beta", "-sprt beta"},
    {"--model", "-sprt model"},
    {"--pgn", "-pgnout file"},
    {"--pgn-notation", "-pgnout notation"},
    {"--pgn-line", "-pgnout match_line"},
    {"--title", "-event"},
    {"--site", "-site"},
    {"--trace", "-log file"},
    {"--cores", "-use-affinity"},
    {"--no-check", "-recover"},
    {"--adjudicate: tablebase", "-tb"},
    {"--adjudicate: no Syzygy", "-tb: no Syzygy"},
    {"--adjudicate: draw", "-draw"},
    {"--adjudicate: resign", "-resign"},
    {"--adjudicate: max_turns", "-maxmoves"},
    {"verify more games.", "--adjudicate verify=0.1 plays some of them out."},
    {"move_ms", "st"},
    {"margin_ms", "timemargin"},
    {"start_ms", "-startup-ms"},
    {"newgame_ms", "-ucinewgame-ms"},
    {"ping_ms", "-ping-ms"},
};

/// The agent that `text` begins with, as `--agent1`, `--agent 1`, `agent1` or `agent 1`, and how many letters
/// that are; 0: it begins with none.
std::pair<std::size_t, std::size_t> agent_at(std::string_view text) {
    std::size_t agent = 0;
    std::size_t at = text.starts_with("--") ? 2 : 0;
    if (!text.substr(at).starts_with("agent")) {
        return {0, 0};
    }
    at += std::string_view("agent").size();
    at += text.substr(at).starts_with(' ') ? std::size_t{1} : 0;
    const auto digits = std::from_chars(text.data() + at, text.data() + text.size(), agent);
    return {digits.ec == std::errc() ? agent : 0, static_cast<std::size_t>(digits.ptr - text.data())};
}

} // namespace

std::string in_words_of_fastchess(std::string_view text, const std::vector<std::string>& names,
                                  const std::vector<std::string>& our_flags) {
    // Engines that are called agent1 and the like cannot be told from numbers; `agent 1` of a tournament is
    // the first of a game.
    const bool are_ours =
        std::ranges::none_of(names, [](const std::string& name) { return name.starts_with("agent"); });
    const bool has_seats = names.size() > 2;
    constexpr std::string_view kOfEngine = "'s standard error: "; // what follows is its own
    const std::size_t ours = text.find(kOfEngine);
    const std::string_view of_engine = ours < text.size() ? text.substr(ours + kOfEngine.size()) : "";
    text.remove_suffix(of_engine.size());
    std::string said;
    while (!text.empty()) {
        std::size_t length = 1;
        std::string word(text.substr(0, 1));
        const auto ends = [&](std::size_t at) { // a path or a longer name goes on
            return at >= text.size() || std::string_view(" :,;)").find(text[at]) != std::string_view::npos ||
                   text.substr(at).starts_with("'s ");
        };
        if (said.empty() || said.back() == ' ' || said.back() == '(') {
            const auto* const row = std::ranges::find_if(kSaid, [&](const Said& each) {
                return text.starts_with(each.ours) && ends(each.ours.size()) &&
                       std::ranges::find(our_flags, each.ours) == our_flags.end();
            });
            if (text.front() == '\'') { // what the user wrote
                length = std::min(text.find('\'', 1), text.size() - 1) + 1;
                word = text.substr(0, length);
            } else if (row != std::end(kSaid)) {
                length = row->ours.size();
                word = row->theirs;
            } else if (const auto [agent, size] = agent_at(text);
                       (text.starts_with('-') || (are_ours && !(has_seats && text.starts_with("agent ")))) &&
                       agent >= 1 && agent <= names.size() && ends(size)) {
                length = size;
                word = "engine " + names[agent - 1];
            }
        }
        said += word;
        text.remove_prefix(length);
    }
    return said.append(of_engine);
}

std::string FastchessNarrator::head() {
    if (!run_.config_file.empty()) {
        replace_file(run_.config_file, run_.config);
    }
    const auto& file = run_.output.epd;
    std::error_code absent;
    if (run_.output.epd_use == FileUse::Append && std::filesystem::exists(file, absent)) {
        epd_.emplace(file, std::filesystem::file_size(file, absent));
    } else if (!file.empty()) {
        epd_.emplace(file, referee::LogFile::Replacing());
    }
    started_ = games_;
    std::string text;
    for (std::uint64_t i = 0; i < run_.at_once; ++i) {
        text += started_ahead();
    }
    return text;
}

std::string FastchessNarrator::started(const std::string& white, const std::string& black) {
    ++started_;
    return fmt::format("Started game {}{} ({} vs {})\n", started_,
                       run_.games ? fmt::format(" of {}", *run_.games) : "", white, black);
}

/// Of a match the next game is known before it ends, and of a tournament not.
std::string FastchessNarrator::started_ahead() {
    if (run_.engines.size() != 2 || started_ == run_.games) {
        return "";
    }
    const std::size_t white = started_ % 2;
    return started(run_.engines[white].name, run_.engines[1 - white].name);
}

const std::string& FastchessNarrator::name_of(const GameRecord& record, Player player) const {
    return run_.engines[index(record.agents[player])].name;
}

void FastchessNarrator::count(const GameRecord& record) {
    const bool ends_pair = std::exchange(is_within_pair_, !is_within_pair_);
    ++games_;
    const bool is_in_order = record.agents.agent1 < record.agents.agent2;
    const Player lower = is_in_order ? Player::Agent1 : Player::Agent2;
    const auto& [one, two] = record.agents;
    const std::pair<std::size_t, std::size_t> pairing = std::minmax(index(one), index(two));
    NarratedScore& score = scores_[pairing];
    const GameResult result = result_of(record);
    const auto first = std::exchange(first_result_, result);
    if (ends_pair && first && is_whole_pair(*first, result)) {
        ++whole_pairs_;
        copies_ += repeats_[pairing].add(*first, result).is_new ? 0U : 1U;
    }
    std::optional<double> points;
    if (record.winner) {
        points = *record.winner == Winner::Draw ? 0.5 : *record.winner == winner_is(lower) ? 1 : 0;
    }
    const auto add_game = [&](double its) {
        ++(its == 1 ? score.games.wins : its == 0 ? score.games.losses : score.games.draws);
    };
    if (!run_.output.by_pairs && points) {
        add_game(*points);
    }
    const std::optional<double> before = std::exchange(first_of_pair_, points);
    if (ends_pair && before && points) {
        ++score.pairs.counts[static_cast<std::size_t>(2 * (*before + *points))];
        if (*before + *points == 1) {
            ++(*before == *points ? score.both_drawn : score.won_and_lost);
        }
        if (run_.output.by_pairs) {
            add_game(*before);
            add_game(*points);
        }
    }
    if (record.fault && (is_crash(record) || record.termination == Termination::Timeout)) {
        Losses& losses = losses_[index(record.agents[record.fault->agent])];
        ++(is_crash(record) ? losses.crashed : losses.on_time);
    }
}

std::string FastchessNarrator::warnings(const GameRecord& record) {
    std::vector<std::string> lines;
    if (record.fault) {
        const std::string& name = name_of(record, record.fault->agent);
        const std::string& reason = record.fault->reason;
        const bool is_protocol_error = record.termination == Termination::ProtocolError;
        if (is_protocol_error || record.termination == Termination::IllegalMove) {
            const std::string move = illegal_move(record);
            if (is_protocol_error) {
                const auto* const what =
                    move.empty() ? "Protocol error" : "Move does not match uci move format";
                lines.push_back(fmt::format("{}: {} {}", what, name, reason));
            }
            if (!move.empty()) {
                lines.push_back(fmt::format("Illegal move {} played by {}", move, name));
            }
        } else if (is_stall(record)) {
            lines.push_back(fmt::format("Engine {} is not responsive", name));
        }
    }
    for (const Player player : {record.first, other(record.first)}) {
        for (std::size_t i = 0; i < referee::engine::kLineFaults; ++i) {
            const int times = record.line_faults[player][i];
            const auto what = warning_of(static_cast<LineFault>(i), run_.output.checks_mates);
            if (times > 0 && !what.empty()) {
                lines.push_back(fmt::format("{} - {} from {}", what,
                                            referee::counted(static_cast<std::uint64_t>(times), "line"),
                                            name_of(record, player)));
            }
        }
    }
    if (!record.winner) {
        lines.push_back(fmt::format("Game {} ({} vs {}) was not scored: {}", games_ + 1,
                                    name_of(record, record.first), name_of(record, other(record.first)),
                                    name(record.termination)));
    }
    std::string text;
    for (const std::string& line : lines) {
        text += "Warning; " + line + "\n";
    }
    stops_ = stops_ || (run_.output.is_strict && !lines.empty());
    return text;
}

std::string FastchessNarrator::game(const GameRecord& record) {
    const std::string& white = name_of(record, record.first);
    const std::string& black = name_of(record, other(record.first));
    std::string text = run_.engines.size() == 2 ? "" : started(white, black);
    text += warnings(record);
    if (is_crash(record) && !run_.output.recovers) {
        text += fmt::format("Game {} stalled / disconnected and no recover option set for engine, stopping "
                            "tournament.\n",
                            games_ + 1);
        stops_ = true;
    }
    std::string ending = standard_ending(record);
    if (record.termination == Termination::IllegalMove || record.termination == Termination::ProtocolError) {
        ending.resize(ending.find(':')); // the move is in the warning
    }
    count(record);
    if (record.winner) {
        text += fmt::format("Finished game {} ({} vs {}): {} {{{}}}\n", games_, white, black,
                            pgn_result(record), ending);
    }
    if (epd_) {
        std::string line = epd_line(record);
        line.pop_back();
        epd_->append(std::move(line));
    }
    if (run_.output.is_cutechess && is_due(games_, run_.output.score_interval)) {
        text += run_.engines.size() == 2 ? score_line(run_, of_two()) : "";
    }
    const std::uint64_t units = run_.output.by_pairs ? games_ / 2 : games_;
    const bool is_whole = !run_.output.by_pairs || !is_within_pair_;
    if (is_last() || (is_whole && is_due(units, run_.output.rating_interval))) {
        text += result();
    }
    return text + (stops_ || verdict() != Verdict::Continue ? "" : started_ahead());
}

NarratedScore FastchessNarrator::of_two() const {
    const auto found = scores_.find({0, 1});
    return found == scores_.end() ? NarratedScore() : found->second;
}

Verdict FastchessNarrator::verdict() const {
    return run_.test ? run_.test->evaluate(counts_for(*run_.test, of_two())).verdict : Verdict::Continue;
}

std::string FastchessNarrator::result() {
    told_at_ = games_;
    return result_text(run_, scores_);
}

std::string FastchessNarrator::crc_line() const {
    boost::crc_32_type crc;
    std::ifstream file = referee::open_regular(run_.pgn);
    std::array<char, 1 << 16> bytes{};
    while (file.read(bytes.data(), bytes.size()) || file.gcount() > 0) {
        crc.process_bytes(bytes.data(), static_cast<std::size_t>(file.gcount()));
    }
    return fmt::format("File {} has CRC32: {:#x}\n", run_.pgn.string(), crc.checksum());
}

void FastchessNarrator::doubts(const std::vector<Doubt>& found) {
    std::vector<std::string> names(run_.engines.size());
    std::ranges::transform(run_.engines, names.begin(), &NarratedEngine::name);
    for (const Doubt& doubt : has_our_warnings() ? found : std::vector<Doubt>()) {
        if (doubt.kind == "faults" && doubt.numbers.back().value == 0) {
            continue; // none is disputed: they were told game by game
        }
        doubts_ += "Warning; " + referee::capitalised(in_words_of_fastchess(doubt.text, names, {})) + "\n";
    }
}

std::string FastchessNarrator::tail(bool is_over, const std::string& resume) {
    const bool has_counted = std::ranges::any_of(
        scores_, [](const auto& of_pairing) { return of_pairing.second.games.games() > 0; });
    std::string text = (told_at_ == games_ || !has_counted ? "" : result()) + early_end_;
    if (is_over && verdict() != Verdict::Continue) {
        const Hypotheses& elo = run_.test->hypotheses();
        text += run_.output.is_cutechess
                    ? "Tournament finished\n"
                    : fmt::format("SPRT ([{}, {}]) completed - {} was accepted\n", two_decimals(elo.elo0),
                                  two_decimals(elo.elo1), name(verdict()));
    }
    for (const auto& [engine, losses] : losses_) {
        if (!run_.output.is_cutechess && losses.on_time + losses.crashed > 0) {
            text += fmt::format("\nPlayer: {}\n  Timeouts: {}\n  Crashed: {}\n", run_.engines[engine].name,
                                losses.on_time, losses.crashed);
        }
    }
    text += doubts_;
    constexpr std::uint64_t kLeast = 5;
    if (has_our_warnings() && copies_ >= kLeast && 2 * copies_ > whole_pairs_) {
        text += fmt::format(
            "Warning; {} of {} are copies of earlier ones, and were counted like others: the engines "
            "need more openings, or limits with which they vary\n",
            copies_, referee::counted(whole_pairs_, "pair"));
    }
    if (run_.output.has_crc && !run_.pgn.empty() && !is_pgn_lost_) {
        text += crc_line();
    }
    if (!is_over) {
        const std::string again =
            run_.resumed_by.empty()
                ? resume
                : referee::own_call({"fastchess", "-config", "file=" + run_.resumed_by.string()});
        text += "Tournament was interrupted." +
                (resume.empty() ? "" : " To resume the tournament, run: " + again) + "\n";
    }
    return text + "Finished match\n";
}

} // namespace sprt
