#pragma once
// What a text must be that people are shown.

#include <array>
#include <cstddef>
#include <string_view>

namespace referee::testing_support {

/// The bytes of the UTF-8 character at the start of `text`; 0 when there is none.
/// Source: The Unicode Standard, table 3-7.
[[nodiscard]] inline std::size_t utf8_character(std::string_view text) {
    struct Form {
        unsigned char lead_least, lead_most, second_least, second_most;
        std::size_t bytes;
    };
    constexpr std::array kForms{
        Form{0x00, 0x7F, 0, 0, 1},       Form{0xC2, 0xDF, 0x80, 0xBF, 2}, Form{0xE0, 0xE0, 0xA0, 0xBF, 3},
        Form{0xE1, 0xEC, 0x80, 0xBF, 3}, Form{0xED, 0xED, 0x80, 0x9F, 3}, Form{0xEE, 0xEF, 0x80, 0xBF, 3},
        Form{0xF0, 0xF0, 0x90, 0xBF, 4}, Form{0xF1, 0xF3, 0x80, 0xBF, 4}, Form{0xF4, 0xF4, 0x80, 0x8F, 4}};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (const Form& form : kForms) {
        if (text.size() < form.bytes || byte(0) < form.lead_least || byte(0) > form.lead_most) {
            continue;
        }
        bool is_right = form.bytes == 1 || (byte(1) >= form.second_least && byte(1) <= form.second_most);
        for (std::size_t i = 2; i < form.bytes; ++i) {
            is_right = is_right && byte(i) >= 0x80 && byte(i) <= 0xBF;
        }
        return is_right ? form.bytes : 0;
    }
    return 0;
}

/// Whether `text` is valid UTF-8 without control characters, and not empty: one line that a terminal shows.
[[nodiscard]] inline bool is_printable_line(std::string_view text) {
    const bool has_text = !text.empty();
    while (!text.empty()) {
        const std::size_t bytes = utf8_character(text);
        const auto first = static_cast<unsigned char>(text[0]);
        const bool is_control =
            first < 0x20 || first == 0x7F || (first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
        if (bytes == 0 || is_control) {
            return false;
        }
        text.remove_prefix(bytes);
    }
    return has_text;
}

} // namespace referee::testing_support
