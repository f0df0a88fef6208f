#include "referee/base/seed.hpp"

#include <charconv>
#include <random>
#include <system_error>

namespace referee {

std::optional<std::uint64_t> parse_seed(std::string_view digits) noexcept {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(seed) : std::nullopt;
}

std::uint64_t random_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

} // namespace referee
