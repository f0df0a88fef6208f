// Does nothing wrong: it plays as the other agents of this folder would play without their fault.

#include "tests/hostile/hostile.hpp"

int main(int argc, char** argv) {
    return hostile::run<hostile::Agent>(argc, argv);
}
