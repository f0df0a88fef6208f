// Counts the heap allocations of a program that is started with this library in LD_PRELOAD, and writes their
// number to the file that COUNT_MALLOC_FILE names when the program ends. operator new is counted because it
// calls malloc. glibc only.

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

// The names in glibc of the functions that are replaced here.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* __libc_calloc(std::size_t count, std::size_t size);
extern "C" void* __libc_realloc(void* old, std::size_t size);
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t size);

namespace {

std::atomic<unsigned long long> allocations{0};

[[gnu::destructor]] void write_down() {
    const unsigned long long count = allocations;
    if (const char* const path = std::getenv("COUNT_MALLOC_FILE")) {
        if (std::FILE* const file = std::fopen(path, "w")) {
            std::fprintf(file, "%llu\n", count);
            std::fclose(file);
        }
    }
}

} // namespace

extern "C" void* malloc(std::size_t size) noexcept {
    ++allocations;
    return __libc_malloc(size);
}

extern "C" void* calloc(std::size_t count, std::size_t size) noexcept {
    ++allocations;
    return __libc_calloc(count, size);
}

extern "C" void* realloc(void* old, std::size_t size) noexcept {
    ++allocations;
    return __libc_realloc(old, size);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    ++allocations;
    return __libc_memalign(alignment, size);
}
