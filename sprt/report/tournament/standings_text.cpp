#include "referee/base/text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/report/tournament/standings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace sprt {
namespace {

void add_cell(std::string& line, std::string_view cell, Align align, int width) {
    const std::string room(static_cast<std::size_t>(std::max(0, width - columns_of(cell))), ' ');
    line += "  ";
    line += align == Align::Right ? room : "";
    line += cell;
    line += align == Align::Left ? room : "";
}

std::string ended(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

} // namespace

std::string AlignedTable::text() const {
    std::vector<int> widths;
    std::string titles;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        int width = columns_of(columns[i].title);
        for (const auto& row : rows) {
            width = std::max(width, columns_of(row[i]));
        }
        widths.push_back(width);
        add_cell(titles, columns[i].title, columns[i].align, width);
    }
    std::string lines = ended(std::move(titles));
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            add_cell(line, row[i], columns[i].align, widths[i]);
        }
        lines += ended(std::move(line));
    }
    return lines;
}

namespace {

constexpr std::size_t kMostNameBytes = 60;

std::string signed_elo(double elo) {
    const std::string text = number_text(elo, 1);
    return text.starts_with('-') || text == "0.0" ? text : "+" + text;
}

std::string elo_cell(const ShownRating& shown) {
    switch (shown.kind) {
    case ShownRating::Kind::AtLeast:
        return "> " + signed_elo(shown.bound);
    case ShownRating::Kind::AtMost:
        return "< " + signed_elo(shown.bound);
    case ShownRating::Kind::Known:
        return signed_elo(shown.elo);
    case ShownRating::Kind::None:
        break;
    }
    return "-";
}

std::string interval_cell(const ShownRating& shown) {
    if (shown.kind != ShownRating::Kind::Known) {
        return {};
    }
    if (!(shown.interval.upper > shown.interval.lower)) { // the anchor
        return {};
    }
    return shown.is_symmetric ? fmt::format("±{:.1f}", shown.interval.upper - shown.elo)
                              : interval_text(shown.interval, 1);
}

std::string rank_cell(const Ratings& ratings, std::size_t agent) {
    const auto& [best, worst] = ratings.ranks[agent];
    return !ratings.elo[agent] ? "-"
           : best == worst     ? std::to_string(best)
                               : fmt::format("{}-{}", best, worst);
}

/// A mark behind a name, and what it means.
struct ConductMark {
    char mark;
    bool (*is_there)(const AgentConduct& conduct);
    std::string_view words;
};

template<Flaw why>
bool is_withdrawn_for(const AgentConduct& conduct) {
    return conduct.withdrawn == why;
}

constexpr ConductMark kMarks[] = {
    {'w', is_withdrawn_for<Flaw::Faults>, "withdrawn for its faults"},
    {'x', is_withdrawn_for<Flaw::Tampering>, "withdrawn for tampering"},
    {'t', is_withdrawn_for<Flaw::TimeLosses>, "withdrawn for losing on time"},
    {'r', [](const AgentConduct& conduct) { return conduct.is_removed; }, "removed"},
    {'s', [](const AgentConduct& conduct) { return conduct.is_saturated; },
     "with one of its rivals it only repeats games"},
};

/// Marks behind a name, explained by marks_note().
std::string marks_of(const AgentConduct& conduct) {
    std::string marks;
    for (const ConductMark& one : kMarks) {
        marks += one.is_there(conduct) ? std::string(1, one.mark) : "";
    }
    return marks.empty() ? marks : " " + marks;
}

/// Names as the tables show them. What tells long ones apart may stand at their end.
std::vector<std::string> shown_names(const Standings& standings) {
    const auto cut = [](const std::string& name) { return referee::to_printable(name, kMostNameBytes); };
    const auto is_left_out = [&](std::size_t agent) { return standings.results.without.contains(agent); };
    std::map<std::string, int> uses;
    for (std::size_t agent = 0; agent < standings.names.size(); ++agent) {
        uses[cut(standings.names[agent])] += is_left_out(agent) ? 0 : 1;
    }
    std::vector<std::string> shown;
    int place = 0; // among those that are not left out
    for (std::size_t agent = 0; agent < standings.names.size(); ++agent) {
        const std::string& name = standings.names[agent];
        place += is_left_out(agent) ? 0 : 1;
        shown.push_back(uses[cut(name)] > 1 ? fmt::format("{} ({})", referee::to_printable(name), place)
                                            : cut(name));
    }
    return shown;
}

std::string name_cell(const Standings& standings, const std::vector<std::string>& names, std::size_t agent) {
    return standings.conduct.empty() ? names[agent] : names[agent] + marks_of(standings.conduct[agent]);
}

std::string faults_cell(const AgentConduct& conduct) {
    return conduct.time_losses > 0 ? fmt::format("{}+{}", conduct.faults, conduct.time_losses)
                                   : std::to_string(conduct.faults);
}

std::string points_text(double points) {
    return number_text(points, 1);
}

std::string cell_text(const CrossCell& cell, CrossCells cells, bool are_equal) {
    if (cells == CrossCells::Wdl && cell.wld) {
        return fmt::format("{}-{}-{}", cell.wld->wins, cell.wld->losses, cell.wld->draws);
    }
    return are_equal ? points_text(cell.points) : fmt::format("{}/{}", points_text(cell.points), cell.games);
}

std::string beginning_of(std::string_view name, std::size_t characters) {
    std::string text;
    for (std::size_t i = 0; i < characters && !name.empty(); ++i) {
        const std::string_view next = referee::first_character(name);
        text += next;
        name.remove_prefix(next.size());
    }
    return text;
}

} // namespace

