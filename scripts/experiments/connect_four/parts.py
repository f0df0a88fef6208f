"""What is measured: agents, depths, and the commands of figures and matches."""

from common import setting
from common.claims import Figures, Games

PATIENT = ("--time-ms", 600000)  # for searches to a great depth, which are given up on a short clock
EXPLORATIONS = ("0.25", "0.5", "1", "1.41", "2")
FLAT_PLAYOUTS = (100, 1000, 10000, 1000000)  # for each column
DEPTHS = range(3, 10)
CLOCKED_DEPTHS = (10, 11, 12, 13)
STAGES = ("opening", "early", "middle", "end")
# Each plays the one before it, and the solver.
LADDER = (
    *("random", "greedy", "rules --then weights", "minimax --depth 5", "alphabeta --depth 7", "mcts --nodes 10000"),
    *("alphabeta --depth 9", "rules --depth 9", "mcts --nodes 70000", "alphabeta --depth 11", "solver"),
)
OPENINGS = setting.SOURCE / "configs" / "openings" / "connect-four"
FIRST_MOVES, WITHOUT_CENTRE = OPENINGS / "first-moves.txt", OPENINGS / "side-moves.txt"


def counted(*words):
    return Figures("bench_connect_four", words)


def kept(agent, positions="solved", repeats=1):
    return Figures("bench_kept", (positions, repeats, agent))


def game(name, agent1, agent2, *flags, rules="connect-four", is_gate=False):
    openings = () if "--openings" in flags else ("--openings", "random:4")
    return Games(name, agent1, agent2, ("--game", rules, "--elo0", 0, "--elo1", 50, *openings, *flags), is_gate)


def slug(agent):
    return agent.replace("--", "").replace(" ", "-")
