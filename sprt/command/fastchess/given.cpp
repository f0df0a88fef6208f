#include "sprt/command/fastchess/given.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace sprt::fastchess {
namespace {

using referee::to_printable;

/// Of keys as `file= order=`.
bool has_key(std::string_view form, const std::string& key) {
    return (" " + std::string(form)).find(" " + key + "=") != std::string::npos ||
           (key.starts_with(kOptionKey) && form.find(kOptionKey) != std::string_view::npos);
}

} // namespace

void fail(const std::string& what) {
    throw referee::UserError(what);
}

std::string Given::all() const {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::string Given::value(std::string_view key, std::string otherwise) const {
    for (const auto& [its_key, its_value] : pairs) {
        if (its_key == key) {
            otherwise = its_value;
        }
    }
    return otherwise;
}

std::int64_t whole(const std::string& place, const std::string& text, std::int64_t least) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least) {
        fail(fmt::format("{}: '{}' must be a whole number from {}", place, to_printable(text), least));
    }
    return number;
}

std::int64_t ms_of_seconds(const std::string& place, std::string text) {
    if (text.ends_with('s')) {
        text.pop_back();
    }
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || !(seconds > 0 && seconds < 1e6)) {
        fail(fmt::format("{}: '{}' must be seconds, above 0", place, to_printable(text)));
    }
    return std::max<std::int64_t>(1, std::llround(seconds * 1000));
}

bool is_true(const Given& given, std::string_view key, bool otherwise) {
    const std::string text = given.value(key, otherwise ? "true" : "false");
    if (text != "true" && text != "false") {
        fail(fmt::format("{}: {}='{}' must be true or false", given.flag, key, to_printable(text)));
    }
    return text == "true";
}

void cut(Given& given, std::string_view form) {
    for (const std::string& word : given.words) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos || sign == 0) {
            fail(fmt::format("{}: '{}' must be KEY=VALUE", given.flag, to_printable(word)));
        }
        const std::string key = word.substr(0, sign);
        if (!has_key(form, key)) {
            fail(fmt::format("{}: '{}' is unknown; known are {}", given.flag, to_printable(key), form));
        }
        given.pairs.emplace_back(key, word.substr(sign + 1));
    }
}

} // namespace sprt::fastchess
