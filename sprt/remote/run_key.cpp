#include "sprt/remote/run_key.hpp"

#include <fmt/format.h>

namespace sprt::remote {

std::string RunKey::subject(std::string_view kind, const std::string& worker) const {
    return fmt::format("referee.1.{}.{}.{}.{}", kind, coordinator, id, worker);
}

} // namespace sprt::remote
