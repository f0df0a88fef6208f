#include "referee/process/sandbox/kept_cell.hpp"

namespace referee {

std::unique_ptr<Process> KeptCell::start(const Sandbox& sandbox, const std::vector<ResourceLimit>& limits,
                                         std::uint64_t seed, const std::vector<int>* cores) {
    if (cell_ && &cell_->sandbox() == &sandbox) {
        try {
            return std::make_unique<Process>(*cell_, seed, cores);
        } catch (const SandboxError&) {
        }
    }
    close();
    cell_ = std::make_unique<SandboxCell>(sandbox, limits);
    orphans_.helper_has_begun(cell_->door());
    return std::make_unique<Process>(*cell_, seed, cores);
}

void KeptCell::close() {
    if (cell_) {
        const pid_t door = cell_->door();
        cell_.reset();
        orphans_.helper_is_gone(door);
    }
}

} // namespace referee
