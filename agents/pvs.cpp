// The agent `pvs`: principal variation search with a transposition table, the strongest of these in chess.

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"

#include <optional>

namespace {

using namespace search;

/// The weights of Ataxx that were given.
struct GivenWeights {
    std::optional<int> tempo{};
    std::optional<int> edge{};
    std::optional<int> corner{};

    [[nodiscard]] bool any() const noexcept { return tempo || edge || corner; }
};

void add_weights(CommandLine& line, GivenWeights& given) {
    constexpr OptionRange kWeights{0, 100};
    line.add_number("--tempo", given.tempo, kWeights,
                    "In Ataxx: what the right to move is worth; 16 is a stone, 0 without it");
    line.add_number("--edge", given.edge, kWeights,
                    "In Ataxx: what a stone on an edge is worth more; 0 without it");
    line.add_number("--corner", given.corner, kWeights,
                    "In Ataxx: what a stone in a corner is worth more; 0 without it");
}

template<class Games>
int play(Games games, TimedOptions& options) {
    return play_on_time(games, options, [&]<class G>(G) -> TimedSearch<G> {
        return {.search = deepening_with_table<Pvs<G>>(options.hash_mb)};
    });
}

} // namespace

int main(int argc, char** argv) {
    CommandLine line(
        "Principal variation search with a transposition table, the strongest of these in chess. "
        "With a weight, positions of Ataxx are judged by all three, which is slower.");
    TimedOptions options;
    add_timed_options(line, options);
    add_table_options(line, options);
    GivenWeights given;
    add_weights(line, given);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    TunedAtaxx::weights = {given.tempo.value_or(0), given.edge.value_or(0), given.corner.value_or(0)};
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        return given.any() ? play(Plays<TunedAtaxx, Chess>(), options) : play(Plays<Ataxx, Chess>(), options);
    });
}
