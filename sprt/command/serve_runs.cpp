#include "sprt/command/serve_runs.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/process.hpp"
#include "sprt/command/program_name.hpp"
#include "sprt/page/page_template.hpp"
#include "sprt/page/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

namespace sprt {
namespace {

/// Shows `url` to the user. It is no error when nothing can.
void open_in_browser(std::string url) {
    std::string program = "xdg-open";
    std::array<char*, 3> words{program.data(), url.data(), nullptr};
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    }
    sigset_t ignored;
    sigemptyset(&ignored);
    for (const int signal : referee::ignored_signals()) {
        sigaddset(&ignored, signal);
    }
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setsigdefault(&attributes, &ignored);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t pid = 0;
    static_cast<void>(::posix_spawnp(&pid, program.c_str(), &actions, &attributes, words.data(), environ));
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
}

} // namespace

referee::ExitStatus serve_runs(const ServeFlags& flags) {
    const bool is_local = is_loopback(flags.bind);
    if (!is_local && flags.hosts.empty()) {
        throw referee::UserError(fmt::format(
            "--bind: {} can be reached from other machines; name what they call this one by --host NAME",
            flags.bind));
    }
    if (std::find(flags.hosts.begin(), flags.hosts.end(), "") != flags.hosts.end()) {
        throw referee::UserError("--host: it is empty; give the name that the server is called by");
    }
    std::vector<std::string> hosts = flags.hosts;
    if (is_local) {
        hosts.push_back(flags.bind); // 127.0.0.2
    }
    PageFacts facts;
    facts.version = REFEREE_VERSION;
    Site site(flags.dir, facts, page_templates(), std::move(hosts));
    Server server(site, flags.bind, flags.port);
    if (!is_local) {
        referee::complain(kProgram, "warning: there is no password: who reaches this machine sees the runs");
    }
    const std::string shown =
        is_local ? (flags.bind.find(':') == std::string::npos ? flags.bind : "[" + flags.bind + "]")
                 : flags.hosts.front();
    const std::string url = fmt::format("http://{}:{}/", shown, server.port());
    referee::say(url + "\n");
    if (flags.opens) {
        open_in_browser(url);
    }
    return referee::status_of_signal(server.run());
}

} // namespace sprt
