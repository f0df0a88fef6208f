// An agent beside the board: name, stones, time used and left.

import { counted, number, time } from '../format';
import { Mark, Name } from '../marks';
import type { Replay } from '../replay';
import { values_text } from '../tuning';
import type { GameLine, Player, RunIndex } from '../types';

/** What is left, or what limits the agent; empty when the log does not say. */
function left_words(line: GameLine, player: Player, used_us: number, took_us: number[]): string {
  const limit = line.limits?.[player - 1];
  const budget = line.budget_us?.[player - 1] ?? limit?.time_us;
  if (budget !== undefined) {
    let left = budget;
    let charged_us = 0;
    for (const [made, took] of took_us.entries()) {
      const begins_again = limit?.moves !== undefined && (made + 1) % limit.moves === 0;
      left = Math.max(left - took, 0) + (limit?.inc_us ?? 0) + (begins_again ? budget : 0);
      charged_us += took;
    }
    left -= used_us - charged_us; // an answer that ended the game
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
  index: RunIndex;
}

/** `tune 17`: which pair of a tuning it is. */
export function kind_words({ kind, k }: Pick<NonNullable<GameLine['tune']>, 'kind' | 'k'>): string {
  return `${kind} ${k}`;
}

const kMostValues = 8; // in sight

function TunedValues({ index, values }: { index: RunIndex; values: number[] }) {
  const text = <span class="mono values">{values_text(index, values)}</span>;
  return values.length <= kMostValues ? (
    text
  ) : (
    <details>
      <summary class="dim">{counted(values.length, 'value')}</summary>
      {text}
    </details>
  );
}

/** `first`, of chess `white`. */
function seat_word({ rules, line }: Replay, player: Player): string {
  const words = rules.is_chess ? ['white', 'black'] : ['first', 'second'];
  return words[line.first === player ? 0 : 1]!;
}

export function Seat({ replay, turn, player, index }: SeatProps) {
  const used = replay.used_us[turn]![player - 1]!;
  const took = replay.turns.slice(0, turn).flatMap((each) => (each.player === player && each.took_us !== null ? [each.took_us] : []));
  return (
    <div class="seat" data-player={player}>
      <span class={`p${player}`}>
        <Mark player={player} size={18} />
      </span>
      <span class="who">
        <Name text={index.run.agents[player - 1]!.name} />
        <span class="dim">
          agent {player}, {seat_word(replay, player)}
        </span>
        {replay.line.tune && <TunedValues index={index} values={replay.line.tune.values[player - 1]!} />}
      </span>
      {replay.rules.counts_stones && <b class="stones">{number(replay.stones[turn]![player - 1]!)}</b>}
      <span class="times num">
        <span>{time(used)}</span>
        <span class="dim">{left_words(replay.line, player, used, took)}</span>
      </span>
    </div>
  );
}
