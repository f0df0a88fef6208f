"""Wrong input gives status 2 and one line on standard error that names the error, and leaves no file."""

import json
import os
import re
import unittest

from harness import AGENT_NAMES, AGENTS, BUILT_WITH_NATS, CONTROL_BYTES, REFEREE, SPRT, Help, ProgramTest, read_games

AGENTS_FLAGS = ("--agent1", "greedy", "--agent2", "random")
RUN = (SPRT, "run", *AGENTS_FLAGS)
PLAY = (REFEREE, "play", "greedy", "random")
CALC = (SPRT, "calc", "--model", "wald", "--elo0", "0", "--elo1", "50")
PAIRS = (SPRT, "calc", "--model", "pentanomial", "--elo0", "0", "--elo1", "50")
PLAN = (SPRT, "plan", "--elo0", "0", "--elo1", "50")
PERFT = (REFEREE, "perft", "--depth", "2")
MODELS = ("pentanomial", "normalized", "trinomial", "wald", "bayeselo", "bayeselo-true")

# command line: parts of the message
FLAGS = {
    # which program and subcommand
    (SPRT,): ["subcommand"],
    (REFEREE,): ["subcommand"],
    (SPRT, "bogus"): ["bogus"],
    (REFEREE, "bogus"): ["bogus"],
    (SPRT, "--bogus"): ["--bogus"],
    # unknown flags, missing values, too many arguments
    (*RUN, "--bogus"): ["--bogus"],
    (*PLAY, "--bogus"): ["--bogus"],
    (*CALC, "--wld", "1,2,3", "--bogus"): ["--bogus"],
    (*PERFT, "--bogus"): ["--bogus"],
    (*RUN, "--elo0"): ["--elo0"],
    (*PLAY, "--log"): ["--log"],
    (*PLAY, "greedy"): ["greedy"],
    (REFEREE, "play", "greedy"): ["AGENT2"],
    (REFEREE, "review"): ["FILE"],
    (REFEREE, "perft"): ["--depth"],
    CALC: ["--wld"],
    (SPRT, "run", "--agent1", "greedy"): ["--agent2"],
    (SPRT, "run", "--agent2", "greedy"): ["--agent1"],
    # values that are out of range, or no numbers
    (*RUN, "--elo0", "10", "--elo1", "10"): ["--elo0", "elo1", "below"],
    (*RUN, "--elo1", "-5"): ["--elo1", "below"],
    (*RUN, "--elo0", "x"): ["--elo0"],
    (*RUN, "--elo1", "nan"): ["--elo1"],
    (*RUN, "--elo1", "inf"): ["--elo1"],
    (*RUN, "--alpha", "0.5", "--beta", "0.5"): ["--alpha", "beta", "below 1"],
    (*RUN, "--alpha", "0"): ["--alpha", "above 0"],
    (*RUN, "--beta", "1"): ["--beta", "below 1"],
    (*RUN, "--concurrency", "0"): ["--concurrency", "from 1"],
    (*RUN, "--concurrency", "two"): ["--concurrency"],
    (*RUN, "--max-games", "0"): ["--max-games", "from 1"],
    (*RUN, "--max-games", "-1"): ["--max-games", "from 1"],
    (*RUN, "--max-games", "1.5"): ["--max-games"],
    (*RUN, "--max-games", "99999999999999999999"): ["--max-games"],
    (*RUN, "--seed", "-1"): ["--seed", "from 0 to 18446744073709551615"],
    (*RUN, "--seed", "18446744073709551616"): ["--seed", "from 0 to 18446744073709551615"],
    (*RUN, "--seed", "1e3"): ["--seed"],
    (*RUN, "--time-ms", "0"): ["--time-ms", "from 1"],
    (*RUN, "--ready-ms", "0"): ["--ready-ms", "from 1"],
    (*RUN, "--finish-ms", "-1"): ["--finish-ms", "from 0"],
    (*RUN, "--turns", "0"): ["--turns", "from 1"],
    (*RUN, "--clock", "junk"): ["--clock", "'junk'", "wall or fair"],
    (*RUN, "--clock", "Fair"): ["--clock", "'Fair'", "wall or fair"],
    (*PLAY, "--clock", "junk"): ["--clock", "'junk'", "wall or fair"],
    (*PLAY, "--clock", "Fair"): ["--clock", "'Fair'", "wall or fair"],
    (*PLAY, "--clock", ""): ["--clock"],
    (*PLAY, "--games", "0"): ["--games"],
    (*PLAY, "--finish-ms", ""): ["--finish-ms", "'' must be a decimal number"],
    (*RUN, "--elo1", ""): ["--elo1", "'' must be a number"],
    (*RUN, "--max-games", ""): ["--max-games", "'' must be a decimal number"],
    (*PLAY, "--games", "010"): ["--games", "'010'", "decimal"],
    (*PLAY, "--turns", "0x10"): ["--turns", "'0x10'", "decimal"],
    (*RUN, "--max-games", "010"): ["--max-games", "'010'", "decimal"],
    (*RUN, "--concurrency", "01"): ["--concurrency", "'01'", "decimal"],
    (SPRT, "simulate", "--runs", "010"): ["--runs", "'010'", "decimal"],
    (REFEREE, "perft", "--depth", "03"): ["--depth", "'03'", "decimal"],
    (*PLAY, "--seed", "-1"): ["--seed", "from 0 to 18446744073709551615"],
    (*PLAY, "--time-ms", "0"): ["--time-ms: 0 is out of range; it must be from 1 to 1000000000"],
    (*PLAY, "--ready-ms", "0"): ["--ready-ms", "from 1"],
    (*PLAY, "--finish-ms", "-1"): ["--finish-ms", "from 0"],
    (*PLAY, "--turns", "0"): ["--turns", "from 1"],
    (*PLAY, "--memory-mb", "0"): ["--memory-mb", "from 1"],
    (*PLAY, "--cpu-s", "0"): ["--cpu-s", "from 1"],
    (*PLAY, "--file-mb", "-1"): ["--file-mb", "from 0"],
    (*PLAY, "--stderr-kb", "65537"): ["--stderr-kb", "from 0 to 65536"],
    (*PLAY, "--turns", "x"): ["--turns"],
    (REFEREE, "perft", "--depth", "-1"): ["--depth"],
    (*CALC, "--wld", "1,2"): ["--wld", "W,L,D"],
    (*CALC, "--wld", "1,2,3,4"): ["--wld", "W,L,D"],
    (*CALC, "--wld", "1,-2,3"): ["--wld", "W,L,D"],
    (*CALC, "--wld", "1,2,x"): ["--wld", "W,L,D"],
    (SPRT, "calc", "--model", "wald", "--elo0", "5", "--elo1", "0", "--wld", "1,2,3"): ["--elo0", "below"],
    (*CALC, "--wld", "1000000001,0,0"): ["--wld", "W,L,D", "from 0 to 1000000000"],
    (*CALC, "--wld=-1,2,3"): ["--wld", "W,L,D"],
    (*CALC, "--wld", ""): ["--wld", "W,L,D"],
    (*CALC, "--wld", "1,2,3", "--ptnml", "1,2,3,4,5"): ["--wld", "--ptnml", "together", "takes --wld"],
    (*CALC, "--ptnml", "1,2,3,4,5"): ["--ptnml", "wald needs games", "takes --wld W,L,D"],
    PAIRS: ["missing", "takes --ptnml LL,LD,DD,DW,WW"],
    (*PAIRS, "--wld", "1,2,3"): ["--wld", "pairs", "takes --ptnml LL,LD,DD,DW,WW"],
    (*PAIRS, "--ptnml", "1,2,3"): ["--ptnml", "LL,LD,DD,DW,WW", "five"],
    (*PAIRS, "--ptnml", "1,2,3,4,5,6"): ["--ptnml", "five"],
    (*PAIRS, "--ptnml", "1,2,3,4,1000000001"): ["--ptnml", "from 0 to 1000000000"],
    (*CALC, "--wld", "1,2,3", "--alpha", "0.5", "--beta", "0.5"): ["--alpha", "beta", "below 1"],
    (*CALC, "--wld", "1,2,3", "--alpha", "nan"): ["--alpha", "above 0"],
    (SPRT, "calc", "--model", "wald", "--elo1", "0", "--wld", "1,2,3"): ["--elo0"],
    (*PLAN, "--bogus"): ["--bogus"],
    (SPRT, "plan", "--elo0", "20"): ["--elo0", "(20)", "below elo1 (10)"],
    (SPRT, "plan", "--elo0", "0", "--elo1", "2001"): ["--elo1", "from -2000 to 2000"],
    (SPRT, "plan", "--elo0", "5", "--elo1", "5"): ["--elo0", "below"],
    (*PLAN, "--draws", "1.1"): ["--draws", "from 0 to 1"],
    (*PLAN, "--draws", "-0.1"): ["--draws", "from 0 to 1"],
    (*PLAN, "--draws", "nan"): ["--draws", "from 0 to 1"],
    (*PLAN, "--draws", "x"): ["--draws"],
    (*PLAN, "--bias", "2001"): ["--bias", "from -2000 to 2000"],
    (*PLAN, "--bias", "inf"): ["--bias", "from -2000 to 2000"],
    (*PLAN, "--max-games", "0"): ["--max-games", "from 1"],
    (*PLAN, "--max-games", "1.5"): ["--max-games"],
    # cores
    (*RUN, "--cores", ""): ["--cores", "0,2,4-7"],
    (*RUN, "--cores", "x"): ["--cores", "'x'", "0,2,4-7"],
    (*RUN, "--cores", "0,"): ["--cores", "0,2,4-7"],
    (*RUN, "--cores", "3-1"): ["--cores", "backwards", "1-3"],
    (*RUN, "--cores", "0,0"): ["--cores", "core 0 is named twice"],
    (*RUN, "--cores", "70000"): ["--cores", "65535"],
    (*RUN, "--cores", "65534-65535"): ["--cores", "65534,65535", "allowed are"],
    (*RUN, "--cores"): ["--cores"],
    (*RUN, "--pin", "on"): ["--pin", "'on'", "game, split or off"],
    (*RUN, "--pin", ""): ["--pin", "game, split or off"],
    (*RUN, "--threads-per-agent", "0"): ["--threads-per-agent", "1"],
    (*RUN, "--threads-per-agent", "1025"): ["--threads-per-agent", "1024"],
    (*RUN, "--threads-per-agent", "two"): ["--threads-per-agent"],
    (*PLAY, "--cores", ""): ["--cores", "0,2,4-7"],
    (*PLAY, "--cores", "x"): ["--cores", "'x'", "0,2,4-7"],
    (*PLAY, "--cores", "0,"): ["--cores", "0,2,4-7"],
    (*PLAY, "--cores", "3-1"): ["--cores", "backwards", "1-3"],
    (*PLAY, "--cores", "0,0"): ["--cores", "core 0 is named twice"],
    (*PLAY, "--cores", "70000"): ["--cores", "65535"],
    (*PLAY, "--cores", "65534-65535"): ["--cores", "65534,65535", "allowed are"],
    (*PLAY, "--cores"): ["--cores"],
    (*PLAY, "--pin", "on"): ["--pin", "'on'", "game, split or off"],
    (*PLAY, "--pin", ""): ["--pin", "game, split or off"],
    (*PLAY, "--threads-per-agent", "0"): ["--threads-per-agent", "1"],
    (*PLAY, "--threads-per-agent", "1025"): ["--threads-per-agent", "1024"],
    (*PLAY, "--threads-per-agent", "two"): ["--threads-per-agent"],
    # what is counted
    (*RUN, "--model", "bogus"): ["--model", "'bogus'", *MODELS],
    (*RUN, "--model", "Wald"): ["--model", "'Wald'", *MODELS],
    (*RUN, "--model", ""): ["--model", "''", *MODELS],
    (*RUN, "--test", "2sprt"): ["--test", "version 0.1.0 was the last one with a 2-SPRT"],
    (*RUN, "--repeats", "ignore"): ["--repeats", "'ignore'", "count or collapse"],
    (*RUN, "--max-games", "1"): ["--max-games", "pair", "pentanomial", "at least 2"],
    (*RUN, "--max-games", "1", "--model", "normalized"): ["--max-games", "pair", "normalized", "at least 2"],
    (*RUN, "--report-every", "0"): ["--report-every", "from 1"],
    (*RUN, "--report-every", "ten"): ["--report-every"],
    # openings
    (*RUN, "--openings", ""): ["--openings", "start, random:PLIES or a file"],
    (*RUN, "--openings", "random"): ["--openings", "'random'", "random:4"],
    (*RUN, "--openings", "random:"): ["--openings", "'random:'", "from 1 to 40"],
    (*RUN, "--openings", "random:0"): ["--openings", "'random:0'", "from 1 to 40"],
    (*RUN, "--openings", "random:41"): ["--openings", "'random:41'", "from 1 to 40"],
    (*RUN, "--openings", "random:4x"): ["--openings", "'random:4x'", "from 1 to 40"],
    (*RUN, "--openings", "random:-1"): ["--openings", "'random:-1'", "from 1 to 40"],
    (*RUN, "--openings", "missing.txt"): ["--openings", "missing.txt", "No such file", "random:PLIES"],
    (*RUN, "--openings", "a_directory"): ["--openings", "a_directory", "Is a directory"],
    (*RUN, "--openings", "a_file"): ["--openings", "a_file:1:", "move 1", "four numbers"],
    (*RUN, "--openings", "empty_file"): ["--openings", "empty_file", "no opening"],
    (*RUN, "--openings", "bad_numbers.txt"): ["--openings", "bad_numbers.txt:3:", "move 2", "four numbers"],
    (*RUN, "--openings", "bad_move.txt"): ["--openings", "bad_move.txt:2:", "move 2", "1 7 4 4", "illegal"],
    (*RUN, "--openings", "random:4", "--turns", "4"): ["--openings: 'random:4' has", "4 moves", "4 turns"],
    (*RUN, "--turns", "3"): ["'random:5' has", "5 moves", "3 turns"],
    (*RUN, "--openings", "good.txt", "--turns", "2"): ["--openings", "2 moves", "2 turns"],
    (SPRT, "calc", "--model", "bogus", "--elo0", "0", "--elo1", "5", "--wld", "1,2,3"): ["--model", "bogus"],
    (*PLAN, "--model", "bogus"): ["--model", "bogus", "pentanomial, normalized, trinomial, wald, bayeselo or bayeselo-true"],
    (*PLAN, "--test", "2sprt"): ["--test", "version 0.1.0 was the last one with a 2-SPRT"],
    (*CALC, "--wld", "1,2,3", "--test", "sprt"): ["--test", "the test is always an SPRT"],
    # positions
    (*PERFT, "--fen", "x"): ["FEN", "x"],
    (*PERFT, "--fen", "x5o/7/7/7/7/7/o5x q"): ["FEN"],
    (*PERFT, "--fen", "x5o/7/7/7/7/7/o6x x"): ["FEN"],
    (*PERFT, "--fen", ""): ["FEN"],
    # files with wrong content
    (SPRT, "run", "missing.json"): ["missing.json", "No such file"],
    (SPRT, "run", "a_directory"): ["a_directory", "is a directory"],
    (*RUN, "--out", "a_file"): ["--out", "a_file", "is a file"],
    (*RUN, "--out", "a_run"): ["--out", "a_run", "sprt resume a_run"],
    (*PLAY, "--log", "a_directory"): ["a_directory", "is a directory"],
    (*PLAY, "--log", "a_file"): ["a_file", "exists"],
    (REFEREE, "review", "missing.jsonl"): ["missing.jsonl", "No such file"],
    (REFEREE, "review", "a_directory"): ["a_directory", "is a directory"],
    (REFEREE, "review", "a_pipe"): ["a_pipe", "is a pipe", "a log", "/dev/stdin"],
    (REFEREE, "review", "/dev/zero"): ["/dev/zero", "is a device", "a log"],
    (*PLAY, "--log", "a_pipe"): ["a_pipe", "is a pipe", "a regular file"],
    (*PLAY, "--log", "/dev/null"): ["/dev/null", "is a device", "a regular file"],
    (SPRT, "run", "a_pipe"): ["a_pipe", "is a pipe", "a configuration file"],
}

