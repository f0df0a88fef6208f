#pragma once
// Numbers on the command lines of the programs that measure.

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bench {

/// The whole number that `text` is; empty when it is no whole number from `least` to `most`.
[[nodiscard]] inline std::optional<std::uint64_t> number(std::string_view text, std::uint64_t least,
                                                         std::uint64_t most) {
    std::uint64_t found = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), found);
    if (error != std::errc() || end != text.data() + text.size() || found < least || found > most) {
        return std::nullopt;
    }
    return found;
}

} // namespace bench
