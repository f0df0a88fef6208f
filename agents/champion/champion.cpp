#include "agents/champion/champion.hpp"

#include "agents/ataxx/ataxx.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace search {

using ataxx::Bitboard;
using ataxx::Move;
using Stones = ataxx::Position;

// Depths in plies, margins in 1 / kValueOne. Each mechanism was let in by a gate, and the constants were
// tuned: docs/champion.md.

/// Reverse futility: a position so near to the leaves is not searched when its value is above beta by the
/// margin for each ply.
constexpr int kReverseFutilityDepth = 6;
constexpr int kReverseFutilityMargin = 83;
/// Futility: a move so near to the leaves is left out when the position's value, what the move gains and the
/// margin for each ply do not reach alpha.
constexpr int kFutilityDepth = 4;
constexpr int kFutilityStone = 20;
constexpr int kFutilityBase = 40;
constexpr int kFutilityMargin = 78;
/// Late move pruning: so near to the leaves only base + factor * depth^2 moves are tried.
constexpr int kFewMovesDepth = 3;
constexpr int kFewMovesBase = 4;
constexpr int kFewMovesFactor = 2;
/// Late move reductions: moves from this one on are searched log(depth) * log(number) / divisor plies less
/// deep.
constexpr int kReduceDepth = 3;
constexpr int kReduceNumber = 3;
constexpr double kReduceDivisor = 1.38;
/// How much a stone counts in the order of moves, beside the history.
constexpr int kOrderStone = 364;
constexpr int kMostHistory = 8192;
/// The first window around the last depth's value, from this depth on.
constexpr int kAspirationDepth = 5;
constexpr int kAspirationWindow = 40;

constexpr std::size_t kPlies = kMaxDepth + 2;

struct ScoredMove {
    int score;         ///< moves are tried by this
    std::int16_t gain; ///< stones
    Move move;
};
static_assert(sizeof(ScoredMove) == 8);

/// The moves of one position, the best of those left first. Those that were tried are kept in that order.
class OrderedMoves {
  public:
    /// The caller has room for kMostMoves at `begin`.
    explicit OrderedMoves(ScoredMove* begin) noexcept
        : next_(begin)
        , end_(begin) {}

    void add(Move move, int gain, int score) noexcept {
        *end_++ = {score, static_cast<std::int16_t>(gain), move};
    }
    [[nodiscard]] bool empty() const noexcept { return next_ == end_; }
    [[nodiscard]] ScoredMove* end() const noexcept { return end_; }
    [[nodiscard]] const ScoredMove& next() noexcept {
        auto* best = next_;
        for (auto* one = next_ + 1; one < end_; ++one) {
            best = one->score > best->score ? one : best;
        }
        std::swap(*next_, *best);
        return *next_++;
    }

  private:
    ScoredMove* next_;
    ScoredMove* end_;
};

/// By how many plies the search of a move is cut.
static int reduction(int depth, int number) noexcept {
    static const auto kTable = [] {
        std::array<std::array<std::int8_t, 64>, 64> table{};
        for (std::size_t d = 1; d < 64; ++d) {
            for (std::size_t n = 1; n < 64; ++n) {
                table[d][n] = static_cast<std::int8_t>(std::lround(
                    std::log(static_cast<double>(d)) * std::log(static_cast<double>(n)) / kReduceDivisor));
            }
        }
        return table;
    }();
    return kTable[static_cast<std::size_t>(std::min(depth, 63))]
                 [static_cast<std::size_t>(std::min(number, 63))];
}

static constexpr bool is_late(int number, int depth) noexcept {
    return depth <= kFewMovesDepth && number >= kFewMovesBase + kFewMovesFactor * depth * depth;
}

/// Whether a move that gains so many stones does not reach alpha in a position of that value.
static constexpr bool is_futile(int value, int gain, int depth, int alpha) noexcept {
    return depth <= kFutilityDepth &&
           value + kFutilityStone * gain + kFutilityBase + kFutilityMargin * depth <= alpha;
}

/// What a game's searches leave for the next one, and the way from the root to here.
struct Champion::Memory {
    Memory(std::size_t megabytes, Network with)
        : network(std::move(with))
        , table(megabytes) {}

