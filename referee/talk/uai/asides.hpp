#pragma once
// What a UAI engine says besides its answers.

#include "referee/talk/uai/info.hpp"

#include <string>
#include <vector>

namespace referee {

struct Asides {
    uai::SearchInfo info;           ///< of the search that answered last
    std::vector<std::string> about; ///< `id` and `option` lines, trimmed
};

} // namespace referee
