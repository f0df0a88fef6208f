// Finds out the rival's REFEREE_SEED: seed read|compute. It reads the seed in the rival's environment; or it
// computes the seed from that of the run, which it reads in the command of another process, or finds by
// trying small ones. Source of the rule: docs/protocol.md; of the digest: FIPS 180-4.

#include "tests/hostile/attacks/attack.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace {

using namespace attack;

constexpr std::uint64_t kSmallSeeds = 512; // tries all below
constexpr int kGames = 32;

constexpr std::array<std::uint32_t, 64> kRounds{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// The first eight bytes of the SHA-256 of a text of at most 55 bytes, the most significant one first.
std::uint64_t start_of_sha256(std::string_view text) {
    std::array<std::uint32_t, 64> words{};
    const auto put = [&](std::size_t i, unsigned char byte) {
        words[i / 4] |= static_cast<std::uint32_t>(byte) << (24 - i % 4 * 8);
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        put(i, static_cast<unsigned char>(text[i]));
    }
    put(text.size(), 0x80);
    words[15] = static_cast<std::uint32_t>(text.size() * 8);
    for (std::size_t i = 16; i < words.size(); ++i) {
        const std::uint32_t early = words[i - 15];
        const std::uint32_t late = words[i - 2];
        words[i] = words[i - 16] + (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3) + words[i - 7] +
                   (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10);
    }
    constexpr std::array<std::uint32_t, 8> kStart{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    auto [a, b, c, d, e, f, g, h] = kStart;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                  ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
        const std::uint32_t two =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = std::exchange(g, std::exchange(f, std::exchange(e, d + one)));
        d = std::exchange(c, std::exchange(b, std::exchange(a, one + two)));
    }
    return static_cast<std::uint64_t>(a + kStart[0]) << 32 | (b + kStart[1]);
}

/// The seeds that commands name: `--seed N`.
std::vector<std::string> told_seeds() {
    std::vector<std::string> found;
    for (const pid_t process : {referee_process(), pid_t{1}}) {
        const std::vector<std::string> words = words_of(process);
        if (const auto flag = std::ranges::find(words, "--seed");
            flag != words.end() && flag + 1 != words.end()) {
            found.push_back(flag[1]);
        }
    }
    return found;
}

/// Whether this seed of a run explains the own seed; then the rival's follows.
bool explains(const std::string& run, std::uint64_t own) {
    for (int game = 0; game < kGames; ++game) {
        for (const char* const agent : {" 1", " 2"}) {
            if (start_of_sha256("REFEREE_SEED " + run + " " + std::to_string(game) + agent) == own) {
                return true;
            }
        }
    }
    return false;
}

void compute() {
    const char* const variable = std::getenv("REFEREE_SEED");
    const std::uint64_t own = variable != nullptr ? std::strtoull(variable, nullptr, 10) : 0;
    const std::vector<std::string> told = told_seeds();
    tell("compute the rival's seed from a command",
         std::ranges::any_of(told, [=](const std::string& seed) { return explains(seed, own); })
             ? Failure()
             : "no command tells the seed");
    for (std::uint64_t seed = 0; seed < kSmallSeeds; ++seed) {
        if (explains(std::to_string(seed), own)) {
            tell("compute the rival's seed by trying small ones", std::nullopt);
            return;
        }
    }
    tell("compute the rival's seed by trying small ones", "it is not small");
}

struct Seed final : Attacker {
    using Attacker::Attacker;
    void attack() override {
        if (arguments_.at(0) == "compute") {
            compute();
            return;
        }
        try_on_rivals("read the rival's seed", [](pid_t rival) -> Failure {
            return variable_of(rival, "REFEREE_SEED") ? Failure() : "its environment cannot be read";
        });
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Seed>(argc, argv);
}
