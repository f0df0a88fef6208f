#pragma once
// A table of text whose columns are aligned.

#include <string>
#include <string_view>
#include <vector>

namespace sprt {

enum class Align : unsigned char { Left, Right };

struct TableColumn {
    std::string title;
    Align align = Align::Right;
    bool holds_numbers = true; ///< and no text that strangers wrote
};

/// Rows have a cell for each column.
struct AlignedTable {
    std::vector<TableColumn> columns;
    std::vector<std::vector<std::string>> rows;

    /// The titles and the rows, a line each, with two spaces before each column. No line ends with a blank.
    [[nodiscard]] std::string text() const;
};

} // namespace sprt
