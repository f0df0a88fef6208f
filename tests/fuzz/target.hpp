#pragma once
// What fuzz targets share. A target reads bytes as one of our parsers would get them from a stranger. It must
// neither crash nor run for ever nor throw anything but a UserError whose text is one printable line.

#include "referee/base/user_error.hpp"
#include "tests/support/printable.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

/// Reads `size` bytes at `data`; returns 0. libFuzzer calls it, or driver.cpp.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

[[nodiscard]] inline std::string_view text_of(const std::uint8_t* data, std::size_t size) noexcept {
    return {reinterpret_cast<const char*>(data), size};
}

/// Takes the first character of `text` as a choice of 0 to `count` - 1.
[[nodiscard]] inline std::size_t choose(std::string_view& text, std::size_t count) noexcept {
    if (text.empty()) {
        return 0;
    }
    const auto choice = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    return choice % count;
}

/// Ends the program when something that must hold does not.
inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "fuzz: %s\n", what);
        std::abort();
    }
}

/// What `read()` returns; empty when it refuses the text.
template<class Read>
auto read_or_refused(Read&& read) -> std::optional<decltype(read())> {
    try {
        return read();
    } catch (const referee::UserError& error) {
        require(referee::testing_support::is_printable_line(error.what()), "a refusal is no printable line");
        return std::nullopt;
    }
}

} // namespace fuzz
