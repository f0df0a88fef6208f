"""scripts/packages.sh installs what is missing on different systems; small scripts take the place of apt and dpkg."""

import os
import shutil
import subprocess
import unittest

from harness import SOURCE, ProgramTest

# Their state is in files of $STATE; a line of `installed` and `lists` is a package and its version.
FAKES = {
    "id": 'cat "$STATE/uid"',
    "sudo": 'echo "sudo $*" >>"$STATE/calls"; exec "$@"',
    "dpkg-query": """
        case $* in *Version*) format=boost ;; *) format=status ;; esac
        while read -r package version; do
            case $format in
            boost) case $package in libboost*-dev) echo "installed $version $package" ;; esac ;;
            status) [ "$package" != "${*: -1}" ] || printf installed ;;
            esac
        done <"$STATE/installed" """,
    "apt-cache": """
        while read -r package version; do
            case $1 in
            policy) [ "$package" != "$2" ] || printf '%s:\\n  Installed: (none)\\n  Candidate: %s\\n' "$package" "$version" ;;
            pkgnames) case $package in "$2"*) echo "$package" ;; esac ;;
            esac
        done <"$STATE/lists" """,
    "apt-get": """
        echo "apt-get $*" >>"$STATE/calls"
        if [ "$1" = update ]; then cp "$STATE/archive" "$STATE/lists"; exit; fi
        if [ "$1" = download ]; then
            grep -q "^$2 " "$STATE/lists" || { echo "E: Unable to locate package $2"; exit 100; }
            echo package >"$2_1.0_amd64.deb"
            exit
        fi
        for word; do
            case $word in install | -*) continue ;; esac
            grep -q "^$word " "$STATE/lists" || { echo "E: Unable to locate package $word"; exit 100; }
            [ "$word" != "$(cat "$STATE/refused")" ] || { echo "E: refused"; exit 100; }
        done""",
    "dpkg-deb": """
        [ "$1 $(cat "$2")" = "-x package" ] && [ ! -e "$STATE/damaged" ] || { echo "E: no package"; exit 2; }
        mkdir -p "$3/usr/sbin" && cp "$0" "$3/usr/sbin/nats-server" """,
    "g++": 'case $(cat) in *BOOST*) [ -e "$STATE/boost-by-hand" ] ;; *) ! [ -e "$STATE/no-headers" ] ;; esac',
    "cmake": "",
}
TOOLS = ("bash", "env", "basename", "mktemp", "sed", "sort", "rm", "cat", "tr", "dpkg", "grep", "cp", "mkdir", "mv")

DEBIAN_12 = "g++ 12\ncmake 3.25\nlibboost-dev 1.74.0.3\nlibboost1.74-dev 1.74.0+ds1-21\nlibboost1.81-dev 1.81.0-5\n"
DEBIAN_13 = "g++ 14\ncmake 3.31\nlibboost-dev 1.83.0.2+b2\nlibboost1.83-dev 1.83.0-4.2\nlibboost1.88-dev 1.88.0-1\n"
UBUNTU_22 = "g++ 11\ncmake 3.22\nlibboost-dev 1.74.0.3ubuntu7\nlibboost1.74-dev 1.74.0-14ubuntu3\n"
WANTED = ("g++", "cmake", "boost")


class Scripts(ProgramTest):
    """What both classes share. It has no tests of its own."""

    def setUp(self):
        super().setUp()
        self.fakes = self.dir / "bin"
        self.fakes.mkdir()
        for name, text in FAKES.items():
            file = self.fakes / name
            file.write_text("#!/bin/bash\n" + text + "\n")
            file.chmod(0o755)
        for name in TOOLS:
            (self.fakes / name).symlink_to(shutil.which(name))
        for name in ("installed", "lists", "archive", "refused", "calls"):
            self.state(name, "")
        self.state("uid", "0")

    def state(self, name, text):
        (self.dir / name).write_text(text)

    def calls(self):
        return (self.dir / "calls").read_text().splitlines()

    def call(self, *words, **env):
        """Calls a function of packages.sh; `env` is added to the environment."""
        script = f'. "{SOURCE}/scripts/packages.sh"; "$@"; echo done'
        paths = {"PATH": str(self.fakes), "STATE": str(self.dir), "TMPDIR": str(self.dir), "HOME": os.environ.get("HOME", "/")}
        return subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", script, "scripts/some", *map(str, words)],
            env={**paths, **env},
            cwd=self.dir,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


