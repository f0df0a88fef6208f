"""Agents that break the protocol, in both seats: the loser, the fault, the log, and what is left."""

import unittest

from harness import CONTROL_BYTES, REFEREE, ProgramTest, command, read_games, scripted

KILLED = "killed by referee"
LONG_MS = 60_000  # no healthy agent reaches it on a busy machine
SHORT_MS = 5000  # the test waits for all of it; a healthy agent needs less

# mode of scripted_agent.py: termination, part of the fault's reason, how it exits (None: whatever), turns before the
# fault, flags
FAULTS = {
    "ExitsAtOnce": ("crashed", "exited or closed", "exited 3", "none", []),
    "SaysKo": ("protocol_error", "sent 'KO' instead of OK", "exited 0", "none", []),
    "Silent": ("ready_timeout", "did not say OK in time; nothing came: is its output flushed?", None, "none", ["--ready-ms", SHORT_MS]),
    "ClosesItsInput": ("crashed", "message could not be delivered", KILLED, "few", ["--finish-ms", 100]),
    "ExitsOnTurn": ("crashed", "exited or closed its output while an answer was owed", "exited 7", "few", []),
    "DiesOnTurn": ("crashed", "while an answer was owed", "signal 11", "few", []),
    "ExitsAfterItsAnswer": ("crashed", "exited or closed its", "exited 5", "some", []),
    "PlaysFromAnEmptySquare": ("illegal_move", "(4,4)=d4 holds no stone of its own", "exited 0", "few", []),
    "PlaysOffTheBoard": ("illegal_move", "(0,1) is not on the board", "exited 0", "few", []),
    "PassesWithMovesLeft": ("illegal_move", "may not pass while it has a move", "exited 0", "few", []),
    "SaysGarbage": ("protocol_error", r"\x1b[31mboo\x07\x08", "exited 0", "few", []),
    "AnswersInHalf": ("crashed", "after 'MOVE 1 1', in the middle of a line", None, "few", []),
    "NeverEndsItsLine": ("protocol_error", "longer than 256 bytes", "exited 0", "few", []),
    "AnswersTwice": ("protocol_error", r"sent 'MOVE 1 1 1 2\x0a' behind its answer", "exited 0", "some", []),
    "SpeaksUninvited": ("protocol_error", r"sent 'hello?\x0a' when no answer was owed", "exited 0", "some", []),
    "Sleeps": ("timeout", "sent no answer in time; it answered no TURN: does it read TURN, and is its output flushed?", KILLED, "few", ["--time-ms", SHORT_MS, "--finish-ms", 100]),
    "ClosesItsOutput": ("crashed", "closed its output while an answer was owed", "exited 0", "few", []),
    "Complains": ("crashed", "while an answer was owed", "exited 1", "few", []),
}
# Turns before the fault: the agent's first turn is 0 or 1, and its own answer comes before the fault.
TURNS = {"none": (0, 0), "few": (0, 1), "some": (2, 3)}


