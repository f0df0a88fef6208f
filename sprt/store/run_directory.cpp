#include "sprt/store/run_directory.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config_json.hpp"
#include "sprt/store/replace_file.hpp"
#include "sprt/store/run_result.hpp"

#include <system_error>

namespace sprt {

namespace fs = std::filesystem;

RunDirectory::RunDirectory(fs::path dir, RunFile run)
    : dir_(std::move(dir))
    , run_(std::move(run)) {
    std::error_code error;
    if (fs::exists(dir_, error) && !fs::is_directory(dir_, error)) {
        throw referee::UserError("--out " + dir_.string() + " is a file; name a directory");
    }
    fs::create_directories(dir_, error);
    if (error) {
        throw std::system_error(error, "cannot create --out " + dir_.string());
    }
    lock_.emplace(dir_);
    if (fs::exists(dir_ / kRunFile, error) || fs::exists(dir_ / kGamesFile, error)) {
        throw referee::UserError("--out " + dir_.string() +
                                 " holds a run already; name another directory, or go on with " +
                                 "that run: sprt resume " + referee::join_words({dir_.string()}));
    }
    // In this order: games without a run.json could not be gone on with.
    write_run_file();
    try {
        games_.emplace(dir_ / kGamesFile, "name another directory");
        sync_.emplace(*games_);
    } catch (const std::exception&) {
        discard_if_empty();
        throw;
    }
}

RunDirectory::RunDirectory(fs::path dir, DirectoryLock lock, RunFile run, const ReadGames& games)
    : dir_(std::move(dir))
    , lock_(std::move(lock))
    , run_(std::move(run))
    , is_empty_(false) {
    run_.result = nullptr;
    write_run_file();
    const fs::path file = dir_ / kGamesFile;
    if (fs::exists(file)) {
        games_.emplace(file, games.bytes);
    } else {
        games_.emplace(file, "name another directory");
    }
    sync_.emplace(*games_);
}

void RunDirectory::add(const referee::GameRecord& record) {
    games_->append(to_json_line(record));
    is_empty_ = false;
    sync_->appended();
}

void RunDirectory::end(const RunState& result) {
    sync_->end();
    if (result.reason == EndReason::OpeningsUsedUp) {
        run_.book_size = result.standing.whole_pairs + result.standing.dropped_pairs;
    }
    run_.result = to_json(result);
    run_.result["ended"] = utc_now();
    write_run_file();
}

bool RunDirectory::discard_if_empty() noexcept {
    if (is_empty_) {
        sync_.reset();
        if (games_) {
            games_->discard_if_empty();
        }
        std::error_code ignored;
        fs::remove(dir_ / kRunFile, ignored);
    }
    return is_empty_;
}

void RunDirectory::write_run_file() const {
    replace_file(dir_ / kRunFile, lines_of(to_json(run_)));
}

} // namespace sprt
