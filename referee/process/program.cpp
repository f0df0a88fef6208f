#include "referee/process/program.hpp"

#include "referee/base/descriptor.hpp"
#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sha256.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include <linux/magic.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace referee {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::vector<std::string>& words, const std::string& why) {
    throw UserError("agent command '" + to_printable(join_words(words), 200) + "': " + why);
}

[[noreturn]] void fail_without_words() {
    throw UserError("agent command: it is empty; give a program and its arguments, e.g. 'minimax --depth 3'");
}

/// The first bytes of a file; empty when the file cannot be read. An unreadable executable may still run.
std::string head_of(const fs::path& file) {
    std::string head(256, '\0');
    std::ifstream in(file, std::ios::binary);
    if (!in && errno != EACCES) {
        throw_errno(("cannot read " + file.string()).c_str());
    }
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    return head;
}

/// Why `file` cannot be executed; empty when no reason is known before it is executed.
std::optional<std::string> why_not_executable(const fs::path& file) {
    std::error_code error;
    const auto status = fs::status(file, error);
    if (!fs::exists(status)) {
        return file.string() + " does not exist";
    }
    if (fs::is_directory(status)) {
        return file.string() + " is a directory";
    }
    if (!fs::is_regular_file(status)) {
        return file.string() + " is not a file";
    }
    if (::access(file.c_str(), X_OK) != 0) {
        return file.string() + " is not executable (chmod +x?)";
    }
    const std::string head = head_of(file);
    if (head.empty()) {
        return ::access(file.c_str(), R_OK) == 0 ? std::optional(file.string() + " is empty") : std::nullopt;
    }
    if (head.starts_with("\x7f"
                         "ELF")) {
        return std::nullopt;
    }
    if (!head.starts_with("#!")) {
        return file.string() + " is neither a program nor a script that begins with #!";
    }
    const auto begin = head.find_first_not_of(" \t", 2);
    const auto end = head.find_first_of(" \t\n", begin);
    const std::string interpreter = begin == std::string::npos
                                        ? std::string()
                                        : head.substr(begin, end == std::string::npos ? end : end - begin);
    if (interpreter.empty() || ::access(interpreter.c_str(), X_OK) != 0) {
        return file.string() + " names an interpreter that cannot be executed: '" +
               to_printable(interpreter) + "'";
    }
    return std::nullopt;
}

/// Absolute and without `.`. `..` stays: after a link to a directory, it is the parent of where the link
/// leads.
fs::path absolute_path(const fs::path& file) {
    fs::path result;
    for (const fs::path& part : fs::absolute(file)) {
        if (part != ".") {
            result /= part;
        }
    }
    return result;
}

std::vector<fs::path> search_path() {
    std::vector<fs::path> dirs;
    const char* path = std::getenv("PATH");
    for (const auto dir : split(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin", ':')) {
        dirs.emplace_back(dir.empty() ? "." : dir);
    }
    return dirs;
}

/// The names of the files in `dir`; none when it cannot be read. Of very many, some.
std::vector<std::string> file_names(const fs::path& dir) {
    constexpr std::size_t kMostRead = 1000;
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(dir, error), end; !error && entry != end && names.size() < kMostRead;
         entry.increment(error)) {
        std::error_code is_gone;
        if (entry->is_regular_file(is_gone)) {
            names.push_back(entry->path().filename().string());
        }
    }
    std::ranges::sort(names);
    return names;
}

/// `; did you mean ./bot.py?`: files of names near to `name`, as commands that begin with `start`.
std::string files_near(const fs::path& dir, const std::string& name, const std::string& start) {
    std::vector<std::string> near = nearest_words(name, file_names(dir));
    for (std::string& file : near) {
        file = to_printable(start + file);
    }
    return near.empty() ? "" : "; did you mean " + choice_of(near) + "?";
}

