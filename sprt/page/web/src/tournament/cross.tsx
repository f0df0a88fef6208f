// Who made how many points against whom. A cell opens the games of both.

import { counted, number, percent } from '../format';
import { Name } from '../marks';
import { useReady } from '../ready';
import { href, replace, type Query } from '../router';
import { shown } from '../text';
import { pairing_text } from './as_run';
import { marks_of } from './rating';
import type { Pairing, TournamentIndex } from './types';

interface CellFacts {
  pairing: Pairing;
  points: number;
  games: number;
  wld: [number, number, number];
  /** How far the points are from what the ratings say, in errors. */
  residual: number | null;
}

/** What `agent` came to against the other one of `pairing` in the games of the pairs that count. */
function cell_of(pairing: Pairing, counted: [number, number, number], agent: number): CellFacts {
  const games = 2 * pairing.ptnml.reduce((sum, count) => sum + count, 0);
  const points = pairing.ptnml.reduce((sum, count, halves) => sum + (count * halves) / 2, 0);
  const [wins, losses, draws] = counted;
  const { residual_z } = pairing;
  return pairing.agents[0] === agent
    ? { pairing, points, games, wld: [wins, losses, draws], residual: residual_z }
    : { pairing, points: games - points, games, wld: [losses, wins, draws], residual: residual_z === null ? null : -residual_z };
}

const kFar = 2; // errors
const kVeryFar = 3;

/** `+` or `−` for more or fewer points than the ratings say, twice when it is very far. */
function residual_sign(residual: number | null): string {
  const far = Math.abs(residual ?? 0);
  const sign = (residual ?? 0) > 0 ? '+' : '−';
  return far >= kVeryFar ? sign + sign : far >= kFar ? sign : '';
}

interface CellProps {
  facts: CellFacts;
  cells: string;
  names: [string, string];
  /** Whether all cells are of as many games. */
  are_equal: boolean;
}

/** Points name their games where cells differ in them. */
function cell_text({ points, games, wld }: CellFacts, cells: string, are_equal: boolean): string {
  if (cells === 'wdl') {
    return wld.map((count) => number(count)).join('-');
  }
  if (cells === 'score') {
    return percent(games > 0 ? points / games : null, 0);
  }
  return are_equal ? number(points, 1) : `${number(points, 1)}/${number(games)}`;
}

function Cell({ facts, cells, names, are_equal }: CellProps) {
  const { pairing, points, games, residual } = facts;
  const share = games > 0 ? points / games : null;
  const text = cell_text(facts, cells, are_equal);
  const sign = residual_sign(residual);
  const words =
    `${shown(names[0])} made ${number(points, 1)} of ${number(games)} points against ${shown(names[1])}` +
    (residual === null ? '' : `, ${number(Math.abs(residual), 1)} errors ${residual < 0 ? 'fewer' : 'more'} than the ratings say`);
  return (
    <td class="cell">
      <a href={href({ view: 'pairing', query: { of: pairing_text(pairing.agents) } })} title={words} aria-label={`${text}${sign}: ${words}`}>
        <span>
          {text}
          <b>{sign}</b>
        </span>
        <svg height="4" aria-hidden="true">
          <rect class="rail" width="100%" height="4" />
          <rect class="way" width={`${100 * (share ?? 0)}%`} height="4" />
        </svg>
      </a>
    </td>
  );
}

const kCells = [
  ['', 'points'],
  ['score', 'score'],
  ['wdl', 'won-lost-drawn'],
] as const;

export function CrossView({ index, query }: { index: TournamentIndex; query: Query }) {
  useReady('cross');
  const { rows } = index.standings;
  const cells = query.cells ?? '';
  const name = (agent: number) => index.run.agents[agent]!.name;
  const facts = new Map<string, CellFacts>();
  const counts = new Set<number>();
  index.result.pairings.forEach((pairing, k) => {
    const [a, b] = pairing.agents;
    const { counted } = index.pairings[k]!;
    facts.set(`${a} ${b}`, cell_of(pairing, counted, a));
    facts.set(`${b} ${a}`, cell_of(pairing, counted, b));
    counts.add(counted.reduce((sum, count) => sum + count, 0));
  });
  return (
    <section class="card">
      <div class="presets">
        {kCells.map(([value, text]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === cells}
            onClick={() => replace({ view: 'cross', query: { cells: value } })}
          >
            {text}
          </button>
        ))}
      </div>
      <div class="scroller" tabIndex={0} role="region" aria-label="Cross table">
        <table class="cross">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">agent</th>
              {rows.map((row, i) => (
                <th key={row.agent} scope="col" class="cell">
                  <abbr title={shown(name(row.agent))}>{i + 1}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={row.agent}>
                <td>{i + 1}</td>
                <th scope="row">
                  <Name text={name(row.agent)} /> <span class="dim">{marks_of(row)}</span>
                </th>
                {rows.map((rival) => {
                  const its = facts.get(`${row.agent} ${rival.agent}`);
                  return its ? (
                    <Cell key={rival.agent} facts={its} cells={cells} names={[name(row.agent), name(rival.agent)]} are_equal={counts.size === 1} />
                  ) : (
                    <td key={rival.agent} class="cell dim">
                      {row === rival ? '–' : ''}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">
        {counts.size === 1 && `Each cell is of ${counted([...counts][0]!, 'game')}. `}
        The bar is the score of the row. + or −: more or fewer points than the ratings say, by {kFar} errors or more; twice: by{' '}
        {kVeryFar}. A cell opens the games of both.
      </p>
    </section>
  );
}
