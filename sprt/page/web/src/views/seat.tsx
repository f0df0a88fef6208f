// An agent beside the board: name, stones, time used and left.

import { number, time } from '../format';
import { Mark, Name } from '../marks';
import type { Replay } from '../replay';
import type { GameLine, Player } from '../types';

/** What is left, or what limits the agent; empty when the log does not say. */
function left_words(line: GameLine, player: Player, used_us: number, own_turns: number): string {
  const limit = line.limits?.[player - 1];
  const budget = line.budget_us?.[player - 1] ?? limit?.time_us;
  if (budget !== undefined) {
    const left = budget + (limit?.inc_us ?? 0) * own_turns - used_us;
    return left >= 0 ? `${time(left)} left` : `${time(-left)} over`;
  }
  if (limit?.move_us !== undefined) {
    return `${time(limit.move_us)} a move`;
  }
  if (limit?.nodes !== undefined) {
    return `${number(limit.nodes)} nodes a move`;
  }
  return limit?.depth !== undefined ? `depth ${limit.depth}` : '';
}

interface SeatProps {
  replay: Replay;
  turn: number;
  player: Player;
  name: string;
}

export function Seat({ replay, turn, player, name }: SeatProps) {
  const used = replay.used_us[turn]![player - 1]!;
  const own_turns = replay.turns.slice(0, turn).filter((each) => each.player === player && each.took_us !== null).length;
  return (
    <div class="seat" data-player={player}>
      <span class={`p${player}`}>
        <Mark player={player} size={18} />
      </span>
      <span class="who">
        <Name text={name} />
        <span class="dim">
          agent {player}, {replay.line.first === player ? 'first' : 'second'}
        </span>
      </span>
      {replay.rules.counts_stones && <b class="stones">{number(replay.stones[turn]![player - 1]!)}</b>}
      <span class="times num">
        <span>{time(used)}</span>
        <span class="dim">{left_words(replay.line, player, used, own_turns)}</span>
      </span>
    </div>
  );
}