    /// How often a move cut off, less how often it did not. Clones to a square are one move.
    [[nodiscard]] std::int16_t& history(referee::Side side, Move move) noexcept {
        const auto from = move.is_jump() ? static_cast<std::size_t>(move.from().index()) : ataxx::kSquares;
        return histories[referee::index(side)][from][static_cast<std::size_t>(move.to().index())];
    }

    struct Ply {
        Stones position;
        std::uint64_t key;
        int half_moves;
        int value; ///< by the network
        Accumulator accumulator;
    };

    Network network;
    Table<Move> table;
    Lines<Move> lines;
    Bitboard blocked;
    std::array<Ply, kPlies> plies;
    std::array<std::array<std::array<std::int16_t, ataxx::kSquares>, ataxx::kSquares + 1>, 2> histories{};
    std::array<ScoredMove, kPlies * ataxx::kMostMoves> moves; ///< of the plies to here, one behind the other
};

/// The tree of one depth.
class Champion::Tree {
  public:
    Tree(Memory& memory, Watch& watch) noexcept
        : memory_(&memory)
        , watch_(&watch)
        , free_(memory.moves.data()) {}

    /// The value of the position at `ply` for its side to move, or a bound on it outside of alpha and beta;
    /// of no use when the watch is over, but at the root where a move above alpha was found.
    int value(int ply, int depth, int alpha, int beta) noexcept;

    Move best{}; ///< of the root

  private:
    [[nodiscard]] Memory::Ply& at(int ply) const noexcept {
        return memory_->plies[static_cast<std::size_t>(ply)];
    }
    [[nodiscard]] Bitboard empty(const Stones& position) const noexcept {
        return position.empty_squares() - memory_->blocked;
    }
    /// Whether the board ends the game; a side without a move passes.
    [[nodiscard]] bool is_finished(const Stones& position) const noexcept {
        return position.own().empty() || position.theirs().empty() || empty(position).empty() ||
               (!memory_->blocked.empty() &&
                (ataxx::grown(ataxx::grown(position.own() | position.theirs())) & empty(position)).empty());
    }
    /// The network's value, less the nearer a draw by half-moves is.
    [[nodiscard]] int worth(const Memory::Ply& ply) const noexcept {
        constexpr int kWhole = 2 * ataxx::kHalfMoveLimit;
        return memory_->network.value(ply.accumulator, ply.position) * (kWhole - ply.half_moves) / kWhole;
    }
    void make(int ply, Move move) noexcept {
        auto& now = at(ply);
        auto& next = at(ply + 1);
        next.position = now.position.after(move);
        next.half_moves = !move.is_pass() && !move.is_jump() ? 0 : now.half_moves + 1;
        next.key = Ataxx::key(next.position);
        memory_->table.prefetch(next.key);
        memory_->network.update(now.accumulator, now.position, next.position, next.accumulator);
    }
    /// The value when the game is over, by the board or by half-moves.
    [[nodiscard]] std::optional<int> ended_value(int ply) const noexcept;
    [[nodiscard]] OrderedMoves moves(const Stones& position, const std::optional<Move>& first) noexcept;
    /// The value of the best move, or a bound on it; `first`, which is legal, is tried first.
    int best_move_value(int ply, int depth, int alpha, int beta, const std::optional<Move>& first) noexcept;
    /// By how many plies the search of a move is cut; `number`: how many were tried before it.
    [[nodiscard]] int cut_of(int ply, Move move, int number, int depth, bool has_window) const noexcept;
    /// The value of a move after the first one, above alpha; otherwise a bound.
    [[nodiscard]] int better_than(int alpha, int beta, int ply, int depth, int less) noexcept;
    /// `tried` ends with the move that cut off.
    void learn(referee::Side side, int depth, const ScoredMove* tried, std::size_t count) noexcept;

    Memory* memory_;
    Watch* watch_;
    ScoredMove* free_;
};

