#pragma once
// Memory for a table that is looked into all over. Taken when it is first touched, each page would trap into
// the kernel while the agent's clock runs; and with pages of 4 KiB nearly every look misses the processor's
// list of pages. Source: madvise(2).

#include <cstddef>
#include <cstdint>

#include <sys/mman.h>

namespace search {

/// Takes `bytes` of zeros that nobody has touched yet from the system, in huge pages (2 MiB) where it has
/// them. It must really have that much: a group of processes that is allowed less is killed. Before Linux
/// 5.14 memory is still given when it is touched.
inline void take_memory(void* zeros, std::size_t bytes) noexcept {
    constexpr std::uintptr_t kPage = 4096; // of a system with larger ones the advice is not taken
    const auto begin = reinterpret_cast<std::uintptr_t>(zeros) & ~(kPage - 1);
    const std::size_t size = reinterpret_cast<std::uintptr_t>(zeros) + bytes - begin;
    auto* const page = reinterpret_cast<void*>(begin);
    static_cast<void>(::madvise(page, size, MADV_HUGEPAGE));
    static_cast<void>(::madvise(page, size, MADV_POPULATE_WRITE));
}

} // namespace search
