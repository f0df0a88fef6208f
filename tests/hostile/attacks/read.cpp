// Reads or changes files that are not its own, or reads secrets: read
// run|append|overwrite|environment|summary|home.
//   run          reads the files of the run
//   append       appends a forged game to the log
//   overwrite    writes nonsense over the log and over run.json
//   environment  reads a secret in the environment, its own or that of another process
//   summary      appends to the files that GITHUB_STEP_SUMMARY and GITHUB_ENV name
//   home         reads the home directory
// The run directory is what the command of the referee says. In case that an agent finds out by other means,
// the environment variables ATTACK_RUN, ATTACK_SUMMARY, ATTACK_ENV and ATTACK_HOME name the places too.

#include "tests/hostile/attacks/attack.hpp"

#include <filesystem>

#include <fcntl.h>

namespace {

using namespace attack;

constexpr const char* kSecret = "SECRET_X"; // the test sets it

Failure if_empty(const std::string& text, const char* reason) {
    return text.empty() ? Failure(reason) : Failure();
}

/// The directory that `--out` names in the command of the referee; empty when it is not told.
std::string told_run() {
    const pid_t process = referee_process();
    const std::vector<std::string> words = words_of(process);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "--out") {
            return std::filesystem::path(target_of(proc(process, "cwd"))) / words[i + 1];
        }
    }
    return "";
}

/// Attacks the run directory that the command of the referee names, and the one that is known.
template<class Attack>
void try_on_run(const std::string& what, Attack&& attack) {
    const std::string told = told_run();
    const std::string known = variable("ATTACK_RUN");
    tell(what, told.empty() ? Failure("no run directory is told") : attack(told));
    tell(what + " of a known run", attack(known));
    // As the referee and the first process see it, whatever stands between.
    const std::string name = known.substr(known.rfind('/') + 1);
    for (const pid_t process : {referee_process(), pid_t{1}}) {
        const std::string whose = process == 1 ? "1" : "REFEREE";
        tell(what + " through /proc/" + whose + "/root", attack(proc(process, "root") + known));
        tell(what + " through /proc/" + whose + "/cwd", attack(proc(process, "cwd/") + name));
    }
}

Failure read_run(const std::string& directory) {
    const int file = ::open((directory + "/run.json").c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return why();
    }
    ::close(file);
    return std::nullopt;
}

Failure append(const std::string& directory) {
    const std::string log = directory + "/games.jsonl";
    const std::string games = content_of(log);
    const std::size_t last = games.size() < 2 ? 0 : games.rfind('\n', games.size() - 2) + 1; // npos + 1 is 0
    return write_file(log, O_APPEND, games.empty() ? "{\"format\":1,\"game\":0}\n" : games.substr(last));
}

Failure overwrite(const std::string& directory) {
    if (const Failure failure = write_file(directory + "/games.jsonl", 0, "nonsense\n")) {
        return failure;
    }
    return write_file(directory + "/run.json", O_TRUNC, "nonsense\n");
}

void read_environment() {
    const char* const token = std::getenv("GITHUB_TOKEN");
    tell("read the token in the environment", token != nullptr ? Failure() : "there is none");
    Failure failure = "no process with it is seen";
    for (const pid_t process : processes()) {
        if (variable_of(process, kSecret)) {
            failure.reset();
        }
    }
    tell("read the secret of another process", failure);
}

void append_to_summary() {
    for (const char* const name : {"GITHUB_STEP_SUMMARY", "GITHUB_ENV", "ATTACK_SUMMARY", "ATTACK_ENV"}) {
        const std::string file = variable(name);
        tell(std::string("append to ") + name,
             file.empty() ? Failure("it is not told") : write_file(file, O_APPEND, "forged=1\n"));
    }
}

/// The home directory that /etc/passwd gives to the user; empty when it is not told.
std::string home_by_password_file() {
    const std::string users = content_of("/etc/passwd");
    const std::string number = ":" + std::to_string(::getuid()) + ":";
    for (std::size_t begin = 0; begin < users.size();) {
        const std::size_t end = std::min(users.find('\n', begin), users.size());
        const std::string line = users.substr(begin, end - begin);
        begin = end + 1;
        const std::size_t shell = line.rfind(':'); // name:password:user:group:comment:home:shell
        if (shell == std::string::npos || line.find(number) != line.find(':', line.find(':') + 1)) {
            continue;
        }
        const std::size_t home = line.rfind(':', shell - 1) + 1;
        return line.substr(home, shell - home);
    }
    return "";
}

void read_home() {
    for (const char* const name : {"HOME", "ATTACK_HOME"}) {
        const std::string home = variable(name);
        tell(std::string("read a private file in ") + name,
             home.empty() ? Failure("it is not told")
                          : if_empty(content_of(home + "/private"), "it cannot be read"));
    }
    const std::string home = home_by_password_file();
    std::error_code error;
    const auto entries = std::filesystem::directory_iterator(home, error);
    const bool has_entries = !error && entries != std::filesystem::directory_iterator();
    tell("list the home directory of the password file", has_entries    ? Failure()
                                                         : home.empty() ? Failure("it is not told")
                                                         : error        ? Failure(error.message())
                                                                        : Failure("it is empty"));
}

struct Read final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const std::string& what = arguments_.at(0);
        if (what == "run") {
            try_on_run("read the run", read_run);
        } else if (what == "append") {
            try_on_run("append to the log", append);
        } else if (what == "overwrite") {
            try_on_run("overwrite the log", overwrite);
        } else if (what == "environment") {
            read_environment();
        } else if (what == "summary") {
            append_to_summary();
        } else {
            read_home();
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Read>(argc, argv);
}
