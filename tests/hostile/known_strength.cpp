// known_strength X Y [dead]: an agent for tunings, whose strength s is known: 0.9 - 0.6 ((X - 70) / 100)^2 -
// 0.6 (Y - 0.25)^2, from 0.02 to 0.98. With probability s, by its seed, its only move is a clone, otherwise a
// jump; in games of two turns a clone beats a jump. With a third word there is no chance: it clones always.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

namespace {

/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
std::uint64_t splitmix64(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        return 1;
    }
    const double x = std::atof(argv[1]);
    const double y = std::atof(argv[2]);
    const double strength = std::clamp(
        0.9 - 0.6 * ((x - 70) / 100) * ((x - 70) / 100) - 0.6 * (y - 0.25) * (y - 0.25), 0.02, 0.98);
    const char* const given = std::getenv("REFEREE_SEED");
    std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : 0;
    bool is_first = false;
    for (std::string word; std::cin >> word;) {
        if (word == "FINISH") {
            break;
        }
        if (word == "SEED") {
            std::cin >> seed;
        } else if (word == "READY") {
            std::string side;
            std::cin >> side;
            is_first = side == "FIRST";
            std::cout << "OK GAMES" << std::endl;
        } else if (word == "TURN") {
            const double drawn = static_cast<double>(splitmix64(seed) >> 11U) / 9007199254740992.0;
            const bool clones = argc > 3 || drawn < strength;
            std::cout << (is_first ? clones ? "MOVE 1 1 1 2" : "MOVE 1 1 1 3"
                          : clones ? "MOVE 1 7 1 6"
                                   : "MOVE 1 7 1 5")
                      << std::endl;
        }
    }
}
