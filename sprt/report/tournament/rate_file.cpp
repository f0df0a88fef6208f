#include "sprt/report/tournament/rate_file.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/json.hpp"
#include "sprt/stats/counts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace sprt {
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
