// What each opening gave to the first player and to agent 1.

import { useMemo } from 'preact/hooks';

import { counted, number, percent } from '../format';
import { numbers_of, games_href } from '../numbers';
import { useReady } from '../ready';
import { shown } from '../text';
import type { RunIndex } from '../types';
import { who } from '../words';
import { useMore } from './more';

interface OpeningRow {
  opening: number;
  games: number;
  /** Scored games; the points of the first player and of agent 1 in them. */
  scored: number;
  first: number;
  agent1: number;
  turns: number;
}

/** The most one-sided first; of two alike the one that was played more often. */
function opening_rows(index: RunIndex): OpeningRow[] {
  const { columns, openings } = index;
  const rows = openings.map((_, opening): OpeningRow => ({ opening, games: 0, scored: 0, first: 0, agent1: 0, turns: 0 }));
  for (const game of numbers_of(index)) {
    const row = rows[columns.opening[game]!]!;
    const winner = columns.winner[game]!;
    ++row.games;
    row.turns += columns.turns[game]!;
    if (winner !== null) {
      ++row.scored;
      row.first += winner === 0 ? 0.5 : winner === columns.first[game] ? 1 : 0;
      row.agent1 += winner === 0 ? 0.5 : winner === 1 ? 1 : 0;
    }
  }
  const bias = (row: OpeningRow) => (row.scored > 0 ? Math.abs(row.first / row.scored - 0.5) : -1);
  return rows.filter((row) => row.games).sort((a, b) => bias(b) - bias(a) || b.games - a.games || a.opening - b.opening);
}

export function Openings({ index }: { index: RunIndex }) {
  useReady('openings');
  const rows = useMemo(() => opening_rows(index), [index]);
  const [most, more] = useMore(rows.length, 'opening');
  const one_sided = rows.filter((row) => row.scored > 1 && (row.first === 0 || row.first === row.scored)).length;
  const share = (points: number, row: OpeningRow) => percent(row.scored > 0 ? points / row.scored : null, 0);
  return (
    <section class="card openings">
      <h1>Openings</h1>
      <p class="hint">
        {counted(rows.length, 'opening')}. In {number(one_sided)} of them the same seat won every game: what the opening
        gives to one side, the pair takes out.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">opening</th>
            <th scope="col">games</th>
            <th scope="col">first player scored</th>
            {!index.is_mixed && <th scope="col">{who(index, 1)} scored</th>}
            <th scope="col">turns</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => {
            const text = index.openings[row.opening]!;
            return (
              <tr key={row.opening}>
                <th scope="row" class="mono">
                  {text === '' ? 'the start' : <a href={games_href(index, { opening: text })}>{shown(text)}</a>}
                </th>
                <td>{number(row.games)}</td>
                <td>{share(row.first, row)}</td>
                {!index.is_mixed && <td>{share(row.agent1, row)}</td>}
                <td>{number(row.turns / row.games)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {more}
    </section>
  );
}
