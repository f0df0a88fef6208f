"""`sprt serve`: a run and a directory of runs over HTTP, a run that is being played, statuses and bad input."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import unittest

import page_test
import schema
from harness import SANITIZED, SPRT, count_lines, read_games, wait_until


class ServedRuns(page_test.Pages):
    """Asks a server. It has no tests of its own."""

    def serve(self, *flags, env=None):
        """Starts a server on a free port. Returns its process and its port."""
        process = self.start_program(SPRT, "serve", *flags, "--port", 0, env=env)
        line = process.stdout.readline().decode()
        found = re.fullmatch(r"http://[^/]*:(\d+)/\n", line)
        self.assertTrue(found, line)
        return process, int(found[1])

    def get(self, port, path, method="GET", **fields):
        """The status, the fields and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.addCleanup(connection.close)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in fields.items()})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def events(self, port, path):
        """The events of a stream, one after the other: (id, name, data)."""
        stream = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.addCleanup(stream.close)
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        lines = stream.makefile("r", encoding="utf-8", newline="\n")
        while lines.readline() != "\r\n":
            pass
        event = {}
        for line in lines:
            name, _, value = line.rstrip("\n").partition(": ")
            if line == "\n" and event:
                yield int(event["id"]), event["event"], json.loads(event["data"])
                event = {}
            elif name:
                event[name] = value

    def index(self, port, path="/index.json"):
        status, _, body = self.get(port, path)
        self.assertEqual(status, 200, body)
        index = json.loads(body)
        self.assertEqual(schema.problems("page", index), [])
        return index


