#pragma once
// What an engine said of its search for one move. Source: docs/engines.md, "What engines say".

#include "referee/talk/engine/info.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace referee {

struct SearchNote {
    std::optional<int> depth{};
    std::optional<engine::Score> score{}; ///< as the side that moves sees it
    std::optional<std::uint64_t> nodes{};
    std::string pv{}; ///< its moves as the engine writes them, not checked

    [[nodiscard]] bool is_empty() const noexcept { return !depth && !score && !nodes && pv.empty(); }
    bool operator==(const SearchNote&) const = default;
};

} // namespace referee
