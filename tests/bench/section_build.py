"""The processor time of compiling what scripts/quickstart compiles, from clean and without ccache."""

import os
import resource
import subprocess
import time

from figures import print_table


def print_section(source, work):
    directory = work / "build"
    flags = ["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF", "-DCMAKE_CXX_COMPILER_LAUNCHER="]
    configure = ["cmake", "-S", source, "-B", directory, "-G", "Ninja", *flags]
    subprocess.run(configure, stdout=subprocess.DEVNULL, check=True)
    listed = subprocess.run(["ninja", "-C", directory, "-t", "compdb"], stdout=subprocess.PIPE, text=True, check=True)
    sources = listed.stdout.count('.cpp.o -c ')

    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(
        ["cmake", "--build", directory], stdout=subprocess.DEVNULL, env={**os.environ, "CCACHE_DISABLE": "1"}, check=True
    )
    wall, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    print_table(
        ["sources compiled", "processor time", "user", "system", f"wall time, {len(os.sched_getaffinity(0))} cores"],
        [[sources, f"{user + system:.1f} s", f"{user:.1f} s", f"{system:.1f} s", f"{wall:.0f} s"]],
    )
