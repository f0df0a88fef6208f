"""The processor time of compiling what scripts/quickstart compiles, from clean and without ccache."""

import os
import re
import resource
import subprocess
import time

from figures import print_table


def print_section(source, work):
    directory = work / "build"
    flags = ["-DBUILD_TESTING=OFF", "-DCMAKE_CXX_COMPILER_LAUNCHER="]
    configure = ["cmake", "-S", source, "--preset", "release", "-B", directory, *flags]
    subprocess.run(configure, stdout=subprocess.DEVNULL, check=True)
    quickstart = (source / "scripts" / "quickstart").read_text(encoding="utf-8")
    targets = re.search(r'TARGETS="([^"]+)"', quickstart)[1].split()
    listed = subprocess.run(
        ["ninja", "-C", directory, "-t", "commands", *targets], stdout=subprocess.PIPE, text=True, check=True
    )
    units = listed.stdout.count(".cpp.o -c ") + listed.stdout.count(".cxx.o -c ")

    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(
        ["cmake", "--build", directory, "--target", *targets], stdout=subprocess.DEVNULL, env={**os.environ, "CCACHE_DISABLE": "1"}, check=True
    )
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    print_table(
        ["units compiled", "processor time", "user", "system", f"wall time, {len(os.sched_getaffinity(0))} cores"],
        [[units, f"{user + system:.1f} s", f"{user:.1f} s", f"{system:.1f} s", f"{wall:.0f} s"]],
    )
