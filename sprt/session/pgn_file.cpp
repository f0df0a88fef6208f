#include "sprt/session/pgn_file.hpp"

#include "referee/base/user_error.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace sprt {

PgnFile::PgnFile(const std::filesystem::path& file, ExportedRun run, const std::filesystem::path& directory,
                 std::uint64_t games)
    : run_(std::move(run)) {
    std::error_code absent;
    if (games == 0 && std::filesystem::file_size(file, absent) > 0 && !absent) {
        throw referee::UserError(
            fmt::format("--pgn: {} has something in it already; name another file", file.string()));
    }
    out_.open(file, std::ios::binary | std::ios::trunc);
    if (!out_) {
        throw referee::UserError(fmt::format("--pgn: {} cannot be written: {}", file.string(),
                                             std::generic_category().message(errno)));
    }
    if (games > 0) {
        static_cast<void>(read_games(directory / kGamesFile,
                                     [&](const referee::GameRecord& record) -> std::optional<std::string> {
                                         if (record.game < games) {
                                             out_ << pgn_game(record, run_);
                                         }
                                         return std::nullopt;
                                     }));
    }
}

bool PgnFile::add(const referee::GameRecord& record) {
    out_ << pgn_game(record, run_) << std::flush;
    return static_cast<bool>(out_);
}

} // namespace sprt
