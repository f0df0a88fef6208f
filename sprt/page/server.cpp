#include "sprt/page/server.hpp"

#include "referee/base/stop_token.hpp"
#include "referee/base/user_error.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <fmt/format.h>

#include <array>
#include <exception>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sprt {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;
using asio::ip::tcp;

constexpr std::size_t kMostHeaderBytes = 8192;
constexpr std::size_t kPartBytes = 65536;

asio::ip::address address_of(const std::string& text) {
    boost::system::error_code error;
    const auto address = asio::ip::make_address(text, error);
    if (error) {
        throw referee::UserError(fmt::format("--bind: {} is no address; name one as 127.0.0.1 or ::1", text));
    }
    return address;
}

/// The first line and the fields of an answer; `length` is empty for a stream.
std::string head_of(const PageResponse& response, std::optional<std::size_t> length, bool keeps) {
    std::string head = fmt::format(
        "HTTP/1.1 {} {}\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
        "Referrer-Policy: no-referrer\r\nConnection: {}\r\n",
        response.status, std::string_view(http::obsolete_reason(static_cast<http::status>(response.status))),
        keeps ? "keep-alive" : "close");
    const auto add = [&](std::string_view name, std::string_view value) {
        if (!value.empty()) {
            head += fmt::format("{}: {}\r\n", name, value);
        }
    };
    add("Content-Type", response.type);
    add("Content-Security-Policy", response.policy);
    add("Content-Disposition", response.disposition);
    add("Location", response.location);
    if (response.status == 405) {
        add("Allow", "GET, HEAD");
    }
    if (response.is_partial) {
        add("Refresh", "2"); // seconds
    }
    if (length) {
        add("Content-Length", std::to_string(*length));
    }
    return head + "\r\n";
}

/// Writes `text`, part by part: a reader may be slow, but must not stand still.
asio::awaitable<bool> write_all(beast::tcp_stream& stream, std::string_view text,
                                const ServerLimits& limits) {
    while (!text.empty()) {
        boost::system::error_code error;
        stream.expires_after(limits.stalled_write);
        const std::string_view part = text.substr(0, kPartBytes);
        const std::size_t put = co_await stream.async_write_some(
            asio::buffer(part.data(), part.size()), asio::redirect_error(asio::use_awaitable, error));
        if (error) {
            co_return false;
        }
        text.remove_prefix(put);
    }
    co_return true;
}

/// Threads for what may take long.
struct Pool {
    static constexpr std::size_t kThreads = 4;
    int jobs = 0; ///< that are not done; only the thread of the connections counts
    asio::thread_pool threads{kThreads};
};

/// Runs `work`, whose result has a default value, in a thread of `pool`.
template<class Work>
asio::awaitable<std::invoke_result_t<Work&>> beside(Pool& pool, Work work) {
    using Result = std::invoke_result_t<Work&>;
    struct Job {
        int& jobs;
        ~Job() { --jobs; }
    };
    ++pool.jobs;
    const Job job{pool.jobs};
    auto body = [work = std::move(work)]() mutable -> asio::awaitable<Result> { co_return work(); };
    Result result =
        co_await asio::co_spawn(pool.threads.get_executor(), std::move(body), asio::use_awaitable);
    co_return result;
}