# What people try first, often because another tool calls it so. command line: the whole message after the program's name
SIMULATE = (SPRT, "simulate", "--runs", "1")
TUNED = ("--tune", "2", "--games", "32")
NO_TEST = "--tune simulates no test; leave it out: with --tune go --games, --win, --lag, --draws, --runs, --seed and --json"
SEE_RUN = "(see sprt run --help)"
FASTCHESS = "sprt fastchess takes a command line of fastchess"
REMEDIES = {
    # other names of flags
    (*RUN, "--tc", "ten"): "--tc: 'ten' is not [MOVES/]TIME[+SECONDS] or inf, as in 10+0.1, 40/60+0.6 or 1:30+1; TIME is "
    "SECONDS or MINUTES:SECONDS",
    (*RUN, "--tc", "0/60"): "--tc: '0/60' is a time for no moves; leave 0/ out for a whole game",
    (*RUN, "--tc", "0+1"): "--tc: '0+1' begins with no time; it must be a millisecond at least",
    (*RUN, "--tc", "1", "--move-ms", "5"): "--move-ms: it does not go with tc, another kind of limit; leave one out",
    (*RUN, "-tc", "10+0.1"): f"-tc is unknown; did you mean --tc? {SEE_RUN}",
    (*RUN, "--movetime", "50"): "--movetime is unknown; here it is --move-ms (milliseconds of each agent for a move) "
    f"{SEE_RUN}",
    (*RUN, "--inc", "1"): f"--inc is unknown; here it is --inc-ms {SEE_RUN}",
    (*RUN, "--games", "100"): "--games is unknown; here it is --max-games (games, not pairs; by default the test decides) "
    f"{SEE_RUN}",
    (*RUN, "-each", "tc=10"): "-each is unknown; flags such as --tc 10+0.1 are for all agents; of one: --agent1 "
    f"'proto=uci tc=10+0.1 ./engine'; {FASTCHESS} {SEE_RUN}",
    (*RUN, "-wait", "5"): f"-wait is unknown; leave it out: a game begins when a core is free; {FASTCHESS} {SEE_RUN}",
    (*RUN, "-outcomeinterval", "5"): f"-outcomeinterval is unknown; here it is --report-every {SEE_RUN}",
    (SPRT, "run", "proto=uci Hash=16 greedy", "random"): "AGENT1: 'Hash' before the command is unknown; here it is option.NAME "
    "(option.Hash=16)",
    (SPRT, "run", "restart=on greedy", "random"): "AGENT1: restart: 'on' must be game, pair or never; here it is game (its "
    "process ends after each game)",
    (*RUN, "-j", "4"): f"-j is unknown; here it is --concurrency (games at once) {SEE_RUN}",
    (*RUN, "--hash", "16"): "--hash is unknown; an agent's own options are in its words, e.g. 'proto=uci nodes=1000 "
    f"option.Hash=16 ./engine' or 'mcts --nodes 1000' {SEE_RUN}",
    (*RUN, "-sprt", "elo0=0", "elo1=5"): "-sprt is unknown; here it is --elo0 (elo0 and elo1 are the bounds, alpha and "
    f"beta the error rates); {FASTCHESS} {SEE_RUN}",
    (*RUN, "--pgnout", "x.pgn"): f"--pgnout is unknown; here it is --pgn (the games as PGN) {SEE_RUN}",
    (*PLAY, "--rounds", "3"): "--rounds is unknown; here it is --games (games, not pairs) (see referee play --help)",
    (REFEREE, "play", "-engine", "greedy"): "-engine is unknown; here it is AGENT1 (a command with its own options, e.g. "
    "'minimax --depth 4') (see referee play --help)",
    (REFEREE, "play", "--agent1", "greedy"): "--agent1 is unknown; AGENT1 has no flag in front: referee play takes AGENT1 "
    "AGENT2 (see referee play --help)",
    (*PLAY, "--concurrency", "2"): "--concurrency is unknown; games are played one at a time; sprt run plays more at once "
    "(see referee play --help)",
    (SPRT, "run", "--config", "c.json"): "--config is unknown; CONFIG.json|AGENT1 has no flag in front: sprt run takes "
    f"CONFIG.json|AGENT1 AGENT2 {SEE_RUN}",
    # misspelt flags, and flags of other commands
    (*RUN, "--max-game", "4"): f"--max-game is unknown; did you mean --max-games? {SEE_RUN}",
    (*RUN, "--time_ms", "4"): f"--time_ms is unknown; did you mean --time-ms? {SEE_RUN}",
    (*RUN, "-seed", "4"): f"-seed is unknown; did you mean --seed? {SEE_RUN}",
    (*RUN, "--elo2", "4"): f"--elo2 is unknown; did you mean --elo0 or --elo1? {SEE_RUN}",
    (*RUN, "--junit", "x.xml"): f"--junit is unknown to sprt run; it is a flag of sprt gate or sprt report {SEE_RUN}",
    (SPRT, "--seed", "4", "run"): "--seed is unknown before the subcommand; it is a flag of sprt run, sprt match, sprt tune, sprt tournament, sprt gate "
    f"or sprt simulate {SEE_RUN}",
    (*RUN, "--print-config=yes"): f"--print-config takes no value; leave '=yes' out {SEE_RUN}",
    (*RUN, "--elo0", "1", "--elo0", "2"): f"--elo0 is given twice; give it once {SEE_RUN}",
    (*RUN, "--out", "--quiet"): f"--out has no value; give it one: --out DIR {SEE_RUN}",
    (*RUN, "\u2013\u2013quiet"): "'\u2013\u2013quiet' begins with a dash that is no minus sign; a flag begins with -- "
    f"{SEE_RUN}",
    # simulated tests and simulated tunings
    (*SIMULATE, "--true-elo", "0", "--win", "20"): "--win: a test is simulated; leave it out, or add --tune",
    (*SIMULATE, "--true-elo", "0", "--games", "20"): "--games: a test is simulated; give --max-games in its place, or add "
    "--tune",
    (*SIMULATE, *TUNED, "--true-elo", "0"): f"--true-elo: {NO_TEST}",
    (*SIMULATE, *TUNED, "--completion-order"): f"--completion-order: {NO_TEST}",
    (*SIMULATE, *TUNED, "c.json"): f"CONFIG.json: {NO_TEST}",
    (*SIMULATE, *TUNED[:2]): "--games is missing; give --games INT[,INT...] (Games of a tuning, even; 2000,10000 for a row "
    "each) (see sprt simulate --help)",
    (*SIMULATE,): "--true-elo is missing; give --true-elo FLOAT (What agent 1 is stronger by, in the score of pairs; "
    "required without --tune) (see sprt simulate --help)",
    # subcommands and arguments
    (SPRT,): "a subcommand is missing; it must be run, match, tune, tournament, calc, plan, rate, gate, resume, report, page, serve, worker, hub, status, adjudicate, export, fastchess or simulate (see sprt --help)",
    (SPRT, "-quick", "cmd=a"): f"-quick is unknown; give --agent1, --agent2, --tc and --openings; {FASTCHESS} (see sprt --help)",
    (SPRT, "rnu"): "'rnu' is no subcommand of sprt; did you mean run? (see sprt --help)",
    (SPRT, "test"): "'test' is no subcommand of sprt; here it is run (see sprt --help)",
    (SPRT, "review", "x"): "'review' is no subcommand of sprt; that is a subcommand of referee (see sprt --help)",
    (REFEREE, "gate"): "'gate' is no subcommand of referee; that is a subcommand of sprt (see referee --help)",
    (SPRT, "run", "minimax", "3", "greedy"): "'greedy' is an argument too many; sprt run takes CONFIG.json|AGENT1 AGENT2; "
    f"quote the words of an agent: 'minimax --depth 3' {SEE_RUN}",
    (SPRT, "run", "greedy"): "'greedy' is the only argument, and so a configuration, but there is no such file; "
    "give both agents as arguments, AGENT1 AGENT2, or both as flags",
    (SPRT, "match", "greedy", "--agent2", "random"): "'greedy' is the only argument, and so a configuration, but there is "
    "no such file; give both agents as arguments, AGENT1 AGENT2, or both as flags",
    (SPRT, "gate", str(AGENTS / "greedy")): f"'{AGENTS / 'greedy'}' is the only argument, and so a configuration, but it "
    "is a program; give both agents as arguments, AGENT1 AGENT2, or both as flags",
    (SPRT, "run", "greedy", "random", "--agent1", "minimax"): "--agent1 and the argument 'greedy' are both agent 1; leave "
    "one of them out",
    (SPRT, "gate", "greedy", "random", "--agent2", "minimax"): "--agent2 and the argument 'random' are both agent 2; leave "
    "one of them out",
    (SPRT, "tournament", "greedy", "random"): "'random' is an argument too many; sprt tournament takes CONFIG.json; "
    "give --agent COMMAND for each agent (see sprt tournament --help)",
    (SPRT, "run", "c.json", "random"): "'c.json' is a configuration, and two arguments are agents; --agent1 COMMAND and "
    "--agent2 COMMAND take the place of the agents in a configuration",
    (SPRT, "run", "greedy", ""): "AGENT2: agent command: it is empty; give a program and its arguments, e.g. "
    "'minimax --depth 3'",
    (SPRT, "run", "greedy", "randon"): f"AGENT2: agent command 'randon': there is no program 'randon' among the agents "
    f"({AGENTS}) or in PATH; did you mean random?",
    # counts
    (SPRT, "calc", "--elo0", "0", "--elo1", "5"): "the counts are missing: give --wld W,L,D or --ptnml LL,LD,DD,DW,WW",
    (SPRT, "calc", "--elo0", "0", "--elo1", "5", "--wld", "1,1,1", "--ptnml", "1,1,1,1,1"): "--wld and --ptnml cannot be "
    "given together: pairs hold their games already",
    (*RUN, "elo0=0"): f"'elo0=0' is no argument; did you mean --elo0=0? {SEE_RUN}",
    (REFEREE, "play", "greedy"): "AGENT2 is missing (Command of agent 2); referee play takes AGENT1 AGENT2 "
    "(see referee play --help)",
    (SPRT, "resume"): "DIR is missing (Directory of the run); sprt resume takes DIR (see sprt resume --help)",
    (REFEREE, "perft"): "--depth is missing; give --depth INT (Plies) (see referee perft --help)",
    # values
    (*RUN, "--model", "logistic"): "--model: 'logistic' must be pentanomial, normalized, trinomial, wald, bayeselo or "
    "bayeselo-true; here it is pentanomial (Elo of the score, logistic, by pairs; trinomial is the same by games)",
    (*PLAN, "--model", "penta"): "--model: 'penta' must be pentanomial, normalized, trinomial, wald, bayeselo or "
    "bayeselo-true; did you mean pentanomial?",
    (*RUN, "--game", "connect4"): "--game: 'connect4' must be ataxx, connect-four, tic-tac-toe or chess; here it is connect-four",
    (*RUN, "--game", "four-in-a-row"): "--game: 'four-in-a-row' must be ataxx, connect-four, tic-tac-toe or chess; here it is "
    "connect-four",
    (*PLAY, "--game", "C4"): "--game: 'C4' must be ataxx, connect-four, tic-tac-toe or chess; here it is connect-four",
    (*PLAY, "--game", "ttt"): "--game: 'ttt' must be ataxx, connect-four, tic-tac-toe or chess; here it is tic-tac-toe",
    (*RUN, "--game", "tictactoe"): "--game: 'tictactoe' must be ataxx, connect-four, tic-tac-toe or chess; did you mean tic-tac-toe?",
    (*RUN, "--clock", "fiar"): "--clock: 'fiar' must be wall or fair; did you mean fair?",
    (*RUN, "--progress", "yes"): "--progress: 'yes' must be auto, on or off; here it is on",
    (*RUN, "--repeats", "no"): "--repeats: 'no' must be count or collapse; here it is collapse",
    (SPRT, "gate", "--expect", "non-regression"): "--expect: 'non-regression' must be gain or no-regression; did you mean "
    "no-regression? (see sprt gate --help)",
    (SPRT, "gate", "--expect", "improvement"): "--expect: 'improvement' must be gain or no-regression; here it is gain "
    "(see sprt gate --help)",
    (*RUN, "--time-ms", "10s"): f"--time-ms: '10s' must be a whole number, digits only {SEE_RUN}",
    (*RUN, "--alpha", "5%"): f"--alpha: '5%' must be a number, here 0.05 {SEE_RUN}",
    (*RUN, "--elo1", "five"): f"--elo1: 'five' must be a number {SEE_RUN}",
    (*RUN, "--cores", "3-1"): "--cores: '3-1': 3-1 runs backwards, write 1-3; give a list such as 0,2,4-7",
    (*PLAY, "--seed", "-1"): "--seed: '-1' is not a whole number from 0 to 18446744073709551615",
    (REFEREE, "perft", "--depth", "65"): "--depth: 65 is out of range; it must be from 0 to 64 (see referee perft --help)",
    (SPRT, "serve", "runs", "--port", "70000"): "--port: 70000 is out of range; it must be from 0 to 65535 (see sprt serve --help)",
    (REFEREE, "review", "a_file", "--game", "-1"): "--game: -1 is out of range; it must be 0 or more "
    "(see referee review --help)",
    (REFEREE, "review", "a_file", "--turn", "1"): "--turn requires --show (see referee review --help)",
    # files that are there, or wrong
    (*PLAY, "--log", "a_file"): "--log: a_file exists already; name another file, or replace it by --overwrite",
    (*PLAY, "--log", "a_directory", "--overwrite"): "--log: a_directory is a directory; name a file, e.g. "
    "a_directory/games.jsonl",
    (*PLAY, "--trace", "traces"): "--trace: traces holds traces already; name another directory, or replace them by "
    "--overwrite",
    (*PLAY, "--trace-faults", "traces"): "--trace-faults: traces holds traces already; name another directory, or replace "
    "them by --overwrite",
    (*RUN, "--no-such-flag-at-all"): f"--no-such-flag-at-all is unknown; sprt run has no such flag {SEE_RUN}",
    (SPRT, "gate", *AGENTS_FLAGS, "--junit", "a_directory"): "--junit: a_directory is a directory; name a file",
    (SPRT, "gate", *AGENTS_FLAGS, "--junit", "x", "--markdown", "x"): "--markdown: x is the file of --junit; name another one",
    # agents
    (str(AGENTS / "minimax"), "--dept", "3"): "--dept is unknown; did you mean --depth? (see minimax --help)",
    (str(AGENTS / "minimax"), "--depth", "0"): "--depth: '0' is no whole number from 1 to 100 (see minimax --help)",
    (str(AGENTS / "minimax"), "--depth"): "--depth has no value; give it one: --depth INT (see minimax --help)",
    (str(AGENTS / "mcts"), "--c", "x"): "--c: 'x' is no number from 0 to 100 (see mcts --help)",
    (str(AGENTS / "greedy"), "now"): "'now' is an argument too many; greedy takes flags only (see greedy --help)",
}
# a configuration: the whole message after the file's name
CONFIG_REMEDIES = {
    '{"time_control": "10+0.1"}': "/time_control is unknown; here it is tc (in seconds: 10+0.1, 40/60+0.6, 1:30+1, inf)",
    '{"max_game": 3}': "/max_game is unknown; did you mean max_games?",
    '{"maxGames": 3}': "/maxGames is unknown; did you mean max_games?",
    '{"agent1": {"comand": "greedy"}}': "/agent1/comand is unknown; did you mean command?",
    '{"agent1": "greedy", "agent2": "random", "model": "bayesian"}': "/model: 'bayesian' must be pentanomial, normalized, "
    "trinomial, wald, bayeselo or bayeselo-true; here it is bayeselo-true (as fastchess tests it; bayeselo is on "
    "cutechess's scale)",
    '{"agent1": "greedy", "agent2": "random", "pin": "spilt"}': "/pin: 'spilt' must be game, split or off; did you mean "
    "split?",
    '{"agent1": "greedy", "agent2": "random", "openings": "bad_numbers.txt"}': "/openings: bad_numbers.txt:3: move 2",
}

