#pragma once
// A transposition table: keeps what a search found out about a position for the next time it meets the
// position. And memory for any table that is read in random places.

#include "agents/search/game.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include <sys/mman.h>

namespace search {

// Memory for a table that is read in random places. The kernel usually gives each page when it is first
// touched, which would be while the agent's clock runs; and with pages of 4 KiB nearly every read misses the
// processor's list of pages. Source: madvise(2).

/// Takes the memory of `zeros`, `bytes` that nobody has touched yet, from the system, in huge pages (2 MiB)
/// where the system has them. The memory must be there: a control group that is allowed less is killed.
/// Before Linux 5.14 the memory is still given when it is touched.
inline void take_memory(void* zeros, std::size_t bytes) noexcept {
    constexpr std::uintptr_t kPage = 4096; // a system with larger pages refuses the advice
    const auto begin = reinterpret_cast<std::uintptr_t>(zeros) & ~(kPage - 1);
    const std::size_t size = reinterpret_cast<std::uintptr_t>(zeros) + bytes - begin;
    auto* const page = reinterpret_cast<void*>(begin);
    static_cast<void>(::madvise(page, size, MADV_HUGEPAGE));
    static_cast<void>(::madvise(page, size, MADV_POPULATE_WRITE));
}

struct FreeMemory {
    void operator()(void* memory) const noexcept { std::free(memory); }
};

/// `count` elements of a trivial type, all bits 0, in memory that is taken from the system now. Throws
/// std::bad_alloc.
template<class T>
[[nodiscard]] std::unique_ptr<T, FreeMemory> taken_zeros(std::size_t count) {
    std::unique_ptr<T, FreeMemory> zeros(static_cast<T*>(std::calloc(count, sizeof(T))));
    if (!zeros) {
        throw std::bad_alloc();
    }
    take_memory(zeros.get(), count * sizeof(T));
    return zeros;
}

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
    static_assert(std::is_trivially_copyable_v<Entry> && sizeof(Entry) == (sizeof(Move) <= 2 ? 16 : 24));

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
    /// Begins to read the place of a key from memory, for a find() that follows soon.
    void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&entries_.get()[key & mask_]); }
    /// Replaces the entry that was in the same place.
    void store(const Entry& entry) noexcept { entries_.get()[entry.key & mask_] = entry; }

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
