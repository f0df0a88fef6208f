"""Patches that want scripts/ci/gate to accept a weaker agent, by what their build, tree, names or commit do. None may.

The base plays `alphabeta`, a patch `greedy`, and what a patch would put in the base's place plays at random: a gate that is
taken in accepts. What agents do in play is not here.
"""

import os
import shlex
import shutil
import subprocess
import unittest

from ci_gate_test import GATE, NO_SANDBOX
from harness import AGENTS, CONTROL_BYTES, PATIENCE_S, SPRT, ProgramTest

ACCEPTED, REJECTED, REFUSED = 0, 1, 2
SECRET = "do-not-tell-7b1c"
# So far apart, four games decide against a patch, ten for it.
FLAGS = ["--elo0", 0, "--elo1", 400, "--seed", 1, "--quiet", "--max-games", 100]
FLAGS += ["--time-ms", 60000, "--ready-ms", 60000, "--finish-ms", 60000]


def agent(words):
    return f"#!/bin/sh\nexec {shlex.quote(str(AGENTS))}/{words}\n"


# Waits three seconds for a file beside the trees, then puts another in place of the base's agent.
WAIT = 'wait() { for i in $(seq 300); do sleep 0.01; [ ! -e ../$1 ] || mv $2 ../base/bot; done; }; wait'

# What builds of patches do once the agent is built: sh; {names} are places and commits. Without a sandbox the gate ends with
# the status; where that is None, nothing is claimed. With one the patch is rejected like one that does no such thing. A line
# that must fail is preceded by `!`.
BUILDS = {
    "rewrites the base": ("cp weak ../base/bot", REFUSED),
    "rewrites a base that it finds": ("for bot in {temporary}/*/base/bot; do cp weak $bot; done", REFUSED),
    "adds to the base": ("""touch "../base/$(printf 'a\\n::error::x\\033[2J')" """, REFUSED),
    "leaves a process that rewrites the base": (f"cp weak u; setsid sh -c '{WAIT} base/bot u' & sleep 0.1", REFUSED),
    "leaves a process that rewrites the base in play": (f"cp weak v; setsid sh -c '{WAIT} gate.json v' &", REJECTED),
    "leaves a process, with no environment, that rewrites the base in play": (
        f"cp weak w; env -i setsid sh -c '{WAIT} gate.json w' &",
        REFUSED,
    ),
    "overwrites sprt": ("cp fake {programs}/fake && mv {programs}/fake {sprt}", REFUSED),
    "overwrites an agent beside sprt": ("cp weak {agents}/random", REFUSED),
    "adds an agent beside sprt": ("cp weak {agents}/bot", REFUSED),
    "overwrites the script": ('yes "$(printf %300s "exit 0")" | head -n 300 >{gate}', REJECTED),
    "writes hooks": ("cp fake {repository}/.git/hooks/post-checkout", REJECTED),
    "writes the repository's configuration": ("git -C {repository} config core.fsmonitor 'touch mark'", REJECTED),
    "replaces the base's commit": ("git -C {repository} replace {base} {weak}", REJECTED),
    "writes reports": ("echo PASSED >>${GITHUB_STEP_SUMMARY:-mine}", REJECTED),
    "writes reports that it finds": ("echo PASSED >>{reports}/summary.md", None),
    "tells a secret of its environment": ("! env | grep {secret}", REJECTED),
    "tells a secret of other processes": ("! cat /proc/[0-9]*/environ | grep -a {secret}", None),
    "finds the script, to trace it": ("! cat /proc/[0-9]*/cmdline | grep -a programs/[g]ate", None),
    "finds an open file": ("! ls /proc/self/fd/9", REJECTED),
    "finds the repository": ("! ls {repository}/.git", None),
    "finds the home": ("! ls {home}/secret", None),
    "writes the system": ("! touch /usr/hostile-patch", None),
    "gets the system back": ("! mount -o remount,bind,rw /usr", None),
    "reads what root may": ("! head -c 1 /etc/shadow | grep .", None),
    "gets the system back by namespaces": ("! unshare -Urm sh -c 'umount /etc/shadow || umount -l /tmp || umount -l /usr'", None),
    "writes settings of the kernel": ("! sh -c ': >>/proc/sys/kernel/core_pattern'", None),
    "types into the terminal": ("! sh -c ': >/dev/tty'", None),
    "talks to the network": ("! grep -v lo: /proc/net/dev | grep :", None),
    "leaves what stops readers": ("""mkfifo pipe; mkdir -m 0 shut; touch "$(printf '\\033[2J\\n\\377')" """, REJECTED),
    "makes programs with the user's rights": ("chmod 6755 bot", REJECTED),
}


