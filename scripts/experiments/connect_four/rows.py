"""The claims of the report on a Connect Four program, and what measures each."""

from common.claims import Claim, score_text

from . import texts
from .parts import (
    CLOCKED_DEPTHS, DEPTHS, EXPLORATIONS, FIRST_MOVES, FLAT_PLAYOUTS, LADDER, PATIENT, WITHOUT_CENTRE, counted, game, kept, slug,
)  # fmt: skip

def rows():
    return (
        Claim("C1", "minimax: the leaves alone have values", {d: counted("same", d) for d in range(1, 7)}, texts.tell_same, 0.5),
        Claim(
            *("C2", "pruning gives the same value far sooner, so it sees deeper in the same time"),
            {
                **{("minimax", d): counted("nodes", "minimax", d) for d in range(2, 10)},
                **{("alphabeta", d): counted("nodes", "alphabeta", d) for d in range(2, 13)},
                "match": game("alphabeta-8-minimax-7", "alphabeta --depth 8", "minimax --depth 7", "--max-games", 1000),
            },
            *(texts.tell_growth, 4),
        ),
        Claim(
            *("C3", "a larger board favours Monte Carlo tree search"),
            {
                (rules, ms): game(f"mcts-{ms}-{rules}", f"mcts --move-ms {ms}", "alphabeta --depth 3", "--max-games", 40, rules=rules)
                for rules in ("tic-tac-toe", "connect-four", "ataxx") for ms in (10, 50, 150)
            },
            *(texts.tell_boards, 12),
        ),
        Claim("C4", "three conditions of Monte Carlo tree search: bounded scores, full information, an end", {}, lambda _: (
            "static: `Rules` asks for score, moves and kTurns of every game; test `Games.a_game_has_moves_until_the_board_ends_it`", "yes")),
        Claim(
            *("C5, C6", "selection, expansion, playout, backpropagation; w/n + c sqrt(ln t / n), c = sqrt 2"),
            {
                **{("kept", c): kept(f"mcts --nodes 10000 --c {c}", repeats=5) for c in EXPLORATIONS},
                **{
                    ("match", c, d): game(f"mcts-c-{c}-{d}", f"mcts --nodes 10000 --c {c}", f"mcts --nodes 10000 --c {d}", "--max-games", 40)
                    for i, c in enumerate(EXPLORATIONS) for d in EXPLORATIONS[i + 1 :]
                },
            },
            *(texts.tell_exploration, 6),
        ),
        Claim(
            *("C7", "the centre wins by move 41, the two beside it draw, the other four can lose"),
            {"match": game("solver-first-moves", "solver", "solver", "--openings", FIRST_MOVES, "--max-games", 8, *PATIENT)},
            *(texts.tell_first_moves, 1),
        ),
        Claim("C8", "bits instead of an array: few operations instead of loops", {"fours": counted("fours")}, texts.tell_fours, 0.1),
        Claim("C9", "the play loop, the record, a draw at move 43", {}, lambda _: (
            "test `ConnectFour.a_drawn_game_ends_with_move_42`", "no: move 43 is never made")),
        Claim(
            *("C10, C11", "a table for moves 1 to 7, 7^3 cases: more accuracy"),
            {
                "without": kept("rules --depth 7 --no-table", "table"),
                "from the start": game("table-start", "rules --depth 7 --shuffle", "rules --depth 7 --shuffle --no-table",
                                       "--openings", "start", "--repeats", "count", "--max-games", 400),
                "from the first moves": game("table-first-moves", "rules --depth 7 --shuffle", "rules --depth 7 --shuffle --no-table",
                                             "--openings", FIRST_MOVES, "--repeats", "count", "--max-games", 400),
                "from the first moves but 4": game("table-without-4", "rules --depth 7 --shuffle",
                                                   "rules --depth 7 --shuffle --no-table",
                                                   "--openings", WITHOUT_CENTRE, "--repeats", "count", "--max-games", 400),
            },
            *(texts.tell_table, 4),
        ),
        Claim(
            *("C12, C13", "take the win, then stop the loss"),
            {
                "kept": kept("rules --then weights"),
                "match": game("right-stop-first", "{bench}/bench_variant_agent right", "{bench}/bench_variant_agent stop-first", "--max-games", 2000),
            },
            *(texts.tell_win_and_stop, 0.3),
        ),
        Claim(
            *("C14", "the patterns of five cells win for certain"),
            {
                "patterns": counted("patterns", 1000),
                "match": game("patterns-exact", "rules --then weights --patterns", "rules --then weights", "--max-games", 1000),
            },
            *(texts.tell_patterns, 0.5),
        ),
        Claim(
            *("C15", "last rule: the greatest weight"),
            {
                "against random": game("weights-random", "rules --then weights", "random", "--max-games", 400),
                "against alphabeta --depth 7": game("weights-alphabeta", "rules --then weights", "alphabeta --depth 7", "--max-games", 200),
            },
            texts.tell_last_rule, 0.5,
        ),
        Claim(
            *("C16, C22", "the rules first, then the search"),
            {
                "rules": kept("rules --then search --depth 11"),
                "ttco": kept("ttco --depth 11"),
                "alphabeta": kept("alphabeta --depth 11"),
                "match": game("rules-11-alphabeta-11", "rules --depth 11", "alphabeta --depth 11", "--max-games", 40, *PATIENT),
                "same": game("rules-11-ttco-11", "rules --depth 11", "ttco --depth 11", "--max-games", 100, *PATIENT),
            },
            *(texts.tell_rules_first, 6),
        ),
        Claim(
            *("C17", "flat Monte Carlo, a million games a column"),
            {
                **{("flat", n): kept(f"mcts --flat --nodes {7 * n}") for n in FLAT_PLAYOUTS},
                ("tree", 70000): kept("mcts --nodes 70000"),
                "playouts": counted("playouts"),
                **{("match", n): game(f"uct-flat-{n}", f"mcts --nodes {7 * n}", f"mcts --flat --nodes {7 * n}", "--max-games", 60)
                   for n in FLAT_PLAYOUTS[:3]},
            },
            *(texts.tell_flat, 9),
        ),
        Claim("C18, C19", "alpha-beta with limit 12", {d: counted("nodes", "alphabeta", d) for d in (11, 12)}, texts.tell_limit, 0.5),
        Claim("C20", "the value of a full board", {"end": counted("end")}, texts.tell_end, 0.1),
        Claim(
            *("C21", "the weights of the cells"),
            {
                "first": game("weights-first", "{bench}/bench_variant_agent greedy", "{bench}/bench_variant_agent no-weights", "--max-games", 1000),
                "random": game("greedy-random", "greedy", "random", "--max-games", 1000),
            },
            *(texts.tell_weights, 0.2),
        ),
        Claim("C23", "a perfect player is out of reach", {"empty": counted("empty", 1024)}, texts.tell_solver, 5),
        Claim(
            *("C24, C27", "a cheap evaluation buys depth; sometimes fewer plies were right"),
            {
                **{(d, more): game(f"depth-{d + more}-{d}", f"alphabeta --depth {d + more}", f"alphabeta --depth {d}",
                                   "--max-games", 100 if d < 8 else 30, *PATIENT) for d in DEPTHS for more in (1, 2)},
                "deeper 5": counted("deeper", 5, 2, 2000),
                "deeper 7": counted("deeper", 7, 2, 2000),
                "evaluation": counted("evaluation", 7),
            },
            *(texts.tell_depths, 20),
        ),
        Claim("C25", "the evaluation opened on column 2 rather than 3 or 5",
              {d: counted("first-moves", d) for d in range(1, 13)}, texts.tell_opened, 0.5),
        Claim(
            *("C26", "faults of order and of cuts cost games"),
            {
                "gate": game("gate-right", "{bench}/bench_variant_agent right", "{bench}/bench_variant_agent no-return",
                             "--max-games", 2000, is_gate=True),
                "control": game("right-right", "{bench}/bench_variant_agent right", "{bench}/bench_variant_agent right", "--max-games", 2000),
                "late-cut": counted("late-cut", 9),
            },
            *(texts.tell_faults, 0.3),
        ),
        Claim(
            *("C28", "limit 13 was over the time"),
            {d: game(f"clock-{d}", f"alphabeta --depth {d}", f"alphabeta --depth {d}", "--max-games", {10: 20, 11: 10, 12: 4, 13: 2}[d], *PATIENT)
             for d in CLOCKED_DEPTHS},
            *(texts.tell_clock, 12),
        ),
        Claim("C29", "play, change, play again", {}, lambda _: ("an example in docs/ci.md, run by a test: `scripts/ci/gate`", "yes")),
        Claim(
            *("strength", "how strong are the agents?"),
            {
                **{("kept", agent): kept(agent, repeats=20 if agent == "random" else 1) for agent in LADDER},
                **{("solver", agent): game(f"solver-{slug(agent)}", agent, "solver", "--openings", "random:8", "--max-games", 20, *PATIENT)
                   for agent in LADDER if agent != "solver"},
                **{("rung", upper): game(f"rung-{slug(upper)}", upper, lower, "--max-games", 60, *PATIENT)
                   for lower, upper in zip(LADDER[:-1], LADDER[1:-1])},
            },
            *(texts.tell_strength, 20),
        ),
        Claim(
            *("perfect", "perfect against perfect"),
            {"match": game("solver-solver", "solver", "solver", "--openings", "random:8", "--max-games", 20, *PATIENT)},
            lambda results: (
                f"{score_text(results['match'])}; pairs by points {results['match']['result']['ptnml']}",
                "each pair is halved: yes" if results["match"]["result"]["ptnml"][2] * 2 == results["match"]["result"]["games"] else "no",
            ),
            1,
        ),
    )
