// Compiles to nothing: a target for the precompiled header of the unit tests.
