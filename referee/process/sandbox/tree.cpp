#include "referee/base/descriptor.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "referee/process/sandbox/mounts.hpp"
#include "referee/process/sandbox/sandbox.hpp"
#include "referee/process/sandbox/view.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace referee {
namespace {

using Kind = ViewStep::Kind;
using wire::Report;

/// Where copies are made. They keep their names, because a file without one cannot be shown in another place.
constexpr const char* kCopies = mounts::kWorkshop;

class TreeBuild {
  public:
    TreeBuild(const View& view, std::vector<StepFiles>& files, bool as_root, int socket) noexcept
        : view_(view)
        , files_(files)
        , as_root_(as_root)
        , socket_(socket) {}

    [[noreturn]] void run() noexcept {
        // Root opens files as root, and leaves its user namespace at the end.
        expect(::unshare(as_root_ ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) == 0,
               "the kernel refuses new namespaces");
        if (!as_root_) {
            get_ids();
        } else {
            expect(::setgroups(0, nullptr) == 0, "cannot leave the groups of root");
        }
        expect(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0,
               "cannot separate the mounts");
        const int proc = mounts::clone_of("/proc", mounts::Access::AsItIs);
        expect(proc >= 0, "cannot take /proc");
        open_sources();
        change_root();
        expect(::mkdir("/proc", 0755) == 0 && mounts::put(proc, "/proc"), "cannot show /proc");
        expect(::mkdir(kCopies, 0755) == 0, "cannot make ", kCopies);
        for (std::size_t i = 0; i < view_.steps.size(); ++i) {
            take(view_.steps[i], files_[i].source);
        }
        hide(kCopies);
        expect(mounts::make_read_only("/"), "cannot make the files read-only");
        if (as_root_) {
            expect(::unshare(CLONE_NEWNS | CLONE_NEWUSER) == 0, "the kernel refuses a user namespace");
            get_ids();
        }
        send_namespaces();
        ::_exit(0);
    }

  private:
    void expect(bool is_right, const char* what, const char* path = "") const noexcept {
        if (!is_right) {
            wire::send_failure(socket_, Report::What::Failed, what, path);
            ::_exit(1);
        }
    }

    void get_ids() const noexcept {
        const Report report{.what = Report::What::WantsIds};
        wire::Order order;
        if (!wire::send(socket_, &report, sizeof report) || !wire::receive(socket_, order)) {
            ::_exit(1);
        }
    }

    void open_sources() noexcept {
        for (std::size_t i = 0; i < view_.steps.size(); ++i) {
            const ViewStep& step = view_.steps[i];
            const char* from = step.from.c_str();
            switch (step.kind) {
            case Kind::Bind:
                files_[i].source = mounts::clone_of(from, mounts::Access::ReadOnly);
                expect(files_[i].source >= 0, "cannot show ", from);
                if (files_[i].owners >= 0) { // where it cannot be done, what all may read can be read
                    mounts::change_owners(files_[i].source, files_[i].owners);
                }
                break;
            case Kind::Device:
                files_[i].source = mounts::clone_of(from, mounts::Access::Device);
                expect(files_[i].source >= 0, "cannot show ", from);
                break;
            case Kind::Copy:
                files_[i].source = ::open(from, O_RDONLY | O_CLOEXEC);
                expect(files_[i].source >= 0, "cannot read ", from);
                break;
            default:
                break;
            }
        }
    }

    /// The new tree takes the place of the whole old one. It is mounted on /dev, of which devices were
    /// cloned before: a container may have no /usr.
    void change_root() const noexcept {
        expect(::mount("tmpfs", "/dev", "tmpfs", MS_NOSUID, "mode=755") == 0 && ::chdir("/dev") == 0,
               "cannot make a file tree");
        expect(::syscall(SYS_pivot_root, ".", ".") == 0 && ::umount2(".", MNT_DETACH) == 0 &&
                   ::chdir("/") == 0,
               "cannot leave the old file tree");
    }

    void take(const ViewStep& step, int source) noexcept {
        const char* at = step.at.c_str();
        switch (step.kind) {
        case Kind::Directory:
            expect(::mkdir(at, 0755) == 0 || errno == EEXIST, "cannot make ", at);
            break;
        case Kind::Link:
            expect(::symlink(step.from.c_str(), at) == 0 || errno == EEXIST, "cannot make ", at);
            break;
        case Kind::Bind:
        case Kind::Device:
            mounts::make_place(at, step.is_file);
            expect(mounts::put(source, at), "cannot show ", at);
            break;
        case Kind::TakeApart:
            take_apart(at);
            break;
        case Kind::Copy:
            show_copy(source, at);
            break;
        case Kind::Hide:
            if (step.is_file) {
                show_copy(-1, at);
            } else {
                hide(at);
            }
            break;
        }
    }

