#include "referee/process/own_groups.hpp"

#include "referee/process/proc_file.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace referee {
namespace {

namespace fs = std::filesystem;

/// The group of this process in the tree whose group `shown` is mounted at `tree.top`; empty when it is in none.
fs::path own_group(const GroupTree& tree, const std::string& shown, const std::vector<GroupOfProcess>& groups) {
    for (const auto& [controllers, path] : groups) {
        const bool is_it = tree.is_version_2
                               ? controllers.empty()
                               : !controllers.empty() &&
                                     has_word(tree.controllers, controllers.substr(0, controllers.find(',')));
        if (is_it) {
            const bool is_below = shown != "/" && path.starts_with(shown);
            const auto below = fs::path(is_below ? path.substr(shown.size()) : path).relative_path();
            return below.empty() ? tree.top : tree.top / below;
        }
    }
    return {};
}

} // namespace

bool has_word(std::string_view text, std::string_view word, std::string_view separators) {
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(separators), text.size());
        if (text.substr(0, end) == word) {
            return true;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == ' ') {
            std::uint64_t number = 0;
            const char* const at = line.data() + key.size() + 1;
            return std::from_chars(at, line.data() + line.size(), number).ec == std::errc()
                       ? std::optional(number)
                       : std::nullopt;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::nullopt;
}

bool GroupTree::may_limit(std::string_view controller) const {
    return is_version_2 || has_word(controllers, controller);
}

std::vector<fs::path> GroupTree::levels() const {
    std::vector<fs::path> found{own};
    while (found.back() != top && found.back().has_relative_path()) {
        found.push_back(found.back().parent_path());
    }
    return found;
}

std::vector<GroupTree> own_groups(const fs::path& root) {
    const auto groups = groups_in(read_proc_file((root / "proc/self/cgroup").string()));
    std::vector<GroupTree> result;
    std::istringstream mounts(read_proc_file((root / "proc/self/mountinfo").string()));
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream words(line);
        std::string skipped, shown, at, word, type, source, options;
        words >> skipped >> skipped >> skipped >> shown >> at;
        while (words >> word && word != "-") {
        }
        words >> type >> source >> options;
        if (type != "cgroup" && type != "cgroup2") {
            continue;
        }
        GroupTree tree{.own = {},
                       .top = root / fs::path(at).relative_path(),
                       .is_version_2 = type == "cgroup2",
                       .controllers = options};
        tree.own = own_group(tree, shown, groups);
        if (!tree.own.empty()) {
            result.push_back(std::move(tree));
        }
    }
    return result;
}

} // namespace referee
