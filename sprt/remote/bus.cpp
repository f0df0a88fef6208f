#include "sprt/remote/bus.hpp"

#include "referee/base/text.hpp"
#include "sprt/remote/hub/hub_file.hpp"
#include "sprt/remote/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <nats/nats.h>
#include <poll.h>

namespace sprt::remote {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBetweenAttempts{200}; // to connect for the first time
// A server that has just started refuses the right key now and then: nats-server 2.9.10 in 6 of 1000 starts.
constexpr int kRefusalsThatCount = 2;
// A link that is cut without a word is found out after two pings.
constexpr int kPingIntervalMs = 3000;
constexpr int kMaxPingsOut = 2;
// Many workers that lost their server do not all come back at once.
constexpr int kReconnectWaitMs = 500;
// Who was revoked is refused twice before it ends: within two seconds.
constexpr int kReconnectJitterMs = 400;
// Requests are repeated: what waits for a server that is away need not all be kept.
constexpr int kReconnectBufferBytes = 65'536;
// A subscription whose receiver falls behind loses what comes beyond this.
constexpr int kMostPendingMessages = 65'536;
constexpr int kMostPendingBytes = 256 << 20;
constexpr const char* kBytesHeader = "Bytes";

/// What the server or the library said last, without its source line; better than the status alone.
std::string last_words(natsStatus status) {
    const char* text = nats_GetLastError(nullptr);
    std::string_view words = text != nullptr ? text : "";
    if (const auto end = words.find("): "); words.starts_with('(') && end != std::string_view::npos) {
        words.remove_prefix(end + 3);
    }
    return std::string(words.empty() ? natsStatus_GetText(status) : words);
}

void expect_ok(natsStatus status, std::string_view what) {
    if (status != NATS_OK) {
        throw NoServer(fmt::format("{}: {}", what, last_words(status)));
    }
}

/// Marks all sockets of this process as not to be inherited: libnats does not do so, and does not say which
/// one is its own.
void close_sockets_on_exec() {
    namespace fs = std::filesystem;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd", error)) {
        const int fd = referee::parse_number<int>(entry.path().filename().string()).value_or(-1);
        if (fs::read_symlink(entry.path(), error).string().starts_with("socket:")) {
            ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        }
    }
}

using Options = std::unique_ptr<natsOptions, decltype(&natsOptions_Destroy)>;

BusMessage message_of(natsMsg* raw) {
    const char* reply = natsMsg_GetReply(raw);
    BusMessage message{.subject = natsMsg_GetSubject(raw),
                       .reply = reply != nullptr ? reply : "",
                       .data = {natsMsg_GetData(raw), static_cast<std::size_t>(natsMsg_GetDataLength(raw))}};
    message.nobody_listens = natsMsg_IsNoResponders(raw);
    const char* text = nullptr;
    if (natsMsgHeader_Get(raw, kBytesHeader, &text) == NATS_OK && text != nullptr) {
        message.bytes = referee::parse_number<std::uint64_t>(text);
    }
    return message;
}

/// Waits so long, or until `stop` is requested; returns whether it was.
bool is_stopped(const referee::StopToken& stop, milliseconds wait) {
    pollfd descriptor{.fd = stop.fd, .events = POLLIN, .revents = 0};
    static_cast<void>(::poll(&descriptor, 1, static_cast<int>(wait.count())));
    return descriptor.revents != 0 && stop.requested();
}

/// What becomes of a subscription that has ended.
using KeepEnded = std::function<void(natsSubscription*)>;

/// A subscription of the library, with the function that receives its messages.
class Receiver final : public Bus::Subscription {
  public:
    Receiver(natsConnection* connection, const std::string& subject, Bus::Receive receive, KeepEnded keep)
        : receive_(std::move(receive))
        , keep_(std::move(keep)) {
        expect_ok(natsConnection_Subscribe(&subscription_, connection, subject.c_str(), &on_message, this),
                  "cannot listen to " + subject);
        natsSubscription_SetPendingLimits(subscription_, kMostPendingMessages, kMostPendingBytes);
        if (natsSubscription_SetOnCompleteCB(subscription_, &on_complete, this) != NATS_OK) {
            on_complete(this); // the connection was closed just now, and tells nothing any more
        }
    }
    ~Receiver() override {
        natsSubscription_Unsubscribe(subscription_);
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [this] { return has_ended_; });
        keep_(subscription_);
    }
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;

  private:
    static void on_message(natsConnection*, natsSubscription*, natsMsg* raw, void* closure) {
        BusMessage message = message_of(raw);
        natsMsg_Destroy(raw);
        static_cast<Receiver*>(closure)->receive_(std::move(message));
    }
    static void on_complete(void* closure) {
        auto* receiver = static_cast<Receiver*>(closure);
        const std::scoped_lock lock(receiver->mutex_);
        receiver->has_ended_ = true;
        receiver->ended_.notify_all();
    }

    Bus::Receive receive_;
    KeepEnded keep_;
    natsSubscription* subscription_ = nullptr;
    std::mutex mutex_; ///< guards `has_ended_`
    std::condition_variable ended_;
    bool has_ended_ = false;
};

} // namespace

