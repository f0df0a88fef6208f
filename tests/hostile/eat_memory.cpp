// Takes memory until there is none left; without a limit it stops at 1 GiB.

#include "tests/hostile/hostile.hpp"

#include <cstring>
#include <memory>

namespace {

using namespace hostile;

struct EatMemory final : Agent {
    using Agent::Agent;
    void bad_turn() override {
        constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
        while (blocks_.size() < 1024) {
            blocks_.push_back(std::unique_ptr<char[]>(new char[kBlockBytes]));
            std::memset(blocks_.back().get(), 1, kBlockBytes);
        }
        play();
    }

  private:
    std::vector<std::unique_ptr<char[]>> blocks_;
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<EatMemory>(argc, argv);
}
