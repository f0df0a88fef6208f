// Becomes another program of this folder, which the game decides: by_seed FILE.
// A line of FILE is a REFEREE_SEED, a program and its arguments, with tabs between them. In a game that has
// no line the program is `honest`.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

/// The words of the line for this seed.
std::vector<std::string> words_for(const std::string& seed, const char* file) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(seed + "\t")) {
            continue;
        }
        std::vector<std::string> words;
        for (std::size_t tab = seed.size(); tab != std::string::npos;) {
            const std::size_t begin = tab + 1;
            tab = line.find('\t', begin);
            words.push_back(line.substr(begin, tab - begin));
        }
        return words;
    }
    return {"honest"};
}

} // namespace

int main(int argc, char** argv) {
    const char* const seed = std::getenv("REFEREE_SEED");
    if (argc != 2 || seed == nullptr) {
        return EXIT_FAILURE;
    }
    std::vector<std::string> words = words_for(seed, argv[1]);
    words[0] = std::filesystem::path(argv[0]).replace_filename(words[0]);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    return EXIT_FAILURE;
}
