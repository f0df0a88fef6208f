#include "sprt/remote/run_key.hpp"

#include <fmt/format.h>

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

std::string RunKey::subject(std::string_view kind, const std::string& worker) const {
    return fmt::format("referee.1.{}.{}.{}.{}", kind, coordinator, id, worker);
}

} // namespace sprt::remote
