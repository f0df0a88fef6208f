#pragma once
// Functions compiled for more than one kind of processor.
// Source: GCC manual, "Common Function Attributes", target_clones.

/// Before the definition of a function that counts stones in a loop: the function is compiled
/// twice, with and without the instruction POPCNT, which not every x86-64 has, and the loader chooses one
/// when the program starts. What is inlined into the function is compiled twice as well. It is compiled once
/// on other processors, and under the thread sanitizer, which crashes when the loader chooses (GCC 12).
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) &&                 \
    !defined(__SANITIZE_THREAD__)
#define ATAXX_POPCNT_CLONES [[gnu::target_clones("default", "popcnt")]]
#else
#define ATAXX_POPCNT_CLONES
#endif