asio::awaitable<void> pause(std::chrono::milliseconds time) {
    const auto executor = co_await asio::this_coro::executor;
    asio::steady_timer timer(executor, time);
    boost::system::error_code ignored;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

/// One thread at a time uses a run. Freed with this object.
class Turn {
  public:
    explicit Turn(std::shared_ptr<OpenRun> run)
        : run_(std::move(run)) {
        run_->is_busy = true;
    }
    ~Turn() { run_->is_busy = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    std::shared_ptr<OpenRun> run_;
};

/// Notices at once that a reader, who has nothing more to say, is gone.
class Departure : public std::enable_shared_from_this<Departure> {
  public:
    explicit Departure(const tcp::socket::executor_type& executor)
        : timer_(executor) {}

    /// `socket` must live until is_gone(), or be closed.
    void watch(tcp::socket& socket) {
        socket.async_receive(asio::buffer(byte_), [self = shared_from_this(), &socket](
                                                      const boost::system::error_code& error, std::size_t) {
            self->is_gone_ = self->is_gone_ || error;
            if (self->is_gone_) {
                self->timer_.cancel();
            } else {
                self->watch(socket);
            }
        });
    }
    void end() { is_gone_ = true; }
    [[nodiscard]] bool is_gone() const noexcept { return is_gone_; }

    /// Waits for so long, or until the reader is gone.
    asio::awaitable<void> wait(std::chrono::milliseconds time) {
        boost::system::error_code ignored;
        timer_.expires_after(is_gone_ ? std::chrono::milliseconds(0) : time);
        co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }

  private:
    asio::steady_timer timer_;
    std::array<char, 512> byte_{};
    bool is_gone_ = false;
};

/// A connection, and what its answers need.
struct Place {
    beast::tcp_stream& stream;
    Pool& pool;
    const ServerLimits& limits;
};

/// Sends events until the reader is gone. Runs that nobody follows are not looked at.
asio::awaitable<void> send_events(Place place, std::shared_ptr<OpenRun> run,
                                  std::optional<std::uint64_t> from) {
    const auto reader = std::make_shared<Departure>(place.stream.get_executor());
    reader->watch(place.stream.socket());
    std::optional<SeenRun> seen;
    auto last_word = Clock::now();
    while (!reader->is_gone()) {
        std::string events;
        if (!run->is_busy) { // otherwise its next look is soon enough
            const Turn turn(run);
            auto look = [run, from, seen] {
                run->tail().poll();
                SeenRun now = seen ? *seen : seen_with(run->tail(), from);
                std::string since = events_since(run->tail(), now);
                return std::pair(std::move(since), std::optional(now));
            };
            std::tie(events, seen) = co_await beside(place.pool, std::move(look));
        }
        const auto now = Clock::now();
        if (events.empty() && now - last_word >= place.limits.alive) {
            events = "event: alive\ndata: {}\n\n"; // a comment would be hidden from the page
        }
        if (!events.empty()) {
            last_word = now;
            const bool is_there = co_await write_all(place.stream, events, place.limits);
            if (!is_there) {
                reader->end();
            }
        }
        co_await reader->wait(place.limits.poll);
    }
    boost::system::error_code ignored;
    place.stream.socket().close(ignored); // the reader's watch ends before the socket does
}

PageRequest request_of(const http::request<http::empty_body>& message) {
    const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
    PageRequest request{.method = text(message.method_string()),
                        .target = text(message.target()),
                        .host = text(message[http::field::host])};
    if (message.count(http::field::host) > 1) {
        request.host.clear(); // which of them would be right?
    }
    const auto field = [&](beast::string_view name) {
        const auto found = message.find(name);
        return found != message.end() ? std::optional(text(found->value())) : std::nullopt;
    };
    request.last_event_id = field("Last-Event-ID");
    request.origin = field("Origin");
    request.fetch_site = field("Sec-Fetch-Site");
    request.is_navigation = field("Sec-Fetch-Mode") == "navigate" && field("Sec-Fetch-Dest") == "document";
    return request;
}

} // namespace

bool is_loopback(const std::string& address) {
    return address_of(address).is_loopback();
}

std::string as_host(const std::string& name) {
    boost::system::error_code error;
    const auto address = asio::ip::make_address_v6(name, error);
    return error ? name : "[" + address.to_string() + "]";
}

class Server::Impl {
  public:
    Impl(Site& site, const std::string& address, std::uint16_t port, const ServerLimits& limits)
        : site_(site)
        , limits_(limits)
        , acceptor_(context_)
        , signals_(context_) {
        const sigset_t stops = referee::stop_signals();
        for (int signal = 1; signal < NSIG; ++signal) {
            if (sigismember(&stops, signal) == 1) {
                signals_.add(signal);
            }
        }
        const tcp::endpoint endpoint(address_of(address), port);
        boost::system::error_code error;
        acceptor_.open(endpoint.protocol(), error);
        if (!error) {
            acceptor_.set_option(asio::socket_base::reuse_address(true), error);
        }
        if (!error) {
            acceptor_.bind(endpoint, error);
        }
        if (!error) {
            acceptor_.listen(asio::socket_base::max_listen_connections, error);
        }
        if (error) {
            throw std::system_error(error.value(), std::generic_category(),
                                    fmt::format("cannot listen on port {} of {}", port, address));
        }
        port_ = acceptor_.local_endpoint().port();
        try {
            pool_.emplace();
        } catch (const boost::system::system_error& refused) {
            throw std::system_error(refused.code().value(), std::generic_category(), "cannot start threads");
        }
    }

    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

    int run() {
        signals_.async_wait([this](const boost::system::error_code& error, int signal) {
            if (!error) {
                signal_ = signal;
                context_.stop();
            }
        });
        const auto pass_on = [](const std::exception_ptr& error) {
            if (error) {
                std::rethrow_exception(error);
            }
        };
        asio::co_spawn(context_, accept(), pass_on);
        asio::co_spawn(context_, tidy(), pass_on);
        context_.run();
        return signal_;
    }

    [[nodiscard]] bool is_working() const noexcept { return pool_->jobs > 0; }

    void stop() {
        asio::post(context_, [this] { context_.stop(); });
    }

  private:
    asio::awaitable<void> accept() {
        while (true) {
            boost::system::error_code error;
            tcp::socket socket =
                co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
            if (error) { // of one connection, or no descriptor is free
                co_await pause(limits_.poll);
                continue;
            }
            asio::co_spawn(context_, serve(std::move(socket)), asio::detached);
        }
    }

    asio::awaitable<void> serve(tcp::socket socket) {
        beast::tcp_stream stream(std::move(socket));
        ++connections_;
        try {
            if (connections_ > limits_.connections) {
                const PageResponse busy = refusal(503, "too many connections");
                const std::string answer = head_of(busy, busy.body.size(), false) + busy.body;
                co_await write_all(stream, answer, limits_);
            } else {
                co_await converse(stream);
            }
        } catch (const std::exception&) { // of this connection alone
        }
        --connections_;
        boost::system::error_code ignored;
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    /// Answers the requests of a connection, one after the other.
    asio::awaitable<void> converse(beast::tcp_stream& stream) {
        beast::flat_buffer buffer;
        bool keeps = true;
        while (keeps) {
            http::request_parser<http::empty_body> parser;
            parser.header_limit(kMostHeaderBytes);
            stream.expires_after(limits_.idle);
            boost::system::error_code error;
            co_await http::async_read_header(stream, buffer, parser,
                                             asio::redirect_error(asio::use_awaitable, error));
            if (error == http::error::end_of_stream || error == beast::error::timeout ||
                error == asio::error::eof) {
                co_return;
            }
            PageResponse response;
            if (error) {
                const bool is_long =
                    error == http::error::header_limit || error == http::error::buffer_overflow;
                response = refusal(is_long ? 431 : 400, "a wrong request");
            } else {
                stream.expires_never(); // while the answer is made
                response = co_await respond(request_of(parser.get()));
            }
            keeps = !error && parser.is_done() && parser.keep_alive() && !response.events;
            const bool is_head = !error && parser.get().method() == http::verb::head;
            keeps = co_await write(stream, response, is_head, keeps);
        }
    }

    /// Writes an answer. Returns whether the connection is kept.
    asio::awaitable<bool> write(beast::tcp_stream& stream, const PageResponse& response, bool is_head,
                                bool keeps) {
        // No co_await stands in a condition with && or ||: GCC 12 evaluates what they should skip.
        const bool is_stream = response.events != nullptr;
        const std::string head =
            head_of(response, is_stream ? std::nullopt : std::optional(response.text().size()), keeps);
        const bool has_head = co_await write_all(stream, head, limits_);
        if (!has_head) {
            co_return false;
        }
        bool has_body = true;
        if (!is_head && is_stream) {
            co_await send_events({stream, *pool_, limits_}, response.events, response.events_from);
        } else if (!is_head) {
            has_body = co_await write_all(stream, response.text(), limits_);
        }
        co_return keeps&& has_body;
    }

    asio::awaitable<PageResponse> respond(PageRequest request) {
        PageAnswer answer = site_.answer(request, port_);
        if (answer.is_list) {
            auto page = co_await list_page();
            co_return site_.list_response(std::move(page));
        }
        if (!answer.make) {
            co_return answer.response;
        }
        while (answer.run->is_busy) {
            co_await pause(kGlance);
        }
        const Turn turn(answer.run);
        PageResponse response = co_await beside(*pool_, std::move(answer.make));
        co_return response;
    }

    /// Looks at the directory, reads runs for a short time, and makes the page of what is known.
    asio::awaitable<std::shared_ptr<const std::string>> list_page() {
        RunList& list = site_.list();
        if (!looked_at_ || Clock::now() - *looked_at_ >= limits_.poll) {
            looked_at_ = Clock::now();
            auto look = [dir = site_.dir()] { return runs_in(dir); };
            auto found = co_await beside(*pool_, std::move(look));
            list.see(std::move(found));
        }
        if (!is_reading_list_) {
            is_reading_list_ = true;
            asio::co_spawn(context_, read_list(), asio::detached);
        }
        const auto end = Clock::now() + limits_.list;
        while (list.is_behind() && Clock::now() < end) {
            co_await pause(kGlance);
        }
        std::shared_ptr<const std::string> page = list.page();
        if (!page) {
            const std::uint64_t version = list.version();
            auto make = site_.list_maker();
            std::string text = co_await beside(*pool_, std::move(make));
            page = std::make_shared<const std::string>(std::move(text));
            list.keep_page(version, page);
        }
        co_return page;
    }

    asio::awaitable<void> read_list() {
        while (auto found = site_.list().next()) {
            auto read = [dir = site_.dir(), found = *found] { return read_row(dir, found); };
            RunRow row = co_await beside(*pool_, std::move(read));
            site_.list().put(std::move(row));
        }
        is_reading_list_ = false;
    }

    /// Forgets runs that nobody asks for.
    asio::awaitable<void> tidy() {
        while (true) {
            co_await pause(std::chrono::seconds(10));
            site_.drop_unused(Clock::now());
        }
    }

    static constexpr std::chrono::milliseconds kGlance{5};

    Site& site_;
    ServerLimits limits_;
    asio::io_context context_{1};
    tcp::acceptor acceptor_;
    asio::signal_set signals_;
    std::uint16_t port_ = 0;
    std::size_t connections_ = 0;
    int signal_ = 0;
    bool is_reading_list_ = false;
    std::optional<Clock::time_point> looked_at_; ///< empty: not yet
    std::optional<Pool> pool_;                   ///< the last member: what runs in it uses all others
};

Server::Server(Site& site, const std::string& address, std::uint16_t port, const ServerLimits& limits)
    : impl_(std::make_unique<Impl>(site, address, port, limits)) {}
Server::~Server() = default;

std::uint16_t Server::port() const {
    return impl_->port();
}

int Server::run() {
    return impl_->run();
}

void Server::stop() {
    impl_->stop();
}

bool Server::is_working() const {
    return impl_->is_working();
}

} // namespace sprt