class Packages(Scripts):
    def install(self, *packages):
        return self.call("install_missing", *packages)

    def check_installs(self, expected_line, expected_calls, packages=WANTED):
        done = self.install(*packages)
        self.assertEqual(
            (done.returncode, done.stdout, done.stderr), (0, expected_line + "done\n", ""), "what it says"
        )
        install = "apt-get install --yes --no-install-recommends --no-remove "
        self.assertEqual(self.calls(), [call.replace("INSTALL ", install) for call in expected_calls])

    def test_boost_is_the_distributions_when_it_is_new_enough(self):
        for name, lists, boost in (("12", DEBIAN_12, "libboost1.81-dev"), ("13", DEBIAN_13, "libboost-dev")):
            with self.subTest(debian=name):
                self.state("calls", "")
                self.state("lists", lists)
                self.check_installs(
                    f"==> will install with apt-get: g++ cmake {boost}\n", [f"INSTALL g++ cmake {boost}"]
                )

    def test_lists_are_fetched_when_they_are_not_there(self):
        self.state("archive", DEBIAN_13)
        self.check_installs(
            "==> will install with apt-get: g++ cmake boost, after apt-get update\n",
            ["apt-get update", "INSTALL g++ cmake libboost-dev"],
        )

    def test_lists_are_fetched_again_when_a_package_is_not_in_them(self):
        self.state("lists", "libboost-dev 1.83.0\n")
        self.state("archive", DEBIAN_13)
        self.check_installs(
            "==> will install with apt-get: g++ cmake libboost-dev\n",
            ["INSTALL g++ cmake libboost-dev", "apt-get update", "INSTALL g++ cmake libboost-dev"],
        )

    def test_nothing_is_called_when_nothing_is_missing(self):
        for boost in ("libboost-dev 1.83.0.2", "libboost1.81-dev 1.81.0-5+deb12u1"):
            with self.subTest(boost=boost):
                self.state("installed", f"g++ 14\ncmake 3.31\n{boost}\n")
                self.check_installs("", [])

    def test_boost_without_a_package_is_found_by_the_compiler(self):
        self.state("boost-by-hand", "")
        self.state("lists", UBUNTU_22)
        self.state("installed", "g++ 12\ncmake 3.25\n")
        self.check_installs("", [])

    def test_old_boost_is_not_enough(self):
        self.state("installed", "g++ 12\ncmake 3.25\nlibboost1.74-dev 1.74.0\nlibboost1.81-doc 1.81.0\n")
        self.state("lists", DEBIAN_12)
        self.check_installs("==> will install with apt-get: libboost1.81-dev\n", ["INSTALL libboost1.81-dev"])

    def test_users_are_told_before_sudo_asks_them(self):
        self.state("uid", "1000")
        self.state("lists", DEBIAN_13)
        self.check_installs(
            "==> will install with sudo apt-get: g++ cmake libboost-dev\n",
            [
                "sudo env DEBIAN_FRONTEND=noninteractive INSTALL g++ cmake libboost-dev",
                "INSTALL g++ cmake libboost-dev",
            ],
        )

    def check_fails(self, *texts):
        done = self.install(*WANTED)
        self.assertEqual(done.returncode, 1, done)
        for text in texts:
            self.assertIn(text, done.stderr)
        self.assertNotIn("done", done.stdout)

    def test_users_without_sudo_are_told_what_is_missing(self):
        self.state("uid", "1000")
        self.state("lists", DEBIAN_13)
        (self.fakes / "sudo").unlink()
        self.check_fails("some: installing packages needs root or sudo: g++ cmake boost")
        self.assertEqual(self.calls(), [])

    def test_missing_boost_is_named(self):
        self.state("lists", UBUNTU_22)
        self.state("archive", UBUNTU_22)
        self.check_fails("some: no package of this system holds Boost 1.81 or newer")

    def test_failed_installation_shows_what_apt_said(self):
        self.state("lists", DEBIAN_13)
        self.state("archive", DEBIAN_13)
        self.state("refused", "cmake")
        self.check_fails("E: refused", "some: apt-get could not install g++ cmake libboost-dev")

    def test_systems_without_dpkg_are_told_what_is_missing(self):
        (self.fakes / "dpkg-query").unlink()
        (self.fakes / "cmake").unlink()
        self.check_fails(
            "some: this system has no dpkg, so nothing is installed; missing:\n"
            "  CMake 3.25 or newer\n"
            "  Boost 1.81 or newer (headers)\n"
        )
        self.assertEqual(self.calls(), [])

    def test_complete_systems_without_dpkg_are_accepted(self):
        (self.fakes / "dpkg-query").unlink()
        self.state("boost-by-hand", "")
        self.check_installs("", [])


