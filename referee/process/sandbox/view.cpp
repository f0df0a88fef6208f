#include "referee/process/sandbox/view.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/program.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>

namespace referee {
namespace {

namespace fs = std::filesystem;
using Kind = ViewStep::Kind;

/// Directories with the programs and libraries of the system.
constexpr std::array<std::string_view, 7> kSystem{"/usr",   "/bin",   "/sbin",  "/lib",
                                                  "/lib32", "/lib64", "/libx32"};
/// What libraries read, and what the files of /usr are linked to.
constexpr std::array<std::string_view, 6> kSystemFiles{"/etc/ld.so.cache",        "/etc/alternatives",
                                                       "/etc/localtime",          "/etc/nsswitch.conf",
                                                       "/sys/devices/system/cpu", "/sys/devices/system/node"};
/// Interpreters are told by these how they are set up: `/etc/java-17-openjdk`, `/etc/python3.11`.
constexpr std::array<std::string_view, 3> kInterpreterSettings{"java", "python", "mono"};
constexpr std::array<std::string_view, 5> kDevices{"null", "zero", "full", "random", "urandom"};

bool is_inside(const fs::path& path, const fs::path& dir) {
    const auto [path_end, dir_end] = std::mismatch(path.begin(), path.end(), dir.begin(), dir.end());
    return dir_end == dir.end();
}

bool is_system(const fs::path& path) {
    return std::ranges::any_of(kSystem, [&](std::string_view dir) { return is_inside(path, dir); });
}

fs::path real_path(const fs::path& path) {
    std::error_code error;
    fs::path result = fs::weakly_canonical(path, error);
    return error ? path : result;
}

/// The home directories of all users of the machine, and the one that the environment names.
std::vector<fs::path> homes() {
    constexpr std::size_t kHomeField = 5;
    std::vector<fs::path> dirs;
    if (const char* dir = std::getenv("HOME"); dir != nullptr && *dir == '/') {
        dirs.push_back(real_path(dir));
    }
    std::ifstream users("/etc/passwd");
    for (std::string user; std::getline(users, user);) {
        const auto fields = split(user, ':');
        if (fields.size() > kHomeField && fields[kHomeField].starts_with('/')) {
            dirs.push_back(real_path(fields[kHomeField]));
        }
    }
    return dirs;
}

fs::path working_dir(const Program& program) {
    return fs::absolute(program.dir.empty() ? fs::current_path() : program.dir);
}

/// Whether a directory may be shown as an agent's own: it is not so wide that it holds what others own.
bool may_be_own(const fs::path& dir) {
    const bool is_wide = std::distance(dir.begin(), dir.end()) <= 2; // `/` and e.g. `/tmp`
    const auto all = homes();
    std::error_code error;
    return !is_wide && !is_system(dir) && !fs::exists(dir / ".ssh", error) &&
           std::ranges::none_of(all, [&](const fs::path& home) { return is_inside(home, dir); });
}

/// Whether symbolic links lead from `path` out of `base`.
bool leads_out(const fs::path& path, const fs::path& base) {
    return !is_inside(real_path(path), real_path(base));
}

/// The directory of the program, when `file` lies in it and it may be an agent's own; otherwise the widest
/// directory around the file that may be.
fs::path base_of(const fs::path& file, const Program& program) {
    const fs::path dir = working_dir(program).lexically_normal();
    if (is_inside(file, dir) && may_be_own(real_path(dir))) {
        return dir;
    }
    fs::path base;
    for (const fs::path& part : file.parent_path()) {
        base /= part;
        if (may_be_own(base)) {
            break;
        }
    }
    return base;
}

/// Whether a file that a word of the command names is the agent's: links would let whoever changes an agent
/// show it any file. In the program's own directory they may not lead out of that; elsewhere the file may be
/// a link to another one beside it.
bool is_own_file(const fs::path& path, const Program& program) {
    const fs::path file = path.lexically_normal();
    const fs::path base = base_of(file, program);
    if (base == working_dir(program).lexically_normal()) {
        return !leads_out(file, base);
    }
    const fs::path dir = file.parent_path();
    return real_path(dir) == (real_path(base) / dir.lexically_relative(base)).lexically_normal() &&
           real_path(file).parent_path() == real_path(dir);
}

/// The executable, which the user chose to run, and the agent's files among those that words of the command
/// name; absolute.
std::vector<fs::path> own_files(const Program& program) {
    std::vector<fs::path> files{program.executable};
    std::ranges::copy_if(named_files(program), std::back_inserter(files),
                         [&](const fs::path& file) { return is_own_file(file, program); });
    return files;
}

/// The directories of the program itself: its `dir`, and those of its files.
std::vector<fs::path> own_dirs(const Program& program) {
    std::vector<fs::path> dirs;
    const auto add = [&](const fs::path& dir) {
        const fs::path real = real_path(dir);
        if (may_be_own(real) && std::ranges::find(dirs, real) == dirs.end()) {
            dirs.push_back(real);
        }
    };
    if (!program.dir.empty()) {
        add(fs::absolute(program.dir));
    }
    for (const fs::path& file : own_files(program)) {
        const fs::path base = base_of(file.lexically_normal(), program);
        for (const fs::path& dir : {file.parent_path(), real_path(file).parent_path()}) {
            if (!leads_out(dir, base)) {
                add(dir);
            }
        }
    }
    return dirs;
}

/// Collects the steps. Follows symbolic links as the kernel will, and makes them in the new tree too.
class Builder {
  public:
    /// Makes `path` reachable: the directories and links on the way. Returns where the links lead.
    fs::path reach(const fs::path& path) {
        std::deque<fs::path> rest(path.begin(), path.end());
        fs::path at = "/";
        for (int links = 0; !rest.empty();) {
            const fs::path part = rest.front();
            rest.pop_front();
            if (part == "/" || part == "." || part.empty()) {
                continue;
            }
            if (part == "..") {
                at = at.parent_path();
                continue;
            }
            const fs::path next = at / part;
            std::error_code error;
            if (fs::is_symlink(next, error)) {
                constexpr int kMostLinks = 40; // as many as the kernel follows
                const fs::path target = fs::read_symlink(next, error);
                if (error || ++links > kMostLinks) {
                    return next;
                }
                add({Kind::Link, next.string(), target.string()});
                rest.insert(rest.begin(), target.begin(), target.end());
                at = target.is_absolute() ? fs::path("/") : at;
                continue;
            }
            if (!rest.empty() || fs::is_directory(next, error)) {
                add({Kind::Directory, next.string()});
            }
            at = next;
        }
        return at;
    }

