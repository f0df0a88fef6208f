"""The documents say what is so: each agent that they print is saved, and the commands beside it are run, as somebody new
would; the README's first own experiment ends as shown."""

import base64
import dataclasses
import html
import json
import re
import shlex
import subprocess
import unittest
import zlib

from harness import BIN, PATIENCE_S, REFEREE, SOURCE, SPRT, ProgramTest, read_games

FENCE = re.compile(r"^```(?P<language>\S*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} (?P<title>.*)$", re.MULTILINE)
GAMES = {"Connect Four": "connect-four"}  # by a heading; otherwise it is Ataxx
NO_PASSES = {8, 12}  # checks of positions that are of Ataxx
LINES = 40  # at most, of an agent of a simple game


@dataclasses.dataclass(frozen=True)
class Printed:
    """An agent in a document, and the commands in the same section."""

    place: str
    language: str
    text: str
    game: str
    commands: tuple


def printed_agents():
    for file in sorted([*SOURCE.glob("*.md"), *SOURCE.glob("docs/**/*.md")]):
        text = file.read_text()
        bounds = [0, *(heading.start() for heading in HEADING.finditer(FENCE.sub(lambda m: " " * len(m[0]), text))), len(text)]
        for begin, end in zip(bounds, bounds[1:]):
            section = text[begin:end]
            fences = list(FENCE.finditer(section))
            commands = [line for fence in fences for line in fence["text"].splitlines() if re.match(r"build/bin/\w+ .*\./\w|build/bin/sprt \w+ runs/", line)]
            title = section.partition("\n")[0].lstrip("# ")
            for fence in fences:
                if fence["language"] and re.search(r"\bREADY\b", fence["text"]) and "TURN" in fence["text"]:
                    place = f"{file.relative_to(SOURCE)}, {title}, {fence['language']}"
                    yield Printed(place, fence["language"], fence["text"], GAMES.get(title, "ataxx"), tuple(commands))


class Agents(ProgramTest):
    """Whoever saves an agent of the documents gets through: check, run, page, export."""

    def test_each_printed_agent_is_whole_and_its_commands_succeed(self):
        agents = list(printed_agents())
        self.assertLessEqual({"ataxx", *GAMES.values()}, {agent.game for agent in agents})
        self.assertLessEqual({"python", "cpp"}, {agent.language for agent in agents})
        for number, agent in enumerate(agents):
            with self.subTest(agent.place):
                if agent.game != "ataxx":
                    self.assertLessEqual(len(agent.text.splitlines()), LINES)
                directory = self.dir / str(number)
                directory.mkdir()
                self.take(agent, directory)

    def take(self, agent, directory):
        """Saves `agent` in `directory` and runs the commands of its section there."""
        name = self.save(agent, directory)
        usual = (f"referee check ./{name} --game {agent.game}", f"sprt run --agent1 ./{name} --agent2 greedy --game {agent.game} --elo1 50")
        commands = [command.removeprefix("build/bin/") for command in agent.commands]
        kinds = {tuple(command.split()[:2]) for command in commands}
        commands += [command for command in usual if tuple(command.split()[:2]) not in kinds]
        done = {}
        for command in commands:
            program, *words = shlex.split(command, comments=True)
            kind = f"{program} {words[0]}"
            words = [re.sub(r"^\./\w+(\.py)?$", f"./{name}", word) for word in words]
            if kind == "sprt run":  # on a busy machine Python takes its time
                words += ["--seed", 1, "--ready-ms", 60000, *(() if "--out" in words else ("--out", "runs/one"))]
            done[kind] = self.succeed(BIN / program, *words, cwd=directory)
        self.check_is_whole(agent, done["referee check"].stdout)
        self.verdict_is_reached(done["sprt run"], directory)
        if "sprt page" in done:
            page = next(directory.glob("runs/*/page.html")).read_text()
            packed = re.search(r'id="index">([^<]+)<', page)[1]
            index = json.loads(zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS))
            self.assertEqual((index["run"]["agents"][0]["name"], index["title"][:3]), (f"./{name}", "H0 "))
        if "sprt export" in done:
            games = len(read_games(next(directory.glob("runs/*/games.jsonl"))))
            self.assertEqual(done["sprt export"].stdout.count("[Event "), games)

    def save(self, agent, directory):
        """The file's name, once it can be run."""
        if agent.language == "python":
            file = directory / "bot.py"
            file.write_text(agent.text)
            file.chmod(0o755)
            return file.name
        self.assertEqual(agent.language, "cpp", "the test does not know how to run it")
        (directory / "bot.cpp").write_text(agent.text)
        compile_it = ["c++", "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-o", "bot", "bot.cpp"]
        subprocess.run(compile_it, cwd=directory, check=True, timeout=PATIENCE_S)
        return "bot"

    def check_is_whole(self, agent, out):
        """No check fails, and none is left out because of what the agent lacks."""
        made = re.findall(r"^(ok  |note|FAIL|skip) ([ \d]\d) ", out, re.MULTILINE)
        self.assertNotIn("FAIL", dict(made), out)
        left_out = {int(check) for level, check in made if level == "skip"}
        self.assertEqual(left_out, set() if agent.game == "ataxx" else NO_PASSES, out)

    def verdict_is_reached(self, done, directory):
        self.assertRegex(done.stdout, r"\nResult: Accept H[01]\. ")
        log = next(directory.glob("runs/*/games.jsonl"))
        for game in read_games(log):
            self.assertIsNone(game["fault"])
            self.assertLessEqual(set(game["exit"]), {"exited 0", "kept"})
        self.review_is_clean(log)

    def test_without_opening_a_run_ends_undecided_and_says_what_to_do(self):
        """The same agent without OPENING, against itself: what the documents printed before."""
        agent = next(agent for agent in printed_agents() if agent.language == "cpp")
        name = self.save(dataclasses.replace(agent, text=agent.text.replace("OK OPENING GAMES", "OK GAMES")), self.dir)
        both = ["--agent1", f"./{name}", "--agent2", f"./{name}"]
        done, run, _ = self.run_to("run", *both, "--ready-ms", 60000)
        lack = "agent 1 and agent 2 do not offer OPENING"
        self.assertRegex(done.stdout, rf"\nOpenings: start, not random:\d, because {lack}; ")
        self.assertRegex(
            done.stdout,
            r"\nResult: No decision\. The agents repeat 2 games, .*\. Agent 1 and agent 2 do not offer OPENING, so that all games"
            r" begin at the start: answer OK OPENING to READY \(docs/protocol\.md\), or choose moves by chance that REFEREE_SEED",
        )
        self.assertIn(f"sprt: {lack}: such games begin at the starting position", done.stderr)
        self.assertEqual(run["result"]["reason"], "repeats")
        # Nothing is left of the run, wherever it is shown.
        report = self.succeed(SPRT, "report", "run", "--json")
        values = json.loads(report.stdout)["estimates"]
        self.assertEqual((values["p_h1"], values["games_left"], values["games_left_range80"]), (None, None, [None, None]))
        for text in (done.stdout.partition("[SPRT Finished]")[2], self.succeed(SPRT, "report", "run").stdout):
            self.assertNotIn("games left", text)
        checked = self.succeed(REFEREE, "check", f"./{name}", "--only", "4,8,12,14,22").stdout
        self.assertRegex(checked, r"note  4 capabilities: .*; without OPENING all games begin at the start: ")
        self.assertRegex(checked, r"(ok  |note)  8 pass: ")
        self.assertRegex(checked, r"skip 12 .*\n(?:.*\n)?.*skip 22 random positions: it offers neither OPENING nor FEN")


