// The agent `solver`: perfect play in Connect Four and Tic-Tac-Toe.

#include "agents/connect_four/solver.hpp"

#include "agents/connect_four/opening_table.hpp"
#include "agents/program/clock.hpp"
#include "agents/program/timed.hpp"
#include "agents/tic_tac_toe/solver.hpp"

namespace {

using namespace search;

struct SolverOptions : Options {
    std::size_t hash_mb = 64;
    bool has_no_table = false;
};

/// A player of Session: plays by the opening table, then by the solver `S`. When the solver takes half of the
/// clock, the move comes from iterative deepening on a twentieth of what is left.
template<Game G, SolverOf<G> S>
class SolverPlayer {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    /// `options` must outlive this.
    SolverPlayer(const SolverOptions& options, S solver)
        : options_(&options)
        , solver_(std::move(solver)) {}

    [[nodiscard]] Move operator()(const Position& position, std::chrono::milliseconds left) {
        const auto start = Clock::now();
        if constexpr (requires { opening_of(position); }) {
            const auto known = options_->has_no_table ? std::nullopt : opening_of(position);
            if (known) {
                say_info([&] {
                    return "opening table: " + to_string(*known) + " pv" + line_text<G>({known->move});
                });
                least_ = known->score;
                return known->move;
            }
        }
        Watch watch({.deadline = start + fixed_depth_time(left)});
        watch.arm();
        try {
            // Best play keeps the score, and each mistake of the opponent raises it.
            const auto solved =
                least_ ? solver_.solve(position, watch, *least_) : solver_.solve(position, watch);
            least_ = solved.score;
            const auto time = Clock::now() - start;
            say_info([&] {
                return to_string(solved) + ' ' + effort_text(watch.nodes(), time) + " pv" +
                       line_text<G>(solver_.line(position, solved));
            });
            return solved.move;
        } catch (const OutOfTime&) {
            least_.reset();
            return without_solving(position, left, start);
        }
    }

  private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] Move without_solving(const Position& position, std::chrono::milliseconds left,
                                       Clock::time_point start) {
        const auto now = Clock::now();
        left -= std::chrono::ceil<std::chrono::milliseconds>(now - start);
        const Limits limits{.deadline = now + thinking_time(left, std::nullopt)};
        const auto found = deepen(deepened_, position, G::moves(position), limits);
        say_info([&] {
            const auto time = Clock::now() - now;
            return "not solved in time: " +
                   to_string(Thought<G>{found.depth, found.choice.value, found.nodes, time, found.line});
        });
        return found.choice.move;
    }

    template<class Text>
    void say_info(const Text& text) const {
        if (options_->info) {
            std::cerr << text() << '\n';
        }
    }

    const SolverOptions* options_;
    S solver_;
    std::optional<int> least_{}; ///< the score after the own last move, unless that was not solved
    AlphaBeta<G, TableUse::None> deepened_{nullptr};
};

struct MakePlayer {
    const SolverOptions& options;

    auto operator()(ConnectFour) const {
        return SolverPlayer<ConnectFour, ConnectFourSolver>(options, ConnectFourSolver(options.hash_mb));
    }
    auto operator()(TicTacToe) const {
        return SolverPlayer<TicTacToe, TicTacToeSolver>(options, TicTacToeSolver());
    }
};

} // namespace

int main(int argc, char** argv) {
    CommandLine line("Perfect play in Connect Four and Tic-Tac-Toe: an opening table, then a solver.");
    SolverOptions options;
    add_info_option(line, options);
    line.add_number("--hash-mb", options.hash_mb, {1, 65536}, "Megabytes of the solver's table");
    line.add_flag("--no-table", options.has_no_table, "Play without the opening table");
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", options.hash_mb,
                         [&] { return serve(Plays<ConnectFour, TicTacToe>(), MakePlayer{options}); });
}
