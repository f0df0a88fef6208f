#include "referee/game/player.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace referee {
namespace {

constexpr std::array<std::string_view, 3> kTuneKinds{"probe", "tune", "verify"};

/// Calls `on_text` with each text between placeholders, and `on_name` with each name.
template<class OnText, class OnName>
void walk(std::string_view text, OnText&& on_text, OnName&& on_name) {
    while (!text.empty()) {
        const auto brace = text.find('{');
        on_text(text.substr(0, brace));
        if (brace == std::string_view::npos) {
            return;
        }
        text.remove_prefix(brace + 1);
        if (text.starts_with('{')) {
            on_text(text.substr(0, 1));
            text.remove_prefix(1);
            continue;
        }
        const auto end = text.find('}');
        if (end == std::string_view::npos) {
            throw UserError(fmt::format("'{{{}' is no placeholder: it is not closed; {{{{ is a brace",
                                        to_printable(text)));
        }
        on_name(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
}

} // namespace

std::string_view name(TuneKind kind) noexcept {
    return kTuneKinds[static_cast<std::size_t>(kind)];
}

std::optional<TuneKind> tune_kind_named(std::string_view text) noexcept {
    return named_in<TuneKind>(kTuneKinds, text);
}

std::string to_string(TunedNumber number) {
    if (number.is_whole) {
        return fmt::format("{:.0f}", number.value + 0.0);
    }
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number.value);
    std::string text(digits.data(), end);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string values_text(const std::vector<std::string>& names, const std::vector<TunedNumber>& values) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) {
        text += fmt::format("{}{}={}", i == 0 ? "" : " ", names[i], to_string(values[i]));
    }
    return text;
}

std::set<std::string> placeholders_in(std::string_view text) {
    std::set<std::string> names;
    walk(
        text, [](std::string_view) {}, [&](std::string_view name) { names.emplace(name); });
    return names;
}

std::string filled_in(std::string_view text, const std::vector<std::string>& names,
                      const std::vector<TunedNumber>& values) {
    std::string filled;
    walk(
        text, [&](std::string_view part) { filled += part; },
        [&](std::string_view name) {
            const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
            filled += at < values.size() ? to_string(values[at]) : fmt::format("{{{}}}", name);
        });
    return filled;
}

} // namespace referee