# a command that cannot be an agent: parts of the message besides the command
COMMANDS = {
    "bogus": ["no program"],
    "./bogus": ["./bogus", "does not exist"],
    "./a_file": ["./a_file", "not executable"],
    "./a_directory": ["./a_directory", "is a directory"],
    "./a_file/x": ["./a_file/x"],
    "./no_interpreter": ["./no_interpreter", "/nowhere/interpreter"],
    "./no_script": ["./no_script", "#!"],
    "./empty_file": ["./empty_file", "is empty"],
    "": ["empty"],
    "   ": ["empty"],
    "greedy 'oops": ["quote", "never closed"],
    'greedy "oops': ["quote", "never closed"],
    "\x1b[31mbogus\x07": ["no program"],
}

# a configuration: parts of the message besides the file's name
CONFIGS = {
    "": [":1:1", "JSON"],
    "{": [":1:2", "JSON"],
    '{\n  "elo0": 1,\n  "elo1": }\n': [":3:11", "JSON"],
    '{"agent1": "greedy"} x': [":1:22", "JSON"],
    '{"agent1": "\x01"}': [":1:", "JSON"],
    '{\n  "elo0": 1,\n  "elo1": 2,\n  "elo0": 1\n}\n': [":4:8", "elo0", "a second time"],
    '{"agent1": {"command": "greedy", "command": "random"}}': [":1:", "command", "a second time"],
    '{\n  "elo0": 1\r\n}\r\n': [":2:", "carriage return"],
    '\ufeff{"elo0": 1}': [":1:1", "byte order mark"],
    "[1]": ["object"],
    '"greedy"': ["object"],
    '{"elo_0": 0}': ["/elo_0", "unknown", "elo0"],
    '{"elo0": "0"}': ["/elo0", '"0"', "a number"],
    '{"elo0": null}': ["/elo0", "null", "a number"],
    '{"model": 1}': ["/model", "a string"],
    '{"quiet": "yes"}': ["/quiet", "true or false"],
    '{"max_games": 1.5}': ["/max_games", "whole number"],
    '{"max_games": "7"}': ["/max_games", "whole number"],
    '{"concurrency": 1e30}': ["/concurrency", "whole number"],
    '{"seed": -1}': ["/seed", "from 0 to 18446744073709551615"],
    '{"seed": "x"}': ["/seed", "from 0 to 18446744073709551615"],
    '{"agent1": 1}': ["/agent1", "a string or an array"],
    '{"agent1": []}': ["/agent1", "not empty"],
    '{"agent1": ["greedy", 1]}': ["/agent1", "a string"],
    '{"agent1": "greedy \'oops"}': ["/agent1", "never closed"],
    '{"agent1": {"name": "x"}}': ["/agent1/command", "missing"],
    '{"agent1": {"command": "greedy", "bogus": 1}}': ["/agent1/bogus", "unknown"],
    '{"agent1": {"command": "greedy", "time_ms": "1"}}': ["/agent1/time_ms", "whole number"],
    '{"agent2": {"command": "greedy", "env": {"A": 1}}}': ["/agent2/env/A", "a string"],
    '{"agent2": {"command": "greedy", "env": []}}': ["/agent2/env", "an object"],
    '{"agent1": "greedy", "agent2": {"command": "random", "env": {"A=B": ""}}}': ["/agent2", "A=B"],
    '{"agent1": "greedy", "agent2": {"command": "random", "time_ms": 0}}': ["/agent2", "time_ms", "from 1"],
    '{"agent1": "greedy", "agent2": {"command": "random", "name": ""}}': ["/agent2", "name"],
    '{"agent1": "greedy", "agent2": {"command": "random", "dir": "bogus"}}': ["/agent2", "bogus"],
    '{"agent1": "greedy", "agent2": "./bogus"}': ["/agent2", "./bogus"],
    '{"agent1": "greedy", "agent2": "random", "elo0": 9, "elo1": 9}': ["/elo0", "below"],
    '{"agent1": "greedy", "agent2": "random", "alpha": 0.5, "beta": 0.5}': ["/alpha", "below 1"],
    '{"agent1": "greedy", "agent2": "random", "concurrency": 0}': ["/concurrency", "from 1"],
    '{"cores": 0}': ["/cores", "a string"],
    '{"cores": ["0"]}': ["/cores", "a string"],
    '{"pin": false}': ["/pin", "a string"],
    '{"agent1": "greedy", "agent2": "random", "cores": "2,1-3"}': ["/cores", "core 2 is named twice"],
    '{"agent1": "greedy", "agent2": "random", "cores": "65535"}': ["/cores", "core 65535", "allowed are"],
    '{"agent1": "greedy", "agent2": "random", "pin": "Game"}': ["/pin", "game, split or off"],
    '{"agent1": "greedy", "agent2": "random", "threads_per_agent": 0}': ["/threads_per_agent", "from 1"],
    '{"agent1": "greedy", "agent2": "random", "max_games": -1}': ["/max_games", "from 1"],
    '{"agent1": "greedy", "agent2": "random", "model": "elo"}': ["/model", "'elo'", *MODELS],
    '{"agent1": "greedy", "agent2": "random", "test": "wald"}': ["/test", "'wald' must be sprt"],
    '{"agent1": "greedy", "agent2": "random", "test": "2sprt"}': ["/test: there is no 2-SPRT any more", "version 0.1.0"],
    '{"agent1": "greedy", "agent2": "random", "openings": "random:99"}': ["/openings", "from 1 to 40"],
    '{"agent1": "greedy", "agent2": "random", "openings": "missing.txt"}': ["/openings", "missing.txt"],
    '{"agent1": "greedy", "agent2": "random", "openings": "bad_move.txt"}': ["/openings", "bad_move.txt:2:"],
    '{"agent1": "greedy", "agent2": "random", "repeats": "no"}': ["/repeats", "count or collapse"],
    '{"agent1": "greedy", "agent2": "random", "max_games": 1}': ["/max_games", "pair"],
    '{"agent1": "greedy", "agent2": "random", "report_every": 0}': ["/report_every", "from 1"],
    '{"repeats": 1}': ["/repeats", "a string"],
    '{"test": null}': ["/test", "a string"],
    '{"report_every": "10"}': ["/report_every", "whole number"],
    '{"agent1": "greedy", "agent2": "random", "out": "a_file"}': ["a_file", "is a file"],
    '{"a\\nb": 1}': ["unknown"],
    '{"\\u001b[31m": 1}': ["unknown"],
}


