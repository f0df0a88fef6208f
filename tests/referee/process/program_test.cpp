#include "referee/process/program.hpp"
#include "referee/process/sha256.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>

#include <sys/resource.h>

namespace referee {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::TemporaryDir;
using testing_support::user_error_text;

constexpr const char* kScript = "#!/bin/sh\nexit 0\n";

/// Sets PATH for the life of the object.
class PathIs {
  public:
    explicit PathIs(const std::string& path)
        : before_(std::getenv("PATH")) {
        ::setenv("PATH", path.c_str(), 1);
    }
    ~PathIs() { ::setenv("PATH", before_.c_str(), 1); }
    PathIs(const PathIs&) = delete;
    PathIs& operator=(const PathIs&) = delete;

  private:
    std::string before_;
};

/// Sets the working directory for the life of the object.
class WorkingDirIs {
  public:
    explicit WorkingDirIs(const fs::path& dir)
        : before_(fs::current_path()) {
        fs::current_path(dir);
    }
    ~WorkingDirIs() { fs::current_path(before_); }
    WorkingDirIs(const WorkingDirIs&) = delete;
    WorkingDirIs& operator=(const WorkingDirIs&) = delete;

  private:
    fs::path before_;
};

TEST(SplitWords, words_are_split_as_by_a_shell) {
    struct Row {
        const char* command;
        std::vector<std::string> expected;
    };
    for (const Row& row : {
             Row{"minimax", {"minimax"}},
             Row{"minimax --depth 3", {"minimax", "--depth", "3"}},
             Row{"  minimax \t --depth\n3  ", {"minimax", "--depth", "3"}},
             Row{"'two words' next", {"two words", "next"}},
             Row{"\"two words\" next", {"two words", "next"}},
             Row{"a'b c'd\"e f\"g", {"ab cde fg"}},
             Row{"'' \"\"", {"", ""}},
             Row{"a '' b", {"a", "", "b"}},
             Row{R"('no \escape "here" $HOME')", {R"(no \escape "here" $HOME)"}},
             Row{R"("\" \\ \$ \` \n 'x'")", {R"(" \ $ ` \n 'x')"}},
             Row{R"(a\ b \'c \\)", {"a b", "'c", "\\"}},
             Row{"$HOME * ~ `ls` ; a|b > c # d", {"$HOME", "*", "~", "`ls`", ";", "a|b", ">", "c", "#", "d"}},
         }) {
        EXPECT_EQ(split_words(row.command), row.expected) << row.command;
    }
}

TEST(SplitWords, errors_name_the_command) {
    EXPECT_THAT(user_error_text([] { static_cast<void>(split_words("")); }), HasSubstr("it is empty"));
    EXPECT_THAT(user_error_text([] { static_cast<void>(split_words(" \t\n")); }), HasSubstr("it is empty"));
    EXPECT_THAT(user_error_text([] { static_cast<void>(split_words("a 'b c")); }),
                HasSubstr("'a 'b c': the quote ' is never closed"));
    EXPECT_THAT(user_error_text([] { static_cast<void>(split_words("a \"b c\\\"")); }),
                HasSubstr("the quote \" is never closed"));
}

TEST(JoinWords, plain_words_need_no_quotes) {
    EXPECT_EQ(join_words({"minimax", "--depth=3", "./a_b/c.d,e:f@g%h^i+1"}),
              "minimax --depth=3 ./a_b/c.d,e:f@g%h^i+1");
    EXPECT_EQ(join_words({"a b", "", "it's"}), R"('a b' '' 'it'\''s')");
}

TEST(OwnCall, program_is_called_as_it_was_called) {
    const std::string name = ::program_invocation_name;
    for (const auto& [called, words] : std::vector<std::pair<const char*, const char*>>{
             {"sprt", "sprt resume 'a b'"},
             {"../my tools/sprt", "'../my tools/sprt' resume 'a b'"},
             {"./a=b/sprt", "'./a=b/sprt' resume 'a b'"}}) {
        ::program_invocation_name = const_cast<char*>(called);
        EXPECT_EQ(own_call({"resume", "a b"}), words);
    }
    static std::string kept = name;
    ::program_invocation_name = kept.data();
}

