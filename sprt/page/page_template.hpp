#pragma once
// The built pages, sprt/page/page.html and tournament.html, as parts of the program.

#include "sprt/config/config.hpp"

#include <string_view>

namespace sprt {

/// UTF-8. See page_file.hpp for what a template holds.
struct PageTemplates {
    std::string_view run;        ///< of two agents; of the list of runs, too
    std::string_view tournament; ///< of many

    [[nodiscard]] std::string_view of(RunKind kind) const noexcept {
        return kind == RunKind::Tournament ? tournament : run;
    }
};

[[nodiscard]] PageTemplates page_templates() noexcept;

} // namespace sprt
