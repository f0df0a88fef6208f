#include "sprt/schedule/openings.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/splitmix64.hpp"
#include "referee/base/user_error.hpp"
#include "referee/talk/protocol.hpp"
#include "sprt/schedule/opening_book.hpp"
#include "sprt/schedule/random_openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace sprt {
namespace {

using referee::UserError;

/// Up to this number of plies all different openings are listed before the first game (12 927 in 5 ms), so
/// that a run can use every one of them. One ply more would give 160 174.
constexpr int kMostListedPlies = 4;

class EndlessStart final : public Openings {
  public:
    EndlessStart()
        : Openings(OpeningsFacts{}) {}
    std::optional<Opening> opening(std::uint64_t /*pair*/) override { return Opening{}; }
};

/// A list of openings, each for one pair, shuffled by the seed.
class ListedOpenings final : public Openings {
  public:
    ListedOpenings(std::vector<Opening> openings, std::uint64_t duplicates, std::uint64_t seed)
        : Openings({.size = openings.size(),
                    .least = openings.size(),
                    .most_plies = longest(openings),
                    .duplicates = duplicates})
        , openings_(std::move(openings)) {
        referee::SplitMix64(seed).shuffle(openings_);
    }

    std::optional<Opening> opening(std::uint64_t pair) override {
        return pair < openings_.size() ? std::optional(openings_[pair]) : std::nullopt;
    }

  private:
    static std::size_t longest(const std::vector<Opening>& openings) {
        std::size_t most = 0;
        for (const Opening& opening : openings) {
            most = std::max(most, opening.size());
        }
        return most;
    }

    std::vector<Opening> openings_;
};

/// The seed of a run's openings. It is mixed from a number that no game has: games are numbered below 2^53.
std::uint64_t openings_seed(std::uint64_t run_seed) {
    return referee::mixed(run_seed, std::uint64_t{1} << 63);
}

struct Make {
    std::uint64_t seed;

    std::unique_ptr<Openings> operator()(StartOnly) const { return std::make_unique<EndlessStart>(); }
    std::unique_ptr<Openings> operator()(RandomMoves random) const {
        if (random.plies <= kMostListedPlies) {
            return std::make_unique<ListedOpenings>(all_openings(random.plies, referee::mixed(seed, 0)), 0,
                                                    seed);
        }
        return std::make_unique<DrawnOpenings>(random.plies, seed);
    }
    std::unique_ptr<Openings> operator()(const OpeningBook& book) const {
        BookContent content = read_book(book.file);
        return std::make_unique<ListedOpenings>(std::move(content.openings), content.duplicates, seed);
    }
};

} // namespace

OpeningsSpec parse_openings(const std::string& setting) {
    constexpr std::string_view kRandom = "random:";
    if (setting == "start") {
        return StartOnly{};
    }
    if (setting == "random") {
        throw UserError("'random' needs a number of moves, e.g. random:4 (a file of that name is ./random)");
    }
    if (setting.starts_with(kRandom)) {
        int plies = 0;
        const char* const end = setting.data() + setting.size();
        const auto [stop, error] = std::from_chars(setting.data() + kRandom.size(), end, plies);
        if (error != std::errc() || stop != end || plies < 1 ||
            static_cast<std::size_t>(plies) > referee::kMostOpeningMoves) {
            throw UserError(
                fmt::format("'{}': PLIES of random:PLIES must be a whole number from 1 to {}, or auto",
                            setting, referee::kMostOpeningMoves));
        }
        return RandomMoves{plies};
    }
    if (setting.empty() || setting.find('\0') != std::string::npos) {
        throw UserError("it must be start, random:PLIES or a file of move lists");
    }
    return OpeningBook{setting};
}

std::unique_ptr<Openings> make_openings(const OpeningsSpec& spec, std::uint64_t run_seed) {
    return std::visit(Make{openings_seed(run_seed)}, spec);
}

} // namespace sprt
