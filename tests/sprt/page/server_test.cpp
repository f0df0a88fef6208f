#include "sprt/page/server.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace sprt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kServedPage =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"connect-src 'none'\"><!--INDEX--><!--GAMES-->";

/// A connection to a port of this machine.
class Client {
  public:
    explicit Client(std::uint16_t port)
        : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience{.tv_sec = 60, .tv_usec = 0};
        ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            throw std::system_error(errno, std::generic_category(), "connect");
        }
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() { ::close(fd_); }

    void send(const std::string& text) const {
        EXPECT_EQ(::send(fd_, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
    }
    /// Sends what can be sent at once. Returns whether the connection took anything.
    [[nodiscard]] bool offer(const std::string& text) const {
        return ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
    }
    /// All text up to and with `end`, or up to the end of the connection.
    std::string read_to(const std::string& end) {
        while (text_.find(end) == std::string::npos) {
            char part[4096];
            const ssize_t got = ::recv(fd_, part, sizeof part, 0);
            if (got <= 0) {
                return std::exchange(text_, {});
            }
            text_.append(part, static_cast<std::size_t>(got));
        }
        const std::size_t at = text_.find(end) + end.size();
        std::string text = text_.substr(0, at);
        text_.erase(0, at);
        return text;
    }
    std::string read_all() { return read_to(std::string(1, '\0')); }

  private:
    int fd_;
    std::string text_;
};

class ServerTest : public LoadRun {
  protected:
    ServerTest() {
        config_.test.elo1 = 1; // no verdict
        keep(4, draws);
        site_.emplace(dir_, PageFacts{.version = "1.2.3", .made = {}}, kServedPage,
                      std::vector<std::string>{});
    }
    ~ServerTest() override {
        if (server_) {
            server_->stop();
            thread_.join();
        }
    }
    void start(const ServerLimits& limits = {}) {
        server_.emplace(*site_, "127.0.0.1", std::uint16_t{0}, limits);
        thread_ = std::thread([this] { EXPECT_EQ(server_->run(), 0); });
    }
    [[nodiscard]] Client connect() const { return Client(server_->port()); }
    [[nodiscard]] std::string request(const std::string& line, const std::string& fields = {}) const {
        return line + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server_->port()) + "\r\n" + fields +
               "\r\n";
    }

    std::optional<Site> site_;
    std::optional<Server> server_;
    std::thread thread_;
};

TEST_F(ServerTest, requests_of_one_connection_are_answered_in_order) {
    start();
    Client client = connect();
    client.send(request("GET /") + request("HEAD /") + request("GET /nothing", "Connection: close\r\n"));
    const std::string all = client.read_all();
    EXPECT_THAT(
        all, StartsWith("HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"));
    EXPECT_THAT(all, HasSubstr("Content-Security-Policy: connect-src 'self'; frame-ancestors 'none'\r\n"));
    EXPECT_THAT(all, HasSubstr("HTTP/1.1 404 Not Found\r\n"));
    EXPECT_THAT(all, Not(HasSubstr("Access-Control")));
    std::size_t pages = 0;
    for (std::size_t at = all.find("<meta"); at != std::string::npos; at = all.find("<meta", at + 1)) {
        ++pages;
    }
    EXPECT_EQ(pages, 1U); // HEAD has none
}

