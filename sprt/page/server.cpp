#include "sprt/page/server.hpp"

#include "referee/base/stop_signals.hpp"
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
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string_view>
#include <system_error>
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
    if (response.status == 405) {
        add("Allow", "GET, HEAD");
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

/// Sends events until the reader is gone. Runs that nobody follows are not looked at.
asio::awaitable<void> send_events(beast::tcp_stream& stream, Tail& run, SeenRun seen,
                                  const ServerLimits& limits) {
    asio::steady_timer timer(stream.get_executor());
    auto last_word = Clock::now();
    while (true) {
        run.poll();
        std::string events = events_since(run, seen);
        const auto now = Clock::now();
        if (events.empty() && now - last_word >= limits.comment) {
            events = ":\n\n";
        }
        if (!events.empty()) {
            last_word = now;
            const bool is_there = co_await write_all(stream, events, limits);
            if (!is_there) {
                co_return;
            }
        }
        boost::system::error_code error;
        timer.expires_after(limits.poll);
        co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    }
}

PageRequest request_of(const http::request<http::empty_body>& message) {
    const auto text = [](beast::string_view view) { return std::string(view.data(), view.size()); };
    PageRequest request{.method = text(message.method_string()),
                        .target = text(message.target()),
                        .host = text(message[http::field::host])};
    if (message.count(http::field::host) > 1) {
        request.host.clear(); // which of them would be right?
    }
    if (const auto id = message.find("Last-Event-ID"); id != message.end()) {
        request.last_event_id = text(id->value());
    }
    return request;
}

/// Answers the requests of a connection, one after the other.
asio::awaitable<void> converse(beast::tcp_stream& stream, Site& site, std::uint16_t port,
                               const ServerLimits& limits) {
    beast::flat_buffer buffer;
    while (true) {
        http::request_parser<http::empty_body> parser;
        parser.header_limit(kMostHeaderBytes);
        stream.expires_after(limits.idle);
        boost::system::error_code error;
        co_await http::async_read_header(stream, buffer, parser,
                                         asio::redirect_error(asio::use_awaitable, error));
        if (error == http::error::end_of_stream || error == beast::error::timeout ||
            error == asio::error::eof) {
            co_return;
        }
        PageResponse response;
        if (error) {
            const bool is_long = error == http::error::header_limit || error == http::error::buffer_overflow;
            response = {.status = is_long ? 431 : 400,
                        .type = "text/plain; charset=utf-8",
                        .body = "a wrong request\n",
                        .policy = {},
                        .disposition = {}};
        } else {
            response = site.respond(request_of(parser.get()), port);
        }
        const bool keeps = !error && parser.is_done() && parser.keep_alive() && response.events == nullptr;
        const bool is_head = !error && parser.get().method() == http::verb::head;
        // No co_await stands in a condition with && or ||: GCC 12 evaluates what they should skip.
        const bool is_stream = response.events != nullptr;
        const std::string head =
            head_of(response, is_stream ? std::nullopt : std::optional(response.body.size()), keeps);
        const bool has_head = co_await write_all(stream, head, limits);
        if (!has_head) {
            co_return;
        }
        if (!is_head && is_stream) {
            const SeenRun seen = seen_with(*response.events, response.events_from);
            co_await send_events(stream, *response.events, seen, limits);
        } else if (!is_head) {
            const bool has_body = co_await write_all(stream, response.body, limits);
            if (!has_body) {
                co_return;
            }
        }
        if (!keeps) {
            co_return;
        }
    }
}

} // namespace

bool is_loopback(const std::string& address) {
    return address_of(address).is_loopback();
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
    }

    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

    int run() {
        signals_.async_wait([this](const boost::system::error_code& error, int signal) {
            if (!error) {
                signal_ = signal;
                context_.stop();
            }
        });
        asio::co_spawn(context_, accept(), [](const std::exception_ptr& error) {
            if (error) {
                std::rethrow_exception(error);
            }
        });
        context_.run();
        return signal_;
    }

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
                asio::steady_timer pause(context_, limits_.poll);
                co_await pause.async_wait(asio::use_awaitable);
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
                const PageResponse busy{.status = 503,
                                        .type = "text/plain; charset=utf-8",
                                        .body = "too many connections\n",
                                        .policy = {},
                                        .disposition = {}};
                const std::string answer = head_of(busy, busy.body.size(), false) + busy.body;
                co_await write_all(stream, answer, limits_);
            } else {
                co_await converse(stream, site_, port_, limits_);
            }
        } catch (const std::exception&) { // of this connection alone
        }
        --connections_;
        boost::system::error_code ignored;
        stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
    }

    Site& site_;
    ServerLimits limits_;
    asio::io_context context_{1};
    tcp::acceptor acceptor_;
    asio::signal_set signals_;
    std::uint16_t port_ = 0;
    std::size_t connections_ = 0;
    int signal_ = 0;
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

} // namespace sprt
