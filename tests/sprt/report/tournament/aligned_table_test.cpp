#include "sprt/report/tournament/aligned_table.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

TEST(AlignedTable, columns_are_as_wide_as_their_widest_cell_and_no_line_ends_with_a_blank) {
    const struct {
        AlignedTable table;
        const char* text;
    } rows[] = {
        {{.columns = {{"#"}, {"Name", Align::Left}, {"Elo"}}, .rows = {}}, "  #  Name  Elo\n"},
        {{.columns = {{"#"}, {"Name", Align::Left}, {"Elo"}},
          .rows = {{"1", "long name", "+1.5"}, {"12", "b", "-100.0"}}},
         "   #  Name          Elo\n"
         "   1  long name    +1.5\n"
         "  12  b          -100.0\n"},
        {{.columns = {{"A", Align::Left}, {"B", Align::Left}}, .rows = {{"", ""}, {"x", ""}, {"", "y"}}},
         "  A  B\n\n  x\n     y\n"},
        // Characters of more bytes are one column.
        {{.columns = {{"A", Align::Left}, {"B"}},
          .rows = {{"\xC3\xA9", "\xC2\xB1"
                                "1.0"},
                   {"\xE6\xBC\xA2", "1"},
                   {"abc", "2"}}},
         "  A       B\n  \xC3\xA9    \xC2\xB1"
         "1.0\n  \xE6\xBC\xA2       1\n  abc     2\n"},
    };
    for (const auto& row : rows) {
        EXPECT_EQ(row.table.text(), row.text);
    }
}

} // namespace
} // namespace sprt
