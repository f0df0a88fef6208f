#pragma once
// The file of a ledger of gates. Several gates may use one file at the same time.

#include "referee/base/disk.hpp"
#include "referee/game/log/log_file.hpp"
#include "sprt/store/gate_ledger.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// Holds the lock on the file for the lifetime of the object: open it only to read and to append. The kernel
/// releases the lock when the process ends.
class GateLedgerFile {
  public:
    /// Waits for the lock and reads the whole file, which is created, with its missing parent directories,
    /// when it is not there. Throws UserError naming the file and the line that is damaged or foreign, or
    /// when `file` is not a regular file; std::system_error when it cannot be read or created.
    explicit GateLedgerFile(std::filesystem::path file);

    [[nodiscard]] const std::vector<LedgerGate>& gates() const noexcept { return gates_; }
    /// That the file system has no locks; empty when the lock is held.
    [[nodiscard]] std::string warning() const;

    /// Appends a line, whole or not at all, and flushes it to disk. `begin.gate` is set to the next number.
    /// Returns that number. Throws std::system_error naming the file.
    std::uint64_t append(GateBegin begin);

    /// The same for the end of a gate that has begun and has no end but an interruption. Throws UserError for
    /// any other gate.
    void append(const GateEnd& end);

  private:
    void append_line(const referee::Json& line);

    std::filesystem::path file_;
    referee::FileLock lock_;
    std::vector<LedgerGate> gates_;
    std::optional<referee::LogFile> log_;
};

/// The gates of a ledger, without creating the file: none when there is no file. Throws what the constructor
/// of GateLedgerFile throws.
[[nodiscard]] std::vector<LedgerGate> read_gate_ledger(const std::filesystem::path& file);

} // namespace sprt
