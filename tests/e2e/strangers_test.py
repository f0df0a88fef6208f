"""Directories that a stranger made: links, pipes and devices at the names that programs read and write there."""

import hashlib
import json
import os
import shutil
import socket
import stat
import unittest

from harness import SPRT, ProgramTest

FLAGS = ["--agent1", "greedy --shuffle", "--agent2", "random", "--elo0", -1, "--elo1", 1, "--max-games", 4, "--seed", 4]
FLAGS += ["--game", "tic-tac-toe"]


class Strangers(ProgramTest):
    def setUp(self):
        super().setUp()
        self.whole = self.dir / "whole"
        self.outside = self.dir / "outside"
        self.succeed(SPRT, "run", *FLAGS, "--out", "run", "--trace", "run/traces")
        (self.dir / "run").rename(self.whole)
        described = json.loads((self.whole / "run.json").read_text())
        described["result"] = None  # a crash came before it was written: `sprt resume` writes it
        (self.whole / "run.json").write_text(json.dumps(described))

    def plants(self):
        """What a stranger can put at a name: (what it is, a function that puts it there)."""
        yield "link to a file", lambda place: place.symlink_to(self.outside / "mine")
        yield "link to nothing", lambda place: place.symlink_to(self.outside / "nothing")
        yield "link to a directory", lambda place: place.symlink_to(self.outside)
        yield "link to a device", lambda place: place.symlink_to("/dev/zero")
        yield "link to a pipe", lambda place: place.symlink_to(self.outside / "pipe")
        yield "link to itself", lambda place: place.symlink_to(place.name)
        yield "pipe", os.mkfifo
        yield "directory", lambda place: place.mkdir()
        yield "socket", lambda place: socket.socket(socket.AF_UNIX).bind(os.path.relpath(place))
        if os.geteuid() == 0:
            for what, kind, numbers in (("zeros", stat.S_IFCHR, (1, 5)), ("a full disk", stat.S_IFCHR, (1, 7)), ("a block device", stat.S_IFBLK, (7, 250))):
                yield what, lambda place, kind=kind, numbers=numbers: os.mknod(place, kind | 0o600, os.makedev(*numbers))

    def check(self, name, commands, statuses, plants=()):
        """Runs each command on a directory with each plant at `name`, or those of these names: none hangs, and
        nothing outside changes."""
        for what, plant in self.plants():
            for command in commands if not plants or what in plants else ():
                with self.subTest(name=name, what=what, command=command):
                    run = self.dir / "run"
                    for old in (run, self.outside):
                        shutil.rmtree(old, ignore_errors=True)
                    shutil.copytree(self.whole, run)
                    self.outside.mkdir()
                    (self.outside / "mine").write_text("mine")
                    os.mkfifo(self.outside / "pipe")
                    here = os.getcwd()
                    os.chdir(self.dir)  # names of sockets are short
                    self.addCleanup(os.chdir, here)
                    place = run / name
                    if place.is_file():
                        place.unlink()
                    try:
                        plant(place)
                    except PermissionError:  # root of a container
                        continue
                    before = os.lstat(place)
                    done = self.run_program(SPRT, *command, "run")
                    self.assertIn(done.status, statuses, done)
                    if done.status == 2:
                        self.assertIn(str(place.relative_to(run)), done.stderr)
                        self.assertEqual(done.stderr.count("\n"), 1, done)
                        self.assertEqual(os.lstat(place).st_ino, before.st_ino)
                    self.assertEqual(sorted(os.listdir(self.outside)), ["mine", "pipe"])
                    self.assertEqual((self.outside / "mine").read_text(), "mine")
        shutil.rmtree(self.dir / "run")

    def test_what_is_read_is_a_regular_file(self):
        for name in ("run.json", "games.jsonl"):
            self.check(name, (["resume"],), {2})
            others = (["report"], ["page"], ["export", "--format", "csv"], ["serve", "--port", 0])
            self.check(name, others, {2}, ("link to a file", "pipe"))

    def test_what_is_written_at_a_fixed_name_is_a_regular_file(self):
        self.check("page.html", (["page"],), {2})
        self.check("traces/game-000004.txt", (["resume", "--max-games", 6],), {2})

    def test_drafts_have_names_that_nobody_can_guess(self):
        for name in ("run.json.new", "page.html.new", ".page.html.new"):
            self.check(name, (["page"], ["resume"]), {0}, ("link to a file", "link to nothing", "pipe"))

    def test_files_that_a_stranger_named_are_read_to_a_limit(self):
        """A run.json names files outside of its directory."""
        holes = self.dir / "holes"
        with open(holes, "wb") as file:
            file.truncate(8 << 40)
        empty = hashlib.sha256(b"").hexdigest()
        described = json.loads((self.whole / "run.json").read_text())
        for name, digest in ((holes, "0" * 64), ("/proc/kmsg", empty), ("/proc/kmsg", "0" * 64)):
            for changes in (
                {"config": described["config"] | {"openings": str(name)}, "openings": described["openings"] | {"sha256": digest}},
                {"config_file": {"path": str(name), "sha256": digest}},
                {"run_id": "1" * 12, "epoch": 1, "via": str(name), "workers": {}},
            ):
                for command in (["report"], ["page"], ["resume"], ["resume", "--force", "--max-games", 6]):
                    with self.subTest(name=name, changes=changes, command=command):
                        shutil.rmtree(self.dir / "run", ignore_errors=True)
                        shutil.copytree(self.whole, self.dir / "run")
                        (self.dir / "run/run.json").write_text(json.dumps(described | changes))
                        done = self.run_program(SPRT, *command, "run")
                        self.assertIn(done.status, (0, 1, 2), done)
                        self.assertLess(done.stderr.count("\n"), 5, done)

    def test_many_pages_at_once(self):
        pages = [self.start_program(SPRT, "page", "whole") for _ in range(6)]
        for page in pages:
            done = self.finish(page)
            self.assertEqual(done.status, 0, done)
        self.assertEqual(sorted(os.listdir(self.whole)), ["games.jsonl", "page.html", "run.json", "traces"])

    def test_links_that_a_user_names_are_followed_unless_they_lead_to_another_file(self):
        (self.dir / "link").symlink_to("target.html")
        self.succeed(SPRT, "page", "whole", "--out", "link")
        self.assertTrue((self.dir / "link").is_symlink())
        self.assertIn("<!doctype html>", (self.dir / "target.html").read_text()[:100].lower())
        (self.dir / "j.link").symlink_to("junit.xml")
        (self.dir / "log.link").symlink_to("whole/games.jsonl")
        (self.dir / "gone.link").symlink_to("new/games.jsonl")
        gate = ("gate", *FLAGS, "--out", "new")
        for words, fragment in (
            ((*gate, "--junit", "junit.xml", "--page", "j.link"), "--page: j.link is the file of --junit"),
            ((*gate, "--page", "gone.link"), "--page: gone.link is the file of --out"),
            ((*gate, "--junit", "gone.link"), "--junit: gone.link is the file of --out"),
            (("gate", *FLAGS, "--out", "whole", "--markdown", "log.link"), "--markdown: log.link is a file of the run"),
            (("gate", *FLAGS, "--markdown", "log.link"), "--markdown: log.link is a file of the run"),
            (("run", *FLAGS, "--pgn", "log.link"), "log.link is a file of the run; name another file"),
            (("page", "whole", "--out", "log.link"), "--out: log.link is a file of the run"),
            (("report", "whole", "--markdown", "log.link"), "--markdown: log.link is the file of DIR"),
            (("export", "whole", "--format", "csv", "--overwrite", "--output", "log.link"), "--output: log.link is the log"),
        ):
            with self.subTest(fragment):
                before = self.files()
                done = self.run_program(SPRT, *words)
                self.assertEqual(done.status, 2, done)
                self.assertIn(fragment, done.stderr)
                self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