class NatsServer(Scripts):
    """unpack_nats_server: the server of the tests is unpacked and never installed."""

    def setUp(self):
        super().setUp()
        self.build = self.dir / "build"
        self.program = self.build / "nats/usr/sbin/nats-server"
        self.unpacks = f"==> will unpack nats-server below {self.build}/ for the tests, with apt-get download; it is not installed\n"

    def check_unpacks(self, expected_stdout, expected_calls, **env):
        done = self.call("unpack_nats_server", self.build, **env)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, expected_stdout + "done\n", ""))
        self.assertEqual(self.calls(), expected_calls)

    def check_nothing_is_left(self):
        self.assertEqual([*self.build.iterdir()], [])

    def test_server_is_unpacked_once(self):
        self.state("lists", "nats-server 2.9\n")
        self.state("uid", "1000")
        self.check_unpacks(self.unpacks, ["apt-get download nats-server"])
        self.assertTrue(os.access(self.program, os.X_OK))
        self.assertEqual([*self.build.iterdir()], [self.build / "nats"], "nothing else is left")
        self.state("calls", "")
        self.check_unpacks("", [])

    def test_half_of_a_server_is_replaced(self):
        self.state("lists", "nats-server 2.9\n")
        self.program.parent.mkdir(parents=True)
        self.check_unpacks(self.unpacks, ["apt-get download nats-server"])
        self.assertTrue(os.access(self.program, os.X_OK))

    def test_lists_are_fetched_when_the_server_is_not_in_them(self):
        for uid, sudo in (("0", ""), ("1000", "sudo ")):
            with self.subTest(uid=uid):
                shutil.rmtree(self.build, ignore_errors=True)
                for name, text in {"uid": uid, "lists": "", "calls": "", "archive": "nats-server 2.9\n"}.items():
                    self.state(name, text)
                updates = ["sudo apt-get update"] if sudo else []
                self.check_unpacks(
                    f"{self.unpacks}==> will update apt-get's lists of packages: {sudo}apt-get update\n",
                    ["apt-get download nats-server", *updates, "apt-get update", "apt-get download nats-server"],
                )
                self.assertTrue(os.access(self.program, os.X_OK))

    def test_server_that_is_there_is_taken(self):
        self.check_unpacks("", [], REFEREE_NATS_SERVER="/some/nats-server")
        (self.fakes / "nats-server").symlink_to(self.fakes / "cmake")
        self.check_unpacks("", [])
        self.assertFalse(self.build.exists())

    def test_without_a_server_its_tests_are_skipped_and_in_ci_it_fails(self):
        skipped = "==> cannot fetch nats-server with apt-get download; the tests that need it are skipped\n"
        for name, lists in (("no package", ""), ("damaged", "nats-server 2.9\n")):
            self.state("lists", lists)
            self.state("archive", lists)
            (self.dir / "damaged").touch()
            with self.subTest(name):
                done = self.call("unpack_nats_server", self.build)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done)
                self.assertTrue(done.stdout.endswith(skipped + "done\n"), done.stdout)
                self.check_nothing_is_left()
            with self.subTest(name, ci=True):
                done = self.call("unpack_nats_server", self.build, CI="true")
                self.assertEqual(done.returncode, 1, done)
                self.assertIn("E: ", done.stderr)
                self.assertIn("some: cannot fetch nats-server with apt-get download (see above)", done.stderr)
                self.assertNotIn("done", done.stdout)
                self.check_nothing_is_left()

    def test_users_without_sudo_are_not_asked_to_update(self):
        self.state("uid", "1000")
        (self.fakes / "sudo").unlink()
        done = self.call("unpack_nats_server", self.build)
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.calls(), ["apt-get download nats-server"])


if __name__ == "__main__":
    unittest.main()