/// What a name without a slash may stand for: an agent that comes with the referee, or a file in `dir`.
std::string agents_near(const fs::path& agents_dir, const fs::path& dir, const std::string& name) {
    const std::string hint = agents_dir.empty() ? "" : did_you_mean(name, file_names(agents_dir));
    return hint.empty() ? files_near(dir, name, "./") : hint;
}

std::int64_t ns_of(const timespec& time) noexcept {
    constexpr std::int64_t kSecond = 1'000'000'000;
    return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

/// Whether a file has bytes of its own, which end: those of /proc and /sys may be without end.
bool is_stored(const fs::path& path) {
    struct statfs system {};
    return ::statfs(path.c_str(), &system) == 0 && system.f_type != PROC_SUPER_MAGIC &&
           system.f_type != SYSFS_MAGIC;
}

bool has_other_bytes(const FilePrint& print) {
    return !print.sha256 || sha256_of_file(print.path) != print.sha256;
}

} // namespace

std::vector<std::string> split_words(std::string_view command) {
    const auto unclosed = [&](char quote) {
        throw UserError("agent command '" + to_printable(command, 200) + "': the quote " + quote +
                        " is never closed");
    };
    std::vector<std::string> words;
    std::optional<std::string> word; // empty between two words; "" is a word
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (c == ' ' || c == '\t' || c == '\n') {
            if (word) {
                words.push_back(*std::exchange(word, std::nullopt));
            }
            continue;
        }
        if (!word) {
            word.emplace();
        }
        if (c == '\'') {
            const auto end = command.find('\'', i + 1);
            if (end == std::string_view::npos) {
                unclosed('\'');
            }
            *word += command.substr(i + 1, end - i - 1);
            i = end;
        } else if (c == '"') {
            for (++i; i < command.size() && command[i] != '"'; ++i) {
                if (command[i] == '\\' && i + 1 < command.size() &&
                    std::string_view("\"\\$`").find(command[i + 1]) != std::string_view::npos) {
                    ++i;
                }
                *word += command[i];
            }
            if (i >= command.size()) {
                unclosed('"');
            }
        } else if (c == '\\' && i + 1 < command.size()) {
            *word += command[++i];
        } else {
            *word += c;
        }
    }
    if (word) {
        words.push_back(*word);
    }
    if (words.empty()) {
        fail_without_words();
    }
    return words;
}

std::string join_words(const std::vector<std::string>& words) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) {
            line += ' ';
        }
        if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
            line += word;
            continue;
        }
        line += '\'';
        for (const char c : word) {
            line += c == '\'' ? std::string("'\\''") : std::string(1, c);
        }
        line += '\'';
    }
    return line;
}

std::string own_call(const std::vector<std::string>& words) {
    std::string program = join_words({::program_invocation_name});
    if (program.find('=') != std::string::npos && !program.starts_with('\'')) { // no assignment to a variable
        program = '\'' + program + '\'';
    }
    return program + " " + join_words(words);
}

fs::path bundled_agents_dir() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) {
        return {};
    }
    for (const char* place : {"agents", "../libexec/referee/agents"}) {
        fs::path dir = (program.parent_path() / place).lexically_normal();
        if (fs::is_directory(dir, error)) {
            return dir;
        }
    }
    return {};
}

bool may_be_secret(std::string_view name) noexcept {
    constexpr std::array kStarts{"GITHUB_", "GITLAB_", "ACTIONS_", "RUNNER_", "CI_"};
    constexpr std::array kParts{"TOKEN", "SECRET", "PASSW", "_PWD", "CREDENTIAL", "KEY", "AUTH"};
    const auto is_same = [](char one, char other) {
        return std::toupper(static_cast<unsigned char>(one)) == other;
    };
    const auto begin_of = [&](std::string_view part) {
        return std::search(name.begin(), name.end(), part.begin(), part.end(), is_same);
    };
    return std::ranges::any_of(kStarts, [&](const char* start) { return begin_of(start) == name.begin(); }) ||
           std::ranges::any_of(kParts, [&](const char* part) { return begin_of(part) != name.end(); });
}

