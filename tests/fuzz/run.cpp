// A run.json.

#include "sprt/store/run_file.hpp"
#include "tests/fuzz/target.hpp"

#include <nlohmann/json.hpp>

#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace {

/// A file in memory, with a path.
class MemoryFile {
  public:
    MemoryFile()
        : fd_(::memfd_create("run.json", MFD_CLOEXEC)) {
        fuzz::require(fd_ >= 0, "there is no file in memory");
    }
    ~MemoryFile() { ::close(fd_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    void write(std::string_view text) const {
        const auto bytes = static_cast<ssize_t>(text.size());
        fuzz::require(::ftruncate(fd_, 0) == 0 && ::pwrite(fd_, text.data(), text.size(), 0) == bytes,
                      "the file in memory cannot be written");
    }
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

  private:
    int fd_;
};

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile kFile;
    const auto read = [](std::string_view text) {
        kFile.write(text);
        return sprt::read_run_file(kFile.path());
    };
    if (const auto run = fuzz::read_or_refused([&] { return read(fuzz::text_of(data, size)); })) {
        const std::string written = to_json(*run).dump();
        const auto again = fuzz::read_or_refused([&] { return read(written); });
        fuzz::require(again && to_json(*again).dump() == written, "a run.json is not read as it was written");
    }
    return 0;
}