void expect_nats() {}

struct Bus::Connection {
    Connection(const Address& address, BusEvents its_events, milliseconds patience,
               const referee::StopToken& stop)
        : nkey_seed(address.nkey_seed)
        , events(std::move(its_events)) {
        const Options options = options_for(address);
        const auto begin = std::chrono::steady_clock::now();
        int refusals = 0;
        const auto connect = [&] {
            const natsStatus status = natsConnection_Connect(&nats, options.get());
            refusals += status == NATS_CONNECTION_AUTH_FAILED ? 1 : 0;
            return status;
        };
        natsStatus status = connect();
        // A server that refuses will go on to do so; all else may pass.
        const auto is_refused = [&] {
            return (status == NATS_CONNECTION_AUTH_FAILED && refusals >= kRefusalsThatCount) ||
                   status == NATS_SSL_ERROR || status == NATS_SECURE_CONNECTION_REQUIRED ||
                   status == NATS_SECURE_CONNECTION_WANTED || status == NATS_INVALID_ARG ||
                   status == NATS_NOT_PERMITTED;
        };
        bool is_told = false;
        while (status != NATS_OK && !is_refused()) {
            if (!is_told && status != NATS_CONNECTION_AUTH_FAILED && events.on_no_answer) {
                events.on_no_answer();
                is_told = true;
            }
            const bool is_too_late = refusals == 0 && std::chrono::steady_clock::now() - begin >= patience;
            if (is_stopped(stop, is_too_late ? milliseconds(0) : kBetweenAttempts)) {
                throw StoppedConnecting(fmt::format("no server has answered at {} yet", address.shown()));
            }
            if (is_too_late) {
                throw NoServer(fmt::format("no server answers at {}", address.shown()));
            }
            status = connect();
        }
        if (status == NATS_CONNECTION_AUTH_FAILED && !nkey_seed.empty()) {
            throw NoServer(
                fmt::format("the server at {} does not let {} in: {} was revoked, or is of another hub",
                            address.shown(), address.name, address.invitation));
        }
        expect_ok(status, "the server at " + address.shown() + " cannot be used");
        close_sockets_on_exec();
    }
    ~Connection() {
        if (nats == nullptr) {
            return;
        }
        std::unique_lock lock(mutex);
        is_closing = true;
        lock.unlock();
        natsConnection_Close(nats);
        lock.lock();
        closed.wait(lock, [this] { return is_closed; });
        for (natsSubscription* const subscription : ended) {
            natsSubscription_Destroy(subscription);
        }
        lock.unlock();
        natsConnection_Destroy(nats);
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    Options options_for(const Address& address) {
        natsOptions* raw = nullptr;
        expect_ok(natsOptions_Create(&raw), "cannot prepare a connection");
        Options options(raw, &natsOptions_Destroy);
        const auto set = [](natsStatus status) { expect_ok(status, "cannot prepare a connection"); };
        set(natsOptions_SetURL(raw, address.url.c_str()));
        set(natsOptions_SetName(raw, address.name.c_str()));
        if (!address.user.empty()) {
            set(natsOptions_SetUserInfo(raw, address.user.c_str(), address.password.c_str()));
        }
        if (!nkey_seed.empty()) {
            set(natsOptions_SetNKey(
                raw, public_nkey(nkey_seed).c_str(),
                [](char**, unsigned char** signature, int* bytes, const char* nonce, void* closure) {
                    return nats_Sign(static_cast<Connection*>(closure)->nkey_seed.c_str(), nonce, signature,
                                     bytes);
                },
                this));
        }
        if (address.is_encrypted) {
            set(natsOptions_SetSecure(raw, true));
            const std::string_view host_and_port =
                std::string_view(address.url).substr(address.url.find("//") + 2);
            set(natsOptions_SetExpectedHostname(raw, read_endpoint(host_and_port, 1).value().host.c_str()));
        }
        if (!address.ca.empty()) {
            set(natsOptions_SetCATrustedCertificates(raw, address.ca.c_str()));
        }
        set(natsOptions_SetMaxReconnect(raw, -1));
        set(natsOptions_SetReconnectWait(raw, kReconnectWaitMs));
        set(natsOptions_SetReconnectJitter(raw, kReconnectJitterMs, kReconnectJitterMs));
        set(natsOptions_SetReconnectBufSize(raw, kReconnectBufferBytes));
        set(natsOptions_SetIgnoreDiscoveredServers(raw, true));
        set(natsOptions_SetSendAsap(raw, true));
        set(natsOptions_SetNoEcho(
            raw, true)); // what is said to a coordinator's own subject was said by another one
        set(natsOptions_SetPingInterval(raw, kPingIntervalMs));
        set(natsOptions_SetMaxPingsOut(raw, kMaxPingsOut));
        set(natsOptions_SetDisconnectedCB(
            raw,
            [](natsConnection*, void* closure) { static_cast<Connection*>(closure)->is_connected = false; },
            this));
        set(natsOptions_SetReconnectedCB(
            raw,
            [](natsConnection*, void* closure) {
                auto& its = *static_cast<Connection*>(closure);
                close_sockets_on_exec();
                its.is_connected = true;
                if (its.events.on_back) {
                    its.events.on_back();
                }
            },
            this));
        set(natsOptions_SetClosedCB(
            raw,
            [](natsConnection* connection, void* closure) {
                auto& its = *static_cast<Connection*>(closure);
                const char* words = nullptr;
                natsConnection_GetLastError(connection, &words);
                std::unique_lock lock(its.mutex);
                const bool is_asked_for = its.is_closing;
                lock.unlock();
                if (!is_asked_for && its.events.on_end) {
                    its.events.on_end(words != nullptr ? words : "the connection was closed");
                }
                lock.lock();
                its.is_closed = true;
                its.closed.notify_all();
            },
            this));
        // Refused subjects are told nowhere else.
        set(natsOptions_SetErrorHandler(
            raw,
            [](natsConnection* connection, natsSubscription*, natsStatus status, void* closure) {
                auto& its = *static_cast<Connection*>(closure);
                const char* words = nullptr;
                natsConnection_GetLastError(connection, &words);
                if (its.events.on_refusal && status == NATS_NOT_PERMITTED) {
                    its.events.on_refusal(words != nullptr ? words : natsStatus_GetText(status));
                }
            },
            this));
        return options;
    }

    std::string nkey_seed; ///< empty: none
    BusEvents events;
    natsConnection* nats = nullptr;
    /// natsConnection_Status() takes a lock that the library may hold while it tries to connect.
    std::atomic<bool> is_connected = true;
    std::mutex mutex; ///< guards the members below
    /// A thread of libnats 3.4 may still use a subscription for a message that came just before it ended
    /// (nats.c #637), so they are destroyed after the connection was closed.
    std::vector<natsSubscription*> ended{};
    bool is_closing = false;
    std::condition_variable closed;
    bool is_closed = false;
};

Bus::Bus(const Address& address, BusEvents events, milliseconds patience, const referee::StopToken& stop)
    : connection_(std::make_unique<Connection>(address, std::move(events), patience, stop)) {}

Bus::~Bus() = default;

void Bus::publish(const std::string& subject, std::string_view data, const std::string& reply) {
    const auto bytes = static_cast<int>(data.size());
    if (reply.empty()) {
        natsConnection_Publish(connection_->nats, subject.c_str(), data.data(), bytes);
    } else {
        natsConnection_PublishRequest(connection_->nats, subject.c_str(), reply.c_str(), data.data(), bytes);
    }
}

void Bus::publish_part(const std::string& subject, std::string_view data, std::uint64_t bytes) {
    natsMsg* raw = nullptr;
    if (natsMsg_Create(&raw, subject.c_str(), nullptr, data.data(), static_cast<int>(data.size())) !=
        NATS_OK) {
        throw std::bad_alloc();
    }
    natsMsgHeader_Set(raw, kBytesHeader, std::to_string(bytes).c_str());
    natsConnection_PublishMsg(connection_->nats, raw);
    natsMsg_Destroy(raw);
}

std::unique_ptr<Bus::Subscription> Bus::subscribe(const std::string& subject, Receive receive) {
    return std::make_unique<Receiver>(connection_->nats, subject, std::move(receive),
                                      [connection = connection_.get()](natsSubscription* subscription) {
                                          const std::scoped_lock lock(connection->mutex);
                                          connection->ended.push_back(subscription);
                                      });
}

void Bus::flush(milliseconds patience) {
    natsConnection_FlushTimeout(connection_->nats, patience.count());
}

bool Bus::is_connected() const noexcept {
    return connection_->is_connected;
}

std::size_t Bus::most_bytes() const {
    const std::int64_t its = natsConnection_GetMaxPayload(connection_->nats);
    return its > 0 ? std::min(kMostBytes, static_cast<std::size_t>(its)) : kMostBytes;
}

} // namespace sprt::remote
