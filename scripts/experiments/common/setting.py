"""Command line, packages and programs of an experiment."""

import argparse
import contextlib
import os
import pathlib
import signal
import subprocess
import sys

MOST_DEPTH = 100  # the greatest depth of the searches
SOURCE = pathlib.Path(__file__).resolve().parents[3]


class Failure(Exception):
    """An error that the user has to correct; the text says how."""


class Stopped(Exception):
    """Raised by SIGTERM."""


def whole(least, most=2**64 - 1):
    """A type for argparse: whole numbers from `least` to `most`."""

    def parse(text):
        number = int(text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    parse.__name__ = f"whole number from {least} to {most}"  # what argparse calls it
    return parse


def parser(name, description):
    """A parser with the flags of all experiments."""
    flags = argparse.ArgumentParser(
        prog=f"scripts/experiments/{name}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    default = SOURCE / "runs" / "experiments" / name
    flags.add_argument(
        "--out",
        type=pathlib.Path,
        default=default,
        help=f"directory of everything that is written (runs/experiments/{name}); called again with the same one, the "
        "experiment goes on",
    )
    flags.add_argument(
        "--build-dir", type=pathlib.Path, help="programs of this build; without it build, made as preset release"
    )
    flags.add_argument("--seed", type=whole(0), default=1, help="seed of openings and agents (1)")
    flags.add_argument("--concurrency", type=whole(1), help="games at once (as many as there are cores)")
    flags.add_argument("--tables-only", action="store_true", help="play nothing: tables and plot of what is there")
    return flags


def install(*groups):
    """Installs the Debian packages of scripts/packages.sh that are missing: names of packages or "${ARRAY[@]}"."""
    words = " ".join(f'"{group}"' for group in groups)
    script = f'. "{SOURCE}/scripts/packages.sh"; install_missing {words}'
    subprocess.run(["bash", "-ceu", script, "experiments"], stdout=sys.stderr, check=True)


def programs(build_dir, targets):
    """The directory of the programs, which are built first when no build is given."""
    if build_dir is None:
        build_dir = SOURCE / "build"
        install("${BUILD_PACKAGES[@]}", "${TEST_PACKAGES[@]}")
        configure = ["cmake", "--preset", "release", "-DBUILD_TESTING=ON"]
        subprocess.run(configure, cwd=SOURCE, stdout=subprocess.DEVNULL, check=True)
        build = ["cmake", "--build", build_dir, "--target", *targets]
        subprocess.run(build, stdout=sys.stderr, check=True)
    found = build_dir.absolute() / "bin"
    if not (found / "sprt").exists():
        raise Failure(f"{build_dir} has no bin/sprt: build it, or leave --build-dir out")
    return found


def cores():
    return len(os.sched_getaffinity(0))


def run_main(main):
    """Runs an experiment; prints an error in one line, and after an interruption how to resume."""

    def stop(_number, _frame):
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    sys.stdout.reconfigure(line_buffering=True)
    interrupted = None
    try:
        main()
    except Failure as failure:
        sys.exit(f"{sys.argv[0]}: {failure}")
    except (subprocess.CalledProcessError, OSError) as error:
        sys.exit(f"{sys.argv[0]}: {error}")
    except KeyboardInterrupt:
        interrupted = 130
    except Stopped:
        interrupted = 143
    if interrupted:
        with contextlib.suppress(OSError):
            print("Interrupted. The same command resumes.", file=sys.stderr)
        sys.exit(interrupted)
