// The tables of a program that was built without Fathom.

#include "referee/game/adjudication/tablebase.hpp"

namespace referee {

std::optional<std::string> problem_of_tables(const std::string& /*path*/) {
    return "tablebase: built without Fathom, as the archives of releases are: install libfathom-dev and "
           "build again, or take the Debian package";
}

std::optional<TableValue> probe_tables(const Board& /*board*/) {
    return std::nullopt;
}

} // namespace referee