    /// Shows a file or directory where it is.
    void show(const fs::path& path, bool is_own = false) {
        const fs::path real = reach(path);
        std::error_code error;
        if (is_shown(real) || !fs::exists(real, error)) {
            return;
        }
        const bool is_file = !fs::is_directory(real, error);
        view_.steps.push_back({Kind::Bind, real.string(), real.string(), is_file, is_own});
        shown_.insert(real);
    }

    void show_device(const std::string& path) { view_.steps.push_back({Kind::Device, path, path, true}); }

    void copy(const fs::path& file) {
        const fs::path real = reach(file);
        const bool is_new = std::ranges::find(view_.copied, real.string()) == view_.copied.end();
        if (is_new) {
            view_.steps.push_back({Kind::Copy, real.string(), real.string(), true});
            view_.copied.push_back(real.string());
        }
    }

    /// Also what is not there yet: no entry is added to a directory that is taken apart.
    void hide(const fs::path& path) {
        std::error_code error;
        if (!fs::exists(path, error)) {
            fs::path dir = path.parent_path();
            while (dir.has_relative_path() && !fs::is_directory(dir, error)) {
                dir = dir.parent_path();
            }
            closed_.push_back(dir);
            return;
        }
        const bool is_hidden = std::ranges::any_of(view_.steps, [&](const ViewStep& step) {
            return step.kind == Kind::Hide && is_inside(path, step.at);
        });
        if (!is_hidden && !is_system(path) && is_shown(path) && shown_.count(path) == 0 &&
            std::ranges::none_of(view_.copied,
                                 [&](const std::string& file) { return is_inside(file, path); })) {
            view_.steps.push_back({Kind::Hide, path.string(), {}, !fs::is_directory(path, error)});
        }
    }

    void link(const std::string& at, const std::string& to) { add({Kind::Link, at, to}); }
    void directory(const std::string& at) { add({Kind::Directory, at}); }

    void write_to(const fs::path& at) { view_.scratch.push_back(at.string()); }

    /// Takes those directories of the agent's apart in which something is copied or hidden.
    void take_apart() {
        for (const ViewStep& step : view_.steps) {
            if (step.kind == Kind::Copy || step.kind == Kind::Hide) {
                closed_.push_back(fs::path(step.at).parent_path());
            }
        }
        std::set<std::string> dirs;
        for (fs::path dir : closed_) {
            for (; dir.has_relative_path() && !is_system(dir) && is_shown(dir); dir = dir.parent_path()) {
                dirs.insert(dir.string());
            }
        }
        const auto first = std::ranges::find(view_.steps, Kind::Copy, &ViewStep::kind);
        std::vector<ViewStep> steps; // a directory before those inside it
        std::ranges::transform(dirs, std::back_inserter(steps), [](const std::string& dir) {
            return ViewStep{Kind::TakeApart, dir};
        });
        view_.steps.insert(first, steps.begin(), steps.end());
    }

