#pragma once
// Command lines of fastchess, as they are read.

#include "referee/process/program.hpp"
#include "sprt/command/fastchess/words.hpp"
#include "tests/support/user_error_text.hpp"

#include <string>

namespace sprt {

/// Two engines, which the tests put before other words.
inline const std::string kTwoEngines = "-engine cmd=a -engine cmd=./b.exe name=B -each nodes=5 ";

inline FastchessCall call_of(const std::string& line) {
    return read_fastchess(referee::split_words(line));
}

/// Why `words` behind two engines are refused.
inline std::string refusal(const std::string& words) {
    return referee::testing_support::user_error_text(
        [&] { static_cast<void>(call_of(kTwoEngines + words)); });
}

} // namespace sprt
