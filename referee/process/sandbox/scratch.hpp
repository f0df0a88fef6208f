#pragma once
// The directories that an agent in a cell may write to: parts of one file system of limited size in memory.

#include "referee/process/sandbox/view.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace referee {

/// Its functions allocate nothing; false, with errno, when one fails.
class Scratch {
  public:
    static constexpr std::size_t kMostPlaces = 3;

    /// Mounts a file system with `options` on all `places`. `kept` has room for a descriptor for each entry
    /// of a place.
    bool set_up(const std::vector<ScratchPlace>& places, const char* options,
                std::vector<int>& kept) noexcept;
    /// Makes it as set_up() left it. Costs a system call and one a place when nothing was written.
    bool refresh(const std::vector<ScratchPlace>& places, const char* options,
                 std::vector<int>& kept) noexcept;

  private:
    struct Use {
        std::uint64_t free_blocks = 0;
        std::uint64_t free_files = 0;
        /// When anything about each place changed, ns: entries, times and rights. Nobody can set that back.
        std::array<std::int64_t, kMostPlaces> changed_ns{};
        bool operator==(const Use&) const = default;
    };
    static bool put(int mount, const ScratchPlace& place, std::vector<int>& kept) noexcept;
    static Use use_of(const std::vector<ScratchPlace>& places) noexcept;

    Use unused_;
};

} // namespace referee
