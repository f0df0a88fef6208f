#pragma once
// A transposition table: keeps what a search found out about a position for the next time it meets the
// position.

#include "agents/search/game.hpp"
#include "agents/search/take_memory.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace search {

enum class Bound : std::uint8_t {
    None, ///< the entry is empty
    Lower,
    Upper,
    Exact,
};

/// The score of a position at `ply`, as the table keeps it: a win or a loss is counted in plies from the
/// position and not from the root.
[[nodiscard]] constexpr int to_table(int score, int ply) noexcept {
    return !is_decided(score) ? score : score > 0 ? score + ply : score - ply;
}
/// The score for a position at `ply`, from what to_table() made.
[[nodiscard]] constexpr int from_table(int score, int ply) noexcept {
    return !is_decided(score) ? score : score > 0 ? score - ply : score + ply;
}

template<class Move>
class Table {
  public:
    struct Entry {
        std::uint64_t key;
        std::int32_t value; ///< made by to_table()
        Move move;          ///< the best move, or the one that cut off
        std::uint8_t depth; ///< plies searched below the position
        Bound bound;
    };
    static_assert(std::is_trivially_copyable_v<Entry> && sizeof(Entry) == 16);

    /// The number of entries is the greatest power of two that fits into `megabytes` (at least 1). All memory
    /// is taken from the system here, before a clock runs: 16 MB take 2 ms. Throws std::bad_alloc.
    explicit Table(std::size_t megabytes)
        : mask_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Entry)) - 1)
        , entries_(taken_zeros<Entry>(mask_ + 1)) {}

    /// The entry of the position with that key; null when there is none. Valid until the next store().
    [[nodiscard]] const Entry* find(std::uint64_t key) const noexcept {
        const Entry& entry = entries_.get()[key & mask_];
        return entry.key == key && entry.bound != Bound::None ? &entry : nullptr;
    }
    /// Replaces the entry that was in the same place.
    void store(const Entry& entry) noexcept { entries_.get()[entry.key & mask_] = entry; }

    /// Number of places for entries.
    [[nodiscard]] std::size_t size() const noexcept { return mask_ + 1; }

  private:
    std::size_t mask_;
    std::unique_ptr<Entry, FreeMemory> entries_;
};

/// Whether an entry holds the value of a search to exactly `depth` plies below its position. The value of a
/// deeper search is better but may be another one, and the search would then find other moves than without a
/// table. Wins and losses are the same for every search that is deep enough to see them.
template<class Entry>
[[nodiscard]] constexpr bool speaks_for(const Entry& entry, int depth) noexcept {
    return entry.depth == depth || (entry.depth < depth && is_decided(entry.value));
}

/// Whether an entry with `bound` and `value` answers a search between `alpha` and `beta`.
[[nodiscard]] constexpr bool settles(Bound bound, int value, int alpha, int beta) noexcept {
    return bound == Bound::Exact || (bound == Bound::Lower && value >= beta) ||
           (bound == Bound::Upper && value <= alpha);
}

/// The kind of bound that `value`, the result of a search between `alpha` and `beta`, is.
[[nodiscard]] constexpr Bound bound_of(int value, int alpha, int beta) noexcept {
    return value >= beta ? Bound::Lower : value <= alpha ? Bound::Upper : Bound::Exact;
}

} // namespace search