class HostilePatches(ProgramTest):
    def setUp(self):
        super().setUp()
        self.prepare("first")

    def prepare(self, name):
        """Makes all places anew, as a gate without a sandbox may leave them changed."""
        places = ("repository", "temporary", "home", "reports", "programs")
        self.places = {place: self.dir / name / place for place in places}
        for place in self.places.values():
            place.mkdir(parents=True)
        self.repository, programs = self.places["repository"], self.places["programs"]
        (self.places["home"] / "secret").touch()
        (programs / "agents").mkdir()
        for name, file in (("sprt", SPRT), ("gate", GATE), ("agents/random", AGENTS / "random")):
            self.places[name.partition("/")[0]] = programs / name.partition("/")[0]
            shutil.copy(file, programs / name)
        self.environment = {
            "SPRT": str(self.places["sprt"]),
            "TMPDIR": str(self.places["temporary"]),
            "HOME": str(self.places["home"]),
            "MY_TOKEN": SECRET,
            "CI_JOB_X": SECRET,
            "GITHUB_ENV": SECRET,
            "GITHUB_STEP_SUMMARY": str(self.places["reports"] / "summary.md"),
        }
        self.git("init", "--quiet", "--initial-branch", "main")
        self.weak = self.commit("weak", "random", weak=agent("random"), fake="#!/bin/sh\nexit 0\n")
        self.base = self.commit("base", "alphabeta --depth 2")
        self.git("update-ref", "refs/remotes/origin/main", self.base)

    def git(self, *words):
        who = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *who, "-C", self.repository, *map(str, words)], capture_output=True, timeout=PATIENCE_S, check=True
        )
        return done.stdout.decode(errors="replace").strip()

    def commit(self, message, plays, build="", **files):
        """Commits an agent and what its build does after it is built."""
        for name, text in {"bot.in": agent(plays), "build.sh": f"cp bot.in bot\n{build}\n", **files}.items():
            (self.repository / name).write_text(text)
            (self.repository / name).chmod(0o755)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")

    def patch(self, build="", **files):
        for name, value in {**self.places, "base": self.base, "weak": self.weak, "secret": SECRET}.items():
            build = build.replace("{" + name + "}", shlex.quote(str(value)))
        return self.commit("patch", "greedy", build, **files)

    def gate(self, *script, env=None):
        words = ("--repo", self.repository, "--read", AGENTS, "--build", "sh ./build.sh", "--agent", "./bot", *script, *(() if "--" in script else ("--",)), *FLAGS)
        with_open_file = ("-c", 'exec 9</dev/null; exec "$@"', "bash", self.places["gate"])
        done = self.run_program("bash", *with_open_file, *words, env={**self.environment, **(env or {})})
        for text in (done.raw_stdout, done.raw_stderr):
            self.assertIsNone(CONTROL_BYTES.search(text), done)
            self.assertNotIn(SECRET.encode(), text)
            for line in text.splitlines():
                self.assertFalse(line.strip().startswith(b"::") or b"##[" in line, line)
        self.assertEqual(list(self.places["temporary"].iterdir()), [], "nothing is left")
        return done

    def check(self, status, said, *script, env=None):
        """Gates HEAD, and looks at the status and what is said about it."""
        done = self.gate(*script, env=env)
        self.assertEqual(done.status, status, done)
        self.assertIn(said, done.stdout + done.stderr)
        return done

    def files(self):
        """All that a build must not change."""
        files = {str(file): file.read_bytes() for file in self.dir.rglob("*") if file.is_file()}
        return {name: text for name, text in files.items() if not name.endswith("/summary.md")}

    def test_honest_patch_is_accepted(self):
        self.patch()
        for sandbox in MODES:
            with self.subTest(sandbox):
                self.check(ACCEPTED, "Accept H1", "--base", self.weak, "--sandbox", sandbox)

    def patch_with(self, builds):
        """They run one after the other. One that does what must fail ends the build; the others change files or the verdict."""
        lines = [
            f"({build}) || {{ echo 'a patch {name}'; exit 9; }}" if build.startswith("!") else f"({build}) || :"
            for name, build in builds.items()
        ]
        self.patch("\n".join(lines))

    @unittest.skipIf(NO_SANDBOX, NO_SANDBOX)
    def test_builds_in_the_sandbox(self):
        self.patch_with({name: build for name, (build, _) in BUILDS.items()})
        before = self.files()
        done = self.check(REJECTED, "==> builds are shut in by bubblewrap", "--sandbox", "on")
        self.assertIn("Accept H0", done.stdout)
        self.assertEqual(self.files(), before)
        self.assertNotIn("PASSED", (self.places["reports"] / "summary.md").read_text())

    def test_builds_without_a_sandbox_that_are_found(self):
        for number, (name, (build, status)) in enumerate(BUILDS.items()):
            if status == REFUSED:
                with self.subTest(f"a patch {name}"):
                    self.prepare(str(number))
                    self.patch(build)
                    done = self.check(REFUSED, " changed ", "--sandbox", "off")
                    self.assertTrue("in play" in name or "sprt gate" not in done.stdout, done)

    def test_builds_without_a_sandbox_that_come_to_nothing(self):
        self.patch_with({name: build for name, (build, status) in BUILDS.items() if status == REJECTED})
        self.check(REJECTED, "Accept H0", "--sandbox", "off")
        self.assertNotIn("PASSED", (self.places["reports"] / "summary.md").read_text())

    def test_agent_that_changes_the_base_in_play(self):
        reach = "chmod u+w ../base\ntouch ../base/more\n"
        self.patch(**{"bot.in": agent("greedy").replace("exec", f"{reach}exec", 1)})
        kept = self.dir / "kept"
        for words, run in ((("--keep", kept, "--"), kept / "run"), (("--", "--out", self.dir / "run"), self.dir / "run")):
            done = self.check(REFUSED, "somebody, while the gate was played, changed a tree: base: ", "--sandbox", "off", *words)
            self.assertEqual("; the run decides nothing" in done.stdout, "--keep" in words, done)
            resumed = self.run_program(SPRT, "resume", run)
            self.assertEqual(resumed.status, 2, resumed)
            self.assertIn(f"{run} holds no run: there is no run.json in it", resumed.stderr)

    def test_build_that_replaces_its_tree(self):
        self.patch("cd .. && rm -rf new && ln -s base new")
        self.check(REFUSED, "the build of the new revision replaced its tree", "--sandbox", "off")
        if not NO_SANDBOX:
            self.check(REFUSED, "", "--sandbox", "on")

    def test_links_out_of_the_tree(self):
        link = self.repository / "li\x1bnk"
        for target in ("../base", self.places["sprt"], self.repository / "weak", f"/proc/self/root/{self.repository}"):
            with self.subTest(target):
                link.unlink(missing_ok=True)
                link.symlink_to(target)
                self.patch()
                said = "gate: the new revision: li\\x1bnk is a link out of its tree, to /"
                self.check(REFUSED, said, "--base", self.base, "--sandbox", "off")
        link.unlink()
        self.patch("ln -sf ../base/bot bot")
        self.check(REFUSED, "gate: the new revision: bot is a link out of its tree, to /", "--base", self.base)
        self.patch("ln -s build.sh inside; ln -s /dev/null null; ln -s /nowhere broken; ln -s /usr/bin/env d")
        self.check(REJECTED, "Accept H0", "--base", self.base)

    def test_links_that_words_of_the_command_name(self):
        """A word that is no path becomes one when the patch adds such a file."""
        key = self.places["home"] / "keys" / "id"
        key.parent.mkdir(mode=0o700)
        for target in (key, "/proc/self/environ", "/proc/kmsg"):
            key.write_text(SECRET)
            key.chmod(0o600)
            self.patch(f"printf '#!/bin/sh\\ncat 2 {key.parent}/* >&2\\nexit 1\\n' > bot; ln -sfn {target} 2")
            done = self.gate("--agent", "./bot --depth 2", "--base", self.base)
            self.assertEqual(done.status, 2, done)
            self.assertIn("the check game failed: agent 1 crashed", done.stderr)

    def test_replaced_objects_do_not_count(self):
        self.patch()
        self.git("replace", self.base, self.weak)
        self.git("replace", f"{self.base}^{{tree}}", f"{self.weak}^{{tree}}")
        self.check(REJECTED, f"==> base: {self.base[:7]} base (the tip of origin/main)\n")

    def test_tags_by_the_names_of_branches(self):
        for name in ("origin/main", "main", "HEAD", self.base[:8]):
            self.git("update-ref", f"refs/tags/{name}", self.weak)
        self.patch()
        self.check(REJECTED, f"==> base: {self.base[:7]} base (the tip of origin/main)\n")
        self.git("update-ref", "refs/remotes/origin/origin/main", self.weak)
        self.git("update-ref", "-d", "refs/tags/origin/main")
        self.check(REJECTED, f"is base {self.base[:7]} (the tip of origin/main)\n", "--base", "origin/main")
        for flag in ("--base", "--new"):
            self.check(REFUSED, f"gate: {flag}: 'main~1' is ambiguous; write refs/tags/main refs/heads/main\n", flag, "main~1")
        self.check(REFUSED, f"gate: --base: '{self.base[:8]}' is ambiguous; write refs/tags/", "--base", self.base[:8])

    def test_attributes_and_settings_change_no_file(self):
        """Filters that the user has set up, for other repositories perhaps, are commands that a patch could run."""
        mark = self.dir / "mark"
        settings = {
            "filter.mine.smudge": f"touch {mark}; cat",
            "filter.mine.process": f"touch {mark}",
            "core.fsmonitor": f"touch {mark}",
            "core.autocrlf": "true",
            "core.pager": f"touch {mark}",
            "log.showSignature": "true",
        }
        self.patch(".gitattributes")
        attributes = "* filter=mine ident text eol=crlf working-tree-encoding=UTF-16\nbuild.sh export-ignore export-subst\n"
        (self.repository / ".git" / "hooks" / "post-checkout").write_text(f"#!/bin/sh\ntouch {mark}\n")
        (self.repository / ".git" / "hooks" / "post-checkout").chmod(0o755)
        self.git("update-index", "--add", "--cacheinfo", "100644", self.blob(attributes), ".gitattributes")
        self.git("update-index", "--add", "--cacheinfo", "100644", self.blob("$Id$ \n"), "text")
        self.git("update-index", "--add", "--cacheinfo", "100755", self.blob("grep -qx '$Id$ ' text && cp bot.in bot\n"), "build.sh")
        self.git("commit", "--quiet", "--message", "attributes")
        for name, value in settings.items():
            self.git("config", name, value)
        (self.repository / ".mailmap").symlink_to(mark)
        os.mkfifo(mark.with_name("fifo"))
        (self.repository / ".gitattributes").symlink_to(mark.with_name("fifo"))
        self.check(REJECTED, "Accept H0", "--base", self.base)
        self.assertFalse(mark.exists())

    def blob(self, content, *flags):
        data = content if isinstance(content, bytes) else content.encode()
        words = ["git", "-C", self.repository, "hash-object", "-w", "--stdin", *flags]
        return subprocess.run(words, input=data, capture_output=True, check=True).stdout.decode().strip()

    def test_submodules_and_large_files_are_named_and_not_fetched(self):
        modules = '[submodule "lib"]\n\tpath = li\x1bb\n\turl = ext::sh -c touch% mark\n'
        self.git("update-index", "--add", "--cacheinfo", "100644", self.blob(modules), ".gitmodules")
        self.git("update-index", "--add", "--cacheinfo", "160000", self.base, "li\x1bb")
        self.git("update-index", "--add", "--cacheinfo", "100644", self.blob("version https://git-lfs.github.com/spec/v1\n"), "w")
        self.git("update-index", "--add", "--cacheinfo", "100755", self.blob(agent("greedy")), "bot.in")
        self.git("commit", "--quiet", "--message", "patch")
        done = self.check(REJECTED, '==> new: submodules are not fetched, their directories are empty: "li\\033b"\n')
        self.assertIn("==> new: files of Git LFS are not fetched: ./w\n", done.stdout)

    def test_what_is_not_fetched_is_the_same_in_both_revisions(self):
        """A patch that brings what the base lacks here alone is no gain."""
        pointer = "version https://git-lfs.github.com/spec/v1\n"
        self.git("update-index", "--add", "--cacheinfo", "160000", self.base, "lib")
        base = self.commit_index("base")
        self.git("update-index", "--force-remove", "lib")
        patch = self.commit_index("patch")
        said = "gate: the new revision changes what is not fetched, and the base would play without: "
        self.check(REFUSED, said + "lib\n", "--base", base, "--new", patch)
        self.commit("weights", "alphabeta --depth 2", w=pointer)
        self.patch(w="the weights")
        self.check(REFUSED, said + " w\n", "--base", "HEAD~1")
        self.patch(w=pointer)
        self.check(REJECTED, "Accept H0", "--base", "HEAD~2")

    def commit_index(self, message):
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    def test_files_around_the_trees_that_both_read(self):
        """The working tree is the patch's: it chooses neither openings nor what the base reads."""
        (self.repository / "data").mkdir()
        (self.repository / "data" / "book").write_text("x5o/7/7/7/7/7/o5x x 0 1\n")
        base = self.commit("data", "alphabeta --depth 2")
        self.patch()
        given = ("--base", base, "--read", self.repository / "data")
        self.check(REJECTED, "Accept H0", *given, "--", "--openings", self.repository / "data" / "book", "--repeats", "count")
        (self.repository / "data" / "book").write_text("x5o/7/7/7/7/7/o5x x 0 1\n\n")
        self.patch()
        said = " is a link or not the same in both revisions; name one outside of the repository\n"
        (self.repository / "data" / "book").write_text("x5o/7/7/7/7/7/o5x x 0 1\r\n")  # as attributes would check it out
        self.check(REFUSED, said, *given)
        self.check(REFUSED, said, *given[:2], "--", f"--openings={self.repository}/data/book")
        self.check(REFUSED, said, *given[:2], "--", f"--openings={self.repository}/none")
        self.git("checkout", "--quiet", "data")
        (self.repository / "around").symlink_to(".")
        self.check(REFUSED, said, *given[:2], "--", f"--openings={self.repository}/around/data/book")
        self.check(REFUSED, said, *given)
        self.check(REFUSED, said, *given[:2], "--", f"--openings={self.repository}/data/book")
        self.patch()
        (self.repository / "data" / "book").unlink()
        (self.repository / "data").rmdir()
        (self.repository / "data").symlink_to(self.places["home"])
        self.patch()
        self.check(REFUSED, said, *given)

    def test_trees_that_git_would_not_make(self):
        """Entries that lead out of the tree, or that are there twice: first a link, then what is below it."""
        blob, link = self.git("rev-parse", "HEAD:bot.in"), self.blob(f"{self.dir}/evil")
        below = self.tree(("100644", "file", blob))
        command = "x\n::error::x\x1b[2J"
        for entries, said in (
            ([("40000", "..", below)], "invalid path '../file'"),
            ([("40000", ".git", below)], "invalid path '.git/file'"),
            ([("40000", command, self.tree(("40000", ".git", below)))], "invalid path 'x\\x0a::error::x?[2J/.git/file'"),
            ([("120000", "a", link), ("40000", "a", below)], "gate: the tree of the new revision is not what git writes for it"),
            ([("100664", "bot.in", blob)], "gate: the tree of the new revision is not what git writes for it"),
        ):
            with self.subTest(entries):
                new = self.git("commit-tree", "-p", self.base, "-m", "patch", self.tree(*entries))
                self.check(REFUSED, said, "--new", new)
        self.assertFalse((self.dir / "evil").exists())

    def tree(self, *entries):
        """Writes a tree as it is given, right or wrong. Returns its hash."""
        raw = b"".join(f"{mode} {name}\0".encode() + bytes.fromhex(hash) for mode, name, hash in entries)
        return self.blob(raw, "-t", "tree", "--literally")

    def test_agent_that_is_no_file(self):
        for build in ("mkfifo bot", "mkdir bot", ":"):
            with self.subTest(build):
                self.patch(f"rm bot; {build}")
                self.check(REFUSED, "agent command './bot'", "--base", self.base)

    def test_directories_that_look_like_repositories(self):
        mark, bare = self.dir / "mark", self.repository / "bare"
        self.git("init", "--quiet", "--bare", bare)
        for file in ("objects/file", "refs/file"):
            (bare / file).touch()
        (bare / "config").write_text(
            f"[core]\nrepositoryformatversion = 1\nbare = false\nworktree = {bare}\n[extensions]\npartialClone = o\n"
            f'[remote "o"]\nurl = {bare}\npromisor = true\nuploadpack = touch {mark}; false\n'
        )
        self.patch()
        unknown = "1" * 40
        said = f"gate: --new: there is no commit '{unknown}' in {self.repository}\n"
        self.check(REFUSED, said, "--repo", bare, "--new", unknown)
        self.assertFalse(mark.exists())

    def test_programs_of_the_repository_do_not_run(self):
        """Neither by a relative directory in PATH, nor by an absolute one, nor by a link to one."""
        mark = self.dir / "mark"
        (self.dir / "link").symlink_to(self.repository / "bin")
        (self.repository / "bin").mkdir()
        for name in ("git", "od", "tr", "realpath", "date", "mktemp", "sed", "readlink", "mkdir"):
            (self.repository / "bin" / name).write_text(f"#!/bin/sh\necho {name} >>{mark}\n")
            (self.repository / "bin" / name).chmod(0o755)
        self.patch()
        relative = os.path.relpath(self.repository / "bin", self.dir)
        for place in (self.repository / "bin", self.dir / "link", relative, f"./{relative}"):
            with self.subTest(place):
                self.check(REFUSED, "gate: --new: there is no commit 'no' in ", "--new", "no", env={"PATH": f"{place}:{os.environ['PATH']}"})
                self.assertFalse(mark.exists())

    def test_reports_of_the_patch(self):
        link, home = self.repository / "gate", self.places["home"]
        link.symlink_to(home)
        self.patch()
        said = "is reached by a link in the repository, which the patch may have made\n"
        for flag in ("--junit", "--markdown", "--page", "--out"):
            self.check(REFUSED, said, "--", flag, link / "x")
        self.check(REFUSED, said, "--keep", link / "x")
        self.assertEqual([file.name for file in home.iterdir()], ["secret"])

    def test_programs_of_the_tree_are_not_those_of_the_script(self):
        fake = {name: "#!/bin/sh\ntouch ran; exit 0\n" for name in ("sha256sum", "find", "git", "cmp", "bwrap")}
        self.patch("", **fake)
        self.check(REJECTED, "Accept H0", env={"PATH": f".::{os.environ['PATH']}"})

    def test_text_of_a_patch_is_shown_as_text(self):
        subject = b"\x1b[2J\r::error::x ##[set-env name=A]b \xe2\x80\xaetxt `id` \xff \xc2\x9b1m Gr\xc3\xbc\xc3\x9fe " + 200 * b"x"
        log = "printf '::set-output\\n  ::error::x\\nz##[x]\\033[2J\\r\\0\\377\\n'; exit 3\n"
        (self.repository / "build.sh").write_text(log)
        message = self.dir / "message"
        message.write_bytes(subject)
        self.git("commit", "--quiet", "--all", "--file", message)
        done = self.check(REFUSED, "gate: the new revision does not build: status 3 from: sh ./build.sh\n")
        shown = r"\x1b[2J\x0d::error::x #\x23[set-env name=A]b \xe2\x80\xaetxt \x60id\x60 ÿ \xc2\x9b1m Grüße xx"
        self.assertIn(f" {shown}", done.stdout)
        self.assertLess(max(map(len, done.stdout.splitlines())), 220)
        self.assertTrue(done.stderr.startswith("| ::set-output\n|   ::error::x\n| z#\\x23[x]\\x1b[2J\\x0d?\\xff\n"), done.stderr)

    def test_sandbox_that_cannot_be_used(self):
        self.patch()
        here = self.dir / "bin"
        here.mkdir()
        for place in ("/usr/bin", "/bin"):
            for file in os.listdir(place):
                if file != "bwrap" and not (here / file).exists():
                    (here / file).symlink_to(f"{place}/{file}")
        for said in ("bwrap is not installed (Debian package bubblewrap)", "bwrap: it is forbidden"):
            done = self.check(REFUSED, f"gate: --sandbox on: the sandbox cannot be used: {said}\n", "--sandbox", "on", env={"PATH": str(here)})
            self.assertNotIn("building", done.stdout)
            self.check(REJECTED, f"==> builds are not shut in: {said}\n", env={"PATH": str(here)})
            (here / "bwrap").write_text("#!/bin/sh\necho 'bwrap: it is forbidden' >&2\nexit 1\n")
            (here / "bwrap").chmod(0o755)

    def test_what_builds_are_given(self):
        self.patch("cat {home}/secret && [ $MY_TOKEN = {secret} ] && [ ! -e .git ] && ! git rev-parse 2>/dev/null")
        given = ("--read", self.places["home"], "--build-env", "MY_TOKEN", "--base", self.weak)
        self.check(ACCEPTED, "Accept H1", *given)
        around = self.repository / "around"  # `git rev-parse` in a tree there must not find the repository
        around.mkdir()
        there = {"TMPDIR": str(around)}
        self.check(ACCEPTED, "Accept H1", *given[:2], *given[4:], "--env", "inherit", "--sandbox", "off", env=there)
        self.check(REFUSED, "the new revision does not build", *given[2:4], "--sandbox", "off", env={"MY_TOKEN": ""})
        if not NO_SANDBOX:
            self.check(REFUSED, "the new revision does not build", *given[2:])
            self.check(REFUSED, "gate: --read: / holds the repository or the trees", "--read", "/")


MODES = ["off"] if NO_SANDBOX else ["on", "off"]

if __name__ == "__main__":
    unittest.main()
