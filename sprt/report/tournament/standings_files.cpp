#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "sprt/config/config.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/tournament/standings.hpp"
#include "sprt/report/tournament/tournament_text.hpp"
#include "sprt/stats/counts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

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

std::string csv_name(const std::string& name) {
    return csv_field(no_formula(referee::to_printable(name, 1000)));
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
    const std::string_view without = plan.remote.is_remote() || !plan.watch.pgn.empty()
                                         ? ", without `via`, `pgn`, `pgn_comments` and `pgn_line`,"
                                         : "";
    return text + fmt::format("\nMade by sprt {}: openings {}, seed {}, {}. Repeat it: save `config` of its "
                              "run.json{} as FILE.json, then `sprt tournament FILE.json --seed {} --out "
                              "DIR`{}.\n",
                              version, markdown_text(schedule.openings_text), schedule.seed,
                              markdown_text(limits), without, schedule.seed, later);
}

std::string standings_csv(const Standings& standings, const TournamentState& state) {
    const std::set<std::size_t>& without = standings.results.without;
    std::string text =
        "a,b,games,wins,losses,draws,points,pairs,ll,ld,dd,dw,ww,repeats,faults_a,faults_b,expected,"
        "residual_z\r\n";
    std::size_t k = 0; // among those that are shown
    for (const PairingResults& pairing : state.pairings) {
        if (without.contains(pairing.a) || without.contains(pairing.b)) {
            continue;
        }
        const Wld& games = pairing.counted_games;
        const Pairing& shown = standings.results.pairings[k];
        const auto& z = standings.ratings.residual_z[k];
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{:.6f},{}\r\n",
                            csv_name(standings.names[shown.a]), csv_name(standings.names[shown.b]),
                            games.games(), games.wins, games.losses, games.draws,
                            number_text(2 * scores_of(pairing.pairs).points, 1), pairing.pairs.pairs(),
                            fmt::join(pairing.pairs.counts, ","), pairing.repeats,
                            pairing.faults.agent1.faults(), pairing.faults.agent2.faults(),
                            standings.ratings.expected_score[k], z ? fmt::format("{:.6f}", *z) : "");
        ++k;
    }
    return text;
}

namespace {

using referee::JsonNode;
using referee::UserError;

constexpr auto kRateKeys = std::to_array<std::string_view>({"$schema", "agents", "pairings"});
constexpr auto kPairingKeys = std::to_array<std::string_view>({"a", "b", "ptnml", "pairs"});

std::vector<std::string> names_in(const JsonNode& node) {
    const auto items = node.items();
    if (items.size() < 2 || items.size() > kMostRatedAgents) {
        throw UserError(fmt::format("{} has {} agents; it must have 2 to {}", node.place(), items.size(),
                                    kMostRatedAgents));
    }
    std::vector<std::string> names;
    for (const JsonNode& item : items) {
        std::string name = item.text();
        item.expect(!name.empty(), "a name");
        item.expect(std::ranges::find(names, name) == names.end(), "a name that no other agent has");
        names.push_back(std::move(name));
    }
    return names;
}

std::vector<OpeningResult> pairs_in(const JsonNode& node) {
    std::vector<OpeningResult> pairs;
    for (const JsonNode& item : node.items()) {
        const auto both = item.items(2);
        pairs.push_back({static_cast<std::uint64_t>(both[0].integer(0, kMostOpenings)),
                         static_cast<std::size_t>(both[1].integer(0, 4))});
    }
    return pairs;
}

/// Reads one pairing after the other.
class PairingReader {
  public:
    explicit PairingReader(std::size_t agents)
        : most_(static_cast<std::int64_t>(agents) - 1) {}

    Pairing read(const JsonNode& node) {
        node.expect_known(kPairingKeys);
        const auto a = static_cast<std::size_t>(node.at("a").integer(0, most_));
        const auto b = static_cast<std::size_t>(node.at("b").integer(0, most_));
        if (a == b) {
            throw UserError(fmt::format("{}: agent {} cannot meet itself", node.place(), a));
        }
        const auto [earlier, is_new] = seen_.emplace(std::minmax(a, b), node.place());
        if (!is_new) {
            throw UserError(fmt::format("{}: agents {} and {} have a pairing already, {}", node.place(), a, b,
                                        earlier->second));
        }
        const bool has_pairs = node.has("pairs");
        if (has_pairs == node.has("ptnml")) {
            throw UserError(fmt::format("{}: it must have {} of ptnml and pairs", node.place(),
                                        has_pairs ? "only one" : "one"));
        }
        if (has_pairs_.value_or(has_pairs) != has_pairs) {
            throw UserError(fmt::format("{}: either all pairings have pairs, or none; the others have {}",
                                        node.place(), has_pairs ? "ptnml" : "pairs"));
        }
        has_pairs_ = has_pairs;
        if (has_pairs) {
            return pairing_of(a, b, pairs_in(node.at("pairs")));
        }
        Pairing pairing{.a = a, .b = b, .pairs = {}};
        const auto counts = node.at("ptnml").items(pairing.pairs.counts.size());
        for (std::size_t i = 0; i < counts.size(); ++i) {
            pairing.pairs.counts[i] = static_cast<std::uint64_t>(counts[i].integer(0, kMostCounted));
        }
        return pairing;
    }

  private:
    std::int64_t most_;
    std::map<std::pair<std::size_t, std::size_t>, std::string> seen_; ///< the places of pairings
    std::optional<bool> has_pairs_;                                   ///< of those so far
};

} // namespace

NamedResults read_rate_file(const std::filesystem::path& file) {
    const referee::Json json = referee::read_json_file(file, "a file of counts");
    const JsonNode root(json, file.string() + ": ");
    root.expect_known(kRateKeys);
    NamedResults read{.names = names_in(root.at("agents")), .results = {}};
    read.results.agents = read.names.size();
    PairingReader reader(read.names.size());
    for (const JsonNode& pairing : root.at("pairings").items()) {
        read.results.pairings.push_back(reader.read(pairing));
    }
    return read;
}

} // namespace sprt
