#pragma once
// Gets bytes that a coordinator has, by their digest. Source: docs/many-machines.md, "The protocol".

#include "sprt/remote/bus.hpp"
#include "sprt/remote/run_key.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace sprt::remote {

/// One request is under way at a time; it is repeated until its answer comes.
class BlobReader {
  public:
    /// `goes_on` is asked some times a second whether the bytes are still wanted. `bus` must outlive the
    /// reader.
    BlobReader(Bus& bus, RunKey run, std::string worker, std::function<bool()> goes_on);
    ~BlobReader();
    BlobReader(const BlobReader&) = delete;
    BlobReader& operator=(const BlobReader&) = delete;

    /// The bytes whose digest is `sha256`, `most_bytes` at most. Empty when they are not wanted any more.
    /// Throws CannotPlay when the coordinator has other bytes, or more.
    [[nodiscard]] std::optional<std::string> read(const std::string& sha256, std::uint64_t most_bytes);

  private:
    [[nodiscard]] std::optional<Message> ask(const std::string& sha256, std::uint64_t from);

    Bus& bus_;
    RunKey run_;
    std::string worker_;
    std::function<bool()> goes_on_;
    std::string inbox_;
    std::uint64_t asked_ = 0;

    std::mutex mutex_; ///< guards `answer_`
    std::condition_variable came_;
    std::optional<Message> answer_; ///< to the request number `asked_`
    std::unique_ptr<Bus::Subscription> subscription_;
};

} // namespace sprt::remote
