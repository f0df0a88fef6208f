#include "referee/base/time.hpp"

#include "referee/base/text.hpp"

#include <array>
#include <ctime>

namespace referee {

UtcTime utc_time_now() noexcept {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::string utc_text(UtcTime time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const std::time_t whole = std::chrono::system_clock::to_time_t(seconds);
    std::tm parts{};
    ::gmtime_r(&whole, &parts);
    std::array<char, 64> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    const std::string thousands = std::to_string(1000 + (time - seconds).count()); // with leading zeros
    return std::string(text.data(), size) + "." + thousands.substr(1) + "Z";
}

std::optional<UtcTime> utc_time_of(std::string_view text) {
    constexpr std::string_view kForm = "2026-11-26T21:55:58.042Z";
    const std::string whole(text);
    std::tm parts{};
    const char* const rest = ::strptime(whole.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
    if (rest == nullptr || text.size() != kForm.size()) {
        return std::nullopt;
    }
    const int ms = parse_number<int>(text.substr(kForm.size() - 4, 3)).value_or(0);
    const UtcTime time(std::chrono::seconds(::timegm(&parts)) + std::chrono::milliseconds(ms));
    return utc_text(time) == text ? std::optional(time) : std::nullopt; // a day or an hour that there is not
}

} // namespace referee
