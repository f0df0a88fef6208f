#include "sprt/report/tournament/standings_files.hpp"

#include "referee/base/text.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/ci/markdown.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/tournament/tournament_text.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

/// In columns of numbers these stay as they are; everything else is escaped.
std::string markdown_cell(const std::string& cell, bool may_be_number) {
    const bool is_number = cell.find_first_not_of("0123456789 +-\xC2\xB1%./()[],") == std::string::npos;
    return may_be_number && is_number ? cell : markdown_text(cell);
}

/// The lines of a table whose text is aligned, as a table of Markdown.
std::string markdown_table(const AlignedTable& table) {
    std::string titles = "|";
    std::string rule = "|";
    for (const TableColumn& column : table.columns) {
        titles += " " + markdown_cell(column.title, false) + " |";
        rule += column.align == Align::Right ? "---:|" : "---|";
    }
    std::string text = titles + "\n" + rule + "\n";
    for (const auto& row : table.rows) {
        text += "|";
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += " " + markdown_cell(row[i], table.columns[i].holds_numbers) + " |";
        }
        text += "\n";
    }
    return text;
}

/// A spreadsheet must not take a name for a formula.
std::string spreadsheet_text(const std::string& name) {
    std::string text = referee::to_printable(name, 1000);
    if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos) {
        text.insert(text.begin(), '\'');
    }
    return csv_field(text);
}

} // namespace

std::string standings_markdown(const Standings& standings, const TournamentPlan& plan,
                               const std::string& version, CrossCells cells) {
    const SchedulePlan& schedule = plan.schedule.base;
    std::string text = "### " + markdown_text(standings.head) + "\n\n" +
                       markdown_table(ratings_table(standings)) + "\n" +
                       markdown_table(cross_table(standings, cells)) + "\n";
    std::vector<std::string> notes = rating_notes(standings);
    notes.insert(notes.end(), standings.notes.begin(), standings.notes.end());
    if (std::string marks = marks_note(standings); !marks.empty()) {
        marks.pop_back();
        notes.insert(notes.begin(), std::move(marks));
    }
    for (const std::string& note : notes) {
        text += "- " + markdown_text(note) + "\n";
    }
    const std::string limits =
        fmt::format("{}, {} at most", limits_text(plan),
                    referee::counted(static_cast<std::uint64_t>(schedule.limits.turns), "turn"));
    const std::string_view later =
        plan.counting.rules.stages.size() > 1 ? ", then the changes that `stages` of run.json holds" : "";
    return text + fmt::format("\nMade by sprt {}: openings {}, seed {}, {}. Repeat it: save `config` of its "
                              "run.json as FILE.json, then `sprt tournament FILE.json --seed {} --out "
                              "DIR`{}.\n",
                              version, markdown_text(schedule.openings_text), schedule.seed,
                              markdown_text(limits), schedule.seed, later);
}

std::string standings_csv(const Standings& standings, const TournamentState& state,
                          const std::set<std::size_t>& without) {
    std::string text =
        "a,b,games,wins,losses,draws,points,pairs,ll,ld,dd,dw,ww,repeats,faults_a,faults_b,expected,"
        "residual_z\r\n";
    std::size_t k = 0; // among those that are shown
    for (const PairingResults& pairing : state.pairings) {
        if (without.contains(pairing.a) || without.contains(pairing.b)) {
            continue;
        }
        const Wld& games = pairing.counted_games;
        const auto& counts = pairing.pairs.counts;
        const Pairing& shown = standings.results.pairings[k];
        const auto& z = standings.ratings.residual_z[k];
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.6f},{}\r\n",
                            spreadsheet_text(standings.names[shown.a]),
                            spreadsheet_text(standings.names[shown.b]), games.games(), games.wins,
                            games.losses, games.draws, number_text(2 * scores_of(pairing.pairs).points, 1),
                            pairing.pairs.pairs(), counts[0], counts[1], counts[2], counts[3], counts[4],
                            pairing.repeats, pairing.faults.agent1.faults(), pairing.faults.agent2.faults(),
                            standings.ratings.expected_score[k], z ? fmt::format("{:.6f}", *z) : "");
        ++k;
    }
    return text;
}

} // namespace sprt
