#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/command/command_line.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/report/exported_games.hpp"
#include "sprt/session/session.hpp"
#include "sprt/store/games_file.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::GameRecord;
using referee::UserError;

/// The games to export: all were checked.
struct CheckedGames {
    ExportedRun run;
    fs::path file;
    std::uint64_t games = 0;
};

template<class Loaded>
CheckedGames checked(const Loaded& loaded, const fs::path& dir) {
    for (const std::string& note : loaded.notes) {
        referee::complain(kProgram, "note: " + note);
    }
    if (!loaded.rewritten.empty()) {
        referee::complain(kProgram, "warning: " + loaded.rewritten);
    }
    return {.run = exported_run(loaded.plan, loaded.run.started, dir),
            .file = dir / kGamesFile,
            .games = loaded.games.games};
}

CheckedGames check_log(const fs::path& log) {
    std::optional<referee::Game> rules;
    std::uint64_t game = 0;
    const auto check = [&](const GameRecord& record) -> std::optional<std::string> {
        if (rules.value_or(record.rules) != record.rules) {
            return fmt::format("its rules are {}, and those of the games before are {}", name(record.rules),
                               name(*rules));
        }
        rules = record.rules;
        return problem_by_rules(record, game++);
    };
    const ReadGames read = read_games(log, check);
    if (read.last_line_cut) {
        referee::complain(kProgram,
                          fmt::format("note: {}:{}: the last line was cut short and is not exported",
                                      log.string(), read.games + 1));
    }
    return {.run = {.event = event_of(log), .site = std::string(kSite), .date = {}, .agents = {}},
            .file = log,
            .games = read.games};
}

CheckedGames check_games(const fs::path& source) {
    std::error_code error;
    const fs::file_status status = fs::status(source, error);
    if (fs::is_directory(status)) {
        return is_tournament(source) ? checked(load_run<TournamentFile>(source), source)
                                     : checked(load_run(source), source);
    }
    if (!fs::exists(status)) {
        throw UserError(source.string() + " does not exist; name a directory of a run, or a log");
    }
    return check_log(fs::is_symlink(fs::symlink_status(source)) ? referee::followed(source) : source);
}

/// Standard output, or a file, which is written whole or not at all.
class ExportOutput {
  public:
    explicit ExportOutput(const ExportFlags& flags)
        : file_(flags.output) {
        if (file_.empty()) {
            return;
        }
        check_output_file("--output", file_);
        if (!flags.overwrite && fs::exists(fs::symlink_status(file_))) {
            throw UserError("--output: {} exists already; name another file, or replace it by --overwrite",
                            file_);
        }
    }

    /// `text` is whole lines.
    void add(std::string_view text) {
        pending_ += text;
        constexpr std::size_t kWorthAWrite = 1 << 16;
        if (file_.empty() && pending_.size() >= kWorthAWrite) {
            referee::say_data(std::exchange(pending_, {}));
        }
    }
    void end() const {
        if (!file_.empty()) {
            write_report(file_, pending_);
        } else if (!pending_.empty()) {
            referee::say_data(pending_);
        }
    }

  private:
    std::string file_;
    std::string pending_;
};

/// What --format says, otherwise the ending of the output's name, otherwise PGN.
std::string format_of(const ExportFlags& flags) {
    if (!flags.format.empty()) {
        return flags.format;
    }
    const std::string ending = fs::path(flags.output).extension().string();
    const auto found = std::ranges::find_if(
        export_formats(), [&](std::string_view format) { return ending == "." + std::string(format); });
    return found == export_formats().end() ? "pgn" : std::string(*found);
}

} // namespace

const referee::Words& export_formats() {
    static const referee::Words kFormats{"pgn", "csv", "epd"};
    return kFormats;
}

referee::ExitStatus run(const ExportFlags& flags) {
    if (flags.overwrite && flags.output.empty()) {
        throw UserError("--overwrite: there is no file to replace; name one by --output");
    }
    const PgnComments comments =
        referee::at_place("--comments", [&] { return read_pgn_comments(flags.comments); });
    CheckedGames checked = check_games(flags.source);
    checked.run.notation = notation_named(flags.notation);
    checked.run.comments = comments;
    if (!flags.output.empty() && is_same_file(flags.output, checked.file)) {
        throw UserError("--output: " + flags.output + " is the log that is exported; name another file");
    }
    ExportOutput output(flags);
    const std::string format = format_of(flags);
    if (format == "csv") {
        output.add(csv_header());
    }
    const auto add = [&](const GameRecord& record) -> std::optional<std::string> {
        if (record.game < checked.games) { // a run that is being played may have grown
            output.add(format == "csv"   ? csv_line(record, checked.run)
                       : format == "epd" ? epd_line(record)
                                         : pgn_game(record, checked.run));
        }
        return std::nullopt;
    };
    static_cast<void>(read_games(checked.file, add));
    output.end();
    return referee::ExitStatus::Done;
}

} // namespace sprt
