#include "referee/base/input_file.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/log/log_file.hpp"
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
#include <system_error>
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
        const bool is_there = fs::exists(file_);
        if (is_there && !fs::is_regular_file(file_)) {
            return; // a device: it is given all at the end
        }
        target_ = is_there ? fs::canonical(file_) : fs::path(file_);
        referee::at_place("--output", [&] {
            draft_.emplace(fmt::format("{}.{:016x}.draft", target_.string(), referee::random_seed()), "");
        });
        if (is_there) {
            fs::permissions(draft_->path(), fs::status(target_).permissions());
        }
    }
    ExportOutput(const ExportOutput&) = delete;
    ExportOutput& operator=(const ExportOutput&) = delete;
    ~ExportOutput() {
        if (draft_) {
            std::error_code ignored;
            fs::remove(draft_->path(), ignored);
        }
    }

    /// `text` is whole lines.
    void add(std::string_view text) {
        pending_ += text;
        constexpr std::size_t kWorthAWrite = 1 << 16;
        if (pending_.size() >= kWorthAWrite && (draft_ || file_.empty())) {
            write();
        }
    }
    void end() {
        if (!pending_.empty()) {
            write();
        }
        if (draft_) {
            static_cast<void>(draft_->sync());
            fs::rename(draft_->path(), target_);
            draft_.reset();
        }
    }

  private:
    void write() {
        std::string text = std::exchange(pending_, {});
        if (draft_) {
            text.pop_back(); // the file adds this newline
            try {
                draft_->append(std::move(text));
            } catch (const std::system_error& error) {
                throw std::system_error(error.code(), "cannot write " + file_);
            }
        } else if (file_.empty()) {
            referee::say_data(text);
        } else {
            write_report(file_, text);
        }
    }

    std::string file_;
    fs::path target_; ///< `file_`, links followed
    std::optional<referee::LogFile> draft_;
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
