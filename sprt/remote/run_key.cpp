#include "sprt/remote/run_key.hpp"

#include "sprt/remote/address.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sprt::remote {

std::vector<std::string_view> words_of(std::string_view subject) {
    std::vector<std::string_view> words;
    while (true) {
        const auto dot = subject.find('.');
        words.push_back(subject.substr(0, dot));
        if (dot == std::string_view::npos) {
            return words;
        }
        subject.remove_prefix(dot + 1);
    }
}

std::optional<RunKey> run_of(std::string_view words) {
    const auto dot = std::min(words.find('.'), words.size());
    const std::string_view id = words.substr(std::min(dot + 1, words.size()));
    return is_name(words.substr(0, dot)) && is_name(id)
               ? std::optional(RunKey{std::string(words.substr(0, dot)), std::string(id)})
               : std::nullopt;
}

std::string RunKey::subject(std::string_view kind, const std::string& worker) const {
    return fmt::format("referee.1.{}.{}.{}.{}", kind, coordinator, id, worker);
}

} // namespace sprt::remote
