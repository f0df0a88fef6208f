#include "sprt/page/page_template.hpp"

namespace sprt {
namespace {

// Made from the built pages by scripts/cmake/Embed.cmake.
constexpr unsigned char kPageBytes[] = {
#include "sprt/page/page_html.inc"
};
constexpr unsigned char kTournamentBytes[] = {
#include "sprt/page/tournament_html.inc"
};

} // namespace

PageTemplates page_templates() noexcept {
    return {.run = {reinterpret_cast<const char*>(kPageBytes), sizeof kPageBytes},
            .tournament = {reinterpret_cast<const char*>(kTournamentBytes), sizeof kTournamentBytes}};
}

} // namespace sprt
