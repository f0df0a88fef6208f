#include "referee/talk/trace.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <system_error>

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

fs::path file_of_game(const fs::path& dir, std::uint64_t game) {
    std::string number = std::to_string(game);
    number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
    return dir / ("game-" + number + ".txt");
}

} // namespace

void Trace::begin(std::array<int, 2> agents) {
    agents_ = agents;
    begin_ = SteadyTime::now();
    text_.clear();
    is_full_ = false;
}

void Trace::add(char direction, Side side, std::string_view bytes) {
    if (!kept_ || is_full_) {
        return;
    }
    const auto since_begin = std::chrono::nanoseconds(SteadyTime::now() - begin_).count();
    std::string head = std::to_string(since_begin);
    head.insert(0, head.size() < 12 ? 12 - head.size() : 0, ' ');
    head += ' ';
    head += direction;
    head += ' ' + std::to_string(agents_[index(side)]) + ' ';
    while (!bytes.empty() && !is_full_) {
        const auto newline = bytes.find('\n');
        text_ += head + to_printable(bytes.substr(0, newline), kMostBytes);
        text_ += newline == std::string_view::npos ? " (no newline)\n" : "\n";
        bytes.remove_prefix(newline == std::string_view::npos ? bytes.size() : newline + 1);
        if (text_.size() > kMostBytes) {
            text_ += "(the rest was not kept)\n";
            is_full_ = true;
        }
    }
}

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