TEST(JoinWords, split_words_reverses_it) {
    constexpr std::string_view kBytes = "ab \t\n'\"\\$`*~;|&<>#()\xC3\xBC";
    std::mt19937 random(1);
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::string> words(1 + random() % 4);
        for (std::string& word : words) {
            for (auto left = random() % 6; left > 0; --left) {
                word += kBytes[random() % kBytes.size()];
            }
        }
        ASSERT_EQ(split_words(join_words(words)), words) << join_words(words);
    }
}

TEST(FindProgram, name_with_a_slash_is_a_path) {
    const TemporaryDir dir;
    dir.file("bin/agent", kScript, true);
    const WorkingDirIs there(dir.path());
    const PathIs path("/nowhere");

    const Program by_working_dir = find_program({"./bin/agent", "-x"}, {}, {});
    EXPECT_EQ(by_working_dir.executable.lexically_normal(), dir / "bin/agent");
    EXPECT_THAT(by_working_dir.words, ElementsAre("./bin/agent", "-x"));
    EXPECT_TRUE(by_working_dir.dir.empty());
    EXPECT_TRUE(by_working_dir.variables.empty());

    EXPECT_EQ(find_program({(dir / "bin/agent").string()}, {}, {}).executable, dir / "bin/agent");

    const Program by_dir = find_program({"./agent"}, dir / "bin", {});
    EXPECT_EQ(by_dir.executable.lexically_normal(), dir / "bin/agent");
    EXPECT_EQ(by_dir.dir, dir / "bin");
    EXPECT_EQ(find_program({"./agent"}, "bin", {}).executable.lexically_normal(), dir / "bin/agent");
}

TEST(FindProgram, name_without_a_slash_is_looked_for_in_agents_before_path) {
    const TemporaryDir dir;
    dir.file("agents/random", kScript, true);
    dir.file("path/random", kScript, true);
    dir.file("path/mine", kScript, true);
    dir.file("random", kScript, true);
    const WorkingDirIs there(dir.path());
    const PathIs path("/nowhere:" + (dir / "path").string());

    EXPECT_EQ(find_program({"random"}, {}, dir / "agents").executable, dir / "agents/random");
    EXPECT_EQ(find_program({"random"}, {}, {}).executable, dir / "path/random");
    EXPECT_EQ(find_program({"mine"}, {}, dir / "agents").executable, dir / "path/mine");
    // A program runs in `dir` and is not looked for there.
    EXPECT_EQ(find_program({"random"}, dir / "agents", {}).executable, dir / "path/random");
}

TEST(FindProgram, file_that_cannot_run_does_not_hide_one_that_can) {
    const TemporaryDir dir;
    dir.file("one/agent", kScript, false);
    dir.file("two/agent", kScript, true);
    const PathIs path((dir / "one").string() + ":" + (dir / "two").string());
    EXPECT_EQ(find_program({"agent"}, {}, {}).executable, dir / "two/agent");
}

TEST(FindProgram, errors_name_the_command_and_the_reason) {
    const TemporaryDir dir;
    dir.file("plain", "no program\n", true);
    dir.file("empty", "", true);
    dir.file("closed", kScript, false);
    dir.file("lost", "#!/nowhere/python3 -u\n", true);
    dir.file("blank", "#! \n", true);
    fs::create_directory(dir / "folder");
    fs::create_symlink(dir / "gone", dir / "dangling");
    const PathIs path(dir.path().string());
    const std::string at = dir.path().string() + "/";

    struct Row {
        std::string word;
        std::string expected;
    };
    for (const Row& row : {
             Row{at + "nothing", "agent command '" + at + "nothing': " + at + "nothing does not exist"},
             Row{at + "dangling", at + "dangling does not exist"},
             Row{at + "folder", at + "folder is a directory"},
             Row{"/dev/null", "/dev/null is not a file"},
             Row{at + "closed", at + "closed is not executable (chmod +x?)"},
             Row{at + "plain", at + "plain is neither a program nor a script that begins with #!"},
             Row{at + "empty", at + "empty is empty"},
             Row{at + "lost", "names an interpreter that cannot be executed: '/nowhere/python3'"},
             Row{at + "blank", "names an interpreter that cannot be executed: ''"},
             Row{"plain", at + "plain is neither a program nor a script"},
             Row{"nothing", "there is no program 'nothing' among the agents (none found) or in PATH"},
             Row{"nothing", "e.g. ./nothing"},
         }) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(find_program({row.word}, {}, {})); }),
                    HasSubstr(row.expected));
    }
    EXPECT_THAT(user_error_text([&] { static_cast<void>(find_program({"nothing"}, {}, dir / "folder")); }),
                HasSubstr("among the agents (" + at + "folder)"));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(find_program({"./x"}, dir / "gone", {})); }),
                HasSubstr("its dir " + at + "gone is not a directory"));
    EXPECT_THAT(user_error_text([] { static_cast<void>(find_program({}, {}, {})); }),
                HasSubstr("it is empty"));
    EXPECT_THAT(user_error_text([] { static_cast<void>(find_program({""}, {}, {})); }),
                HasSubstr("it is empty"));
}