    /// What is mounted on a file of the host's is gone once that file is replaced there. So the directory
    /// becomes one of ours, and each of its entries is mounted in it. One that cannot be listed stays whole,
    /// with those inside it.
    void take_apart(const char* directory) const noexcept {
        constexpr const char* kWhole = "/.copies/whole";
        expect(mounts::make_place(kWhole, false), "cannot take apart ", directory);
        if (::mount(directory, kWhole, nullptr, MS_MOVE, nullptr) != 0) {
            expect(errno == EINVAL, "cannot take apart ", directory);
            return; // it is not mounted by itself
        }
        bool has_links = false;
        const char* const failed = mounts::show_entries(kWhole, directory, has_links);
        const bool is_closed = failed == mounts::kAll && errno == EACCES;
        if (is_closed && ::access(kWhole, X_OK) == 0) {
            expect(::mount(kWhole, directory, nullptr, MS_MOVE, nullptr) == 0, "cannot show ", directory);
            return;
        }
        expect(failed == nullptr || is_closed, "cannot show an entry of its directory: ", failed);
        expect(!as_root_ || ::chmod(directory, rights_of_nobody(kWhole)) == 0, "cannot close ", directory);
        expect(::umount2(kWhole, MNT_DETACH) == 0, "cannot take apart ", directory);
    }

    /// A mode with which others may do what the agents of root may do in `directory`.
    static mode_t rights_of_nobody(const char* directory) noexcept {
        ::setfsgid(kNobody);
        ::setfsuid(kNobody); // with it root's right to open all is lost for now
        const Descriptor list(::open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        const bool is_entered = ::chdir(directory) == 0;
        ::setfsuid(0);
        ::setfsgid(0);
        static_cast<void>(::chdir("/"));
        return 0700 | (list.fd() >= 0 ? 0044 : 0) | (is_entered ? 0011 : 0);
    }

    /// Leaves at `at` what is ours: a place.
    static void clear(const char* at, bool is_file) noexcept {
        static_cast<void>(::umount2(at, MNT_DETACH)); // when it is an entry of the host's
        mounts::make_place(at, is_file);
    }

    void hide(const char* directory) const noexcept {
        clear(directory, false);
        expect(::mount("tmpfs", directory, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC,
                       "size=4k,mode=555") == 0,
               "cannot hide ", directory);
    }

    /// Shows a copy of `source` at `at`, and reports it; without a source, an empty file.
    void show_copy(int source, const char* at) noexcept {
        const std::array<char, 32> name = next_copy();
        const int copy = ::open(name.data(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        expect(copy >= 0, "cannot copy ", at);
        mode_t mode = 0444;
        if (source >= 0) {
            struct stat status {};
            expect(::fstat(source, &status) == 0 && copy_bytes(source, copy), "cannot copy ", at);
            mode |= (status.st_mode & 0111) != 0 ? 0111 : 0;
        }
        expect(::fchmod(copy, mode) == 0, "cannot copy ", at);
        const int readable = ::open(name.data(), O_RDONLY | O_CLOEXEC);
        ::close(copy);
        const int tree = mounts::clone_of(name.data(), mounts::Access::ReadOnly);
        expect(tree >= 0, "cannot copy ", at);
        clear(at, true);
        expect(mounts::put(tree, at), "cannot show the copy of ", at);
        if (source >= 0) {
            const Report report{.what = Report::What::Copied};
            expect(wire::send(socket_, &report, sizeof report, std::array{readable}), "cannot report a copy");
        }
        ::close(readable);
    }

    /// The name of the next copy: /.copies/N.
    std::array<char, 32> next_copy() noexcept {
        std::array<char, 32> name{};
        char* const end = std::ranges::copy(std::string_view(kCopies), name.data()).out;
        *end = '/';
        std::to_chars(end + 1, name.data() + name.size() - 1, ++copies_);
        return name;
    }

    static bool copy_bytes(int from, int to) noexcept {
        static std::array<char, 1 << 16> block;
        ssize_t got = 0;
        while ((got = ::read(from, block.data(), block.size())) > 0) {
            for (ssize_t put = 0; put < got;) {
                const ssize_t done = ::write(to, block.data() + put, static_cast<std::size_t>(got - put));
                if (done < 0) {
                    return false;
                }
                put += done;
            }
        }
        return got == 0;
    }

    void send_namespaces() const noexcept {
        const std::array<int, 2> namespaces{::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC),
                                            ::open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC)};
        expect(namespaces[0] >= 0 && namespaces[1] >= 0, "cannot hand over the namespaces");
        const Report report{.what = Report::What::Built};
        expect(wire::send(socket_, &report, sizeof report, namespaces), "cannot hand over the namespaces");
    }

    const View& view_;
    std::vector<StepFiles>& files_;
    bool as_root_;
    int socket_;
    unsigned copies_ = 0;
};

} // namespace

void build_tree(const View& view, std::vector<StepFiles>& files, bool as_root, int socket) noexcept {
    ::umask(022);
    TreeBuild(view, files, as_root, socket).run();
}

} // namespace referee
