// An agent that says OK and never moves. It writes the time at which it has read TURN, in nanoseconds of the
// monotonic clock, to the file named by REFEREE_SEED in the directory BENCH_TIMES, and reads on until FINISH.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

int main() {
    const char* const directory = std::getenv("BENCH_TIMES");
    const char* const seed = std::getenv("REFEREE_SEED");
    if (directory == nullptr || seed == nullptr) {
        std::fputs("bench_silent_agent: no BENCH_TIMES or REFEREE_SEED in the environment\n", stderr);
        return 2;
    }
    for (std::string line; std::getline(std::cin, line) && line != "FINISH";) {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        if (line.starts_with("READY ")) {
            std::cout << "OK" << std::endl;
        } else if (line.starts_with("TURN ")) {
            std::FILE* const file = std::fopen((std::string(directory) + "/" + seed).c_str(), "w");
            if (file == nullptr) {
                return 1;
            }
            std::fprintf(
                file, "%lld\n",
                static_cast<long long>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()));
            std::fclose(file);
        }
    }
    return 0;
}