std::vector<std::string> short_names(const std::vector<std::string>& names) {
    constexpr std::size_t kFewest = 4;
    constexpr std::size_t kMost = 12;
    constexpr std::size_t kRoom = 60; // for all together
    std::vector<std::string> best;
    for (std::size_t length = kFewest; length <= kMost; ++length) {
        std::vector<std::string> shortened;
        std::size_t columns = 0;
        for (const std::string& name : names) {
            shortened.push_back(beginning_of(referee::to_printable(name), length));
            columns += std::min(length, shortened.back().size());
        }
        const bool are_different =
            std::set<std::string>(shortened.begin(), shortened.end()).size() == names.size();
        if (are_different && (best.empty() || columns <= kRoom)) {
            best = std::move(shortened);
        }
    }
    for (std::size_t i = best.size(); i < names.size(); ++i) {
        best.push_back(fmt::format("({})", i + 1));
    }
    return best;
}

std::string marks_note(const Standings& standings) {
    std::string note;
    for (const ConductMark& one : kMarks) {
        if (std::ranges::any_of(standings.conduct, one.is_there)) {
            note += fmt::format("{}{}: {}", note.empty() ? "" : "; ", one.mark, one.words);
        }
    }
    return note.empty() ? note : note + ".\n";
}

AlignedTable ratings_table(const Standings& standings) {
    const Ratings& ratings = standings.ratings;
    AlignedTable table{.columns = {{"#"},
                                   {"Rank", Align::Left},
                                   {"Agent", Align::Left, false},
                                   {"Elo"},
                                   {"95 %", Align::Left},
                                   {"Points"},
                                   {"Score"}},
                       .rows = {}};
    const bool has_draws = !standings.games.empty();
    const bool has_faults = !standings.conduct.empty();
    if (has_draws) {
        table.columns.push_back({"Draws"});
    }
    table.columns.push_back({"LOS"});
    if (has_faults) {
        table.columns.push_back({"Faults"});
    }
    const std::vector<std::size_t> order = order_of_rows(ratings, standings.results.without);
    const std::vector<std::string> shown_as = shown_names(standings);
    for (std::size_t row = 0; row < order.size(); ++row) {
        const std::size_t agent = order[row];
        const ShownRating shown = shown_rating(standings, agent);
        const AgentTotal total = total_of(standings, agent);
        const auto share = [&](double of) {
            return total.games > 0 ? std::optional(of / static_cast<double>(total.games)) : std::nullopt;
        };
        const auto percent = [](std::optional<double> of) { return of ? percent_text(of, 1) : "-"; };
        std::vector<std::string> cells{std::to_string(row + 1),
                                       rank_cell(ratings, agent),
                                       name_cell(standings, shown_as, agent),
                                       elo_cell(shown),
                                       interval_cell(shown),
                                       fmt::format("{}/{}", points_text(total.points), total.games),
                                       percent(share(total.points))};
        if (has_draws) {
            cells.push_back(percent(share(static_cast<double>(total.draws))));
        }
        const auto los = row + 1 < order.size() ? ratings.los[agent][order[row + 1]] : std::nullopt;
        cells.push_back(los ? percent_text(los, 1) : "");
        if (has_faults) {
            cells.push_back(faults_cell(standings.conduct[agent]));
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::string table_text(const Standings& standings) {
    return standings.head + "\n" + ratings_table(standings).text() + marks_note(standings);
}

AlignedTable cross_table(const Standings& standings, CrossCells cells) {
    const std::vector<std::size_t> order = order_of_rows(standings.ratings, standings.results.without);
    const auto games = games_of_all_cells(standings);
    const std::vector<std::string> shown_as = shown_names(standings);
    const bool is_named = games && cells == CrossCells::Points;
    const auto names = referee::texts_of(order, [&](std::size_t agent) { return standings.names[agent]; });
    AlignedTable table{.columns = {{""}, {"", Align::Left, false}}, .rows = {}};
    for (const std::string& name : short_names(names)) {
        table.columns.push_back({name});
    }
    table.columns.push_back({"", Align::Left});
    for (std::size_t row = 0; row < order.size(); ++row) {
        std::vector<std::string> line{std::to_string(row + 1), name_cell(standings, shown_as, order[row])};
        for (std::size_t column = 0; column < order.size(); ++column) {
            const auto cell = cross_cell(standings, order[row], order[column]);
            line.push_back(row == column ? "-" : cell ? cell_text(*cell, cells, games.has_value()) : "");
        }
        line.push_back(row == 0 && is_named ? fmt::format("of {}", *games) : "");
        table.rows.push_back(std::move(line));
    }
    return table;
}

std::string cross_text(const Standings& standings, CrossCells cells) {
    return standings.results.rated() > kMostShownInCross ? std::string()
                                                         : cross_table(standings, cells).text();
}

std::string standings_text(const Standings& standings, CrossCells cells) {
    const std::string cross = cross_text(standings, cells);
    std::string text = table_text(standings) + (cross.empty() ? cross : "\n" + cross);
    for (const std::string& note : rating_notes(standings)) {
        text += note + "\n";
    }
    for (const std::string& note : standings.notes) {
        text += note + "\n";
    }
    return text;
}

} // namespace sprt
