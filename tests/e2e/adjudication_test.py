"""Rules that end games early: in runs, in logs and afterwards. Games with rules are compared with the same games played out.

In chess the endings are computed a second time, from the moves and scores of the log alone. REFEREE_SYZYGY names the directory of
tables of three and four men; what needs them is skipped without.
"""

import json
import os
import random
import re
import shutil
import sys
import unittest

from harness import BIN, BUILT_WITH_FATHOM, REFEREE, SPRT, ProgramTest, command, read_games, without_clock, write_games

AGENTS = ("--agent1", "alphabeta --depth 1 --shuffle", "--agent2", "greedy")
# Bounds so far away that all games are played.
ENDLESS = ("--elo0", 0, "--elo1", 1, "--alpha", "1e-100", "--beta", "1e-100", "--seed", 3, "--quiet", "--no-check")
ENGINE = f"proto=uai depth=1 restart=pair {BIN / 'uai' / 'uai_engine'}"


TABLES = os.environ.get("REFEREE_SYZYGY", "")
NO_TABLES = not TABLES and "REFEREE_SYZYGY names no tables" or not BUILT_WITH_FATHOM and "built without Fathom"
# A UCI engine that plays written games, each move with the words of its `info`; one process plays all games.
ECHO = """
import json, sys
games, game, ply = json.load(open(sys.argv[1])), -1, 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name echo\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "ucinewgame":
        game += 1
    elif words[0] == "position":
        ply = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[0] == "go":
        move, told = games[game][ply]
        print(f"info depth 1{told}\\nbestmove {move}", flush=True)
    elif words[0] == "quit":
        break
"""
PIECES = dict(zip("abcdefgh", "RNBQKBNR"))