    View& view() { return view_; }

  private:
    /// Whether `path` is, or lies in, what is shown.
    [[nodiscard]] bool is_shown(const fs::path& path) const {
        return std::ranges::any_of(shown_, [&](const fs::path& dir) { return is_inside(path, dir); });
    }

    void add(ViewStep step) {
        if (!is_shown(step.at) && made_.insert(step.at).second) {
            view_.steps.push_back(std::move(step));
        }
    }

    View view_;
    std::vector<fs::path> closed_; ///< directories to which no entry is added
    std::set<fs::path> shown_;
    std::set<std::string> made_;
};

void show_system(Builder& builder) {
    for (const std::string_view dir : kSystem) {
        builder.show(dir);
    }
    for (const std::string_view file : kSystemFiles) {
        builder.show(file);
    }
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/etc", error)) {
        const std::string name = entry.path().filename().string();
        if (std::ranges::any_of(kInterpreterSettings,
                                [&](std::string_view start) { return name.starts_with(start); })) {
            builder.show(entry.path());
        }
    }
    builder.directory("/dev");
    for (const std::string_view device : kDevices) {
        builder.show_device("/dev/" + std::string(device));
    }
    builder.link("/dev/fd", "/proc/self/fd");
    builder.link("/dev/stdin", "/proc/self/fd/0");
    builder.link("/dev/stdout", "/proc/self/fd/1");
    builder.link("/dev/stderr", "/proc/self/fd/2");
    builder.directory("/dev/shm");
    builder.directory("/proc");
    builder.directory("/tmp");
    builder.directory("/var");
    builder.link("/var/tmp", "/tmp");
}

/// The directories and files that the agent may read besides the copies of its files.
std::vector<fs::path> readable(const Program& program, const SandboxWishes& wishes) {
    std::vector<fs::path> dirs = own_dirs(program);
    if (!wishes.read) {
        return dirs;
    }
    std::vector<fs::path> asked;
    for (const std::string& text : *wishes.read) {
        fs::path path = real_path(working_dir(program) / text);
        std::error_code error;
        if (!fs::exists(path, error)) {
            throw UserError("its read: '" + to_printable(text) + "' does not exist");
        }
        asked.push_back(std::move(path));
    }
    std::erase_if(dirs, [&](const fs::path& dir) {
        return asked.empty() ||
               std::ranges::any_of(asked, [&](const fs::path& path) { return is_inside(path, dir); });
    });
    dirs.insert(dirs.end(), asked.begin(), asked.end());
    return dirs;
}

/// Copies are kept in memory.
void check_size(const std::vector<std::string>& copied) {
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;
    std::uintmax_t bytes = 0;
    for (const std::string& file : copied) {
        std::error_code error;
        const std::uintmax_t size = fs::file_size(file, error);
        bytes += error ? 0 : std::min(size, kMostBytes + 1);
        if (bytes > kMostBytes) {
            throw UserError(
                "its executable and the files that its command names have more than 1 GiB, with '" +
                to_printable(file) + "': name a directory instead, in its settings (\"read\")");
        }
    }
}

} // namespace

std::vector<fs::path> private_paths(const Program& program) {
    std::vector<fs::path> paths;
    for (const fs::path& file : own_files(program)) {
        paths.push_back(real_path(file));
    }
    std::ranges::copy(own_dirs(program), std::back_inserter(paths));
    return paths;
}

bool is_replaceable(const std::string& file) {
    return is_system(file) || is_system(real_path(file));
}

View view_of(const Program& program, const SandboxWishes& wishes, const std::vector<fs::path>& hidden) {
    Builder builder;
    show_system(builder);
    std::vector<fs::path> dirs = readable(program, wishes);
    std::ranges::sort(dirs); // a directory before those inside it
    for (const fs::path& dir : dirs) {
        builder.show(dir, true);
    }
    for (const fs::path& file : own_files(program)) {
        builder.copy(file);
    }
    check_size(builder.view().copied);
    std::vector<fs::path> unseen;
    std::ranges::transform(hidden, std::back_inserter(unseen), real_path);
    std::ranges::sort(unseen); // a directory before what is in it
    for (const fs::path& path : unseen) {
        builder.hide(path);
    }
    builder.take_apart();
    const fs::path dir = working_dir(program);
    const fs::path real_dir = builder.reach(dir);
    builder.write_to("/tmp");
    builder.write_to("/dev/shm");
    if (real_dir != "/" && real_dir != "/tmp" && !is_system(real_dir)) {
        builder.write_to(real_dir);
    }
    builder.view().dir = dir.string();
    return std::move(builder.view());
}

} // namespace referee
