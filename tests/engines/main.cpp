// A well-behaved engine, and with flags one with the habits of real ones: uai_engine or uci_engine
// [--HABIT [VALUE] ...], see habits.hpp.

#include "tests/engines/engine.hpp"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    using test_engines::Dialect;
    const std::string dialect = DIALECT;
    try {
        const test_engines::Habits habits = test_engines::habits_of({argv + 1, argv + argc});
        test_engines::Engine engine(dialect == "uai" ? Dialect::Uai : Dialect::Uci, habits);
        for (std::string line; std::getline(std::cin, line);) {
            if (!engine.hear(line)) {
                return EXIT_SUCCESS;
            }
        }
        for (volatile bool is_spinning = habits.spins_at_end; is_spinning;) {
        }
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        std::cerr << dialect << "_engine: " << error.what() << "\n";
        return EXIT_FAILURE;
    }
}