def square_text(square):
    return "abcdefgh"[square // 10 - 1] + str(square % 10)


def written_games(games, seed):
    """The moves of a log of chess as UCI engines write them, each with a score: of both sides equal or better and better for one."""
    chance = random.Random(seed)
    result = []
    for game in games:
        value, drift, moves = 0.0, chance.choice((-12, 0, 0, 12)), []
        for i, (start, end, promotion, _) in enumerate(game["moves"]):
            value = 0.9 * value + chance.gauss(drift * i / 20, 15)
            own = round(value) * (1 if i % 2 == 0 else -1)
            told = f" score cp {own}" if abs(own) < 900 else f" score mate {own // 100}"
            told = chance.choices((told, "", " score mate 0"), (60, 1, 0.2))[0]
            moves.append((square_text(start) + square_text(end) + " .nbrq"[promotion].strip(" ."), told))
        result.append(moves)
    return result


def reversible(moves):
    """Of each move of a game of chess from the usual start whether it is neither a capture nor a move of a pawn."""
    board = {f"{file}{rank}": (rank < 5, PIECES[file] if rank in (1, 8) else "P") for file in PIECES for rank in (1, 2, 7, 8)}
    for start, end, promotion, _ in moves:
        start, end = square_text(start), square_text(end)
        is_white, piece = board.pop(start)
        taken = board.get(end)
        yield piece != "P" and (taken is None or taken[0] == is_white)
        if piece == "P" and taken is None and start[0] != end[0]:
            del board[end[0] + start[1]]  # en passant
        if taken == (is_white, "R"):  # castling: the king goes to its rook
            del board[end]
            king, rook = ("g", "f") if end[0] > start[0] else ("c", "d")
            board[king + start[1]], board[rook + start[1]] = (is_white, "K"), (is_white, "R")
        else:
            board[end] = (is_white, "..NBRQ"[promotion] if promotion else piece)


def first_ending(game, resign, draw):
    """(rule, turns, winner) of the first turn before which a rule ends the game, which was played out; None when none does.

    `resign`: (score, moves, whether both sides are asked). `draw`: (score, moves, full moves that must be over).
    """

    def lost(score):
        return score is not None and (score.startswith(("#-", "#0")) if isinstance(score, str) else score <= -resign[0])

    def won(score):
        return score is not None and (score[1] not in "-0" if isinstance(score, str) else score >= resign[0])

    begins = 0
    for made, is_quiet in enumerate(reversible(game["moves"]), 1):
        begins = begins if is_quiet else made - 1
        if made == len(game["moves"]):
            break  # the board ends it there
        sides = [game["scores"][side:made:2][-resign[1] :] for side in (0, 1)]
        for loser, side in enumerate(sides):
            rival = sides[1 - loser]
            if len(side) == resign[1] and all(map(lost, side)) and (not resign[2] or len(rival) == resign[1] and all(map(won, rival))):
                return "resign", made, 3 - game["first"] if loser == 0 else game["first"]
        window = game["scores"][max(begins, made - 2 * draw[1]) : made]
        if len(window) == 2 * draw[1] and all(isinstance(score, int) and abs(score) <= draw[0] for score in window) and made // 2 >= draw[2]:
            return "draw", made, 0
    return None


def rules(*texts):
    return [word for text in texts for word in ("--adjudicate", text)]


class Adjudication(ProgramTest):
    def test_games_are_those_that_were_played_out_up_to_the_rule(self):
        games = 60
        _, _, whole = self.run_to("whole", *AGENTS, *ENDLESS, "--max-games", games)
        texts = ("material=8/3", "fill=true", "verify=0.3")
        done, run, cut = self.run_to("cut", *AGENTS, *ENDLESS, "--max-games", games, *rules(*texts))
        seen = {"ended": 0, "verified": 0, "wrong": 0, "turns_saved": 0}
        for natural, game in zip(whole, cut, strict=True):
            if game["termination"] == "adjudicated":
                moves = len(game["moves"])
                self.assertEqual(without_clock(game)["moves"], without_clock(natural)["moves"][:moves])
                self.assertLess(moves, len(natural["moves"]))
                self.assertIn(game["adjudication"], ("material", "fill"))
                self.assertIsNone(game["fault"])
                seen["ended"] += 1
                continue
            self.assertEqual(without_clock(game) | {"would_adjudicate": None}, without_clock(natural) | {"would_adjudicate": None})
            if would := game.get("would_adjudicate"):
                seen["verified"] += 1
                seen["wrong"] += would["result"] != game["winner"]
                seen["turns_saved"] += game["turns"] - would["turn"]
        self.assertTrue(seen["ended"] and seen["verified"], seen)
        told = run["result"]["adjudicated"]
        self.assertEqual({key: sum(rule[key] for rule in told.values()) for key in seen}, seen)
        for rule, counts in told.items():
            line = f"Adjudicated by {rule}: {counts['ended']} game"
            self.assertIn(line, done.stdout)
            self.assertIn(line, self.succeed(SPRT, "report", "cut").stdout)
        self.review_is_clean(self.dir / "cut" / "games.jsonl")

        before = self.files()
        after = self.succeed(SPRT, "adjudicate", "whole", *rules(*texts)).stdout
        self.assertEqual(self.files(), before, "nothing is written")
        together = re.search(r"^together +(\d+) ", after, re.MULTILINE)
        self.assertEqual(int(together[1]), seen["ended"] + seen["verified"])

    def test_tournaments_and_tunings_tell_of_all_their_games(self):
        agents = [word for name in "abc" for word in ("--agent", f"name={name} minimax --depth 1 --shuffle")]
        tune = ("--agent", "minimax --depth {d} --shuffle", "--param", "d=1:1:2", "--games", 32, "--verify", 4, "--quiet")
        for command in (("tournament", *agents, "--rounds", 4, "--quiet"), ("tune", *tune), ("tune", *tune[:-2], 0, "--quiet")):
            out = f"out{command[0]}{command[-2]}"
            done = self.succeed(SPRT, *command, "--seed", 1, *rules("max_turns=12/stones", "verify=0.3"), "--out", out)
            games = read_games(self.dir / out / "games.jsonl")
            would = [game["would_adjudicate"] for game in games if "would_adjudicate" in game]
            told = json.loads(self.succeed(SPRT, "report", out, "--json").stdout)["result"]["adjudicated"]["max_turns"]
            self.assertEqual(told["ended"], sum(game["termination"] == "adjudicated" for game in games))
            self.assertEqual((told["verified"], told["verified"] > 0), (len(would), True))
            for text in (done.stdout, self.succeed(SPRT, "report", out).stdout):
                self.assertIn(f"Adjudicated by max_turns: {told['ended']} games ended; {told['verified']} verified, ", text)

    def test_verify_1_ends_no_game_and_the_rules_can_be_applied_afterwards(self):
        _, run, games = self.run_to("out", *AGENTS, *ENDLESS, "--max-games", 10, *rules("max_turns=20/stones", "verify=1"))
        counts = run["result"]["adjudicated"]["max_turns"]
        self.assertEqual((counts["ended"], counts["verified"]), (0, sum(game["turns"] >= 20 for game in games)))
        after = self.succeed(SPRT, "adjudicate", "out", *rules("max_turns=20/stones")).stdout
        self.assertRegex(after, rf"(?m)^max_turns +{counts['verified']} .* {counts['wrong']}  ")
        _, _, cut = self.run_to("cut", *AGENTS, *ENDLESS, "--max-games", 10, *rules("max_turns=20/stones", "verify=0"))
        done = self.run_program(SPRT, "adjudicate", "cut", *rules("material=true"))
        self.assertEqual((done.status, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"games\.jsonl:\d+: game \d+ was adjudicated \(max_turns\)")
        self.assertTrue(any(game["termination"] == "adjudicated" for game in cut))

    def test_scores_of_engines_end_games(self):
        for rule in ("resign=1/2/one_sided", "draw=1000000/3/10"):
            log = self.dir / f"{rule[:4]}.jsonl"
            self.succeed(REFEREE, "play", ENGINE, ENGINE, "--games", 4, "--seed", 1, "--log", log, *rules(rule, "verify=0"))
            games = read_games(log)
            self.assertEqual({game.get("adjudication") for game in games}, {rule.split("=")[0]})
            for game in games:
                self.assertEqual(len(game["scores"]), len(game["moves"]))
                self.assertEqual(game["winner"] == 0, rule.startswith("draw"))
            self.review_is_clean(log)

    def test_games_of_chess_end_where_moves_and_scores_of_the_log_say(self):
        games = 40
        (self.dir / "echo.py").write_text(ECHO)
        self.succeed(REFEREE, "play", "random", "random", "--game", "chess", "--games", games, "--seed", 4, "--log", "log")
        self.write_json("games.json", written_games(read_games(self.dir / "log"), 1))
        engine = command(["proto=uci", "restart=never", "tc=60", sys.executable, "-B", "-S", "echo.py", "games.json"])
        flags = ("--game", "chess", "--openings", "start", "--repeats", "count", "--concurrency", 1, "--max-games", games, *ENDLESS)
        flags = ("--agent1", engine, "--agent2", engine, *flags)
        for number, (resign, draw) in enumerate((((600, 3, False), (20, 8, 34)), ((250, 4, True), (30, 3, 60)))):
            texts = (
                f"resign={resign[0]}/{resign[1]}/{'two' if resign[2] else 'one'}_sided",
                f"draw={draw[0]}/{draw[1]}/move{draw[2]}",
            )
            whole, cut = f"whole{number}", f"cut{number}"
            _, _, verified = self.run_to(whole, *flags, *rules(*texts, "verify=1"))
            right = [first_ending(game, resign, draw) for game in verified]
            for game, ending in zip(verified, right, strict=True):
                would = game.get("would_adjudicate")
                self.assertEqual(would and (would["rule"], would["turn"], would["result"]), ending, game["game"])
            counts = {rule: sum(ending is not None and ending[0] == rule for ending in right) for rule in ("resign", "draw")}
            self.assertTrue(all(counts.values()) and None in right, f"a rule has nothing to do: {counts}")
            _, _, ended = self.run_to(cut, *flags, *rules(*texts, "verify=0"))
            for natural, game, ending in zip(verified, ended, right, strict=True):
                rule, turns, winner = ending or (None, len(natural["moves"]), natural["winner"])
                self.assertEqual((game.get("adjudication"), game["turns"], game["winner"]), (rule, turns, winner), game["game"])
            table = self.succeed(SPRT, "adjudicate", whole, *rules(*texts)).stdout
            for rule, count in counts.items():
                self.assertRegex(table, rf"(?m)^{rule} +{count} ")
            self.review_is_clean(self.dir / cut / "games.jsonl")

    @unittest.skipIf(NO_TABLES, NO_TABLES)
    def test_tables_end_games_of_chess(self):
        mate = "8/8/4k3/8/8/4K3/3BN3/8 w - - 0 90"
        draw = "8/8/4k3/8/8/4K3/3NN3/8 w - - 0 90"
        flags = ("--game", "chess", "--openings", "fen", "--repeats", "count", "--agent1", "random", "--agent2", "random", *ENDLESS)
        for number, (fen, part, ending) in enumerate((
            (mate, "", ("tablebase", 0, 1)),
            (mate.replace(" w ", " b "), "", ("tablebase", 0, 1)),
            (mate.swapcase().replace(" W ", " b "), "", ("tablebase", 0, 2)),
            (mate, "/draws", None),
            (mate, "/pieces=3", None),
            (draw, "", ("tablebase", 0, 0)),
            (draw, "/wins", None),
            (mate.replace("0 90", "1 90"), "", None),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 90", "", None),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 90", "", ("tablebase", 0, 1)),
        )):
            with self.subTest(fen, part=part):
                (self.dir / "fen").write_text(fen + "\n")
                texts = (f"tablebase={TABLES}{part}", "max_turns=1/draw", "verify=0")
                _, _, games = self.run_to(str(number), *flags, "--max-games", 2, *rules(*texts))
                self.assertEqual((games[0]["adjudication"], games[0]["turns"], games[0]["winner"]), ending or ("max_turns", 1, 0))
                self.review_is_clean(self.dir / str(number) / "games.jsonl")

    @unittest.skipIf(NO_TABLES, NO_TABLES)
    def test_run_whose_tables_are_gone_can_be_read_and_not_resumed(self):
        shutil.copytree(TABLES.split(":")[0], self.dir / "tables")
        (self.dir / "fens").write_text("8/8/4k3/4r3/8/4KN2/8/8 w - - 7 90\n8/8/4kr2/8/8/4KR2/8/8 w - - 7 90\n")
        flags = ("--game", "chess", "--openings", "fens", "--repeats", "count", "--agent1", "random", "--agent2", "random")
        _, _, games = self.run_to("out", *flags, *ENDLESS, "--max-games", 8, *rules("tablebase=tables", "verify=0"))
        self.assertIn("tablebase", {game.get("adjudication") for game in games})
        self.assertIn("Adjudicated by tablebase: ", self.succeed(SPRT, "report", "out").stdout)
        changed = next(game for game in games if game.get("adjudication") == "tablebase")
        log = self.dir / "out" / "games.jsonl"
        written = log.read_text()
        lines = written.splitlines(keepends=True)
        lines[changed["game"]] = re.sub(r'"winner":\d', f'"winner":{(changed["winner"] + 1) % 3}', lines[changed["game"]])
        log.write_text("".join(lines))
        report = self.run_program(SPRT, "report", "out")
        self.assertEqual(report.status, 2)
        self.assertIn(f"it ends by tablebase after turn {changed['turns']} with the result {changed['winner']}, and it says", report.stderr)
        log.write_text(written)
        for left in (["KQvK.rtbw"], []):
            for file in (self.dir / "tables").iterdir():
                file.unlink() if file.name not in left else None
            self.assertIn("Adjudicated by tablebase: ", self.succeed(SPRT, "report", "out").stdout)
        done = self.run_program(SPRT, "resume", "out", "--max-games", 12)
        self.assertEqual(done.status, 2, done)
        self.assertIn("no Syzygy table in tables", done.stderr)

    def test_tables_that_cannot_be_read_are_status_2(self):
        says = "no Syzygy table in /nowhere" if BUILT_WITH_FATHOM else "built without Fathom, as the archives of releases are: install libfathom-dev"
        both = ("--game", "chess", *rules("tablebase=/nowhere"))
        for words in ((REFEREE, "play", "random", "random"), (SPRT, "run", "--agent1", "random", "--agent2", "random", "--out", "out")):
            done = self.run_program(*words, *both)
            self.assertEqual((done.status, done.stdout), (2, ""), done)
            self.assertIn(f"--adjudicate: {'' if BUILT_WITH_FATHOM else 'tablebase: '}{says}", done.stderr)
        self.assertFalse((self.dir / "out").exists())
        self.run_to("out", "--agent1", "random", "--agent2", "random", *both[:2], "--max-games", 2, *ENDLESS)
        done = self.run_program(SPRT, "adjudicate", "out", *both[2:])
        self.assertEqual((done.status, done.stdout), (2, ""), done)
        self.assertIn(says, done.stderr)

    def test_review_and_report_find_a_changed_ending(self):
        _, _, games = self.run_to("out", *AGENTS, *ENDLESS, "--max-games", 4, *rules("max_turns=20/stones", "verify=0"))
        changed = next(game for game in games if game["termination"] == "adjudicated")
        changed["adjudication"] = "fill"
        self.damages(self.dir / "out" / "games.jsonl", "its last game is another one")
        write_games(self.dir / "out" / "games.jsonl", games)
        review = self.run_program(REFEREE, "review", "out/games.jsonl")
        self.assertEqual(review.status, 1)
        self.assertIn("it is not proved that a side fills the board", review.stdout)
        self.assertEqual(self.run_program(SPRT, "report", "out").status, 2)
        changed["adjudication"] = "material"  # some bounds may explain it, but not those of the run
        winner, (one, two) = changed["winner"], changed["score"]
        self.assertEqual(winner, 0 if one == two else 1 if one > two else 2)
        write_games(self.dir / "out" / "games.jsonl", games)
        if winner:
            self.review_is_clean(self.dir / "out" / "games.jsonl")
            report = self.run_program(SPRT, "report", "out")
            self.assertEqual(report.status, 2)
            self.assertIn("by the run's rules of adjudication it ends by max_turns after turn 20", report.stderr)

    def test_gate_is_undecided_when_its_verdict_rests_on_adjudication(self):
        flags = ("--agent1", "alphabeta --depth 1 --shuffle", "--agent2", "random", "--elo1", 100, "--seed", 1, "--quiet")
        for verify, status in ((0, 5), (1, 0)):
            out = f"verify{verify}"
            done = self.run_program(SPRT, "gate", *flags, "--out", out, *rules("max_turns=8/stones", f"verify={verify}"))
            self.assertEqual(done.status, status, str(done))
            result = json.loads((self.dir / out / "run.json").read_text())["result"]
            self.assertEqual((result["verdict"], result["rests_on_adjudication"]), ("H1", verify == 0))
            self.assertEqual("the verdict rests on adjudication" in done.stdout, verify == 0)

    def test_rules_of_a_file_stay_unless_a_flag_names_them(self):
        config = {"agent1": "greedy", "agent2": "random", "adjudicate": {"material": {"lead": 12}, "max_turns": True}}
        file = self.write_json("c.json", config)
        printed = json.loads(self.succeed(SPRT, "run", file, "--print-config", *rules("fill=true", "max_turns=false")).stdout)
        self.assertEqual(printed["adjudicate"], {"material": {"lead": 12, "plies": 4}, "fill": True, "verify": 0.1})
        printed = json.loads(self.succeed(SPRT, "run", file, "--print-config", *rules("false")).stdout)
        self.assertIs(printed["adjudicate"], False)

    def test_wrong_rules_are_status_2_and_play_nothing(self):
        run = (SPRT, "run", "--agent1", "greedy", "--agent2", "random", "--out", "out")
        play = (REFEREE, "play", "greedy", "random")
        for program in (run, play):
            for text, says in (
                ("resign=true", "--adjudicate: resign needs the scores of both agents, and agent 1 sends none"),
                ("draw=true", "--adjudicate: draw needs the scores of both agents"),
                ("material=50", "--adjudicate: material: 50 is out of range; it must be from 1 to 49"),
                ("tablebase=true", "--adjudicate: tablebase: 'true' must be false or DIR:DIR"),
                ("tablebase=/", "--adjudicate: tablebase is for chess, and the game is ataxx"),
                ("lead=5", "--adjudicate: 'lead=5' must be RULE=VALUE"),
                ("verify=2", "--adjudicate: verify: '2' must be a share of the games"),
            ):
                done = self.run_program(*program, "--adjudicate", text)
                self.assertEqual((done.status, done.stdout), (2, ""), text)
                self.assertIn(says, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)
        done = self.run_program(*run, "--game", "tic-tac-toe", "--adjudicate", "fill=true")
        self.assertIn("--adjudicate: fill counts stones, and tic-tac-toe has none to count", done.stderr)
        file = self.write_json("c.json", {"agent1": "greedy", "agent2": "random", "adjudicate": {"draw": True}})
        done = self.run_program(SPRT, "run", file)
        self.assertIn("c.json: /adjudicate: draw needs the scores", done.stderr)
        done = self.run_program(SPRT, "adjudicate", "nothing")
        self.assertIn("--adjudicate: give a rule, as --adjudicate material=20/4", done.stderr)
        self.assertFalse((self.dir / "out").exists())


if __name__ == "__main__":
    unittest.main()