TEST_F(ServerTest, bodies_long_headers_and_nonsense_are_refused) {
    start();
    for (const auto& [text, answer] : {
             std::pair(request("POST /", "Content-Length: 3\r\n") + "abc", "HTTP/1.1 405 "),
             std::pair(request("GET /", "X: " + std::string(9000, 'x') + "\r\n"), "HTTP/1.1 431 "),
             std::pair(std::string("nonsense\r\n\r\n"), "HTTP/1.1 400 "),
             std::pair(std::string("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
                       "HTTP/1.1 421 "),
             std::pair(request("GET /", "Host: evil.example\r\nConnection: close\r\n"), "HTTP/1.1 421 "),
         }) {
        Client client = connect();
        client.send(text);
        EXPECT_THAT(client.read_all(), StartsWith(answer));
    }
}

TEST_F(ServerTest, reader_of_events_follows_the_run) {
    start({.poll = std::chrono::milliseconds(5)});
    Client client = connect();
    client.send(request("GET /events?from=4"));
    EXPECT_THAT(client.read_to("\r\n\r\n"), HasSubstr("Content-Type: text/event-stream\r\n"));
    EXPECT_THAT(client.read_to("\n\n"), StartsWith("id: 4\nevent: state\ndata: "));
    append_game(4);
    EXPECT_THAT(client.read_to("\n\n"), StartsWith("id: 5\nevent: games\ndata: {\"from\":4,"));
    EXPECT_THAT(client.read_to("\n\n"), StartsWith("id: 5\nevent: state\ndata: "));
    std::ofstream(dir_ / kGamesFile, std::ios::trunc).flush();
    EXPECT_EQ(client.read_to("\n\n"), "id: 0\nevent: reload\ndata: {}\n\n");
}

TEST_F(ServerTest, quiet_stream_has_signs_of_life) {
    start({.poll = std::chrono::milliseconds(1), .alive = std::chrono::milliseconds(2)});
    Client client = connect();
    client.send(request("GET /events"));
    client.read_to("\r\n\r\n");
    client.read_to("\n\n");
    EXPECT_EQ(client.read_to("\n\n"), "event: alive\ndata: {}\n\n");
    EXPECT_EQ(client.read_to("\n\n"), "event: alive\ndata: {}\n\n");
}

TEST_F(ServerTest, listener_that_left_frees_its_place_at_once) {
    start({.connections = 1, .poll = std::chrono::hours(1), .alive = std::chrono::hours(1)});
    {
        Client listener = connect();
        listener.send(request("GET /events"));
        EXPECT_THAT(listener.read_to("\n\n"), Not(::testing::IsEmpty()));
    }
    std::string answer;
    while (!answer.starts_with("HTTP/1.1 200 ")) { // 503 until the listener is noticed to be gone
        Client other = connect();
        if (other.offer(request("GET /", "Connection: close\r\n"))) {
            answer = other.read_all();
        }
    }
}

TEST_F(ServerTest, list_says_which_runs_are_not_read_yet) {
    Site several(temporary_.path(), {.version = "1.2.3", .made = {}}, kServedPage, {});
    Server server(several, "127.0.0.1", 0, {.list = std::chrono::milliseconds(0)});
    std::thread thread([&] { server.run(); });
    const std::string get = "GET / HTTP/1.1\r\nHost: localhost:" + std::to_string(server.port()) + "\r\n\r\n";
    Client client(server.port());
    std::string answer;
    do {
        client.send(get);
        answer = client.read_to("\r\n\r\n");
        EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 "));
        client.read_to("</script>");
    } while (answer.find("Refresh: 2\r\n") != std::string::npos);
    server.stop();
    thread.join();
}

TEST_F(ServerTest, listeners_do_not_hold_up_others) {
    start({.poll = std::chrono::milliseconds(5)});
    std::vector<std::unique_ptr<Client>> listeners;
    for (int i = 0; i < 20; ++i) {
        listeners.push_back(std::make_unique<Client>(server_->port()));
        listeners.back()->send(request("GET /events"));
        EXPECT_THAT(listeners.back()->read_to("\n\n"), Not(::testing::IsEmpty()));
    }
    Client client = connect();
    client.send(request("GET /index.json", "Connection: close\r\n"));
    EXPECT_THAT(client.read_all(), HasSubstr("\"kind\":\"run\""));
}

TEST_F(ServerTest, connections_beyond_the_limit_are_told_so) {
    start({.connections = 2});
    Client one = connect();
    Client two = connect();
    for (Client* const client : {&one, &two}) {
        client->send(request("GET /"));
        client->read_to("\r\n\r\n");
    }
    Client three = connect();
    EXPECT_THAT(three.read_all(), StartsWith("HTTP/1.1 503 "));
}

TEST_F(ServerTest, idle_connections_are_closed) {
    start({.idle = std::chrono::milliseconds(20)});
    Client client = connect();
    client.send("GET / HT");
    EXPECT_EQ(client.read_all(), "");
}

TEST_F(ServerTest, reader_that_stands_still_is_dropped) {
    start({.connections = 1, .stalled_write = std::chrono::milliseconds(20)});
    Client still = connect();
    std::string many;
    for (int i = 0; i < 100; ++i) {
        many += request("GET /index.json");
    }
    for (int i = 0; i < 50; ++i) { // some megabytes of answers, which nobody reads
        if (!still.offer(many)) {
            break;
        }
    }
    std::string answer;
    while (!answer.starts_with("HTTP/1.1 200 ")) { // 503 until the first one is dropped
        Client other = connect();
        if (other.offer(request("GET /index.json", "Connection: close\r\n"))) {
            answer = other.read_all();
        }
    }
}

TEST_F(ServerTest, port_that_is_taken_and_wrong_addresses_are_errors) {
    start();
    EXPECT_THROW(Server(*site_, "127.0.0.1", server_->port()), std::system_error);
    EXPECT_THAT(referee::testing_support::user_error_text([&] { Server(*site_, "nowhere", 0); }),
                HasSubstr("--bind: nowhere is no address"));
    EXPECT_TRUE(is_loopback("127.0.0.2"));
    EXPECT_TRUE(is_loopback("::1"));
    EXPECT_FALSE(is_loopback("0.0.0.0"));
    EXPECT_FALSE(is_loopback("192.0.2.1"));
    EXPECT_EQ(as_host("2001:DB8:0::5"), "[2001:db8::5]");
    EXPECT_EQ(as_host("[::1]:80"), "[::1]:80");
    EXPECT_EQ(as_host("box:7777"), "box:7777");
}

} // namespace
} // namespace sprt
