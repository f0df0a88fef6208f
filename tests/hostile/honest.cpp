// Does nothing wrong: what the others would be without their fault.

#include "tests/hostile/hostile.hpp"

int main(int argc, char** argv) {
    return hostile::run<hostile::Agent>(argc, argv);
}
