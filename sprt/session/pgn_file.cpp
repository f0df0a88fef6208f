#include "referee/base/input_file.hpp"
#include "referee/base/text.hpp"
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
#include <vector>

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

/// Its lines up to an empty one, or to the end of the file.
std::string next_paragraph(std::ifstream& file) {
    std::string text;
    for (std::string line; std::getline(file, line) && !line.empty();) {
        text += line + (file.eof() ? "" : "\n");
    }
    return text;
}

/// The numbers of the tag Round in `text`; none when it is not whole.
std::vector<std::uint64_t> round_in(std::string_view text) {
    constexpr std::string_view kTag = "[Round \"";
    constexpr std::string_view kEnd = "\"]";
    std::vector<std::uint64_t> round;
    for (const std::string_view line : referee::split(text, '\n')) {
        if (line.starts_with(kTag) && line.ends_with(kEnd)) {
            for (const auto part :
                 referee::split(line.substr(kTag.size(), line.find('"', kTag.size()) - kTag.size()), '.')) {
                round.push_back(referee::parse_number<std::uint64_t>(part).value_or(0));
            }
        }
    }
    return round;
}

/// The tags of a game that are the same for all games of its run.
std::string head_of(const std::string& game) {
    return game.substr(0, game.find("\n[Date ") + 1);
}

/// Whether a game with `head` stands between two places of `file`.
bool has_game_of(std::ifstream& file, const std::string& head, std::uintmax_t from, std::uintmax_t to) {
    file.clear();
    file.seekg(static_cast<std::streamoff>(from));
    while (file && file.tellg() < static_cast<std::streamoff>(to)) {
        if (next_paragraph(file).starts_with(head)) {
            return true;
        }
    }
    file.clear();
    return false;
}

/// How many games behind `at` in `file` are later ones than `last` of the same run, the last of which may be
/// cut short, and whether others follow.
std::pair<std::uint64_t, bool> later_games(std::ifstream& file, std::uintmax_t at, const std::string& last) {
    const std::string head = head_of(last);
    auto round = round_in(last.substr(0, last.find("\n\n")));
    std::uint64_t games = 0;
    file.seekg(static_cast<std::streamoff>(at));
    while (file.peek() != std::ifstream::traits_type::eof()) {
        const std::string tags = next_paragraph(file);
        static_cast<void>(next_paragraph(file)); // its moves
        const auto its = round_in(tags);
        const bool is_cut = its.empty() && file.peek() == std::ifstream::traits_type::eof();
        if (tags.compare(0, head.size(), head, 0, tags.size()) != 0 || !(is_cut || its > round)) {
            return {games, true};
        }
        round = its;
        ++games;
    }
    return {games, false};
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
    std::string last;        ///< game that is kept
    bool has_others = false; ///< of a run of the same name, before it
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
            has_others = has_others || (*place > kept && has_game_of(old, head_of(text), kept, *place));
            kept = std::min(*place + text.size(), size);
            last = text;
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
        const auto [later, precede_others] = later_games(old, kept, last);
        old.clear();
        old.seekg(static_cast<std::streamoff>(kept));
        std::string next;
        const bool are_its = kept < size && !precede_others && !has_others; // the log lost them
        if (kept < size && !are_its &&
            ((precede_others && later > 0) || !(std::getline(old, next) && next.starts_with(kFirstTag)))) {
            differs();
        }
        file_.emplace(file, are_its ? kept : size);
    }
}

void PgnFile::add(const referee::GameRecord& record) {
    file_->append(as_line(pgn_game(record, run_)));
}

} // namespace sprt
