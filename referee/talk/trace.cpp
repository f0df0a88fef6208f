#include "referee/talk/trace.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <string_view>
#include <vector>

#include <fcntl.h>

namespace referee {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;

namespace fs = std::filesystem;

fs::path file_of_game(const fs::path& dir, std::uint64_t game) {
    std::string number = std::to_string(game);
    number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
    return dir / ("game-" + number + ".txt");
}

bool is_trace(const fs::path& file) {
    const std::string name = file.filename().string();
    constexpr std::string_view kBegin = "game-";
    constexpr std::string_view kEnd = ".txt";
    const auto digits = name.find_first_not_of("0123456789", kBegin.size());
    return name.starts_with(kBegin) && digits > kBegin.size() && digits == name.size() - kEnd.size() &&
           name.ends_with(kEnd);
}

std::vector<fs::path> traces_in(const fs::path& dir) {
    std::vector<fs::path> traces;
    for (const auto& entry : fs::directory_iterator(dir)) {
        if (is_trace(entry.path())) {
            traces.push_back(entry.path());
        }
    }
    return traces;
}

} // namespace

void Trace::begin(PerSide<int> agents) {
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
    head += ' ' + std::to_string(agents_[side]) + ' ';
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

void make_trace_dir(const fs::path& dir, OldTraces old_traces) {
    std::error_code error;
    if (fs::exists(dir, error) && !fs::is_directory(dir, error)) {
        throw UserError(dir.string() + " is a file; name a directory for traces");
    }
    fs::create_directories(dir);
    if (old_traces == OldTraces::Refuse && !traces_in(dir).empty()) {
        throw UserError(dir.string() +
                        " holds traces already; name another directory, or replace them by --overwrite");
    }
}

void remove_traces(const fs::path& dir) {
    for (const fs::path& trace : traces_in(dir)) {
        fs::remove(trace);
    }
}

void write_trace(const fs::path& dir, std::uint64_t game, const std::string& text) {
    const fs::path file = file_of_game(dir, game);
    const Descriptor out = open_plain(file, "a trace", O_WRONLY | O_CREAT | O_TRUNC);
    if (out.fd() < 0) {
        throw_errno(("cannot write " + file.string()).c_str());
    }
    write_whole(out, text, file);
}

} // namespace referee