Program find_program(std::vector<std::string> words, const fs::path& dir, const fs::path& agents_dir) {
    if (words.empty() || words.front().empty()) {
        fail_without_words();
    }
    std::error_code error;
    if (!dir.empty() && !fs::is_directory(dir, error)) {
        fail(words, "its dir " + dir.string() + " is not a directory");
    }
    const fs::path name = words.front();
    const auto found = [&](const fs::path& file) {
        return Program{.executable = absolute_path(file),
                       .words = words,
                       .dir = dir,
                       .variables = {},
                       .gets_secrets = true};
    };
    if (words.front().find('/') != std::string::npos) {
        const fs::path file = dir.empty() ? name : dir / name;
        if (const auto why = why_not_executable(file)) {
            const bool is_missing = !fs::exists(file, error);
            const fs::path parent = file.parent_path();
            fail(words,
                 *why + (is_missing ? files_near(parent.empty() ? "/" : parent, name.filename().string(),
                                                 (name.parent_path() / "").string())
                                    : ""));
        }
        return found(file);
    }
    std::vector<fs::path> dirs = search_path();
    if (!agents_dir.empty()) {
        dirs.insert(dirs.begin(), agents_dir);
    }
    std::optional<std::string> nearest; // why the first file of that name cannot be executed
    for (const fs::path& candidate : dirs) {
        const fs::path file = candidate / name;
        if (!fs::exists(file, error)) {
            continue;
        }
        const auto why = why_not_executable(file);
        if (!why) {
            return found(file);
        }
        nearest = nearest ? nearest : why;
    }
    if (nearest) {
        fail(words, *nearest);
    }
    const std::string hint = agents_near(agents_dir, dir.empty() ? fs::path(".") : dir, name.string());
    fail(words, "there is no program '" + to_printable(name.string()) + "' among the agents (" +
                    (agents_dir.empty() ? "none found" : agents_dir.string()) + ") or in PATH" +
                    (hint.empty() ? "; a path needs a slash, e.g. ./" + to_printable(name.string()) : hint));
}

std::vector<fs::path> named_files(const Program& program) {
    std::vector<fs::path> files;
    for (std::size_t i = 1; i < program.words.size(); ++i) {
        std::error_code error;
        fs::path path = fs::absolute(program.dir / program.words[i], error); // fails for an empty word
        if (fs::is_regular_file(path, error) && is_stored(path)) {
            files.push_back(std::move(path));
        }
    }
    return files;
}

/// The identity of each file is taken before its bytes are read: a file that is written to meanwhile has
/// another one at the next look.
ProgramFiles::ProgramFiles(const Program& program) {
    const auto print = [this](const fs::path& path) {
        identities_.push_back(identity_of(path.string()));
        return FilePrint{path.string(), sha256_of_file(path)};
    };
    print_.executable = print(program.executable);
    for (const fs::path& path : named_files(program)) {
        print_.files.push_back(print(path));
    }
}

std::optional<std::string> ProgramFiles::changed(bool reads_all, bool (*counts)(const std::string&)) const {
    for (std::size_t file = 0; file < identities_.size(); ++file) {
        const FilePrint& print = print_of(file);
        const bool is_suspect =
            reads_all ? print.sha256.has_value() : identity_of(print.path) != identities_[file];
        if (is_suspect && (counts == nullptr || counts(print.path)) && has_other_bytes(print)) {
            return print.path;
        }
    }
    return std::nullopt;
}

ProgramFiles::Identity ProgramFiles::identity_of(const std::string& path) noexcept {
    struct stat now {};
    if (::stat(path.c_str(), &now) != 0) {
        return {};
    }
    return {.device = now.st_dev,
            .inode = now.st_ino,
            .size = now.st_size,
            .written_ns = ns_of(now.st_mtim),
            .changed_ns = ns_of(now.st_ctim)};
}

const FilePrint& ProgramFiles::print_of(std::size_t file) const noexcept {
    return file == 0 ? print_.executable : print_.files[file - 1];
}

} // namespace referee
