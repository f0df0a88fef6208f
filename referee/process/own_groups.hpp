#pragma once
// The control groups that this process is in: what limits them limits its agents too.
// Source: Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/ in Linux; cgroups(7); proc_pid_mountinfo(5).

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// A mounted tree of control groups.
struct GroupTree {
    std::filesystem::path own; ///< the group of this process
    std::filesystem::path top; ///< the group that is mounted: a container sees none above its own
    bool is_version_2;
    std::string controllers; ///< of version 1, among other options of the mount

    /// Whether it may hold limits of `controller`.
    [[nodiscard]] bool may_limit(std::string_view controller) const;
    /// The group of this process, and those above it that are shown.
    [[nodiscard]] std::vector<std::filesystem::path> levels() const;
};

/// The trees that show a group of this process. `root` is / except in tests. Errors: none.
[[nodiscard]] std::vector<GroupTree> own_groups(const std::filesystem::path& root = "/");

/// Bytes that processes of this process's groups can still use: the least of what the limits of the groups
/// and the machine leave, files that are only cached not counted as used. Empty when the machine does not
/// tell.
[[nodiscard]] std::optional<std::uint64_t> memory_left(const std::filesystem::path& root = "/");

/// How many processes of the group of this process the kernel has ended because memory had run out, whosever.
/// Of all groups where its own is not counted; 0 when the machine does not tell.
[[nodiscard]] std::uint64_t memory_kills(const std::filesystem::path& root = "/");

/// Whether one of the words of `text`, between any of `separators`, is `word`.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word, std::string_view separators = " ,");

/// The number behind the word `key` in a text of words and numbers; empty when there is none.
[[nodiscard]] std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view key);

} // namespace referee
