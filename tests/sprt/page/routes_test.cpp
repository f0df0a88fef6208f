#include "sprt/page/routes.hpp"
#include "tests/sprt/page/unpacked.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace sprt {
namespace {

namespace test_fs = std::filesystem;
using referee::Json;
using ::testing::HasSubstr;

constexpr std::uint16_t kPort = 8642;
constexpr const char* kHost = "127.0.0.1:8642";
constexpr std::string_view kPage = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                                   "'none'; connect-src 'none'\"><!--INDEX--><!--GAMES-->";

/// Two runs in a directory, one of them named `a b`.
class RoutesTest : public LoadRun {
  protected:
    RoutesTest() {
        config_.test.elo1 = 1; // no verdict
        dir_ = temporary_ / "runs" / "a b";
        keep(4, draws);
        dir_ = temporary_ / "runs" / "two";
        keep(6, draws);
        std::ofstream(temporary_ / "secret") << "secret";
        test_fs::create_directory(temporary_ / "runs" / "no run");
        test_fs::create_directory_symlink(temporary_ / "runs" / "two", temporary_ / "runs" / "link");
    }
    [[nodiscard]] Site site(const char* dir = "runs") const {
        return {temporary_ / dir, {.version = "1.2.3", .made = {}}, kPage, {"name", "other:99"}};
    }
    static std::string text(const PageResponse& response) { return std::string(response.text()); }
    /// What a server does, made at once.
    static PageResponse respond(Site& site, const PageRequest& request) {
        PageAnswer given = site.answer(request, kPort);
        if (given.is_list) {
            RunList& list = site.list();
            list.see(runs_in(site.dir()));
            while (auto found = list.next()) {
                list.put(read_row(site.dir(), *std::move(found)));
            }
            list.keep_page(list.version(), std::make_shared<const std::string>(site.list_maker()()));
            return site.list_response(list.page());
        }
        return given.make ? given.make() : std::move(given.response);
    }
    static PageResponse get(Site& site, const std::string& target, const std::string& host = kHost) {
        return respond(site, {.method = "GET", .target = target, .host = host});
    }
};

TEST_F(RoutesTest, list_that_was_made_before_a_run_was_read_is_asked_for_again) {
    Site served = site();
    EXPECT_FALSE(get(served, "/").is_partial);
    std::ofstream(temporary_ / "runs" / "two" / "games.jsonl", std::ios::app) << "{}";
    served.list().see(runs_in(served.dir()));
    const auto old = std::make_shared<const std::string>(served.list_maker()());
    EXPECT_TRUE(served.list_response(old).is_partial);
    served.list().put(read_row(served.dir(), *served.list().next()));
    EXPECT_FALSE(served.list().is_behind());
    EXPECT_TRUE(served.list_response(old).is_partial);
    EXPECT_FALSE(get(served, "/").is_partial);
}

TEST_F(RoutesTest, targets_have_their_answers) {
    const struct {
        const char* target;
        int status;
        const char* type;
        const char* location = "";
    } rows[] = {
        {"/", 200, "text/html; charset=utf-8"},
        {"/run/two/", 200, "text/html; charset=utf-8"},
        {"/run/a%20b/", 200, "text/html; charset=utf-8"},
        {"/run/two/?x=1", 200, "text/html; charset=utf-8"},
        {"/run/two/page.html", 200, "text/html; charset=utf-8"},
        {"/run/two/index.json", 200, "application/json"},
        {"/run/two/games/0.jsonl", 200, "text/plain; charset=utf-8"},
        {"/run/two/events", 200, "text/event-stream"},
        {"/run/two", 301, nullptr, "/run/two/"},
        {"/run/a%20b?x=1", 301, nullptr, "/run/a%20b/?x=1"},
        {"/run/", 404, nullptr},
        {"/run/nothing", 404, nullptr},
        {"//run/two", 404, nullptr},
        {"/run/two//", 404, nullptr},
        {"//run/two/", 404, nullptr},
        {"/run//two/", 404, nullptr},
        {"/run/two/games/1.jsonl", 404, nullptr},
        {"/run/two/games/-1.jsonl", 404, nullptr},
        {"/run/two/games/0", 404, nullptr},
        {"/run/two/games/.jsonl", 404, nullptr},
        {"/run/two/games/99999999999999999999.jsonl", 404, nullptr},
        {"/run/two/games.jsonl", 404, nullptr},
        {"/run/two/run.json", 404, nullptr},
        {"/run/two/../two/", 404, nullptr},
        {"/run/../secret", 404, nullptr},
        {"/run/%2e%2e/index.json", 404, nullptr},
        {"/run/..%2fruns%2ftwo/", 404, nullptr},
        {"/run/%2E%2E%2Fsecret/", 404, nullptr},
        {"/run/two%00/", 404, nullptr},
        {"/run/two%2/", 404, nullptr},
        {"/run/two%zz/", 404, nullptr},
        {"/run/./", 404, nullptr},
        {"/run/no run/", 404, nullptr},
        {"/run/no%20run/", 404, nullptr},
        {"/run/link/", 404, nullptr},
        {"/run/nothing/", 404, nullptr},
        {"/index.json", 404, nullptr},
        {"/secret", 404, nullptr},
        {"", 404, nullptr},
        {"*", 404, nullptr},
        {"http://127.0.0.1:8642/", 200, "text/html; charset=utf-8"},
        {"HTTP://localhost:8642/run/two/index.json", 200, "application/json"},
        {"http://127.0.0.1:8642", 200, "text/html; charset=utf-8"},
        {"http://evil.example/", 421, nullptr},
        {"https://127.0.0.1:8642/", 404, nullptr},
    };
    Site served = site();
    for (const auto& row : rows) {
        const PageResponse response = get(served, row.target);
        EXPECT_EQ(response.status, row.status) << row.target;
        if (row.type != nullptr) {
            EXPECT_EQ(response.type, row.type) << row.target;
        }
        EXPECT_EQ(response.location, row.location) << row.target;
        EXPECT_EQ(response.events != nullptr, std::string(row.target) == "/run/two/events");
    }
}

TEST_F(RoutesTest, single_run_is_also_at_the_top) {
    Site served = site("runs/two");
    for (const char* const path : {"", "index.json", "games/0.jsonl", "page.html", "events"}) {
        const PageResponse top = get(served, std::string("/") + path);
        EXPECT_EQ(top.status, 200) << path;
        EXPECT_EQ(get(served, std::string("/run/two/") + path).type, top.type) << path;
    }
    EXPECT_EQ(get(served, "/run/a%20b/").status, 404);
}

TEST_F(RoutesTest, only_own_names_of_the_host_are_answered) {
    Site served = site();
    for (const char* const host :
         {"127.0.0.1:8642", "localhost:8642", "[::1]:8642", "name", "name:8642", "other:99"}) {
        EXPECT_EQ(get(served, "/", host).status, 200) << host;
    }
    for (const char* const host :
         {"", "127.0.0.1", "localhost", "localhost:80", "evil.example", "evil.example:8642", "name:80",
          "other", "localhost:8642.evil.example", "127.0.0.1:8642 "}) {
        EXPECT_EQ(get(served, "/", host).status, 421) << host;
        EXPECT_EQ(get(served, "/run/two/index.json", host).status, 421) << host;
    }
}

TEST_F(RoutesTest, pages_of_other_sites_are_refused) {
    struct Row {
        std::optional<std::string> origin;
        std::optional<std::string> fetch_site;
        bool is_navigation;
        int status;
    };
    const Row rows[] = {
        {{}, {}, false, 200},
        {{}, "same-origin", false, 200},
        {{}, "none", true, 200},
        {{}, "cross-site", false, 403},
        {{}, "same-site", false, 403}, // another port of this machine
        {{}, "cross-site", true, 200}, // a link that the user followed
        {"http://127.0.0.1:8642", "same-origin", false, 200},
        {"https://name", {}, false, 200},
        {"http://127.0.0.1:3000", {}, false, 403},
        {"http://evil.example", {}, false, 403},
        {"null", "same-origin", false, 403},
    };
    Site served = site();
    for (const Row& row : rows) {
        for (const char* const target : {"/", "/run/two/index.json", "/run/two/events"}) {
            const PageRequest request{.method = "GET",
                                      .target = target,
                                      .host = kHost,
                                      .origin = row.origin,
                                      .fetch_site = row.fetch_site,
                                      .is_navigation = row.is_navigation};
            EXPECT_EQ(respond(served, request).status, row.status)
                << target << row.origin.value_or("") << row.fetch_site.value_or("");
        }
    }
}

TEST_F(RoutesTest, runs_that_nobody_follows_are_forgotten) {
    for (int copy = 0; copy < 12; ++copy) {
        test_fs::copy(temporary_ / "runs" / "two", temporary_ / "runs" / std::to_string(copy));
    }
    Site served = site();
    const PageResponse followed = get(served, "/run/two/events");
    for (int copy = 0; copy < 12; ++copy) {
        EXPECT_EQ(get(served, "/run/" + std::to_string(copy) + "/index.json").status, 200);
    }
    const auto now = std::chrono::steady_clock::now();
    EXPECT_EQ(served.drop_unused(now), 9U); // the one that is followed, and eight
    EXPECT_EQ(served.drop_unused(now + std::chrono::minutes(2)), 1U);
    EXPECT_EQ(followed.events->tail().run().columns().rows().size(), 6U);
}

TEST_F(RoutesTest, index_and_page_are_made_once_a_change) {
    Site served = site();
    const PageResponse index = get(served, "/run/two/index.json");
    const PageResponse page = get(served, "/run/two/page.html");
    EXPECT_EQ(get(served, "/run/two/index.json").made, index.made);
    EXPECT_EQ(get(served, "/run/two/page.html").made, page.made);
    append_game(6);
    EXPECT_NE(get(served, "/run/two/index.json").made, index.made);
    EXPECT_NE(get(served, "/run/two/page.html").made, page.made);
}

TEST_F(RoutesTest, only_get_and_head_are_answered) {
    Site served = site();
    for (const char* const method : {"POST", "PUT", "DELETE", "OPTIONS", "get", "TRACE", ""}) {
        EXPECT_EQ(respond(served, {.method = method, .target = "/", .host = kHost}).status, 405) << method;
    }
    EXPECT_EQ(respond(served, {.method = "HEAD", .target = "/", .host = kHost}).status, 200);
}

TEST_F(RoutesTest, pages_have_the_policy_as_a_field_too) {
    Site served = site();
    for (const char* const target : {"/", "/run/two/"}) {
        const PageResponse response = get(served, target);
        EXPECT_EQ(response.policy, "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
        EXPECT_THAT(text(response), HasSubstr("connect-src 'self'"));
    }
    EXPECT_THAT(text(get(served, "/run/two/")), HasSubstr("id=\"index\"></script>"));
    const PageResponse file = get(served, "/run/two/page.html");
    EXPECT_EQ(file.disposition, "attachment; filename=\"page.html\"");
    EXPECT_THAT(text(file), HasSubstr("connect-src 'none'"));
    EXPECT_EQ(blocks_of(text(file)).at("games-0"), text(get(served, "/run/two/games/0.jsonl")));
}

TEST_F(RoutesTest, list_names_the_runs_newest_first) {
    edit_run_file(temporary_ / "runs" / "a b", [](Json& run) { run["started"] = "2027-01-01T00:00:00Z"; });
    std::ofstream(temporary_ / "runs" / "two" / kGamesFile, std::ios::app) << "{}\n";
    Site served = site();
    const Json list = Json::parse(blocks_of(text(get(served, "/"))).at("index"));
    EXPECT_EQ(list["kind"], "list");
    ASSERT_EQ(list["runs"].size(), 2U);
    const Json& first = list["runs"][0];
    EXPECT_EQ(first.dump(), R"({"name":"a b","agents":["one","two"],"words":"interrupted","llr":)" +
                                first["llr"].dump() + R"(,"games":4,"live":false})");
    EXPECT_THAT(list["runs"][1]["words"].get<std::string>(), HasSubstr("games.jsonl:7: "));
    EXPECT_EQ(get(served, "/run/two/index.json").status, 500);
}

TEST_F(RoutesTest, run_whose_name_is_no_utf8_is_at_its_address) {
    test_fs::rename(temporary_ / "runs" / "two", temporary_ / "runs" / "z\xff\xfe");
    edit_run_file(temporary_ / "runs" / "a b", [](Json& run) { run["started"] = "2027-01-01T00:00:00Z"; });
    Site served = site();
    const Json list = Json::parse(blocks_of(text(get(served, "/"))).at("index"));
    EXPECT_FALSE(list["runs"][0].contains("href"));
    EXPECT_EQ(list["runs"][1]["href"], "run/%7A%FF%FE/");
    EXPECT_EQ(get(served, "/run/%7A%FF%FE/index.json").status, 200);
}

TEST_F(RoutesTest, run_whose_log_is_no_file_holds_nobody_up) {
    const test_fs::path log = temporary_ / "runs" / "two" / kGamesFile;
    Site followed = site();
    EXPECT_EQ(get(followed, "/run/two/page.html").status, 200);
    for (const bool is_pipe : {true, false}) {
        test_fs::remove(log);
        if (is_pipe) {
            ASSERT_EQ(::mkfifo(log.c_str(), 0600), 0);
        } else {
            test_fs::create_directory(log);
        }
        const std::string refusal =
            std::string("games.jsonl is a ") + (is_pipe ? "pipe" : "directory") + "; a log is a regular file";
        Site served = site();
        const Json list = Json::parse(blocks_of(text(get(served, "/"))).at("index"));
        EXPECT_EQ(list["runs"].size(), 2U);
        EXPECT_THAT(list["runs"].dump(), HasSubstr(refusal));
        EXPECT_EQ(get(served, "/run/two/index.json").status, 500);
        EXPECT_EQ(get(served, "/run/a%20b/index.json").status, 200);
        EXPECT_THAT(text(get(followed, "/run/two/index.json")), HasSubstr(refusal));
        EXPECT_EQ(get(followed, "/run/two/games/0.jsonl").status, 404);
        EXPECT_EQ(get(followed, "/run/two/page.html").status, 500);
    }
    test_fs::remove(log);
    test_fs::create_symlink(temporary_ / "secret", log);
    EXPECT_EQ(get(followed, "/run/two/games/0.jsonl").status, 404);
    EXPECT_THAT(text(get(followed, "/run/two/index.json")), HasSubstr("games.jsonl is a link"));
}

TEST_F(RoutesTest, run_that_is_gone_is_one_change_of_state) {
    Site served = site();
    PageResponse response = get(served, "/run/two/events");
    SeenRun seen = seen_with(response.events->tail(), response.events_from);
    static_cast<void>(events_since(response.events->tail(), seen));
    test_fs::remove_all(temporary_ / "runs" / "two");
    response.events->tail().poll();
    EXPECT_THAT(events_since(response.events->tail(), seen), HasSubstr("event: state"));
    response.events->tail().poll();
    EXPECT_EQ(events_since(response.events->tail(), seen), "");
}

TEST_F(RoutesTest, directory_without_runs_is_refused) {
    EXPECT_THAT(referee::testing_support::user_error_text([&] { static_cast<void>(site("runs/no run")); }),
                HasSubstr("holds no run"));
    EXPECT_THAT(referee::testing_support::user_error_text([&] { static_cast<void>(site("nothing")); }),
                HasSubstr("is no directory"));
}

TEST_F(RoutesTest, events_bring_what_the_reader_lacks) {
    Site served = site();
    const auto events = [&](const std::string& target, std::optional<std::string> id = {}) {
        PageResponse response = respond(
            served, {.method = "GET", .target = target, .host = kHost, .last_event_id = std::move(id)});
        SeenRun seen = seen_with(response.events->tail(), response.events_from);
        std::string text = events_since(response.events->tail(), seen);
        EXPECT_EQ(events_since(response.events->tail(), seen), "");
        return text;
    };
    EXPECT_THAT(events("/run/two/events"),
                ::testing::StartsWith("id: 6\nevent: state\ndata: {\"over\":false,"));
    EXPECT_THAT(events("/run/two/events", "6"), ::testing::StartsWith("id: 6\nevent: state\n"));
    for (const std::string& text : {events("/run/two/events", "3"), events("/run/two/events?from=3")}) {
        EXPECT_THAT(text, ::testing::StartsWith("id: 6\nevent: games\ndata: {\"from\":2,"));
        EXPECT_THAT(text, HasSubstr("\n\nid: 6\nevent: state\n"));
    }
    // Of a reader's positions nothing is known when it begins, and all from then on.
    PageResponse response =
        respond(served, {.method = "GET", .target = "/run/two/events?from=3", .host = kHost});
    SeenRun seen = seen_with(response.events->tail(), response.events_from);
    EXPECT_THAT(events_since(response.events->tail(), seen), HasSubstr(R"("games":[2,4,6],"llr":)"));
    EXPECT_EQ(seen, response.events->tail().seen());
    EXPECT_EQ(events("/run/two/events", "7"), "id: 6\nevent: reload\ndata: {}\n\n");
}

TEST_F(RoutesTest, reader_that_lacks_many_games_begins_anew) {
    Site served = site();
    const PageResponse response = get(served, "/run/two/events");
    for (const auto& [most, event] : {std::pair(3, "event: reload\n"), std::pair(4, "event: games\n")}) {
        SeenRun seen = seen_with(response.events->tail(), 2); // of 6
        EXPECT_THAT(events_since(response.events->tail(), seen, static_cast<std::size_t>(most)),
                    HasSubstr(event));
    }
}

TEST_F(RoutesTest, workers_are_told_at_first_and_when_run_json_is_another_one) {
    edit_run_file(dir_, [](Json& run) {
        run["run_id"] = "0123456789ab";
        run["epoch"] = 1;
        run["via"] = "nats://127.0.0.1:4322";
        run["workers"] = Json::object();
    });
    Site served = site();
    const PageRequest request{.method = "GET", .target = "/run/two/events?from=6", .host = kHost};
    PageResponse response = respond(served, request);
    Tail& run = response.events->tail();
    SeenRun seen = seen_with(run, response.events_from);
    EXPECT_THAT(events_since(run, seen), HasSubstr("event: workers\ndata: {\"workers\":{}}\n"));
    append_game(6);
    append_game(7);
    run.poll();
    const std::string games = events_since(run, seen);
    EXPECT_THAT(games, HasSubstr("event: games\n"));
    EXPECT_THAT(games, ::testing::Not(HasSubstr("event: workers\n")));
    edit_run_file(dir_, [](Json& file) {
        file["workers"]["late"] = {{"pairs", 0}, {"voided", 0}, {"wrong", 1}, {"refused", "a wrong result"}};
    });
    run.poll();
    EXPECT_THAT(events_since(run, seen), HasSubstr("event: workers\ndata: {\"workers\":{\"late\":{"));
}

} // namespace
} // namespace sprt
