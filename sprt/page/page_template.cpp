#include "sprt/page/page_template.hpp"

namespace sprt {
namespace {

constexpr unsigned char kPageBytes[] = {
#include "sprt/page/page_html.inc" // made from page.html by scripts/cmake/Embed.cmake
};

} // namespace

std::string_view page_template() noexcept {
    return {reinterpret_cast<const char*>(kPageBytes), sizeof kPageBytes};
}

} // namespace sprt
