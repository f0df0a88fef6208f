// A well-behaved UAI engine, and with flags one with the habits of real ones: uai_engine [--HABIT [VALUE]
// ...], see habits.hpp.

#include "tests/uai/engine.hpp"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    try {
        const uai_tests::Habits habits = uai_tests::habits_of({argv + 1, argv + argc});
        uai_tests::Engine engine(habits);
        for (std::string line; std::getline(std::cin, line);) {
            if (!engine.hear(line)) {
                return EXIT_SUCCESS;
            }
        }
        for (volatile bool is_spinning = habits.spins_at_end; is_spinning;) {
        }
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::cerr << "uai_engine: " << error.what() << "\n";
        return EXIT_FAILURE;
    }
}