OrderedMoves Champion::Tree::moves(const Stones& position, const std::optional<Move>& first) noexcept {
    OrderedMoves found(free_);
    const Bitboard own = position.own();
    const Bitboard near = ataxx::grown(own);
    const Bitboard reached = ataxx::grown(near) & empty(position);
    if (reached.empty()) {
        found.add(Move::pass(), 0, 0);
    }
    const auto add = [&](Move move, int gain) {
        const int score = gain * kOrderStone + memory_->history(position.to_move(), move);
        found.add(move, gain, move == first ? kInfinity : score);
    };
    ataxx::for_each(reached, [&](ataxx::Square to) {
        const int turned = (ataxx::neighbours(to) & position.theirs()).count();
        if (near.has(to)) {
            // The clone that the table knows may come from another stone.
            const bool is_first = first && !first->is_jump() && first->to() == to;
            add(is_first ? *first : Move((ataxx::neighbours(to) & own).lowest(), to), 2 * turned + 1);
        }
        ataxx::for_each(ataxx::jump_targets(to) & own,
                        [&](ataxx::Square from) { add(Move(from, to), 2 * turned); });
    });
    return found;
}

int Champion::Tree::better_than(int alpha, int beta, int ply, int depth, int less) noexcept {
    int found = -value(ply, depth - less, -alpha - 1, -alpha);
    if (found > alpha && less > 0 && !watch_->is_over()) {
        found = -value(ply, depth, -alpha - 1, -alpha);
    }
    if (found > alpha && found < beta && !watch_->is_over()) {
        found = -value(ply, depth, -beta, -alpha);
    }
    return found;
}

void Champion::Tree::learn(referee::Side side, int depth, const ScoredMove* tried,
                           std::size_t count) noexcept {
    const auto& cut_off = tried[count - 1].move;
    if (cut_off.is_pass()) {
        return;
    }
    const int bonus = std::min(depth * depth * 16, 1600);
    const auto credit = [&](Move move, int change) {
        auto& history = memory_->history(side, move);
        history = static_cast<std::int16_t>(history + change - history * std::abs(change) / kMostHistory);
    };
    credit(cut_off, bonus);
    for (std::size_t i = 0; i + 1 < count; ++i) {
        credit(tried[i].move, -bonus);
    }
}

std::optional<int> Champion::Tree::ended_value(int ply) const noexcept {
    const auto& here = at(ply);
    if (is_finished(here.position)) {
        const int more = here.position.own().count() - here.position.theirs().count();
        return more > 0 ? kInfinity - ply : more < 0 ? ply - kInfinity : 0;
    }
    return ply > 0 && here.half_moves >= ataxx::kHalfMoveLimit ? std::optional(0) : std::nullopt;
}

int Champion::Tree::cut_of(int ply, Move move, int number, int depth, bool has_window) const noexcept {
    if (depth < kReduceDepth || number < kReduceNumber) {
        return 0;
    }
    const int history = memory_->history(at(ply).position.to_move(), move);
    return std::clamp(reduction(depth, number) - (has_window ? 1 : 0) - history / (kMostHistory / 2), 0,
                      depth - 2);
}

int Champion::Tree::value(int ply, int depth, int alpha, int beta) noexcept {
    auto& here = at(ply);
    const bool may_prune = ply > 0 && alpha + 1 == beta;
    watch_->visit();
    if (alpha + 1 < beta) {
        memory_->lines.clear(ply);
    }
    if (const auto ended = ended_value(ply)) {
        return *ended;
    }
    here.value = worth(here);
    if (ply >= kMaxDepth || depth <= 0) {
        return here.value;
    }
    if (watch_->is_over()) {
        return alpha; // it is not used
    }
    std::optional<Move> first;
    if (const auto* known = memory_->table.find(here.key)) {
        const int known_value = from_table(known->value, ply);
        if (may_prune && known->depth >= depth && settles(known->bound, known_value, alpha, beta)) {
            return known_value;
        }
        if (!known->move.is_pass() && here.position.own().has(known->move.from()) &&
            empty(here.position).has(known->move.to())) {
            first = known->move;
        }
    }
    if (may_prune && !is_decided(beta) && depth <= kReverseFutilityDepth &&
        here.value - kReverseFutilityMargin * depth >= beta) {
        return here.value;
    }
    return best_move_value(ply, depth, alpha, beta, first);
}