class BadInput(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.dir / "a_file").write_text("text\n")
        (self.dir / "a_directory").mkdir()
        os.mkfifo(self.dir / "a_pipe")
        (self.dir / "a_run").mkdir()
        (self.dir / "a_run" / "games.jsonl").write_text("")
        openings = {
            "good.txt": "1 1 2 2  1 7 2 6\n",
            "bad_numbers.txt": "# two moves\n1 1 2 2  1 7 2 6\n7 7 6 6  7 1 6\n",
            "bad_move.txt": "1 1 2 2\n1 1 2 2  1 7 4 4\n",
            "traces/game-000000.txt": "said\n",
        }
        (self.dir / "traces").mkdir()
        for name, text in openings.items():
            (self.dir / name).write_text(text)
        executables = {"no_interpreter": "#!/nowhere/interpreter\n", "no_script": "echo OK\n", "empty_file": ""}
        for name, text in executables.items():
            (self.dir / name).write_text(text)
            (self.dir / name).chmod(0o755)

    @staticmethod
    def shown(program):
        """How a program names itself: an agent by its whole path."""
        return program if program.startswith(str(AGENTS)) else os.path.basename(program)

    def fails(self, arguments, fragments, status=2):
        before = self.files()
        done = self.run_program(*arguments)
        self.assertEqual(done.status, status, done)
        self.assertEqual(self.files(), before, "it left something behind")
        self.assertRegex(done.stderr, r"\A[^\n]+\n\Z", "one line")
        self.assertIsNone(CONTROL_BYTES.search(done.raw_stderr), done.raw_stderr)
        self.assertTrue(done.stderr.startswith(f"{self.shown(arguments[0])}: "), done.stderr)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        return done

    def test_wrong_flags_are_named(self):
        for arguments, fragments in FLAGS.items():
            with self.subTest(" ".join([os.path.basename(arguments[0]), *arguments[1:]])):
                done = self.fails(arguments, fragments)
                self.assertEqual(done.stdout, "")

    def test_messages_say_what_would_be_right(self):
        self.assertGreaterEqual(len(REMEDIES) + len(CONFIG_REMEDIES), 40)
        for arguments, message in REMEDIES.items():
            with self.subTest(" ".join([os.path.basename(arguments[0]), *arguments[1:]])):
                done = self.fails(arguments, [])
                self.assertEqual(done.stderr, f"{self.shown(arguments[0])}: {message}\n")
        for text, message in CONFIG_REMEDIES.items():
            with self.subTest(text):
                (self.dir / "config.json").write_text(text)
                self.fails((SPRT, "run", "config.json"), [f"sprt: config.json: {message}"])

    def test_what_is_overwritten_is_replaced(self):
        """--overwrite replaces a log with its first game, and traces; a game that cannot begin replaces nothing."""
        (self.dir / "traces" / "notes.txt").write_text("mine\n")
        flags = ("--log", "a_file", "--trace", "traces", "--overwrite")
        self.fails((REFEREE, "play", "greedy", "bogus", *flags), ["bogus"])
        self.fails((*PLAY, *flags, "--trace-faults", "a_file"), ["--trace-faults: a_file is a file"])
        self.succeed(*PLAY, "--games", "2", *flags)
        self.assertEqual([game["game"] for game in read_games(self.dir / "a_file")], [0, 1])
        self.assertIn("READY", (self.dir / "traces" / "game-000000.txt").read_text())
        self.succeed(*PLAY, *flags)
        self.assertEqual(len(read_games(self.dir / "a_file")), 1)
        left = {file.name for file in (self.dir / "traces").iterdir()}
        self.assertEqual(left, {"game-000000.txt", "notes.txt"})
        traced = (*RUN, "--max-games", "2", "--trace", "traces")
        self.fails(traced, ["--trace: traces holds traces already", "--overwrite"])
        self.succeed(*traced, "--overwrite")
        self.assertTrue((self.dir / "traces" / "game-000001.txt").exists())
        self.fails((*RUN, "--out", "a_run", "--overwrite"), ["a_run", "sprt resume a_run"])

    def test_agent_flags_that_cannot_be_started_are_named(self):
        for command, fragments in COMMANDS.items():
            with self.subTest(command):
                for wrong, right in (("--agent1", "--agent2"), ("--agent2", "--agent1")):
                    arguments = (SPRT, "run", right, "greedy", wrong, command, "--out", "new")
                    self.fails(arguments, [wrong, *fragments])

    def test_agents_of_play_that_cannot_be_started_are_named(self):
        for command, fragments in COMMANDS.items():
            with self.subTest(command):
                self.fails((REFEREE, "play", "greedy", command, "--log", "new.jsonl"), fragments)
                self.fails((REFEREE, "play", command, "greedy", "--log", "new.jsonl"), fragments)

    def test_wrong_configurations_are_named(self):
        for text, fragments in CONFIGS.items():
            with self.subTest(text):
                (self.dir / "config.json").write_bytes(text.encode())
                done = self.fails((SPRT, "run", "config.json"), fragments)
                if "a_file" not in text:
                    self.assertIn("config.json", done.stderr)

    def test_too_few_descriptors_are_named_before_the_run(self):
        limited = ("/bin/sh", "-c", 'ulimit -n 64; exec "$@"', "sh", *RUN, "--concurrency", "50")
        before = self.files()
        done = self.run_program(*limited)
        self.assertEqual(done.status, 2, done)
        self.assertRegex(done.stderr, r"\Asprt: .*open files.* \d+ are needed.* 64;.*--concurrency.*\n\Z")
        self.assertEqual(self.files(), before)

    def test_failed_write_has_status_3(self):
        for arguments, message in (
            ((*PLAY, "--log", "/proc/nonexistent/x.jsonl"), "cannot create /proc/nonexistent/x.jsonl: "),
            ((*PLAY, "--log", "/proc/x.jsonl"), "cannot create /proc/x.jsonl: "),
            ((*RUN, "--out", "/proc/nonexistent/run"), "cannot create --out /proc/nonexistent/run: "),
            ((*RUN, "--out", "/proc"), "/proc"),
        ):
            with self.subTest(arguments[-1]):
                self.fails(arguments, [message], status=3)

    def test_closed_reader_of_standard_output_ends_the_program(self):
        help_and_version = [(program, word) for program in (REFEREE, SPRT, str(AGENTS / "random")) for word in ("--help", "--version")]
        for arguments in ((*RUN, "--max-games", "3"), (*PLAY, "--games", "3"), PERFT, (SPRT, "run", "--help"), *help_and_version):
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = self.finish(self.start_program(*arguments, stdout=full))
                self.assertEqual(done.status, 3, done)
                self.assertRegex(done.stderr, r"\A[^\n]*standard output[^\n]*\n\Z")

    def test_log_on_a_full_disk_ends_in_a_whole_line(self):
        """A limit on the size of files takes the place of a full disk."""
        script = 'trap "" XFSZ; ulimit -f 8; exec "$@"'  # 512 bytes each
        for log, arguments in (
            ("log.jsonl", (*PLAY, "--games", "100", "--log", "log.jsonl")),
            ("run/games.jsonl", (*RUN, "--out", "run", "--elo1", "1")),
        ):
            with self.subTest(log):
                done = self.run_program("/bin/sh", "-c", script, "sh", *arguments)
                self.assertEqual(done.status, 3, done)
                self.assertRegex(done.stderr, rf"\A[^\n]*{log}[^\n]*File too large[^\n]*\n\Z")
                self.assertGreater(len(read_games(self.dir / log)), 0)
                self.review_is_clean(self.dir / log)


