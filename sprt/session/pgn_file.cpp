#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_directory.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <ios>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::UserError;

constexpr std::string_view kAnother = "name another file";
constexpr std::string_view kFirstTag = "[Event "; ///< of a game

/// Where in `file` the game `text` begins, at `at` or behind it; it may be cut short there by the end of the
/// file. Empty: it is not there. With `event` it is whole, and its first line, which is put there, may
/// differ.
std::optional<std::uintmax_t> place_of_game(std::ifstream& file, std::uintmax_t at, std::string text,
                                            std::string* event = nullptr) {
    file.seekg(static_cast<std::streamoff>(at));
    if (file.peek() == std::ifstream::traits_type::eof()) {
        file.clear();
        return at;
    }
    std::string there(text.size(), '\0');
    for (std::string line; std::getline(file, line); at += line.size() + 1) {
        if (!line.starts_with(kFirstTag)) {
            continue;
        }
        const auto next = file.tellg();
        if (event != nullptr) {
            text.replace(0, text.find('\n'), line);
            there.resize(text.size());
        }
        file.clear();
        file.seekg(static_cast<std::streamoff>(at));
        file.read(there.data(), static_cast<std::streamsize>(there.size()));
        const auto got = static_cast<std::size_t>(file.gcount());
        file.clear();
        if (text.compare(0, got, there, 0, got) == 0 && (event == nullptr || got == text.size())) {
            if (event != nullptr) {
                *event = line;
            }
            return at;
        }
        file.seekg(next);
    }
    file.clear();
    return std::nullopt;
}

/// The name in a line `[Event "NAME"]`.
std::string event_in(std::string_view line) {
    std::string name;
    line.remove_prefix(std::min(line.size(), kFirstTag.size() + 1));
    for (std::size_t i = 0; i < line.size() && line[i] != '"'; ++i) {
        i += line[i] == '\\' && i + 1 < line.size() ? 1U : 0U;
        name += line[i];
    }
    return name;
}

/// Whether the last line lacks its newline.
bool ends_within_line(const fs::path& name) {
    std::ifstream file = referee::open_regular(name);
    file.seekg(-1, std::ios::end); // fails when it is empty
    const int last = file.peek();
    return last != std::ifstream::traits_type::eof() && last != '\n';
}

/// The text without its last newline, which the file adds.
std::string as_line(std::string text) {
    text.pop_back();
    return text;
}

} // namespace

PgnFile::PgnFile(const fs::path& file, ExportedRun run, const fs::path& directory, std::uint64_t games,
                 FileUse use)
    : run_(std::move(run)) {
    referee::at_place("--pgn", [&] {
        if (referee::is_file_of_run(file)) {
            throw UserError("{} is a file of the run; {}", file.string(), kAnother);
        }
        std::error_code absent;
        const bool is_there = fs::exists(file, absent);
        if (games == 0 && is_there && use == FileUse::Append) {
            const bool is_cut = ends_within_line(file);
            file_.emplace(file, fs::file_size(file, absent));
            if (is_cut) {
                file_->append("");
            }
        } else if (games == 0 && use == FileUse::Replace) {
            file_.emplace(file, referee::LogFile::Replacing());
        } else if (games == 0 || !is_there) {
            file_.emplace(file, kAnother);
        }
        if (games > 0) {
            go_on(file, directory, games);
        }
    });
}

void PgnFile::go_on(const fs::path& file, const fs::path& directory, std::uint64_t games) {
    if (const auto kind = referee::special_kind(file); !kind.empty()) {
        throw UserError("{} is {}; move it away", file.string(), kind);
    }
    std::ifstream old = referee::open_regular(file);
    const std::uintmax_t size = fs::file_size(file);
    std::uintmax_t kept = 0;
    const auto differs = [&] {
        throw UserError("{} holds other games than those of the run; move it away, and it is made anew",
                        file.string());
    };
    const auto go_on_with = [&](const referee::GameRecord& record) -> std::optional<std::string> {
        if (record.game >= games) {
            return std::nullopt;
        }
        std::string text = pgn_game(record, run_);
        if (!file_) {
            auto place = place_of_game(old, kept, text); // games of other runs may stand before it
            if (std::string event; !place && kept == 0 && place_of_game(old, kept, text, &event)) {
                run_.event = event_in(event); // the directory, by which it was called, had another name
                text = pgn_game(record, run_);
                place = place_of_game(old, kept, text);
            }
            if (!place) {
                differs();
            }
            kept = std::min(*place + text.size(), size);
            text.erase(0, static_cast<std::size_t>(kept - *place));
            if (text.empty()) {
                return std::nullopt;
            }
            file_.emplace(file, kept);
        }
        file_->append(as_line(std::move(text)));
        return std::nullopt;
    };
    static_cast<void>(read_games(directory / kGamesFile, go_on_with));
    if (!file_) {
        old.seekg(static_cast<std::streamoff>(kept));
        std::string next;
        if (kept < size && !(std::getline(old, next) && next.starts_with(kFirstTag))) {
            differs();
        }
        file_.emplace(file, size);
    }
}

void PgnFile::add(const referee::GameRecord& record) {
    file_->append(as_line(pgn_game(record, run_)));
}

} // namespace sprt
