// Replaces the rival's executable: replace rename|overwrite, by another file of the same name, or in place.
// The rival is what /proc shows, and the file that the environment variable ATTACK_RIVAL names.

#include "tests/hostile/attacks/attack.hpp"

#include <cstdio>

#include <fcntl.h>

namespace {

using namespace attack;

constexpr std::string_view kBroken = "#!/bin/sh\nexit 9\n";

struct Replace final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        const bool renames = arguments_.at(0) == "rename";
        const auto replace = [=](const std::string& file) {
            return renames ? rename_over(file) : write_file(file, O_TRUNC, kBroken);
        };
        try_on_rivals(renames ? "put another file in the place of the rival" : "overwrite the rival",
                      [=](pid_t rival) { return replace(target_of(proc(rival, "exe"))); });
        tell(renames ? "put another file in the place of a known rival" : "overwrite a known rival",
             replace(variable("ATTACK_RIVAL")));
    }

  private:
    static Failure rename_over(const std::string& file) {
        if (::access(file.c_str(), F_OK) != 0) { // in a directory of its own it could make a new one
            return unless(false);
        }
        const std::string other = file + "." + std::to_string(::getpid());
        if (const Failure failure = write_file(other, O_CREAT | O_TRUNC, kBroken)) {
            return failure;
        }
        return unless(std::rename(other.c_str(), file.c_str()) == 0);
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Replace>(argc, argv);
}