class Misbehave(ProgramTest):
    def play(self, name, agents, games, flags=(), env=None):
        """Plays into a log and checks what every log and every output must fulfil."""
        log = self.dir / f"{name}.jsonl"
        limits = {"--ready-ms": LONG_MS, "--time-ms": LONG_MS, "--finish-ms": LONG_MS}
        limits.update(zip(flags[::2], flags[1::2]))
        words = [str(word) for limit in limits.items() for word in limit]
        done = self.succeed(
            REFEREE, "play", *map(command, agents), "--games", games, "--log", log, *words, env=env
        )
        for text in (done.raw_stdout, done.raw_stderr):
            self.assertIsNone(CONTROL_BYTES.search(text), text)
        self.assertEqual([line for line in done.stderr.splitlines() if "write proto=uai or proto=uci" not in line], [])
        records = read_games(log)
        self.assertEqual([record["game"] for record in records], list(range(games)))
        self.review_is_clean(log)
        lines = done.stdout.splitlines()
        reasons = [line for line in lines if line.startswith("Game ")]
        faulty = [record["fault"] for record in records if record["fault"]]
        self.assertEqual(bool(reasons), bool(faulty), "the first fault of each kind is shown")
        for shown, fault in zip(reasons[:1], faulty):
            self.assertIn(fault["reason"], shown)
        return [line for line in lines if not line.startswith(("Game ", "  stderr: "))], records

    def check_fault(self, record, line, mode, hostile):
        termination, reason, exit_text, turns, _ = FAULTS[mode]
        other = 3 - hostile
        self.assertEqual(record["termination"], termination, record)
        self.assertEqual(record["winner"], other)
        self.assertEqual(record["fault"]["agent"], hostile)
        self.assertIn(reason, record["fault"]["reason"])
        self.assertTrue(record["fault"]["reason"].isprintable(), record["fault"])
        if exit_text:
            self.assertEqual(record["exit"][hostile - 1], exit_text)
        self.assertIn(record["turns"], range(TURNS[turns][0], TURNS[turns][1] + 1))
        side = "O" if record["first"] == other else "X"
        self.assertRegex(line, rf"^agent{other}\({side}\) WINS \| T{record['turns']} \| .*ms")
        self.assertTrue(line.endswith(f"ms | agent{hostile} {termination}"), line)

    def test_faults_lose_the_game(self):
        for mode, (*_, flags) in FAULTS.items():
            other = "ThinksUntilSpokenTo" if mode == "SpeaksUninvited" else None
            for hostile in (1,) if SHORT_MS in flags else (1, 2):
                with self.subTest(mode, agent=hostile):
                    name = f"{mode}{hostile}"
                    env = {"E2E_FLAGS": str(self.dir / f"{name}.")}
                    agents = [scripted(mode, self.dir / f"{name}.starts"), scripted(other) if other else ["random"]]
                    if hostile == 2:
                        agents.reverse()
                    lines, records = self.play(name, agents, 3, flags, env)
                    for record, line in zip(records[:2], lines):
                        self.check_fault(record, line, mode, hostile)
                    # Nothing of the fault is left: the third game is an ordinary one.
                    self.assertIn(records[2]["termination"], ("annihilation", "board_full", "turn_limit"))
                    self.assertIsNone(records[2]["fault"])
                    if "--finish-ms" not in flags:
                        self.assertLessEqual(set(records[2]["exit"]), {"exited 0", "kept"})

    def test_message_of_a_script_that_exits_is_kept(self):
        """A shell script that writes a message for its author and exits."""
        lines, records = self.play("shell", [["/bin/sh", "-c", "echo no display >&2; exit 9"], ["random"]], 2)
        for record, line in zip(records, lines):
            self.assertEqual((record["termination"], record["winner"], record["turns"]), ("crashed", 2, 0))
            self.assertEqual(record["fault"]["stderr"], "no display\n")
            self.assertEqual(record["exit"][0], "exited 9")
            side = "X" if record["first"] == 1 else "O"
            self.assertEqual(line, f"agent2({side}) WINS | T0 | A1 0ms / A2 0ms | agent1 crashed")

    def test_first_player_loses_when_both_fail_to_get_ready(self):
        """The fault names both agents."""
        _, records = self.play("both", [scripted("SaysKo"), scripted("ExitsAtOnce")], 2)
        for record in records:
            self.assertEqual(record["fault"]["agent"], record["first"])
            self.assertEqual(record["winner"], 3 - record["first"])
            self.assertRegex(record["fault"]["reason"], "agent 1 .*agent 2 |agent 2 .*agent 1 ")

    def test_standard_error_is_kept_as_valid_text(self):
        _, records = self.play("stderr", [scripted("Complains"), ["random"]], 1)
        text = records[0]["fault"]["stderr"]
        self.assertTrue(text.endswith("xxx\nlast words \ufffd"), text[-40:])
        self.assertLessEqual(len(text.encode()), 64 * 1024 + 4)
        self.assertGreater(len(text), 60 * 1024)
        first_bytes = ["/bin/sh", "-c", r"printf 'caf\351 \033[31m\377' >&2"]
        _, records = self.play("short", [first_bytes, ["random"]], 1)
        self.assertEqual(records[0]["fault"]["stderr"], "caf\ufffd \x1b[31m\ufffd")

    def test_standard_error_is_drained_and_never_judged(self):
        _, records = self.play("chatty", [scripted("ComplainsAndPlays"), ["random"]], 2)
        for record in records:
            self.assertIsNone(record["fault"], record)
            self.assertLessEqual(set(record["exit"]), {"exited 0", "kept"})

    def test_ignoring_finish_changes_only_the_exit(self):
        _, records = self.play("finish", [scripted("IgnoresFinish"), ["random"]], 2, ["--finish-ms", 100])
        for record in records:
            self.assertIsNone(record["fault"])
            self.assertIsNotNone(record["winner"])
            self.assertEqual(record["exit"][0], KILLED)


if __name__ == "__main__":
    unittest.main()
