#pragma once
// Memory for a table that is read in random places. The kernel usually gives each page when it is first
// touched, which would be while the agent's clock runs; and with pages of 4 KiB nearly every read misses the
// processor's list of pages. Source: madvise(2).

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include <sys/mman.h>

namespace search {

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

} // namespace search
