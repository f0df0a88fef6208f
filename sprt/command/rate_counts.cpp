#include "sprt/command/rate_counts.hpp"

#include "referee/base/text.hpp"
#include "sprt/config/anchor.hpp"
#include "sprt/report/tournament/rate_file.hpp"
#include "sprt/report/tournament/standings_text.hpp"
#include "sprt/store/ratings_json.hpp"

#include <fmt/format.h>

#include <utility>

namespace sprt {
namespace {

std::string head_of(const NamedResults& read, const Ratings& ratings) {
    std::uint64_t pairs = 0;
    for (const Pairing& pairing : read.results.pairings) {
        pairs += pairing.pairs.pairs();
    }
    return fmt::format("{} agents: {}, {}{}. Errors by {}.", read.names.size(),
                       referee::counted(2 * pairs, "game"), referee::counted(pairs, "pair"),
                       ratings.openings ? " from " + referee::counted(*ratings.openings, "opening") : "",
                       ratings.cluster == Cluster::Opening ? "opening" : "pair");
}

} // namespace

std::string rated_counts(const RateFlags& flags) {
    NamedResults read = read_rate_file(flags.file);
    if (!flags.anchor.empty()) {
        read.results.anchor = read_anchor(flags.anchor, read.names, "--anchor");
    }
    Ratings ratings = rate(read.results);
    if (flags.json) {
        return ratings_json_text(ratings);
    }
    std::string head = head_of(read, ratings);
    return standings_text({.head = std::move(head),
                           .names = std::move(read.names),
                           .results = std::move(read.results),
                           .ratings = std::move(ratings)});
}

} // namespace sprt
