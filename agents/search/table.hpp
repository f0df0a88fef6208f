#pragma once
// A transposition table: what a search found out about a position, for when it meets it again.

#include "agents/search/game.hpp"
#include "agents/search/take_memory.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace search {

enum class Bound : std::uint8_t {
    None, ///< nothing is known
    Lower,
    Upper,
    Exact,
};

/// A score at `ply` as seen from its own position, so that a win is as many plies away wherever the position
/// is met.
[[nodiscard]] constexpr int to_table(int score, int ply) noexcept {
    return !is_decided(score) ? score : score > 0 ? score + ply : score - ply;
}
/// And back, where it is met at `ply`.
[[nodiscard]] constexpr int from_table(int score, int ply) noexcept {
    return !is_decided(score) ? score : score > 0 ? score - ply : score + ply;
}

template<class Move>
class Table {
  public:
    struct Entry {
        std::uint64_t key;
        std::int32_t value; ///< as to_table() makes it
        Move move;          ///< the best one, or the one that cut off
        std::uint8_t depth; ///< plies searched below the position
        Bound bound;
    };
    static_assert(std::is_trivially_copyable_v<Entry> && sizeof(Entry) == 16);

    /// Of the greatest power of two of entries that fits into `megabytes` (at least 1), all of it taken
    /// at once: 16 MB in 2 ms, before a clock runs. Throws std::bad_alloc.
    explicit Table(std::size_t megabytes)
        : mask_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Entry)) - 1)
        , entries_(static_cast<Entry*>(std::calloc(mask_ + 1, sizeof(Entry)))) {
        if (!entries_) {
            throw std::bad_alloc();
        }
        take_memory(entries_.get(), size() * sizeof(Entry));
    }

    /// What is known about the position with that key; null when nothing is. Valid until the next store().
    [[nodiscard]] const Entry* find(std::uint64_t key) const noexcept {
        const Entry& entry = entries_.get()[key & mask_];
        return entry.key == key && entry.bound != Bound::None ? &entry : nullptr;
    }
    /// The newest takes the place of what was there.
    void store(const Entry& entry) noexcept { entries_.get()[entry.key & mask_] = entry; }

    [[nodiscard]] std::size_t size() const noexcept { return mask_ + 1; }

  private:
    struct Free {
        void operator()(Entry* entries) const noexcept { std::free(entries); }
    };
    std::size_t mask_;
    std::unique_ptr<Entry, Free> entries_;
};

/// Whether an entry holds the value of a search to `depth` plies below its position, no more and no less.
/// What a deeper search says is worth more and still another value: with it pruning would change what is
/// found. Only wins and losses are the same for every search that is deep enough to see them.
template<class Entry>
[[nodiscard]] constexpr bool speaks_for(const Entry& entry, int depth) noexcept {
    return entry.depth == depth || (entry.depth < depth && is_decided(entry.value));
}

/// Whether the value of an entry that speaks for a search, here `value`, makes searching between `alpha` and
/// `beta` needless.
[[nodiscard]] constexpr bool settles(Bound bound, int value, int alpha, int beta) noexcept {
    return bound == Bound::Exact || (bound == Bound::Lower && value >= beta) ||
           (bound == Bound::Upper && value <= alpha);
}

/// What a search between `alpha` and `beta` that came back with `value` knows.
[[nodiscard]] constexpr Bound bound_of(int value, int alpha, int beta) noexcept {
    return value >= beta ? Bound::Lower : value <= alpha ? Bound::Upper : Bound::Exact;
}

} // namespace search
