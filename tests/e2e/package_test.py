"""The Debian package and the archive of static programs: content, dependencies, and that the programs work."""

import contextlib
import fcntl
import os
import pathlib
import re
import shutil
import shlex
import subprocess
import tempfile
import unittest

import transcript
from harness import AGENT_NAMES, BIN, BUILD, SOURCE, ProgramTest, wait_until, why_no_sandbox

PACKAGE = "referee"
DPKG_LOCK = pathlib.Path("/var/lib/dpkg/lock-frontend")
DPKG_PATIENCE_S = 300
ACTION = SOURCE / "scripts/ci/github/gate/action.yml"
ARCHIVE_BYTES = 25_000_000
# $0 becomes the whole file tree of a command, with the /proc and /dev that every container has.
ENTER = """
mkdir "$0/proc" "$0/dev" "$0/old" && mount --bind "$0" "$0" && cd "$0" && mount --rbind /proc proc && mount --rbind /dev dev &&
pivot_root . old && cd / && exec "$@"
"""


def output(*words):
    return subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True).stdout


def build_type():
    return re.search(r"^CMAKE_BUILD_TYPE:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)[1]


def pack(test, kind):
    """Makes a package in a directory that the tests of the class share; returns the only file of that name."""
    made = pathlib.Path(tempfile.mkdtemp(prefix="referee-e2e-"))
    test.addClassCleanup(shutil.rmtree, made)
    cpack = ["cpack", "-G", kind, "-B", made]
    done = subprocess.run(cpack, cwd=BUILD, umask=0o077, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (package,) = [file for file in made.iterdir() if file.is_file()]
    return package


def steps(workflow):
    """The scripts of several lines in a workflow or action."""
    return re.findall(r"^ +run: \|\n((?:(?: {8}| {10}).*\n)+)", workflow.read_text(), re.MULTILINE)


def installed_version():
    """The installed version of a package, or an empty text."""
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}", PACKAGE]
    status, _, version = subprocess.run(query, capture_output=True, text=True, check=False).stdout.partition(" ")
    return version if status not in ("", "not-installed", "config-files") else ""


@contextlib.contextmanager
def dpkg_to_ourselves():
    """Takes the lock of dpkg; False when another process keeps it."""

    def lock():
        with contextlib.suppress(BlockingIOError):
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True

    with open(DPKG_LOCK, "w", encoding="ascii") as file:
        yield bool(wait_until(lock, DPKG_PATIENCE_S, step=0.2))


@unittest.skipUnless(build_type() == "Release", "packages are made of the preset release")
class Package(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.deb = pack(cls, "DEB")
        cls.control = dict(re.findall(r"^(\S+): (.*)$", output("dpkg-deb", "--field", cls.deb), re.MULTILINE))
        listing = output("dpkg-deb", "--contents", cls.deb)
        rows = [re.fullmatch(r"(\S+) (\S+) +\S+ \S+ \S+ \.(/.*)", line).groups() for line in listing.splitlines()]
        cls.dirs = {path: (mode, owner) for mode, owner, path in rows if mode.startswith("d")}
        cls.files = {path: (mode, owner) for mode, owner, path in rows if not mode.startswith("d")}

    def extract(self):
        root = self.dir / "root"
        output("dpkg-deb", "--extract", self.deb, root)
        return root

    def check_experiment(self, root, env):
        """Plays a shipped configuration from an empty directory, which stays empty."""
        empty = self.dir / "empty"
        empty.mkdir()
        config = f"{root}/usr/share/referee/configs/greedy-vs-random.json"
        done = subprocess.run(
            ["env", "-i", *env, f"{root}/usr/bin/sprt", "run", config, "--seed", "1"],
            **{"cwd": empty, "stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "check": False},
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        result = "Accept H1. Agent 1 is likely better (Elo >= 50.0)."
        transcript.check(self, done.stdout, transcript.Test(0, 50), "greedy", "random", result)
        self.assertEqual(list(empty.iterdir()), [])

    def test_package_holds_the_installed_files(self):
        agents = {f"/usr/libexec/referee/agents/{name}" for name in AGENT_NAMES}
        programs = {"/usr/bin/referee", "/usr/bin/referee-gate", "/usr/bin/sprt"}
        programs |= {file for file in self.files if file.startswith("/usr/libexec/referee/agents/")}
        self.assertLessEqual(agents, programs)
        doc = "/usr/share/doc/referee"
        expected = {f"{doc}/{name}" for name in ("README.md", "CHANGELOG.md", "copyright")}
        expected |= {f"{doc}/{name}" for name in ("changelog.gz", "changelog.Debian.gz")}
        docs = [file for kind in ("*.md", "*.svg", "*.png") for file in (SOURCE / "docs").rglob(kind)]
        expected |= {f"{doc}/docs/{file.relative_to(SOURCE / 'docs')}" for file in docs}
        configs = [file for file in (SOURCE / "configs").rglob("*") if file.is_file()]
        expected |= {f"/usr/share/referee/configs/{file.relative_to(SOURCE / 'configs')}" for file in configs}
        expected |= {f"/usr/share/bash-completion/completions/{name}" for name in ("referee", "sprt")}
        expected |= {"/usr/share/zsh/vendor-completions/_referee"}
        pages = {file for file in self.files if file.startswith("/usr/share/man/")}
        for name in ("referee.1", "referee-gate.1", "referee-play.1", "sprt.1", "sprt-run.1", "referee-agents.7"):
            self.assertIn(f"/usr/share/man/man{name[-1]}/{name}.gz", pages)
        self.assertEqual(set(self.files), programs | expected | pages)
        for path, (mode, owner) in self.files.items():
            expected_mode = "-rwxr-xr-x" if path in programs else "-rw-r--r--"
            self.assertEqual((mode, owner), (expected_mode, "root/root"), path)
        self.assertEqual(set(self.dirs.values()), {("drwxr-xr-x", "root/root")})

    def test_package_describes_itself(self):
        version = output(BIN / "sprt", "--version").split()[1]
        self.assertEqual(self.control["Package"], PACKAGE)
        self.assertEqual(self.control["Version"], f"{version}-1")
        self.assertEqual(self.control["Architecture"], output("dpkg", "--print-architecture").strip())
        self.assertEqual(self.deb.name, f"{PACKAGE}_{version}-1_{self.control['Architecture']}.deb")
        self.assertRegex(self.control["Maintainer"], r"^[\w ]+ <\S+@\S+>$")

    def test_package_depends_on_the_libraries_in_use(self):
        """The dependencies are the packages of the linked libraries, in versions that are installed here."""
        root = self.extract()
        libraries = set()
        for program in [root / "usr/bin/referee", root / "usr/bin/sprt", *(root / "usr/libexec/referee/agents").iterdir()]:
            dynamic = output("readelf", "--dynamic", "--wide", program)
            self.assertNotIn("RUNPATH", dynamic, program)
            self.assertNotIn(".symtab", output("readelf", "--sections", "--wide", program), "stripped")
            libraries |= set(re.findall(r"\(NEEDED\).*\[(\S+)\]", dynamic))
        place = output("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
        owners = {output("dpkg-query", "--search", f"*/{place}/{name}").split(":")[0] for name in libraries}
        depends = dict(re.findall(r"(\S+) \(>= (\S+)\)", self.control["Depends"]))
        self.assertEqual(set(depends), owners, self.control["Depends"])
        self.assertEqual(len(self.control["Depends"].split(",")), len(depends), "each with the version it needs")
        for name, version in depends.items():
            here = output("dpkg-query", "--show", "--showformat=${Version}\n", name).split()[0]
            subprocess.run(["dpkg", "--compare-versions", here, "ge", version], check=True)

    def test_unpacked_package_works_from_anywhere(self):
        self.check_experiment(self.extract(), ["PATH=/nonexistent"])

    @unittest.skipUnless(os.geteuid() == 0, "installing a package needs root")
    def test_package_is_installed_and_removed(self):
        with dpkg_to_ourselves() as is_ours:
            if not is_ours:
                self.skipTest("another program is installing packages")
            if installed_version():
                self.skipTest(f"{PACKAGE} {installed_version()} is installed here; it is left alone")
            self.install_and_remove()

    def dpkg(self, *arguments):
        self.succeed("dpkg", *arguments, env={"DPKG_FRONTEND_LOCKED": "true", "DEBIAN_FRONTEND": "noninteractive"})

    def install_and_remove(self):
        self.addCleanup(lambda: installed_version() and self.dpkg("--purge", PACKAGE))
        self.dpkg("--path-include=*", "--install", self.deb)  # some images install no documentation
        self.assertEqual(installed_version(), self.control["Version"])
        self.assertEqual(output("dpkg", "--verify", PACKAGE), "")
        self.check_experiment("", [])
        for page in ("referee", "sprt", "sprt-run", "referee-agents"):
            self.assertIn(f"/{page}.", self.succeed("man", "-w", page, env={"MANPATH": "/usr/share/man"}).stdout)
        load = ". /usr/share/bash-completion/bash_completion; _completion_loader sprt; complete -p sprt"
        loaded = self.succeed("bash", "--norc", "-c", load)
        self.assertIn("_referee_complete", loaded.stdout)
        found = self.succeed("zsh", "-f", "-c", "autoload -Uz compinit && compinit -D -u && print $_comps[sprt]")
        self.assertEqual(found.stdout, "_referee\n")
        self.dpkg("--purge", PACKAGE)
        self.assertEqual([path for path in self.files if pathlib.Path(path).exists()], [])
        self.assertFalse(pathlib.Path("/usr/share/referee").exists())


@unittest.skipUnless(build_type() == "Release", "packages are made of the preset release")
@unittest.skipUnless((BIN / "static" / "sprt").exists() or os.environ.get("CI"), "static libraries are missing here")
class Archive(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.archive = pack(cls, "TGZ")
        output("tar", "--extract", "--file", cls.archive, "--directory", cls.archive.parent)
        cls.top = cls.archive.with_name(cls.archive.name.removesuffix(".tar.gz"))

    def test_archive_is_small_and_its_programs_need_no_library(self):
        self.assertLess(self.archive.stat().st_size, ARCHIVE_BYTES)
        programs = [self.top / "bin" / name for name in ("referee", "sprt")]
        programs += [self.top / "libexec/referee/agents" / name for name in AGENT_NAMES]
        for program in programs:
            self.assertEqual(program.stat().st_mode & 0o777, 0o755)
            headers = output("readelf", "--program-headers", "--dynamic", "--sections", "--wide", program)
            for dynamic in ("INTERP", "NEEDED", ".symtab"):
                self.assertNotIn(dynamic, headers, program)

    def test_archive_holds_what_is_installed(self):
        self.succeed("cmake", "--install", BUILD, "--prefix", self.dir / "installed")

        def files(top):
            return {str(file.relative_to(top)) for file in top.rglob("*") if file.is_file()}

        more = files(self.top) - files(self.dir / "installed")
        self.assertEqual(files(self.dir / "installed") - files(self.top), set())
        self.assertLessEqual({"README.md", "share/doc/referee/libraries/libssl-dev"}, more)
        self.assertEqual({file for file in more if "/libraries/" not in file}, {"README.md"})

    def test_action_gates_with_the_archive_of_its_release(self):
        """The steps of the composite action, with a program in the place of curl, that knows one address."""
        version = output(BIN / "sprt", "--version").split()[1]
        address = f"https://host/owner/name/releases/download/v{version}/{self.archive.name}"
        (self.dir / "curl").write_text(f'#!/bin/sh\n[ "$2" = {address} ] && cp {self.archive} "$4"\n')
        (self.dir / "curl").chmod(0o755)
        repository = self.dir / "repository"
        git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false", "-C", repository]
        output("git", "init", "--quiet", repository)
        agents = self.dir / "referee/libexec/referee/agents"
        for agent in ("random", "greedy"):
            (repository / "bot").write_text(f"#!/bin/sh\nexec {agents}/{agent}\n")
            (repository / "bot").chmod(0o755)
            output(*git, "add", "--all")
            output(*git, "commit", "--quiet", "--message", agent)
        output(*git, "update-ref", "refs/remotes/origin/main", "HEAD~1")
        sources = self.dir / "sources"  # of the action; what builds an archive there has one at hand
        (sources / "scripts/package").mkdir(parents=True)
        (sources / "scripts/ci/github/gate").mkdir(parents=True)
        (sources / "scripts/package/tarball").write_text(f"#!/bin/sh\ntouch {self.dir}/built\necho {self.archive}\n")
        (sources / "scripts/package/tarball").chmod(0o755)
        env = {
            **{"PATH": f"{self.dir}:/usr/bin:/bin", "HOME": str(self.dir), "SPRT": "", "GITHUB_STEP_SUMMARY": ""},
            **{"RUNNER_TEMP": str(self.dir), "GITHUB_ACTION_PATH": str(sources / "scripts/ci/github/gate")},
            **{"RELEASES": "https://host/owner/name/releases/download", "REPO": str(repository), "BASE": "", "GITHUB_BASE_REF": "main"},
            **{"BUILD": "true", "AGENT": "./bot", "OPTIONS": f"--read {agents}", "FLAGS": "--elo0 0 --elo1 200 --seed 1"},
        }
        fetch, gate = steps(ACTION)
        self.assertNotIn("actions/cache", ACTION.read_text(), "a pull request could fill it")
        for ref, is_built in ((f"v{version}", False), ("main", True)):
            self.succeed("bash", "-eo", "pipefail", "-c", fetch, env={**env, "REF": ref})
            self.assertEqual((self.dir / "built").exists(), is_built)
        done = self.succeed("bash", "-eo", "pipefail", "-c", gate, env=env)
        self.assertIn("(the tip of origin/main)\n", done.stdout)
        self.assertIn("Result: Accept H1.", done.stdout)
        self.assertTrue((self.dir / "gate/summary.md").is_file())

    def test_release_is_of_the_version_and_says_what_changed(self):
        for name in ("CMakeLists.txt", "CHANGELOG.md"):
            shutil.copy(SOURCE / name, self.dir)
        version = output(BIN / "sprt", "--version").split()[1]
        notes, _ = steps(SOURCE / "scripts/ci/github-release.yml")
        self.succeed("sh", "-ec", notes, env={"GITHUB_REF_NAME": f"v{version}"})
        said = (self.dir / "notes.md").read_text().strip()
        self.assertRegex((SOURCE / "CHANGELOG.md").read_text(), rf"(?m)^## {version} - [\d-]+\n\n{re.escape(said[:40])}")
        self.assertNotIn("## ", said)
        other = self.run_program("sh", "-ec", notes, env={"GITHUB_REF_NAME": f"v{version}.1"})
        self.assertNotEqual(other.status, 0)

    def test_programs_play_in_a_tree_with_nothing_else(self):
        """The README's first experiment, and games in sandboxes, where there is no other file."""
        tree = self.dir / "tree"
        shutil.copytree(self.top, tree / "referee")
        unshare = ["unshare", "--mount", *(["--user", "--map-root-user"] if os.geteuid() != 0 else [])]
        if subprocess.run([*unshare, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False).returncode != 0:
            self.skipTest("nothing can be mounted here")

        def play(program, *words):
            for name in ("proc", "dev", "old"):
                (tree / name).is_dir() and (tree / name).rmdir()
            return self.succeed(*unshare, "sh", "-c", ENTER, tree, f"/referee/bin/{program}", *words).stdout

        example = r"^build/bin/sprt (run [^\n]* --out runs/first)\n.*?^(Total: .*?)^```$"
        words, shown = re.search(example, (SOURCE / "README.md").read_text(), re.MULTILINE | re.DOTALL).groups()
        self.assertIn("Total: 46, WLD: 38/8/0, LLR: 3.073", shown)
        self.assertIn("[SPRT Finished]\n" + shown, play("sprt", *shlex.split(words)))
        self.assertIn("No differences.", play("referee", "review", "runs/first/games.jsonl"))
        if not why_no_sandbox():
            self.assertIn("Total: 2, ", play("referee", "play", "random", "random", "--games", 2, "--sandbox", "on"))


if __name__ == "__main__":
    unittest.main()
