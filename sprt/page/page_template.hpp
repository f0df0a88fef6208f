#pragma once
// The built page, sprt/page/page.html, as part of the program.

#include <string_view>

namespace sprt {

/// UTF-8. See page_file.hpp for what it holds.
[[nodiscard]] std::string_view page_template() noexcept;

} // namespace sprt