class Doubts(unittest.TestCase):
    def test_each_kind_is_documented(self):
        table = (SOURCE / "docs/runs.md").read_text().partition("### Doubts\n")[2].partition("\n### ")[0]
        rows = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|", table, re.MULTILINE)
        code = (SOURCE / "sprt/report/doubts.cpp").read_text()
        kinds = re.findall(r'^    \{"(\w+)", find_\w+\},$', code, re.MULTILINE)
        self.assertTrue(kinds)
        self.assertEqual([kind for row in rows for kind in row.replace("`", "").split(", ") if kind != "kind"], kinds)


class References(unittest.TestCase):
    """Links in documents, and `docs/PAGE.md, "Section"` in sources, lead to a page and a heading (or bold words) there."""

    def setUp(self):
        self.pages = {file: FENCE.sub("", file.read_text()) for file in sorted([*SOURCE.glob("*.md"), *SOURCE.glob("docs/*.md")])}

    def names(self, page, pattern):
        """The anchors of what `pattern` finds in `page`."""
        words = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", name).rstrip(".:") for name in re.findall(pattern, self.pages[page], re.MULTILINE))
        return {re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-") for name in words}

    def test_links_lead_to_files_and_headings(self):
        for page, text in self.pages.items():
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                path, _, anchor = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                with self.subTest(page.name, target=target):
                    self.assertTrue("://" in target or file.exists())
                    if anchor and file in self.pages:
                        self.assertIn(anchor, self.names(file, r"^#+ (.*)$"))

    def test_sources_name_pages_and_sections_that_exist(self):
        sources = [file for room in ("referee", "sprt", "agents", "tests", "scripts", "configs") for file in (SOURCE / room).rglob("*")]
        for file in sources:
            if file.suffix not in (".hpp", ".cpp", ".py", ".ts", ".json") or "node_modules" in file.parts:
                continue
            text = re.sub(r"\n\s*(//+|#) ?", " ", file.read_text())
            for name, section in re.findall(r"(docs/[a-z-]+\.md)(?:, \"([^\"]*))?", text):
                with self.subTest(file.name, name=name, section=section):
                    self.assertIn(SOURCE / name, self.pages)
                    found = self.names(SOURCE / name, r"^#+ (.*)$") | self.names(SOURCE / name, r"\*\*([^*]+)\*\*")
                    self.assertTrue(not section or re.sub(r"[^\w -]", "", section.lower()).replace(" ", "-") in found)


class Readme(ProgramTest):
    def test_first_experiment_of_the_readme_ends_as_documented(self):
        text = (SOURCE / "README.md").read_text()
        found = re.search(r"^```\nbuild/bin/sprt (run [^\n]+)\n```\n\n```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        self.assertTrue(found, "the command and what it prints")
        done = self.succeed(SPRT, *shlex.split(found[1]))
        self.assertIn("\n[SPRT Finished]\n" + found[2], done.stdout)
        self.review_is_clean(self.dir / "runs" / "first" / "games.jsonl")

    def test_picture_of_the_readme_shows_what_its_command_prints(self):
        rows = re.findall(r"^<text.*$", (SOURCE / "docs/pictures/run.svg").read_text(), re.MULTILINE)
        rows = [html.unescape(re.sub(r"<[^>]*>", "", row)) for row in rows]
        call = next(row for row in rows if row.startswith("$sprt run "))
        printed = self.succeed(SPRT, *shlex.split(call)[1:]).stdout.splitlines()
        times = ("Time:", "Clocks:", "Warning: the machine was overloaded")  # the only rows that depend on the machine
        ends = (those[those.index("[SPRT Finished]") :] for those in (rows, printed))
        self.assertEqual(*([row for row in end if not row.startswith(times)] for end in ends))


if __name__ == "__main__":
    unittest.main()
