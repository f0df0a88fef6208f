"""What the experiments share: their command line and build, runs that can be gone on with, tables, plots."""
