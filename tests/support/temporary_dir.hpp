#pragma once
// A directory for one test.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace referee::testing_support {

/// Created empty; removed with its content.
class TemporaryDir {
  public:
    TemporaryDir() {
        std::string name = (std::filesystem::temp_directory_path() / "referee-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("cannot make " + name);
        }
        path_ = std::filesystem::canonical(name);
    }
    ~TemporaryDir() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDir(const TemporaryDir&) = delete;
    TemporaryDir& operator=(const TemporaryDir&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

    /// Writes a file, executable or not, and returns its path.
    std::filesystem::path file(const std::string& name, const std::string& content,
                               bool is_executable = false) const {
        namespace fs = std::filesystem;
        const fs::path path = path_ / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        const auto read_write = fs::perms::owner_read | fs::perms::owner_write;
        fs::permissions(path, is_executable ? read_write | fs::perms::owner_exec : read_write);
        return path;
    }

  private:
    std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace referee::testing_support
