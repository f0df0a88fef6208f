// Runs a fuzz target without libFuzzer: fuzz_NAME [-runs=N] [-seed=N] [-dict=FILE] FILE|DIRECTORY...
// First each file as it is, then N texts (default 0) that are made from them by random errors. The text
// during which the program ends is left in ./crash-NAME.

#include "tests/fuzz/target.hpp"
#include "tests/support/mutator.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

namespace fs = std::filesystem;

std::string current; ///< the text that the target reads
std::string crash_file;

/// Called when the program is about to end within the target.
void keep_current() {
    const int file = ::open(crash_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0 && ::write(file, current.data(), current.size()) >= 0) {
        std::fprintf(stderr, "fuzz: the text is in %s\n", crash_file.c_str());
    }
}

void on_abort(int) {
    keep_current();
}

std::string content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void add_texts(const fs::path& place, std::vector<std::string>& texts) {
    std::vector<fs::path> files;
    if (fs::is_directory(place)) {
        for (const auto& entry : fs::directory_iterator(place)) {
            files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
    } else {
        files.push_back(place);
    }
    std::transform(files.begin(), files.end(), std::back_inserter(texts), content_of);
}

/// The words of a dictionary of libFuzzer: lines like `"word"`, with backslashes before quotes and
/// backslashes.
std::vector<std::string> words_of(const std::string& dictionary) {
    static const std::regex kWord(R"re(^[^#"\n]*"((?:\\.|[^"\\\n])*)")re", std::regex::multiline);
    static const std::regex kEscaped(R"re(\\(.))re");
    std::vector<std::string> words;
    for (std::sregex_iterator at(dictionary.begin(), dictionary.end(), kWord), end; at != end; ++at) {
        words.push_back(std::regex_replace((*at)[1].str(), kEscaped, "$1"));
    }
    return words;
}

void run_target(std::string text) {
    current = std::move(text);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
}

/// The number of a flag `-NAME=N`; false when `argument` is another flag.
bool read_number(const std::string& argument, const std::string& flag, std::uint64_t& number) {
    if (!argument.starts_with(flag)) {
        return false;
    }
    const char* const end = argument.data() + argument.size();
    if (std::from_chars(argument.data() + flag.size(), end, number).ptr != end) {
        std::fprintf(stderr, "fuzz: %s: no number\n", argument.c_str());
        std::exit(2);
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    crash_file = "crash-" + fs::path(argv[0]).filename().string();
    std::signal(SIGABRT, on_abort);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_set_death_callback(keep_current);
#endif
    std::uint64_t runs = 0;
    std::uint64_t seed = 1;
    std::vector<std::string> texts;
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::string dictionary = "-dict=";
        if (argument.starts_with(dictionary)) {
            words = words_of(content_of(argument.substr(dictionary.size())));
        } else if (!read_number(argument, "-runs=", runs) && !read_number(argument, "-seed=", seed)) {
            add_texts(argument, texts);
        }
    }
    if (texts.empty()) {
        std::fputs("usage: fuzz_NAME [-runs=N] [-seed=N] [-dict=FILE] FILE|DIRECTORY...\n", stderr);
        return 2;
    }
    for (const std::string& text : texts) {
        run_target(text);
    }
    referee::testing_support::Mutator mutate(words, seed);
    for (std::uint64_t run = 0; run < runs; ++run) {
        run_target(mutate(texts[mutate.below(texts.size())]));
    }
    std::printf("%zu texts, %llu with errors: no crash\n", texts.size(),
                static_cast<unsigned long long>(runs));
}
