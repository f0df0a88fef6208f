#include "sprt/schedule/openings.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/talk/protocol.hpp"
#include "sprt/schedule/opening_book.hpp"

#include <numeric>
#include <string_view>
#include <system_error>

namespace sprt {
namespace {

using referee::UserError;

class EndlessStart final : public Openings {
  public:
    EndlessStart()
        : Openings(OpeningsFacts{}) {}
    std::optional<Opening> opening(std::uint64_t /*pair*/) override { return Opening{}; }
};

/// The set-ups of the game `G` in an order by chance, and then in another one, without end.
template<class G>
class SetUps final : public Openings {
  public:
    explicit SetUps(std::uint64_t seed)
        : Openings(
              {.size = std::nullopt, .first_position = first_of(seed), .first_without_moves = first_of(seed)})
        , seed_(seed) {}

    std::optional<Opening> opening(std::uint64_t pair) override { return opening_of(seed_, pair); }

  private:
    static Opening opening_of(std::uint64_t seed, std::uint64_t pair) {
        std::vector<int> numbers(G::kSetUps);
        std::iota(numbers.begin(), numbers.end(), 0);
        const auto in_round = static_cast<std::size_t>(pair % numbers.size());
        referee::SplitMix64(referee::mixed(seed, pair / numbers.size())).shuffle(numbers);
        const auto position = G::set_up(numbers[in_round]);
        // No agent need be told of the usual start.
        return position == typename G::Position() ? Opening() : opening_at<G>(position);
    }

    /// The first one that agents must be told of.
    static PlacedOpening first_of(std::uint64_t seed) {
        Opening opening = opening_of(seed, 0);
        return {.place = "start", .opening = opening.start ? opening : opening_of(seed, 1)};
    }

    std::uint64_t seed_;
};

/// The seed of a run's openings. It is mixed from a number that no game has: games are numbered below 2^53.
std::uint64_t openings_seed(std::uint64_t run_seed) {
    return referee::mixed(run_seed, std::uint64_t{1} << 63);
}

struct Make {
    std::uint64_t seed;
    referee::Game game;

    std::unique_ptr<Openings> operator()(StartOnly) const {
        return with_game(game, [&]<class G>(G) -> std::unique_ptr<Openings> {
            if constexpr (kHasSetUps<G>) {
                return std::make_unique<SetUps<G>>(seed);
            } else {
                return std::make_unique<EndlessStart>();
            }
        });
    }
    std::unique_ptr<Openings> operator()(RandomMoves random) const {
        return random_openings(game, random.plies, seed);
    }
    std::unique_ptr<Openings> operator()(const OpeningBook& book) const {
        std::error_code unreadable; // read_book() says why
        const auto bytes = std::filesystem::file_size(book.file, unreadable);
        if (!unreadable && bytes >= kLeastIndexedBytes && facts_of(game).reads_epd &&
            holds_positions(book.file, game)) {
            return indexed_book(book, game, seed);
        }
        BookContent content = read_book(book.file, game, book.plies);
        const std::uint64_t size = content.openings.size();
        const OpeningsFacts facts = facts_of_book(content);
        if (book.order == BookOrder::Random) {
            referee::SplitMix64(seed).shuffle(content.openings);
        }
        const auto first = content.openings.begin() + static_cast<std::ptrdiff_t>((book.first - 1) % size);
        std::rotate(content.openings.begin(), first, content.openings.end());
        return std::make_unique<ListedOpenings>(std::move(content.openings), facts);
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
        const int plies = referee::parse_number<int>(setting.substr(kRandom.size())).value_or(0);
        if (plies < 1 || static_cast<std::size_t>(plies) > referee::kMostOpeningMoves) {
            throw UserError("'{}': PLIES of random:PLIES must be a whole number from 1 to {}, or auto",
                            setting, referee::kMostOpeningMoves);
        }
        return RandomMoves{plies};
    }
    if (setting.empty() || setting.find('\0') != std::string::npos) {
        throw UserError("it must be start, random:PLIES or a file of openings");
    }
    return OpeningBook{setting};
}

bool is_one_opening(const OpeningsSpec& spec, referee::Game game) noexcept {
    return std::holds_alternative<StartOnly>(spec) &&
           !with_game(game, []<class G>(G) { return kHasSetUps<G>; });
}

std::unique_ptr<Openings> make_openings(const OpeningsSpec& spec, std::uint64_t run_seed,
                                        referee::Game game) {
    return std::visit(Make{openings_seed(run_seed), game}, spec);
}

} // namespace sprt
