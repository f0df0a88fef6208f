#include "sprt/report/tournament/aligned_table.hpp"

#include "sprt/report/status/styled_text.hpp"

#include <algorithm>
#include <cstddef>

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

} // namespace sprt
