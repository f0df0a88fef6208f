// How games ended, and what time agents used.

import { number, time } from '../format';
import { Mark } from '../marks';
import { games_href, numbers_of } from '../numbers';
import type { Player, RunIndex } from '../types';
import { ending, mean_used_us, who } from '../words';

interface EndingRow {
  termination: string;
  by_winner: Record<'1' | '2' | '0' | 'null', number>;
}

/** The counts of each ending, the most frequent first. */
function ending_rows(index: RunIndex): EndingRow[] {
  const { columns, terminations } = index;
  const rows = terminations.map((termination) => ({
    termination,
    by_winner: { 1: 0, 2: 0, 0: 0, null: 0 },
  }));
  for (const game of numbers_of(index)) {
    rows[columns.termination[game]!]!.by_winner[String(columns.winner[game]) as '1'] += 1;
  }
  const total = (row: EndingRow) => Object.values(row.by_winner).reduce((sum, count) => sum + count, 0);
  return rows.filter(total).sort((a, b) => total(b) - total(a));
}

function UsedBar({ index, player, mean_us, most_us }: { index: RunIndex; player: Player; mean_us: number; most_us: number }) {
  return (
    <div class="used">
      <Mark player={player} />
      <span>{who(index, player)}</span>
      <svg class={`p${player}`} height="8" aria-hidden="true">
        <rect class="rail" width="100%" height="8" />
        <rect class="way" width={`${most_us > 0 ? (100 * mean_us) / most_us : 0}%`} height="8" />
      </svg>
      <span>{time(mean_us)} a game</span>
    </div>
  );
}

export function EndingsCard({ index }: { index: RunIndex }) {
  const rows = ending_rows(index);
  // Of a tuning both agents are others in each pair.
  const columns: [string, (0 | 1 | 2 | null)[]][] = index.result.tune
    ? [['games', [0, 1, 2, null]]]
    : [
        [`${who(index, 1)} won`, [1]],
        [`${who(index, 2)} won`, [2]],
        ['draw', [0]],
      ];
  if (rows.some((row) => row.by_winner.null > 0)) {
    columns.push(['not scored', [null]]);
  }
  const means = mean_used_us(index);
  const { delays_us: delays } = index.result;
  const cell = (count: number) => (count > 0 ? number(count) : '–');
  return (
    <section class="card">
      <h2>How games ended</h2>
      <table class="endings">
        <thead>
          <tr>
            <th scope="col">ending</th>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ termination, by_winner }) => (
            <tr key={termination}>
              <th scope="row">
                <a href={games_href(index, { end: termination })}>{ending(termination)}</a>
              </th>
              {columns.map(([name, winners]) => (
                <td key={name}>{cell(winners.reduce<number>((sum, winner) => sum + by_winner[`${winner}`], 0))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Time used</h2>
      <UsedBar index={index} player={1} mean_us={means[0]} most_us={Math.max(...means)} />
      <UsedBar index={index} player={2} mean_us={means[1]} most_us={Math.max(...means)} />
      {delays && (
        <p class="hint">
          Waiting for a core: median {time(delays.median)}, 99 % {time(delays.p99)}, most {time(delays.largest)} a game.
        </p>
      )}
    </section>
  );
}
