#include "referee/game/results.hpp"

#include <fmt/format.h>

namespace referee {

std::string to_text(const Results& results) {
    return fmt::format("Total: {}, WLD: {}/{}/{}", results.games(), results.wins, results.losses,
                       results.draws);
}

} // namespace referee