TEST(FindProgram, file_that_cannot_be_opened_for_lack_of_descriptors_is_not_empty) {
    const TemporaryDir dir;
    const fs::path file = dir.file("agent", kScript, true);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    EXPECT_THROW(static_cast<void>(find_program({file.string()}, {}, {})), std::system_error);
    EXPECT_THROW(static_cast<void>(sha256_of_file(file)), std::system_error);
    ::setrlimit(RLIMIT_NOFILE, &before);
    EXPECT_NO_THROW(static_cast<void>(find_program({file.string()}, {}, {})));
}

TEST(FindProgram, errors_name_what_may_be_meant) {
    const TemporaryDir dir;
    for (const char* agent : {"agents/greedy", "agents/minimax", "bot.py", "bots/alpha", "bots/beta"}) {
        dir.file(agent, kScript, true);
    }
    fs::create_directory(dir / "greedie"); // a directory is no agent
    const WorkingDirIs there(dir.path());
    const PathIs path("/nowhere");
    struct Row {
        const char* word;
        const char* expected;
    };
    for (const Row& row : {
             Row{"greedi", "or in PATH; did you mean greedy?"},
             Row{"Minimax", "or in PATH; did you mean minimax?"},
             Row{"bot.py", "or in PATH; did you mean ./bot.py?"},
             Row{"bot", "or in PATH; did you mean ./bot.py?"},
             Row{"nothing", "or in PATH; a path needs a slash, e.g. ./nothing"},
             Row{"./bot.pi", "./bot.pi does not exist; did you mean ./bot.py?"},
             Row{"bots/alhpa", "bots/alhpa does not exist; did you mean bots/alpha?"},
             Row{"bots/other", "bots/other does not exist"},
             Row{"none/alpha", "none/alpha does not exist"},
         }) {
        EXPECT_THAT(user_error_text([&] { static_cast<void>(find_program({row.word}, {}, dir / "agents")); }),
                    testing::EndsWith(row.expected));
    }
    EXPECT_THAT(user_error_text([&] { static_cast<void>(find_program({"./alpa"}, "bots", {})); }),
                testing::EndsWith("does not exist; did you mean ./alpha?"));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(find_program({"alpa"}, "bots", {})); }),
                testing::EndsWith("or in PATH; did you mean ./alpha?"));
}

TEST(FindProgram, errors_hold_no_control_characters) {
    const std::string text =
        user_error_text([] { static_cast<void>(find_program({"\x1b[31m\xff"}, {}, {})); });
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_THAT(text, HasSubstr("\\x1b[31m"));
}

TEST(FindProgram, links_and_binaries_are_accepted) {
    const TemporaryDir dir;
    dir.file("agent", kScript, true);
    fs::create_symlink(dir / "agent", dir / "link");
    EXPECT_EQ(find_program({(dir / "link").string()}, {}, {}).executable, dir / "link");
    EXPECT_EQ(find_program({"/proc/self/exe"}, {}, {}).executable, "/proc/self/exe"); // an ELF file
}

// The kernel looks for "/bin/sh\r", which is not there.
TEST(FindProgram, script_with_carriage_returns_has_no_interpreter) {
    const TemporaryDir dir;
    const fs::path script = dir.file("agent", "#!/bin/sh\r\nexit 0\r\n", true);
    EXPECT_THAT(user_error_text([&] { static_cast<void>(find_program({script.string()}, {}, {})); }),
                HasSubstr("names an interpreter that cannot be executed"));
}

// `..` after a link to a directory is the parent of where the link leads.
TEST(FindProgram, file_that_was_checked_is_the_one_that_is_started) {
    const TemporaryDir dir;
    dir.file("far/away/agents/none", "");
    dir.file("far/away/agent", kScript, true);
    fs::create_directory_symlink(dir / "far/away/agents", dir / "link");
    const Program program = find_program({(dir / "link/../agent").string()}, {}, {});
    EXPECT_TRUE(fs::exists(program.executable)) << program.executable;
}