int Champion::Tree::best_move_value(int ply, int depth, int alpha, int beta,
                                    const std::optional<Move>& first) noexcept {
    const auto& here = at(ply);
    const bool has_window = alpha + 1 < beta;
    const int alpha_before = alpha;
    Choice<Move> found{Move::pass(), -kInfinity};
    ScoredMove* const tried = free_;
    auto ordered = moves(here.position, first);
    free_ = ordered.end();
    for (int number = 0; !ordered.empty() && alpha < beta; ++number) {
        const ScoredMove& scored = ordered.next();
        if (number > 0 && !has_window && found.value > -(kInfinity - kMaxDepth)) {
            if (is_late(number, depth)) {
                break;
            }
            if (is_futile(here.value, scored.gain, depth, alpha)) {
                continue;
            }
        }
        make(ply, scored.move);
        const int value_of_move = number == 0
                                      ? -value(ply + 1, depth - 1, -beta, -alpha)
                                      : better_than(alpha, beta, ply + 1, depth - 1,
                                                    cut_of(ply, scored.move, number, depth, has_window));
        if (watch_->is_over()) {
            break;
        }
        found.value = std::max(found.value, value_of_move);
        if (value_of_move <= alpha) {
            continue;
        }
        alpha = value_of_move;
        found.move = scored.move;
        if (has_window) {
            if (number > 0 && alpha >= beta) {
                memory_->lines.clear(ply + 1); // it was searched without a line
            }
            memory_->lines.put(ply, scored.move);
        }
        if (ply == 0) {
            best = scored.move;
        }
        if (alpha >= beta) {
            learn(here.position.to_move(), depth, tried, static_cast<std::size_t>(number) + 1);
        }
    }
    free_ = tried;
    if (watch_->is_over()) {
        return found.value > -kInfinity ? found.value : alpha;
    }
    if (alpha == alpha_before && first) {
        found.move = *first;
    }
    memory_->table.store({here.key, to_table(found.value, ply), found.move, static_cast<std::uint8_t>(depth),
                          bound_of(found.value, alpha_before, beta)});
    return found.value;
}

Champion::Champion(std::size_t megabytes, const Network& network)
    : memory_(std::make_unique<Memory>(megabytes, network)) {}

Champion::~Champion() = default;

Champion::Found Champion::think(const Position& position, const Limits& limits,
                                const std::function<void(const Found&)>& done) {
    auto& memory = *memory_;
    memory.blocked = position.blocked();
    auto& root = memory.plies[0];
    root.position = position.stones();
    root.half_moves = position.half_moves();
    root.key = Ataxx::key(root.position);
    root.accumulator = memory.network.accumulated(root.position);
    Watch watch(limits);
    Tree tree(memory, watch);
    Found found{.choice = {ataxx::uai::legal_moves(position)[0], 0}};
    for (int depth = 1; depth <= std::min(limits.depth, kMaxDepth - 1); ++depth) {
        if (depth > 1) { // a move is found whatever the limits are
            watch.arm();
            if (watch.is_over() || (limits.enough && std::chrono::steady_clock::now() >= *limits.enough)) {
                break;
            }
        }
        if (!search(tree, depth, watch, found)) {
            break;
        }
        found.nodes = watch.nodes();
        if (done) {
            done(found);
        }
        if (is_decided(found.choice.value) && kInfinity - std::abs(found.choice.value) <= depth) {
            break; // deeper searches find the same
        }
    }
    found.nodes = watch.nodes();
    return found;
}

bool Champion::search(Tree& tree, int depth, const Watch& watch, Found& found) {
    int width = kAspirationWindow;
    Window window;
    if (depth >= kAspirationDepth && !is_decided(found.choice.value)) {
        window = {found.choice.value - width, found.choice.value + width};
    }
    while (true) {
        tree.best = found.choice.move;
        const int value = tree.value(0, depth, window.alpha, window.beta);
        if (value > window.alpha && (!watch.is_over() || tree.best != found.choice.move)) {
            found.choice = {tree.best, watch.is_over() || value < window.beta ? value : found.choice.value};
            found.line = memory_->lines.at(0);
        }
        if (watch.is_over()) {
            return false;
        }
        if (value > window.alpha && value < window.beta) {
            found.depth = depth;
            return true;
        }
        if (value <= window.alpha) {
            window = {std::max(-kInfinity, value - width), (window.alpha + window.beta) / 2};
        } else {
            window.beta = std::min(kInfinity, value + width);
        }
        width *= 3;
        if (width > 1000) {
            window = {};
        }
    }
}

} // namespace search
