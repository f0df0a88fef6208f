#include "referee/talk/trace_files.hpp"

#include "referee/base/user_error.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace referee {
namespace {

namespace fs = std::filesystem;

fs::path file_of_game(const fs::path& dir, std::uint64_t game) {
    std::string number = std::to_string(game);
    number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
    return dir / ("game-" + number + ".txt");
}

} // namespace

void make_trace_dir(const fs::path& dir) {
    std::error_code error;
    if (fs::exists(dir, error) && !fs::is_directory(dir, error)) {
        throw UserError(dir.string() + " is a file; name a directory for traces");
    }
    fs::create_directories(dir);
    for (const auto& entry : fs::directory_iterator(dir)) {
        if (entry.path().filename().string().starts_with("game-")) {
            throw UserError(dir.string() + " holds traces already; name another directory");
        }
    }
}

void write_trace(const fs::path& dir, std::uint64_t game, const std::string& text) {
    const fs::path file = file_of_game(dir, game);
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) {
        throw std::system_error(errno, std::generic_category(), "cannot write " + file.string());
    }
}

} // namespace referee
