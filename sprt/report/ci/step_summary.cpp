#include "sprt/report/ci/step_summary.hpp"

#include "referee/base/input_file.hpp"
#include "sprt/store/replace_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

namespace sprt {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_writing(const fs::path& file) {
    throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(),
                            "cannot write " + file.string());
}

void append(const fs::path& file, std::string_view text) {
    errno = 0;
    std::ofstream out(file, std::ios::binary | std::ios::app);
    out << text;
    out.close();
    if (!out) {
        fail_writing(file);
    }
}

} // namespace

std::optional<fs::path> step_summary_path() {
    const char* const name = std::getenv("GITHUB_STEP_SUMMARY");
    return name != nullptr && *name != '\0' ? std::optional<fs::path>(name) : std::nullopt;
}

void append_to_step_summary(const fs::path& file, std::string_view markdown) {
    std::error_code not_there;
    const auto size = fs::file_size(file, not_there);
    const bool is_empty = not_there || size == 0;
    append(file, (is_empty || markdown.empty() ? "" : "\n") + std::string(markdown));
}

void write_report(const fs::path& file, std::string_view text) {
    const fs::file_status status = fs::status(file);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        append(file, text); // throws for a directory
        return;
    }
    const fs::path target = fs::is_symlink(fs::symlink_status(file)) ? referee::followed(file) : file;
    if (target.has_parent_path()) {
        fs::create_directories(target.parent_path());
    }
    replace_file(target, text);
}

} // namespace sprt
