#include "sprt/remote/blob_reader.hpp"

#include "referee/base/seed.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/remote/leases.hpp"
#include "sprt/remote/messages.hpp"
#include "sprt/remote/prepared_job.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace sprt::remote {
namespace {

constexpr auto kAskAgainEvery = std::chrono::seconds(3);
constexpr auto kGlance = std::chrono::milliseconds(100);

} // namespace

BlobReader::BlobReader(Bus& bus, RunKey run, std::string worker, std::function<bool()> goes_on)
    : bus_(bus)
    , run_(std::move(run))
    , worker_(std::move(worker))
    , goes_on_(std::move(goes_on))
    , inbox_(fmt::format("_INBOX_{}.{:016x}.blob", worker_, referee::random_seed())) {
    subscription_ = bus_.subscribe(inbox_ + ".*", [this](Message message) {
        const std::scoped_lock lock(mutex_);
        // Each request has an inbox of its own: an answer to an earlier one would be another part.
        if (message.subject == fmt::format("{}.{}", inbox_, asked_)) {
            answer_ = std::move(message);
            came_.notify_all();
        }
    });
}

BlobReader::~BlobReader() {
    subscription_.reset();
}

/// The part from byte `from` on; empty when it is not wanted any more.
std::optional<Message> BlobReader::ask(const std::string& sha256, std::uint64_t from) {
    while (goes_on_()) {
        std::string reply;
        {
            const std::scoped_lock lock(mutex_);
            answer_.reset();
            reply = fmt::format("{}.{}", inbox_, ++asked_);
        }
        bus_.publish(run_.subject("blob", worker_), to_text(BlobRequest{sha256, from}), reply);
        const Time again = Clock::now() + kAskAgainEvery;
        std::unique_lock lock(mutex_);
        while (Clock::now() < again && goes_on_()) {
            came_.wait_for(lock, kGlance, [this] { return answer_.has_value(); });
            const auto answer = std::exchange(answer_, std::nullopt);
            if (answer && answer->bytes) { // otherwise the server says that nobody listens
                return answer;
            }
        }
    }
    return std::nullopt;
}

std::optional<std::string> BlobReader::read(const std::string& sha256, std::uint64_t most_bytes) {
    std::string bytes;
    while (true) {
        auto part = ask(sha256, bytes.size());
        if (!part) {
            return std::nullopt;
        }
        if (*part->bytes > most_bytes || (part->data.empty() && *part->bytes > bytes.size())) {
            throw CannotPlay(fmt::format("the coordinator sends {} bytes as {}; the most are {}",
                                         *part->bytes, sha256.substr(0, 12), most_bytes));
        }
        bytes += part->data;
        if (bytes.size() >= *part->bytes) {
            break;
        }
    }
    if (referee::sha256_of_text(bytes) != sha256) {
        throw CannotPlay(fmt::format("the coordinator sends other bytes than {}", sha256.substr(0, 12)));
    }
    return bytes;
}

} // namespace sprt::remote
