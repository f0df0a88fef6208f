#include "referee/check/footprint.hpp"

#include "referee/process/proc_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace referee::check {
namespace {

constexpr std::int64_t kMuchMemoryKib = 1024;
constexpr std::int64_t kManyDescriptors = 8;

/// The second number of statm: resident pages.
std::optional<std::int64_t> resident_pages(std::string_view statm) {
    const auto blank = statm.find(' ');
    if (blank == std::string_view::npos) {
        return std::nullopt;
    }
    std::int64_t pages = 0;
    const auto result = std::from_chars(statm.data() + blank + 1, statm.data() + statm.size(), pages);
    return result.ec == std::errc() ? std::optional(pages) : std::nullopt;
}

bool grows(std::int64_t before, std::int64_t between, std::int64_t after, std::int64_t much) {
    const auto first = between - before;
    const auto second = after - between;
    return first >= much && second >= much && second * 2 >= first;
}

} // namespace

std::optional<Footprint> footprint_of(pid_t pid) {
    const std::string folder = "/proc/" + std::to_string(pid);
    const auto pages = resident_pages(read_proc_file(folder + "/statm"));
    std::error_code gone;
    std::filesystem::directory_iterator at(folder + "/fd", gone);
    if (!pages || gone) {
        return std::nullopt;
    }
    Footprint footprint{.memory_kib = *pages * (::sysconf(_SC_PAGESIZE) / 1024)};
    for (const std::filesystem::directory_iterator end; at != end && !gone; at.increment(gone)) {
        ++footprint.descriptors;
    }
    return footprint;
}

std::optional<std::string> growth_in(const std::array<Footprint, 3>& readings) {
    const auto& [before, between, after] = readings;
    if (grows(before.memory_kib, between.memory_kib, after.memory_kib, kMuchMemoryKib)) {
        return fmt::format("memory grows: {}, {}, {} KiB", before.memory_kib, between.memory_kib,
                           after.memory_kib);
    }
    if (grows(before.descriptors, between.descriptors, after.descriptors, kManyDescriptors)) {
        return fmt::format("descriptors grow: {}, {}, {}", before.descriptors, between.descriptors,
                           after.descriptors);
    }
    return std::nullopt;
}

} // namespace referee::check
