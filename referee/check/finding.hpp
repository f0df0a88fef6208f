#pragma once
// What a check found.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace referee::check {

enum class Level : std::uint8_t {
    Ok,
    Note, ///< it holds, or need not; somebody should know
    Fail,
    Skip, ///< the check was not made
};

/// The word of reports, four letters at most.
[[nodiscard]] constexpr std::string_view name(Level level) noexcept {
    switch (level) {
    case Level::Ok:
        return "ok";
    case Level::Note:
        return "note";
    case Level::Fail:
        return "FAIL";
    case Level::Skip:
        break;
    }
    return "skip";
}

struct Finding {
    Level level = Level::Ok;
    std::string seen{}; ///< one line, printable
    bool operator==(const Finding&) const = default;
};

[[nodiscard]] inline Finding ok(std::string seen) {
    return {Level::Ok, std::move(seen)};
}
[[nodiscard]] inline Finding note(std::string seen) {
    return {Level::Note, std::move(seen)};
}
[[nodiscard]] inline Finding fail(std::string seen) {
    return {Level::Fail, std::move(seen)};
}

/// `why`: what the check lacks.
[[nodiscard]] inline Finding skip(std::string why) {
    return {Level::Skip, std::move(why)};
}

} // namespace referee::check
