#include "sprt/report/adjudication/adjudication_text.hpp"

#include "referee/base/text.hpp"

#include <fmt/format.h>

namespace sprt {

std::string adjudication_text(const RuleCounts& counts) {
    const std::string ended = referee::counted(counts.ended, "game") + " ended; ";
    if (counts.verified == 0) {
        return ended + "none verified";
    }
    return ended +
           fmt::format("{} verified, {} wrong (95 %: at most {:.1f} %), {:.1f} turns saved a game",
                       counts.verified, counts.wrong, 100 * counts.most_wrong(),
                       static_cast<double>(counts.turns_saved) / static_cast<double>(counts.verified));
}

std::string adjudication_lines(const AdjudicationCounts& counts) {
    std::string text;
    for (const referee::AdjudicationRule rule : referee::kAdjudicationRules) {
        if (!counts.of[rule].is_empty()) {
            text += fmt::format("Adjudicated by {}: {}\n", name(rule), adjudication_text(counts.of[rule]));
        }
    }
    return text;
}

} // namespace sprt
