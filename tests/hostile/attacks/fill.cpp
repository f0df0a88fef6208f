// Uses up what the machine has, then gives it back: fill memory MEGABYTES|children MEGABYTES|disk MEGABYTES|
// processes COUNT|descriptors COUNT. An attack worked when it got all that it asked for (descriptors: when
// none is left to others).
//   children   of 4 MiB each, until the end of the game: when memory has run out, the kernel ends the largest
//   process,
//              which is somebody else
//   disk       a file in the working directory, in /tmp and in /dev/shm, MEGABYTES each, 100 at most
//   processes  COUNT, 2000 at most; they end with their parent

#include "tests/hostile/attacks/attack.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

namespace {

using namespace attack;

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
constexpr int kMostOnDisk = 100;
constexpr int kMostProcesses = 2000;

Failure fill_memory(int megabytes) {
    std::vector<void*> blocks;
    Failure failure;
    for (int i = 0; i < megabytes && !failure; ++i) {
        void* const block = ::mmap(nullptr, kMebibyte, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (block == MAP_FAILED) {
            failure = why();
        } else {
            blocks.push_back(block);
        }
    }
    for (void* const block : blocks) {
        ::munmap(block, kMebibyte);
    }
    return failure;
}

Failure fill_children(int megabytes) {
    constexpr int kMegabytesEach = 4;
    for (int filled = 0; filled < megabytes; filled += kMegabytesEach) {
        const pid_t child = start_process([] {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            ::mmap(nullptr, kMegabytesEach * kMebibyte, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
            sleep_for_ever();
        });
        if (child < 0) {
            return why();
        }
        ::usleep(1000);
    }
    return {};
}

Failure fill_disk(const std::string& directory, int megabytes) {
    const std::string path = directory + "/attack-" + std::to_string(::getpid());
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return why();
    }
    ::unlink(path.c_str()); // nothing is left, however the agent ends
    const std::string block(kMebibyte, 'x');
    Failure failure;
    for (int i = 0; i < std::min(megabytes, kMostOnDisk) && !failure; ++i) {
        failure = unless(::write(file, block.data(), block.size()) == static_cast<ssize_t>(block.size()));
    }
    ::close(file);
    return failure;
}

Failure fill_processes(int count) {
    std::vector<pid_t> children;
    Failure failure;
    while (static_cast<int>(children.size()) < std::min(count, kMostProcesses) && !failure) {
        const pid_t child = start_process([] {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            sleep_for_ever();
        });
        if (child > 0) {
            children.push_back(child);
        } else {
            failure = why();
        }
    }
    for (const pid_t child : children) {
        ::kill(child, SIGKILL);
    }
    for (const pid_t child : children) {
        ::waitpid(child, nullptr, 0);
    }
    return failure;
}

Failure fill_descriptors(int count) {
    std::vector<int> opened;
    Failure failure = "it has many, and others have some left";
    for (int i = 0; i < count; ++i) {
        const int file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (file < 0) {
            failure = errno == ENFILE ? Failure() : why();
            break;
        }
        opened.push_back(file);
    }
    for (const int file : opened) {
        ::close(file);
    }
    return failure;
}

struct Fill final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const std::string& what = arguments_.at(0);
        if (what == "memory") {
            tell("fill the memory", fill_memory(number(arguments_.at(1))));
        } else if (what == "children") {
            tell("fill the memory by children", fill_children(number(arguments_.at(1))));
        } else if (what == "disk") {
            for (const char* const place : {".", "/tmp", "/dev/shm"}) {
                tell(std::string("fill ") + place, fill_disk(place, number(arguments_.at(1))));
            }
        } else if (what == "processes") {
            tell("fill the table of processes", fill_processes(number(arguments_.at(1))));
        } else {
            tell("fill the table of files", fill_descriptors(number(arguments_.at(1))));
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Fill>(argc, argv);
}
