#pragma once
// Functions compiled for more than one kind of processor.
// Source: GCC manual, "Common Function Attributes", target_clones.

/// Before the definition of a function that counts stones in a loop: it is compiled twice, with and without
/// the instruction POPCNT, which x86-64 does not promise, and the loader picks one when the program starts.
/// What is inlined into it is compiled twice as well. Elsewhere it is compiled once; so it is under the
/// thread sanitizer, which would watch the choice being made before it is ready to watch, and crash (GCC 12).
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) &&                 \
    !defined(__SANITIZE_THREAD__)
#define ATAXX_POPCNT_CLONES [[gnu::target_clones("default", "popcnt")]]
#else
#define ATAXX_POPCNT_CLONES
#endif