TEST(BundledAgentsDir, is_beside_the_running_program) {
    const fs::path beside = fs::read_symlink("/proc/self/exe").parent_path() / "agents";
    const bool was_there = fs::exists(beside);
    fs::create_directory(beside);
    EXPECT_EQ(bundled_agents_dir(), beside);
    if (!was_there) {
        fs::remove(beside);
        EXPECT_NE(bundled_agents_dir(), beside);
    }
}

TEST(MayBeSecret, names_are_known_in_any_case) {
    for (const char* const name : {"GITHUB_ENV", "gitlab_user", "CI_JOB", "MY_TOKEN", "AWS_CREDENTIALS",
                                   "SSH_AUTH_SOCK", "api_key", "MYSQL_PWD"}) {
        EXPECT_TRUE(may_be_secret(name)) << name;
    }
    for (const char* const name : {"PATH", "LD_LIBRARY_PATH", "PWD", "HOME", "LC_CI_X"}) {
        EXPECT_FALSE(may_be_secret(name)) << name;
    }
}

} // namespace

namespace {

class ProgramFilesTest : public testing::Test {
  protected:
    [[nodiscard]] Program program() const {
        return {.executable = agent_,
                .words = {"./agent", "--net", "weights", "nothing.here", "."},
                .dir = dir_.path(),
                .variables = {}};
    }
    [[nodiscard]] std::string path(const char* name) const { return (dir_ / name).string(); }

    TemporaryDir dir_;
    std::filesystem::path agent_ = dir_.file("agent", "#!/bin/sh\n", true);
    std::filesystem::path weights_ = dir_.file("weights", "1 2 3");
    ProgramFiles files_{program()};
};

TEST_F(ProgramFilesTest, are_the_executable_and_the_files_that_its_words_name) {
    const AgentPrint& print = files_.print();
    EXPECT_EQ(print.executable, (FilePrint{path("agent"), sha256_of_text("#!/bin/sh\n")}));
    ASSERT_EQ(print.files.size(), 1U) << "neither a word that names no file nor a directory";
    EXPECT_EQ(print.files[0], (FilePrint{path("weights"), sha256_of_text("1 2 3")}))
        << "relative to the directory of the agent";
}

TEST_F(ProgramFilesTest, an_empty_word_names_none) {
    for (const auto& dir : {fs::path(), dir_.path()}) {
        const Program agent{.executable = agent_, .words = {"./agent", ""}, .dir = dir, .variables = {}};
        EXPECT_TRUE(ProgramFiles(agent).print().files.empty()) << dir;
    }
}

TEST_F(ProgramFilesTest, that_stay_as_they_are_have_not_changed) {
    EXPECT_EQ(files_.changed(), std::nullopt);
    EXPECT_EQ(files_.changed_bytes(), std::nullopt);
    EXPECT_EQ(ProgramFiles().changed(), std::nullopt);
}

TEST_F(ProgramFilesTest, that_are_written_to_replaced_or_removed_have_changed) {
    dir_.file("weights", "1 2 4");
    EXPECT_EQ(files_.changed(), path("weights"));
    EXPECT_EQ(files_.changed_bytes(), path("weights"));
    std::filesystem::rename(dir_.file("new", "#!/bin/sh\nexit\n", true), dir_ / "agent");
    EXPECT_EQ(files_.changed(), path("agent"));
    std::filesystem::remove(dir_ / "agent");
    EXPECT_EQ(files_.changed(), path("agent"));
}

TEST_F(ProgramFilesTest, that_are_written_anew_with_the_same_bytes_have_not_changed) {
    std::filesystem::rename(dir_.file("new", "#!/bin/sh\n", true), dir_ / "agent");
    std::filesystem::last_write_time(dir_ / "weights", std::filesystem::file_time_type::clock::now());
    EXPECT_EQ(files_.changed(), std::nullopt);
}

TEST_F(ProgramFilesTest, that_have_other_bytes_and_the_old_time_and_size_have_changed) {
    const auto time = std::filesystem::last_write_time(dir_ / "weights");
    dir_.file("weights", "3 2 1");
    std::filesystem::last_write_time(dir_ / "weights", time);
    EXPECT_EQ(files_.changed(), path("weights"));
}

} // namespace

} // namespace referee
