#pragma once

namespace referee::testing_support {

/// How often a test draws random cases: `whole` times, and a fifth of that under a sanitizer, which takes
/// many times as long and is there for errors of memory and undefined behaviour. Only for cases that are
/// drawn alike.
constexpr int repetitions(int whole) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return whole / 5;
#else
    return whole;
#endif
}

} // namespace referee::testing_support
