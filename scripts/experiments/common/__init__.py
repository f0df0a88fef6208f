"""Shared by the experiments: command line, build, runs that can be resumed, tables, plots."""
