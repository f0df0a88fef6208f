#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/json_fields.hpp"
#include "referee/process/sha256.hpp"
#include "sprt/session/remote_job.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using referee::field;
using referee::FilePrint;
using referee::Json;
using referee::JsonNode;
using referee::UserError;

constexpr std::uint64_t kMegabyte = 1 << 20;
constexpr std::uint64_t kMostBytesOfFile = 64 * kMegabyte;
constexpr std::uint64_t kMostBytesOfRun = 256 * kMegabyte;
constexpr std::size_t kMostFiles = 256;
constexpr auto kFileFields = referee::fields<AgentFile>(
    field("sha256", &AgentFile::sha256,
          referee::only<std::string>(referee::Plain(), remote::is_digest, "a SHA-256")),
    field("bytes", &AgentFile::bytes, referee::Whole{0, kMostBytesOfFile}),
    field("word", &AgentFile::word, referee::Whole{0, 1 << 20}));

[[noreturn]] void refuse(const std::string& agent, const FilePrint& file, const std::string& why) {
    throw UserError("{}: {} cannot be sent to workers: {}; with --send-agents never they look for their own",
                    agent, referee::to_printable(file.path), why);
}

std::string bytes_of(const std::string& agent, const FilePrint& file) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(file.path, error);
    if (!error && size > kMostBytesOfFile) {
        refuse(agent, file,
               fmt::format("it has {} MiB, and the most are {}", size / kMegabyte,
                           kMostBytesOfFile / kMegabyte));
    }
    std::string bytes;
    std::ifstream in(file.path, std::ios::binary);
    bytes.resize(error ? 0 : size);
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (error || !in) {
        refuse(agent, file, "it cannot be read");
    }
    if (file.sha256 != referee::sha256_of_text(bytes)) {
        refuse(agent, file, "it is being changed");
    }
    return bytes;
}

/// The word of the command that names `file`, from word `from` on.
std::size_t word_of(const referee::Program& program, const FilePrint& file, std::size_t from) {
    std::size_t word = from;
    std::error_code error; // of an empty word
    while (word < program.words.size() &&
           fs::absolute(program.dir / program.words[word], error) != file.path) {
        ++word;
    }
    return word;
}

/// The name of the file that `word` names: agents may look at the name by which they were started.
std::string name_of(const std::string& word) {
    const std::string name = fs::path(word).filename().string();
    return name.empty() || name == "." || name == ".." ? "file" : name;
}

} // namespace

FilesToSend read_agent_files(const referee::Roster& roster) {
    FilesToSend sent;
    std::uint64_t total = 0;
    for (const referee::RosterAgent& agent : roster.agents()) {
        std::vector<AgentFile>& its = sent.of.emplace_back();
        std::size_t word = 0;
        const auto add = [&](const FilePrint& file) {
            std::string bytes = bytes_of(agent.name, file);
            its.push_back({.sha256 = *file.sha256, .bytes = bytes.size(), .word = word});
            const auto [place, is_new] = sent.bytes.emplace(*file.sha256, std::move(bytes));
            total += is_new ? place->second.size() : 0;
            if (total > kMostBytesOfRun) {
                refuse(agent.name, file,
                       fmt::format("with it the files of the agents have more than {} MiB",
                                   kMostBytesOfRun / kMegabyte));
            }
        };
        add(agent.files.print().executable);
        for (const FilePrint& file : agent.files.print().files) {
            word = word_of(agent.program, file, word + 1);
            add(file);
        }
    }
    return sent;
}

Json to_json(const std::vector<AgentFile>& files) {
    return referee::written(kFileFields, files);
}

std::vector<AgentFile> read_agent_files(const JsonNode& node) {
    std::vector<AgentFile> files;
    const std::size_t count = node.items().size();
    node.expect(count >= 1 && count <= kMostFiles, "1 to 256 files");
    referee::read_by(kFileFields, node, files);
    std::uint64_t total = 0;
    for (const AgentFile& file : files) {
        total += file.bytes;
    }
    node.expect(total <= kMostBytesOfRun, "at most 256 MiB");
    return files;
}

std::optional<AgentConfig> agent_in(const fs::path& dir, AgentConfig agent,
                                    const std::vector<AgentFile>& files, const remote::FileCache& cache,
                                    const remote::FetchFile& fetch) {
    for (const AgentFile& file : files) {
        if (file.word >= agent.command.size()) {
            throw remote::CannotPlay(fmt::format("its command has no word {}", file.word));
        }
        std::string& word = agent.command[file.word];
        const fs::path place = dir / std::to_string(file.word) / name_of(word);
        fs::create_directories(place.parent_path());
        if (!cache.link(file.sha256, place)) {
            auto bytes = fetch(file.sha256, file.bytes);
            if (!bytes) {
                return std::nullopt;
            }
            cache.put(file.sha256, *bytes);
            if (!cache.link(file.sha256, place)) {
                throw remote::CannotPlay(fmt::format("the cache {} lost a file", cache.dir().string()));
            }
        }
        word = place.string();
    }
    agent.dir = dir.string();
    return agent;
}

} // namespace sprt
