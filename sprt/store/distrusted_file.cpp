#include "sprt/store/distrusted_file.hpp"

#include "referee/base/disk.hpp"
#include "referee/game/json.hpp"
#include "referee/game/json_fields.hpp"
#include "sprt/config/config.hpp"
#include "sprt/store/replace_file.hpp"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::field;
using referee::fields;
using referee::Json;
using referee::JsonNode;

constexpr auto kDistrustFields = fields<Distrust>(
    field("server", &Distrust::server), field("worker", &Distrust::worker),
    field("run_id", &Distrust::run_id), field("at", &Distrust::at), field("why", &Distrust::why));
using All = std::vector<Distrust>;
constexpr auto kListFields =
    fields<All>(referee::Constant{"format", 1}, field("distrusted", std::identity(), kDistrustFields));

All all_distrusted_in(const fs::path& file) {
    if (std::error_code error; !fs::exists(fs::symlink_status(file, error))) {
        return {};
    }
    const Json json = referee::read_plain_json(file, "a list of workers that are not trusted");
    return kListFields.read(JsonNode(json, file.string() + ": "));
}

/// Makes the directories of `file`, for their user alone, and keeps others from writing at the same time.
referee::FileLock locked_directory_of(const fs::path& file) {
    const fs::path dir = file.parent_path();
    const fs::path parent = dir.parent_path();
    fs::create_directories(parent);
    if (::mkdir(dir.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        throw std::system_error(errno, std::generic_category(), "cannot create " + dir.string());
    }
    referee::Descriptor opened(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.fd() < 0) {
        referee::throw_errno(("cannot open " + dir.string()).c_str());
    }
    return {std::move(opened), LOCK_EX, dir};
}

} // namespace

fs::path distrusted_file() {
    const auto below = [](const char* variable, const char* more) {
        const char* const dir = std::getenv(variable);
        return dir != nullptr && *dir == '/' ? fs::path(dir) / more : fs::path();
    };
    const fs::path state = below("XDG_STATE_HOME", "");
    const fs::path root = state.empty() ? below("HOME", ".local/state") : state;
    return root.empty() ? root : root / "referee" / "distrusted.json";
}

std::map<std::string, Distrust> distrusted_in(const fs::path& file, const std::string& server) {
    std::map<std::string, Distrust> its;
    for (Distrust& one : all_distrusted_in(file)) {
        if (one.server == server) {
            its[one.worker] = std::move(one);
        }
    }
    return its;
}

std::string add_distrusted(const fs::path& file, const Distrust& more) {
    const referee::FileLock lock = locked_directory_of(file);
    All all = all_distrusted_in(file);
    all.push_back(more);
    replace_file(file, lines_of(kListFields.write(all)), S_IRUSR | S_IWUSR);
    return lock.missing().empty() ? ""
                                  : lock.missing() + "; what another run adds at the same moment may be lost";
}

} // namespace sprt
