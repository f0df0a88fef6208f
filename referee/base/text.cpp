#include "referee/base/text.hpp"

namespace referee {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD

struct Sequence {
    std::size_t bytes; ///< at least 1
    bool valid;
};

/// The sequence at the start of `text`, which is not empty: a whole character, or the longest prefix of one.
Sequence first_sequence(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return {1, true};
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return {1, false};
    }
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    // After these leads the range of the second byte is narrower: it excludes overlong forms, surrogates, and
    // numbers above U+10FFFF.
    const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned char least = i == 1 ? low : 0x80;
        const unsigned char most = i == 1 ? high : 0xBF;
        if (i >= text.size() || byte(i) < least || byte(i) > most) {
            return {i, false};
        }
    }
    return {length, true};
}

/// Control characters, and those that are not seen or that turn the direction of text: U+061C, U+200B to
/// U+200F, U+2028 to U+202E, U+2060 to U+206F and U+FEFF.
bool is_hidden(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) {
        return byte(0) < 0x20 || byte(0) == 0x7F;
    }
    if (character.size() == 2) {
        return (byte(0) == 0xC2 && byte(1) < 0xA0) || character == "\xD8\x9C";
    }
    if (character.size() != 3) {
        return false;
    }
    const auto is_in = [&](unsigned char second, unsigned char least, unsigned char most) {
        return byte(0) == 0xE2 && byte(1) == second && byte(2) >= least && byte(2) <= most;
    };
    return is_in(0x80, 0x8B, 0x8F) || is_in(0x80, 0xA8, 0xAE) || is_in(0x81, 0xA0, 0xAF) ||
           character == "\xEF\xBB\xBF";
}

std::string escaped(std::string_view character) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    for (const char c : character) {
        const auto byte = static_cast<unsigned char>(c);
        text += "\\x";
        text += kHex[byte >> 4];
        text += kHex[byte & 15];
    }
    return text;
}

} // namespace

std::string to_valid_utf8(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const Sequence next = first_sequence(bytes);
        text += next.valid ? bytes.substr(0, next.bytes) : kReplacement;
        bytes.remove_prefix(next.bytes);
    }
    return text;
}

std::string to_printable_lines(std::string_view bytes) {
    std::string text;
    while (!bytes.empty()) {
        const auto end = bytes.find_first_of("\n\t");
        text += to_printable(bytes.substr(0, end), std::string_view::npos);
        text += end == std::string_view::npos ? "" : bytes.substr(end, 1);
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
    return text;
}

std::string to_printable(std::string_view bytes, std::size_t max_bytes) {
    std::string text;
    while (!bytes.empty()) {
        if (text.size() >= max_bytes) {
            return text + "...";
        }
        const Sequence next = first_sequence(bytes);
        const std::string_view character = bytes.substr(0, next.bytes);
        if (!next.valid) {
            text += kReplacement;
        } else if (is_hidden(character)) {
            text += escaped(character);
        } else {
            text += character;
        }
        bytes.remove_prefix(next.bytes);
    }
    return text;
}

std::string_view first_character(std::string_view bytes) {
    return bytes.substr(0, first_sequence(bytes).bytes);
}

std::string capitalised(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text;
}

std::string lower_case(std::string_view text) {
    std::string letters(text);
    for (char& c : letters) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return letters;
}

std::string counted(std::uint64_t count, std::string_view noun) {
    std::string text = std::to_string(count) + " ";
    text += noun;
    return count == 1 ? text : text + (noun.ends_with('s') ? "es" : "s");
}

} // namespace referee
