#pragma once
// Who may write in a run directory: one process at a time.

#include "referee/base/descriptor.hpp"

#include <filesystem>

namespace sprt {

/// Held while it lives, and given up by the kernel when its process ends, however that is.
class DirectoryLock {
  public:
    /// Throws UserError when another process holds the lock on `dir`, std::system_error when `dir` cannot be
    /// opened or locked.
    explicit DirectoryLock(const std::filesystem::path& dir);

  private:
    referee::Descriptor dir_;
};

} // namespace sprt
