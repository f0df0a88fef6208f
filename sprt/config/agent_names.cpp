#include "sprt/config/agent_names.hpp"

#include <set>
#include <string_view>

namespace sprt {

std::optional<std::size_t> first_alike(const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string name = names[i];
        constexpr std::string_view kWideBlank = "\u00A0";
        for (std::size_t at = name.find(kWideBlank); at != std::string::npos; at = name.find(kWideBlank)) {
            name.replace(at, kWideBlank.size(), " ");
        }
        const std::size_t first = name.find_first_not_of(" \t");
        const std::size_t last = name.find_last_not_of(" \t");
        if (!seen.insert(first == std::string::npos ? "" : name.substr(first, last - first + 1)).second) {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace sprt
