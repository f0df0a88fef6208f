// The agent `solver`: best play in Connect Four and Tic-Tac-Toe, as far as the clock allows.

#include "agents/connect_four/solver.hpp"

#include "agents/connect_four/opening_table.hpp"
#include "agents/program/session.hpp"
#include "agents/program/timed.hpp"
#include "agents/tic_tac_toe/tic_tac_toe.hpp"

#include <algorithm>

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

    [[nodiscard]] Move operator()(const Position& position, const OwnClock& clock) {
        const auto start = Clock::now();
        if constexpr (requires { opening_of(position); }) {
            const auto known = options_->has_no_table ? std::nullopt : opening_of(position);
            if (known) {
                say_info([&] {
                    return "opening table: " + to_string(*known) + " pv" + line_text<G>({known->move});
                });
                return chosen(position, *known);
            }
        }
        Watch watch({.deadline = start + solving_time(clock)});
        watch.arm();
        try {
            const auto solved = solve(position, watch);
            const auto time = Clock::now() - start;
            say_info([&] {
                return to_string(solved) + ' ' + effort_text(watch.nodes(), time) + " pv" +
                       line_text<G>(solver_.line(position, solved));
            });
            return chosen(position, solved);
        } catch (const OutOfTime&) {
            has_given_up_ = true;
            return without_solving(position, clock, start);
        }
    }

  private:
    using Clock = std::chrono::steady_clock;

    /// A position that the opponent is to move in, and its score for this player.
    struct Left {
        Position position;
        int score;
    };

    /// Half of what is left. Once that was not enough a tenth, so that each turn leaves time for the others.
    [[nodiscard]] std::chrono::microseconds solving_time(const OwnClock& clock) const noexcept {
        return fixed_depth_time(clock) / (has_given_up_ ? 5 : 1);
    }

    /// Best play keeps the score, and each mistake of the opponent raises it: after a reply to what this
    /// player left the score is no lower.
    [[nodiscard]] Solved<Move> solve(const Position& position, Watch& watch) {
        const auto is_reply = [&](const Move& move) { return G::after(left_->position, move) == position; };
        if (left_ && std::ranges::any_of(G::moves(left_->position), is_reply)) {
            return solver_.solve(position, watch, left_->score);
        }
        return solver_.solve(position, watch);
    }

    Move chosen(const Position& position, const Solved<Move>& solved) {
        left_ = Left{G::after(position, solved.move), solved.score};
        return solved.move;
    }

    [[nodiscard]] Move without_solving(const Position& position, const OwnClock& asked,
                                       Clock::time_point start) {
        const auto now = Clock::now();
        const OwnClock clock = after(asked, std::chrono::ceil<std::chrono::milliseconds>(now - start));
        const Limits limits{.deadline = now + thinking_time(clock, std::nullopt)};
        const auto found = deepen(deepened_, position, G::moves(position), limits);
        say_info([&] { return "not solved in time: " + thought_text<G>(found, Clock::now() - now); });
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
    std::optional<Left> left_{}; ///< after the last move that was solved
    bool has_given_up_ = false;
    AlphaBeta<G, TableUse::None> deepened_;
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
    CommandLine line(
        "Best play in Connect Four and Tic-Tac-Toe, as far as the clock allows: an opening table, "
        "then a solver.");
    SolverOptions options;
    add_info_option(line, options);
    line.add_number("--hash-mb", options.hash_mb, {1, 65536}, "Megabytes of the solver's table");
    line.add_flag("--no-table", options.has_no_table, "Play without the opening table");
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        return serve(Plays<ConnectFour, TicTacToe>(), options.seed, MakePlayer{options});
    });
}
