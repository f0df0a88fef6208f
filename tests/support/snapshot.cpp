#include "tests/support/snapshot.hpp"

#include "tests/support/temporary_dir.hpp"

#include <cstdlib>
#include <fstream>

namespace referee::testing_support {

std::string snapshot(const std::filesystem::path& file, const std::string& now) {
    const auto path = std::filesystem::path(REFEREE_SOURCE) / "tests" / file;
    if (const char* update = std::getenv("UPDATE_SNAPSHOTS"); update != nullptr && *update == '1') {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << now;
    }
    return content_of(path);
}

} // namespace referee::testing_support