class HelpAndVersion(ProgramTest):
    def test_help_and_version_have_status_0(self):
        programs = [[REFEREE], [SPRT], *([str(AGENTS / name)] for name in AGENT_NAMES)]
        subcommands = [[REFEREE, name] for name in ("play", "review", "perft")]
        subcommands += [[SPRT, name] for name in ("run", "calc", "plan")]
        for words in programs:
            with self.subTest(words):
                done = self.succeed(*words, "--version")
                self.assertRegex(done.stdout, r"\A[^\n]*\d+\.\d+\.\d+\n\Z")
                self.assertEqual(done.stderr, "")
        for words in programs + subcommands:
            with self.subTest(words):
                done = self.succeed(*words, "--help")
                self.assertIn("--help", done.stdout)
                self.assertEqual(done.stderr, "")

    def test_help_is_also_a_word(self):
        for words in ([SPRT], [REFEREE]):
            self.assertEqual(self.succeed(*words, "help").stdout, self.succeed(*words, "--help").stdout)
        self.assertEqual(self.succeed(SPRT, "help", "run").stdout, self.succeed(SPRT, "run", "--help").stdout)
        self.assertIn("sprt run 'minimax --depth 3'", self.succeed(SPRT, "help", "run").stdout)

    def test_help_shows_the_flags_of_a_daily_test_and_all_by_groups(self):
        usual = re.findall(r"^  (?:-h, )?--(\S+)", self.succeed(SPRT, "run", "--help").stdout, re.MULTILINE)
        daily = "game elo0 elo1 openings max-games seed concurrency out tc adjudicate"
        self.assertEqual(usual, [*daily.split(), "help"])
        said = self.succeed(SPRT, "run", "--help-all").stdout
        self.assertEqual(re.findall(r"^  (?:-h, )?--(\S+)", said, re.MULTILINE)[:11], usual)
        groups = "Arguments, Options, Agents, Test, Openings, Time, Output, Machine, Sandbox and limits, Workers, Examples"
        self.assertEqual(re.findall(r"^(\S.*):$", said, re.MULTILINE), groups.split(", "))

    def test_help_is_as_wide_as_it_may_be_and_names_words_once(self):
        for program in (REFEREE, SPRT):
            for command in Help(self, program).subcommands:
                with self.subTest(command):
                    for columns in (80, 110):
                        said = self.succeed(program, command, "--help-all", env={"COLUMNS": str(columns)}).stdout
                        flags, _, examples = said.partition("\nExamples:\n")
                        self.assertLessEqual(max(map(len, flags.splitlines())), columns)
                        self.assertNotEqual(examples, "")
                    for head, what in Help(self, program, command).entries:
                        if "," in head.partition("{")[2]:
                            *first, last = head.partition("{")[2].strip("}").split(",")
                            self.assertNotIn(f"{', '.join(first)} or {last}", what, head)

    def test_gate_shows_its_own_defaults(self):
        shown = {head.split()[0]: what for head, what in Help(self, SPRT, "gate").entries}
        printed = json.loads(self.succeed(SPRT, "gate", *AGENTS_FLAGS, "--print-config").stdout)
        for flag, key in (("--elo0", "elo0"), ("--elo1", "elo1"), ("--max-faults", "max_faults")):
            self.assertIn(f"(default: {printed[key]:g})", shown[flag], flag)

    def test_agents_refuse_wrong_flags(self):
        for name in AGENT_NAMES:
            for flags in (["--bogus"], ["--seed", "x"], ["extra"]):
                with self.subTest(name, flags=flags):
                    done = self.run_program(AGENTS / name, *flags)
                    self.assertEqual((done.status, done.stdout), (2, ""), done)
                    self.assertIn(flags[0], done.stderr)

    @unittest.skipIf(BUILT_WITH_NATS, "built with NATS")
    def test_a_program_without_nats_says_so_first(self):
        """Before it looks at files, addresses, programs and other settings."""
        for words in (
            ("hub", "missing/hub", "--listen", "nonsense"),
            ("worker", "missing.json"),
            ("status", "missing.json"),
            ("run", "greedy", "random", "--via", "missing.json", "--elo0", 9, "--elo1", 1),
            ("resume", "missing", "--via", "missing.json"),
        ):
            with self.subTest(words[0]):
                done = self.run_program(SPRT, *words)
                said = (
                    "sprt: built without NATS, as the archives of releases are: install libnats-dev and build again,"
                    " or take the Debian package\n"
                )
                self.assertEqual((done.status, done.stdout, done.stderr), (2, "", said), done)

    def test_agents_name_the_error_in_one_line(self):
        for name in AGENT_NAMES:
            with self.subTest(name):
                done = self.run_program(AGENTS / name, "--bogus")
                self.assertRegex(done.stderr, r"\A[^\n]*--bogus[^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
