#include "referee/process/sandbox/sandbox.hpp"

#include "referee/base/task.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "referee/process/sandbox/mounts.hpp"
#include "referee/process/sandbox/view.hpp"
#include "referee/process/sha256.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <elf.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace referee {
namespace {

using wire::Report;

/// The environment of an agent that gets little of ours.
std::vector<std::string> small_environment(const std::vector<std::string>& variables) {
    std::vector<std::string> result;
    const char* path = std::getenv("PATH");
    result.push_back(std::string("PATH=") + (path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin"));
    if (const char* language = std::getenv("LANG")) {
        result.push_back(std::string("LANG=") + language);
    }
    for (const std::string& variable : variables) {
        const std::string name = variable.substr(0, variable.find('=') + 1);
        std::erase_if(result, [&](const std::string& entry) { return entry.starts_with(name); });
        result.push_back(variable);
    }
    std::erase_if(result, [](const std::string& entry) { return entry.starts_with("REFEREE_SEED="); });
    return result;
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text << std::flush;
    if (!file) {
        throw SandboxError("cannot write " + path + ": " + std::generic_category().message(errno));
    }
}

/// Says which user and group the user namespace of `pid` has: the only ones.
void give_ids(pid_t pid) {
    const std::string folder = "/proc/" + std::to_string(pid) + "/";
    const auto line = [](unsigned inside, unsigned outside) {
        return std::to_string(inside) + " " + std::to_string(outside) + " 1\n";
    };
    const auto inside = [](unsigned id) { return id == 0 ? kNobody : id; };
    if (can_become_nobody()) {
        write_file(folder + "uid_map", line(kNobody, kNobody));
        write_file(folder + "gid_map", line(kNobody, kNobody));
    } else {
        write_file(folder + "setgroups", "deny");
        write_file(folder + "uid_map", line(inside(::geteuid()), ::geteuid()));
        write_file(folder + "gid_map", line(inside(::getegid()), ::getegid()));
    }
}

/// The maps by which nobody owns what root shows an agent.
class Owners {
  public:
    Owners(const View& view, std::vector<StepFiles>& files) {
        if (!can_become_nobody()) {
            return;
        }
        for (std::size_t i = 0; i < view.steps.size(); ++i) {
            struct stat status {};
            if (view.steps[i].is_own && ::stat(view.steps[i].from.c_str(), &status) == 0) {
                const auto [map, is_new] = maps_.try_emplace({status.st_uid, status.st_gid});
                if (is_new) {
                    map->second = nobody_in_place_of(status.st_uid, status.st_gid);
                }
                files[i].owners = map->second.fd();
            }
        }
    }

  private:
    std::map<std::pair<uid_t, gid_t>, Descriptor> maps_;
};

/// The process that builds the file tree. It ends with the object.
class TreeBuilder {
  public:
    explicit TreeBuilder(const View& view) {
        auto [our_socket, its_socket] = wire::make_sockets();
        socket_ = std::move(our_socket);
        std::vector<StepFiles> files(view.steps.size()); // made before the fork
        const Owners owners(view, files);
        const bool as_root = can_become_nobody();
        pid_ = ::fork();
        if (pid_ < 0) {
            throw_no_task("cannot start the process that builds a sandbox", errno);
        }
        if (pid_ == 0) {
            socket_.reset();
            build_tree(view, files, as_root, its_socket.fd());
        }
    }
    ~TreeBuilder() {
        socket_.reset(); // it ends when it has nobody to talk to
        retried([&] { return ::waitpid(pid_, nullptr, 0); });
    }
    TreeBuilder(const TreeBuilder&) = delete;
    TreeBuilder& operator=(const TreeBuilder&) = delete;

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }

    /// Its next report, with the descriptors that came with it.
    Report report(std::array<Descriptor, wire::kMostDescriptors>& descriptors) const {
        return wire::next_report(socket_.fd(), descriptors, "the process that builds it");
    }
    void go_on() const {
        const wire::Order order{};
        static_cast<void>(wire::send(socket_.fd(), order));
    }

  private:
    Descriptor socket_;
    pid_t pid_ = -1;
};

const FilePrint* print_of(const AgentPrint& print, const std::string& path) {
    const auto is_it = [&](const FilePrint& file) {
        std::error_code error;
        return std::filesystem::weakly_canonical(file.path, error) == path;
    };
    if (is_it(print.executable)) {
        return &print.executable;
    }
    for (const FilePrint& file : print.files) {
        if (is_it(file)) {
            return &file;
        }
    }
    return nullptr;
}

/// Whether the file is an executable (ELF) of 32 bits.
bool has_32_bits(const std::string& path) {
    std::array<char, EI_CLASS + 1> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    return file && std::string_view(start.data(), SELFMAG) == ELFMAG && start[EI_CLASS] == ELFCLASS32;
}

/// Throws AgentError when the copy of the file `path` is not what was hashed.
void check_copy(const Descriptor& copy, const std::string& path, const AgentPrint& print) {
    const FilePrint* expected = print_of(print, path);
    if (expected == nullptr || !expected->sha256) {
        return;
    }
    if (sha256_of_file("/proc/self/fd/" + std::to_string(copy.fd())) != expected->sha256) {
        throw AgentError(to_printable(path) + " changed while it was copied into the sandbox");
    }
}

} // namespace

/// Source: the lines "first inside, first outside, count" of user_namespaces(7).
bool can_become_nobody() {
    const auto has_nobody = [](const char* file) {
        std::ifstream map(file);
        std::uint64_t inside = 0;
        std::uint64_t outside = 0;
        std::uint64_t count = 0;
        while (map >> inside >> outside >> count) {
            if (inside <= kNobody && kNobody - inside < count) {
                return true;
            }
        }
        return false;
    };
    return ::geteuid() == 0 && has_nobody("/proc/self/uid_map") && has_nobody("/proc/self/gid_map");
}

Sandbox::Sandbox(const Program& program, const SandboxWishes& wishes,
                 const std::vector<std::filesystem::path>& hidden, const AgentPrint& print,
                 std::shared_ptr<const ControlGroups> groups)
    : program_(program)
    , wishes_(wishes)
    , groups_(std::move(groups))
    , view_(view_of(program, wishes, hidden))
    , environment_(small_environment(program.variables))
    , filter_(seccomp_filter(has_32_bits(view_.copied.front()), !groups_->limit_cores())) {
    build(print);
}

Sandbox::Sandbox(const Sandbox& other, const Program& program)
    : program_(program)
    , wishes_(other.wishes_)
    , groups_(other.groups_)
    , view_(other.view_)
    , environment_(small_environment(program.variables))
    , filter_(other.filter_)
    , user_namespace_(other.user_namespace_)
    , mount_namespace_(other.mount_namespace_) {}

void Sandbox::build(const AgentPrint& print) {
    const TreeBuilder builder(view_);
    std::size_t copies = 0;
    std::array<Descriptor, wire::kMostDescriptors> descriptors;
    while (true) {
        const Report report = builder.report(descriptors);
        switch (report.what) {
        case Report::What::WantsIds:
            give_ids(builder.pid());
            builder.go_on();
            break;
        case Report::What::Copied:
            check_copy(descriptors[0], view_.copied.at(copies++), print);
            break;
        default:
            user_namespace_ = std::make_shared<const Descriptor>(std::move(descriptors[0]));
            mount_namespace_ = std::make_shared<const Descriptor>(std::move(descriptors[1]));
            return;
        }
    }
}

} // namespace referee
