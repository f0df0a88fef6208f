#include "referee/base/text.hpp"

#include <algorithm>
#include <span>

namespace referee {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";
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

/// The number of a character, which is valid.
char32_t code_point(std::string_view character) {
    const auto lead = static_cast<unsigned char>(character.front());
    char32_t code = character.size() == 1 ? lead : lead & (0x7FU >> character.size());
    for (const char next : character.substr(1)) {
        code = code << 6 | (static_cast<unsigned char>(next) & 0x3FU);
    }
    return code;
}

struct Range {
    char32_t first;
    char32_t last;
};

bool is_in(std::span<const Range> ranges, std::string_view character) {
    const char32_t code = code_point(character);
    return std::ranges::any_of(ranges,
                               [&](const Range& range) { return code >= range.first && code <= range.last; });
}

/// Control characters, and those that are not seen, that turn the direction of text, or that are none.
bool is_hidden(std::string_view character) {
    constexpr Range kHidden[] = {{0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},
                                 {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                 {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE0FFF}};
    return is_in(kHidden, character);
}

/// Whether a CI system may take `bytes` from `at` on for a command. Source: ActionCommand.cs of the runner of
/// GitHub Actions, which trims white space of all kinds; Azure Pipelines, "Logging commands".
bool begins_command(std::string_view bytes, std::size_t at) {
    if (bytes[at] == '#') {
        return at > 0 && bytes[at - 1] == '#';
    }
    const auto is_blank = [](char c) { return c == ' ' || static_cast<unsigned char>(c) >= 0x80; };
    return bytes.substr(at).starts_with("::") &&
           std::all_of(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), is_blank);
}

std::string escaped(std::string_view character) {
    std::string text;
    for (const char c : character) {
        const auto byte = static_cast<unsigned char>(c);
        text += "\\x";
        text += kHex[byte >> 4];
        text += kHex[byte & 15];
    }
    return text;
}

/// `\uNNNN`, twice above U+FFFF. Source: RFC 8259, 7.
std::string json_escaped(char32_t code) {
    const auto unit = [](std::uint32_t number) {
        std::string text = "\\u";
        for (int shift = 12; shift >= 0; shift -= 4) {
            text += kHex[number >> shift & 15];
        }
        return text;
    };
    const auto beyond = static_cast<std::uint32_t>(code) - 0x10000;
    return code < 0x10000 ? unit(code) : unit(0xD800 + (beyond >> 10)) + unit(0xDC00 + (beyond & 0x3FF));
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
    for (std::size_t at = 0; at < bytes.size();) {
        if (text.size() >= max_bytes) {
            return text + "...";
        }
        const Sequence next = first_sequence(bytes.substr(at));
        const std::string_view character = bytes.substr(at, next.bytes);
        if (!next.valid) {
            text += kReplacement;
        } else if (is_hidden(character) || begins_command(bytes, at)) {
            text += escaped(character);
        } else {
            text += character;
        }
        at += next.bytes;
    }
    return text;
}

std::string to_printable_json(std::string_view json) {
    std::string text;
    text.reserve(json.size());
    for (std::size_t at = 0; at < json.size();) {
        const Sequence next = first_sequence(json.substr(at));
        const std::string_view character = json.substr(at, next.bytes);
        const bool is_space = character == "\n" || character == "\t" || character == "\r";
        if (next.valid && !is_space &&
            (is_hidden(character) || (at > 0 && character == "#" && json[at - 1] == '#'))) {
            text += json_escaped(code_point(character));
        } else {
            text += next.valid ? character : kReplacement;
        }
        at += next.bytes;
    }
    return text;
}

std::string_view first_character(std::string_view bytes) {
    return bytes.substr(0, first_sequence(bytes).bytes);
}

int columns_of_character(std::string_view character) {
    constexpr Range kCombining[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x64B, 0x65F},
                                    {0x20D0, 0x20FF}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
    constexpr Range kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xA960, 0xA97C},
                               {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},
                               {0xFFE0, 0xFFE6},   {0x17000, 0x18D08}, {0x1B000, 0x1B2FB}, {0x1F18E, 0x1F19A},
                               {0x1F200, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7F0}, {0x1F900, 0x1F9FF},
                               {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};
    if (!first_sequence(character).valid) {
        return 1;
    }
    return is_in(kCombining, character) ? 0 : is_in(kWide, character) ? 2 : 1;
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

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (auto end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

std::string counted(std::uint64_t count, std::string_view noun) {
    std::string text = std::to_string(count) + " ";
    text += noun;
    return count == 1 ? text : text + (noun.ends_with('s') ? "es" : "s");
}

} // namespace referee
