#include "sprt/store/run_directory.hpp"

#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/program.hpp"
#include "sprt/config/config.hpp"

#include <cassert>
#include <system_error>
#include <type_traits>

#include <fcntl.h>
#include <unistd.h>

namespace sprt {

namespace fs = std::filesystem;

std::string call_on_run(const std::string& name, const fs::path& dir, const std::vector<std::string>& flags) {
    const std::string path = dir.string();
    std::vector<std::string> words{name, path.starts_with('-') ? "./" + path : path};
    words.insert(words.end(), flags.begin(), flags.end());
    return referee::own_call(words);
}

void KeptRun::begin() {
    std::error_code error;
    if (fs::exists(dir_, error) && !fs::is_directory(dir_, error)) {
        throw referee::UserError("--out " + dir_.string() + " is a file; name a directory");
    }
    is_made_ = fs::create_directories(dir_, error);
    if (error) {
        throw std::system_error(error, "cannot create --out " + dir_.string());
    }
    lock_.emplace(dir_);
    if (fs::exists(dir_ / kRunFile, error) || fs::exists(dir_ / kGamesFile, error)) {
        throw referee::UserError("--out " + dir_.string() +
                                 " holds a run already; name another directory, or go on with " +
                                 "that run: " + call_on_run("resume", dir_));
    }
    RunFacts& run = facts_to_write();
    digest_ = digest_of_no_game(run.config_sha256);
    run.games_sha256 = {digest_};
    // run.json comes first: games without a run.json could not be resumed.
    write_run_file();
    try {
        games_.emplace(dir_ / kGamesFile, "name another directory");
        sync_.emplace(*games_);
    } catch (const std::exception&) {
        discard_if_empty();
        throw;
    }
}

void KeptRun::go_on(DirectoryLock lock, const ReadGames& games) {
    lock_ = std::move(lock);
    is_empty_ = false;
    RunFacts& run = facts_to_write();
    assert(!run.games_sha256.empty() && run.games_sha256.back().games == games.games);
    digest_ = run.games_sha256.back();
    run.result = nullptr;
    const fs::path file = dir_ / kGamesFile;
    if (const auto log = referee::open_plain(file, "a log", O_RDONLY); log.fd() >= 0) {
        referee::flush_to_disk(log, file); // before run.json says that these games are there
    }
    write_run_file();
    if (fs::exists(fs::symlink_status(file))) {
        games_.emplace(file, games.bytes);
    } else {
        games_.emplace(file, "name another directory");
    }
    sync_.emplace(*games_);
}

void KeptRun::add(const referee::GameRecord& record) {
    const std::string line = to_json_line(record);
    watched([&] {
        games_->append(line);
        is_empty_ = false;
        digest_ = digest_after(digest_, line);
        sync_->appended();
    });
}

void KeptRun::note_workers(const std::map<std::string, WorkerFacts>& workers) {
    if (auto& remote = facts_to_write().remote) {
        remote->workers = workers;
        write_run_file();
    }
}

void KeptRun::note_quarantined(const std::string& worker, const std::string& why, bool is_distrusted) {
    if (auto& remote = facts_to_write().remote) {
        WorkerFacts& its = remote->workers[worker];
        its.is_distrusted = its.is_distrusted || is_distrusted;
        its.quarantined = why;
        write_run_file();
    }
}

void KeptRun::note_tuned_until(std::uint64_t pairs) {
    if (facts().tuned_until != pairs) {
        facts_to_write().tuned_until = pairs;
        write_run_file();
    }
}

void KeptRun::note_changed_files(const std::vector<std::string>& lines) {
    std::vector<std::string>& files = facts_to_write().changed_files;
    files.insert(files.end(), lines.begin(), lines.end());
}

std::vector<std::string> KeptRun::warnings() const {
    std::vector<std::string> lines;
    if (std::string line = lock_->warning(); !line.empty()) {
        lines.push_back(std::move(line));
    }
    if (!games_->sync()) {
        lines.push_back(games_->path().string() +
                        ": its file system cannot flush to disk; a power cut may lose many games");
    }
    return lines;
}

void KeptRun::end_games() {
    watched([&] {
        sync_->end();
        expect_written_games();
    });
    note_digest();
}

bool KeptRun::discard_if_empty() noexcept {
    if (is_empty_ && lock_->is_at(dir_)) { // otherwise it is kept where it was moved
        sync_.reset();
        if (games_) {
            games_->discard_if_empty();
        }
        std::error_code ignored;
        ::unlinkat(lock_->fd(), kRunFile, 0);
        if (is_made_) {
            fs::remove(dir_, ignored); // unless somebody put something there
        }
    }
    return is_empty_;
}

fs::path KeptRun::place() const {
    if (lock_->is_at(dir_)) {
        return dir_;
    }
    std::error_code error;
    const fs::path there = fs::read_symlink("/proc/self/fd/" + std::to_string(lock_->fd()), error);
    return lock_->is_at(there) ? there : fs::path();
}

void KeptRun::expect_written_games() const {
    DigestCheck check(facts().games_sha256, facts().config_sha256);
    referee::Descriptor opened = referee::open_plain(games_->path(), "a log", O_RDONLY);
    if (opened.fd() < 0) {
        referee::throw_errno(("cannot read " + games_->path().string()).c_str());
    }
    referee::PlainLines lines(std::move(opened), games_->path());
    for (std::string line; lines.next(line);) {
        check.add(line);
    }
    if (check.now() != digest_) {
        throw referee::LogDamaged(games_->path(), "its games are not those that were written");
    }
}

void KeptRun::note_digest() {
    std::vector<GamesDigest>& digests = facts_to_write().games_sha256;
    if (digests.back().games != digest_.games) {
        digests.push_back(digest_);
    }
}

template<class Body>
void KeptRun::watched(Body&& body) {
    try {
        body();
    } catch (const referee::LogDamaged&) {
        note_digest();
        try {
            write_run_file();
        } catch (const std::system_error&) { // the damage is the error to report
        }
        throw;
    }
}

void KeptRun::write_run_file() const {
    replace_file(dir_ / kRunFile, lines_of(run_json()), 0666, lock_->fd());
}

template<class File>
DirectoryOf<File>::DirectoryOf(fs::path dir, File run)
    : KeptRun(std::move(dir))
    , run_(std::move(run)) {
    run_.config_sha256 = digest_of(run_.config);
    begin();
}

template<class File>
DirectoryOf<File>::DirectoryOf(fs::path dir, DirectoryLock lock, File run, const ReadGames& games)
    : KeptRun(std::move(dir))
    , run_(std::move(run)) {
    go_on(std::move(lock), games);
}

template<class File>
void DirectoryOf<File>::end(const typename File::State& result) {
    end_games();
    if (const auto openings = openings_used_up(result)) {
        run_.book_size = openings;
    }
    if (run_.remote) {
        run_.remote->games = result.workers;
    }
    if constexpr (std::is_same_v<File, TournamentFile>) {
        note_withdrawals(run_, result);
    }
    run_.result = result_json(run_, result);
    run_.result["ended"] = utc_now();
    write_run_file();
}

template class DirectoryOf<RunFile>;
template class DirectoryOf<TournamentFile>;

} // namespace sprt
