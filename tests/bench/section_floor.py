"""Games a second compared with the floor, the least program that can referee over pipes."""

from statistics import median

from figures import print_required, print_table, spread

HEAD = [
    "games a second",
    "us a turn, all in",
    "us a turn alone",
    "us to start and stop a game",
    "own processor time, us a turn",
]


class Player:
    """A program, and the cost in ns of its full and its short games, by round."""

    def __init__(self, name, command):
        self.name = name
        self.command = command  # of (games, turns)
        self.long = []
        self.short = []

    def rates(self, bench):
        return [bench.games / long.wall * 1e9 for long in self.long]

    def turn_costs(self, bench, short_turns, what):
        """The cost of a turn in us, from the difference between full and short games."""
        more = bench.games * (bench.turns - short_turns)
        return [(getattr(a, what) - getattr(b, what)) / more / 1e3 for a, b in zip(self.long, self.short)]


def print_section(bench):
    core = bench.cores[0]
    rounds = f"{bench.rounds} rounds of {bench.games} games of {bench.turns} turns"
    print(f"{rounds}, and as many of {bench.turns // 5} turns.\n")
    players = [
        Player("floor", bench.play_floor),
        Player("`referee play`", bench.play),
        Player("`sprt run`", bench.run),
    ]
    compare(bench, f"all on core {core}", [core], players)
    floor, *ours = players
    for player in ours:
        ratios = [b / a for a, b in zip(floor.rates(bench), player.rates(bench))]
        sentence = f"On one core {player.name} plays {spread(ratios, 3)} of the games of the floor."
        print_required(sentence, "at least 0.90", median(ratios) >= 0.90)
    own = ours[0].turn_costs(bench, bench.turns // 5, "own")
    print_required(f"Own processor time: {spread(own)} us a turn.", "at most 5", median(own) <= 5)
    if len(bench.cores) > 1:
        players = [Player("floor", bench.play_floor), Player("`referee play`", bench.play)]
        compare(bench, "where they run by themselves", None, players)


def compare(bench, title, cores, players):
    short_turns = bench.turns // 5
    for number in range(bench.rounds):
        for player in players if number % 2 == 0 else players[::-1]:
            player.long.append(bench.measured(player.command(bench.games, bench.turns), cores))
            player.short.append(bench.measured(player.command(bench.games, short_turns), cores))
    rows = []
    for player in players:
        alone = player.turn_costs(bench, short_turns, "wall")
        all_in = [long.wall / bench.games / 1e3 for long in player.long]
        rows.append(
            [
                player.name,
                spread(player.rates(bench), 0),
                spread([time / bench.turns for time in all_in], 1),
                spread(alone),
                spread([time - bench.turns * turn for time, turn in zip(all_in, alone)], 0),
                spread(player.turn_costs(bench, short_turns, "own")),
            ]
        )
    print_table([title, *HEAD], rows)