class Serve(ServedRuns):
    def test_run_is_served_as_its_page_has_it(self):
        self.play()
        _, port = self.serve("run")
        in_file = page_test.blocks_of(self.page())
        index = self.index(port)
        self.assertIs(index.pop("live"), False)
        told = json.loads(in_file["index"])
        for each in (index, told):
            del each["made"]
        self.assertEqual(index, told)
        self.assertEqual(self.get(port, "/games/0.jsonl")[2], in_file["games-0"])
        status, fields, page = self.get(port, "/run/run/page.html")
        self.assertEqual((status, fields["Content-Disposition"]), (200, 'attachment; filename="page.html"'))
        self.check_page(page.decode(), "run")
        status, fields, page = self.get(port, "/")
        self.assertEqual(status, 200)
        self.assertIn("connect-src 'self'", page.decode())
        self.assertIn("frame-ancestors 'none'", fields["Content-Security-Policy"])
        self.assertEqual((fields["X-Content-Type-Options"], fields["Cache-Control"]), ("nosniff", "no-store"))
        self.assertIn(b'<script type="text/plain" id="index"></script>', page)
        before = self.files()
        self.assertEqual(self.get(port, "/", method="HEAD")[::2], (200, b""))
        self.assertEqual(self.get(port, "/", method="POST")[0], 405)
        self.assertEqual(self.get(port, "/", Host="evil.example")[0], 421)
        self.assertEqual(self.get(port, "/run/..%2f..%2fetc/passwd")[0], 404)
        self.assertEqual(self.files(), before)

    def test_directory_of_runs_has_a_list(self):
        self.play("runs/a b")
        self.play("runs/c")
        (self.dir / "runs" / "empty").mkdir()
        _, port = self.serve("runs")

        def read_list():
            return json.loads(page_test.blocks_of(self.get(port, "/")[2].decode())["index"])

        self.assertTrue(wait_until(lambda: all(run["agents"] for run in read_list()["runs"]), 60), "all are read some time")
        listed = read_list()
        self.assertEqual((listed["format"], listed["kind"]), (1, "list"))
        self.assertEqual(sorted(run["name"] for run in listed["runs"]), ["a b", "c"])
        for run in listed["runs"]:
            self.assertEqual(run["agents"], ["greedy", "random"])
            self.assertEqual((run["games"], run["live"], run["words"]), (12, False, "no decision"))
        self.assertEqual(self.index(port, "/run/a%20b/index.json")["games"], 12)
        self.assertEqual(self.get(port, "/run/empty/")[0], 404)
        self.play("runs/later")
        self.assertEqual(self.index(port, "/run/later/index.json")["games"], 12)

    def test_run_is_followed_to_its_end(self):
        agents = ("--agent1", "random", "--agent2", "random --seed 2", "--elo1", 1, "--game", "tic-tac-toe")
        run = self.start_program(SPRT, "run", *agents, "--repeats", "count", "--out", "run", "--quiet", "--time-ms", 600000)
        log = self.dir / "run" / "games.jsonl"
        self.assertTrue(wait_until(lambda: count_lines(log) > 2, 60))
        _, port = self.serve("run")
        index = self.index(port)
        self.assertIs(index["live"], True)
        seen, states = index["games"], []
        columns, series = index["columns"], index["series"]

        def add_positions(more):
            """As docs/runs.md, "sprt serve", says."""
            unit = more["stride"] * (2 if more["unit"] == "pair" else 1)
            for key, values in more.items():
                if isinstance(values, list) and key != "games":
                    old = zip(series["games"], series[key])
                    series[key] = [value for games, value in old if games % unit == 0 and games < more["games"][0]] + values
            kept = [games for games in series["games"] if games % unit == 0 and games < more["games"][0]]
            series["games"], series["stride"] = kept + more["games"], more["stride"]

        for number, name, data in self.events(port, f"/events?from={seen}"):
            if name == "games":
                for key, values in data["columns"].items():
                    columns[key][data["from"] :] = values
                add_positions(data["series"])
                seen = number
            else:
                self.assertEqual(name, "state")
                states.append(data)
                self.assertEqual(data["run"]["started"], index["run"]["started"])
                self.assertEqual(len(data["series"]["games"]), 1)
                add_positions(data["series"])
            if len(states) == 3 and run.poll() is None:
                run.terminate()
                self.finish(run)
            if states and not states[-1]["live"]:
                break
        games = read_games(log)
        self.assertEqual(seen, len(games))
        index = self.index(port)
        self.assertIs(index["live"], False)
        self.assertEqual(columns, index["columns"])
        self.assertEqual(series, index["series"])
        self.assertEqual(columns["turns"], [game["turns"] for game in games])
        for key in ("estimates", "over"):
            self.assertEqual(states[-1][key], index[key])
        report = json.loads(self.succeed(SPRT, "report", "run", "--json").stdout)
        self.assertEqual(index["estimates"], report["estimates"])

    def test_signals_end_the_server(self):
        self.play()
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGRTMIN, 162)):
            process, port = self.serve("run")
            events = self.events(port, "/events")
            next(events)
            process.send_signal(number)
            done = self.finish(process)
            self.assertEqual((done.status, done.stderr), (status, ""))

    def test_hostile_runs_hold_up_neither_answers_nor_the_end(self):
        self.play("runs/a")
        for name in ("pipe", "huge", "line", "lists"):
            shutil.copytree(self.dir / "runs" / "a", self.dir / "runs" / name)
            self.damages(self.dir / "runs" / name / "run.json", "that is what this tests")
            self.damages(self.dir / "runs" / name / "games.jsonl", "that is what this tests")
        (self.dir / "runs" / "pipe" / "games.jsonl").unlink()
        os.mkfifo(self.dir / "runs" / "pipe" / "games.jsonl")
        for file in ("huge/run.json", "line/games.jsonl"):
            with open(self.dir / "runs" / file, "r+b") as opened:
                opened.truncate(1 << 30)
        (self.dir / "runs" / "lists" / "run.json").write_text("[" + "[]," * 5_000_000 + "[]]")
        process, port = self.serve("runs")
        self.assertEqual(self.index(port, "/run/a/index.json")["games"], 12)

        def listed():
            _, fields, body = self.get(port, "/")
            runs = json.loads(page_test.blocks_of(body.decode())["index"])["runs"]
            return None if fields["Refresh"] else {run["name"]: run["words"] for run in runs}

        words = wait_until(listed, 60, 0.1)
        self.assertEqual(words.pop("a"), "no decision")
        for name, fragment in (
            ("pipe", "games.jsonl is a pipe"),
            ("huge", "run.json is larger than 16 MiB"),
            ("line", "a line is longer than 16 MiB"),
            ("lists", "more than 1000000 keys and values"),
        ):
            self.assertIn(fragment, words.pop(name))
            self.assertEqual(self.get(port, f"/run/{name}/index.json")[0], 500)
        self.assertEqual(words, {})
        for _ in range(3):  # one of them is read now
            opened = socket.create_connection(("127.0.0.1", port), timeout=60)
            self.addCleanup(opened.close)
            opened.sendall(f"GET /run/lists/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(self.finish(process, 10 if not SANITIZED else 100).status, 143)

    def test_taken_port_has_status_3(self):
        self.play()
        _, port = self.serve("run")
        self.fails((SPRT, "serve", "run", "--port", port), [f"port {port}"], status=3)

    def test_bad_input_is_named(self):
        self.play()
        (self.dir / "empty").mkdir()
        for words, fragments in (
            ((), ["DIR"]),
            (("nothing",), ["nothing is no directory"]),
            (("empty",), ["empty holds no run"]),
            (("run", "--port", "65536"), ["--port"]),
            (("run", "--port", "x"), ["--port"]),
            (("run", "--bind", "nowhere"), ["--bind: nowhere is no address"]),
            (("run", "--bind", "0.0.0.0"), ["--bind: 0.0.0.0", "--host NAME"]),
        ):
            with self.subTest(words):
                self.fails((SPRT, "serve", *words), fragments)
        log = self.dir / "run" / "games.jsonl"
        self.damages(log, "a line is none of a game")
        log.write_text("{}\n" + log.read_text())
        self.fails((SPRT, "serve", "run"), ["run/games.jsonl:1: "])

    def test_address_of_others_needs_a_name_and_warns(self):
        self.play()
        process, port = self.serve("run", "--bind", "0.0.0.0", "--host", "here", "--host", "there:1")
        self.assertIn("no password", process.stderr.readline().decode())
        for host, status in (("here", 200), (f"here:{port}", 200), ("there:1", 200), ("there", 421)):
            self.assertEqual(self.get(port, "/", Host=host)[0], status, host)

    def test_names_with_ports_and_addresses_are_printed_as_they_are_called(self):
        self.play()
        for flags, url, host in (
            (("--bind", "0.0.0.0", "--host", "box:7777"), r"http://box:7777/\n", "box:7777"),
            (("--bind", "0.0.0.0", "--host", "2001:DB8::0:5"), r"http://\[2001:db8::5\]:(\d+)/\n", "[2001:db8::5]:PORT"),
            (("--bind", "127.0.0.2"), r"http://127\.0\.0\.2:(\d+)/\n", "127.0.0.2:PORT"),
        ):
            with self.subTest(flags):
                with socket.create_server(("127.0.0.1", 0)) as free:
                    port = free.getsockname()[1]
                process = self.start_program(SPRT, "serve", "run", *flags, "--port", port)
                self.assertRegex(process.stdout.readline().decode(), url)
                with socket.create_connection((flags[1].replace("0.0.0.0", "127.0.0.1"), port), timeout=60) as opened:
                    name = host.replace("PORT", str(port))
                    opened.sendall(f"GET http://{name}/ HTTP/1.1\r\nHost: other\r\n\r\n".encode())
                    self.assertEqual(opened.recv(13), b"HTTP/1.1 200 ")

    def test_pages_of_other_sites_are_refused(self):
        self.play()
        _, port = self.serve("run")
        for fields, status in (
            ({"Sec_Fetch_Site": "same-origin"}, 200),
            ({"Sec_Fetch_Site": "cross-site"}, 403),
            ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"}, 403),
            ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}, 200),
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": f"http://127.0.0.1:{port}"}, 200),
            ({"Origin": "http://127.0.0.1"}, 403),  # a server at port 80
            ({"Host": "127.0.0.1"}, 421),
        ):
            self.assertEqual(self.get(port, "/index.json", **fields)[0], status, fields)

    def test_open_starts_a_browser_if_there_is_one(self):
        self.play()
        (self.dir / "bin").mkdir()
        script = self.dir / "bin" / "xdg-open"
        script.write_text(f'#!/bin/sh\necho "$1" >"{self.dir}/opened"\n')
        script.chmod(0o755)
        opened = self.dir / "opened"
        _, port = self.serve("run", "--open", env={"PATH": f"{self.dir}/bin:/usr/bin:/bin"})
        self.assertTrue(wait_until(lambda: opened.exists() and opened.read_text(), 60))
        self.assertEqual(opened.read_text(), f"http://127.0.0.1:{port}/\n")
        self.serve("run", "--open", env={"PATH": "/nothing"})


if __name__ == "__main__":
    unittest.main()
