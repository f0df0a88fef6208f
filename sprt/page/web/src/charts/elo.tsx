// Elo over games: the estimate, the interval that holds at any time, and the zone between the hypotheses.

import { interval, number, signed, signed_exact } from '../format';
import type { RunIndex } from '../types';
import { elo_unit, is_match } from '../words';
import { Chart, type Bound } from './chart';
import { open_after } from './open';
import { Values } from './values';

/** About four times what is known in the end, so that the first games do not make the rest flat. */
function room_for(index: RunIndex, bounds: number[]): [number, number] {
  const { elo, low, high } = index.series;
  const last = elo.length - 1;
  const finite = (values: (number | null)[]) =>
    values.slice(Math.floor(values.length / 2)).filter((value): value is number => value !== null);
  const ends = [low[last], high[last]].filter((value): value is number => typeof value === 'number');
  const middle = elo[last] ?? ends[0] ?? 0;
  let half = Math.max(...ends.map((end) => Math.abs(end - middle)), 0) * 2.2;
  if (ends.length < 2) {
    half = Math.max(half, ...finite([...low, ...elo, ...high]).map((value) => Math.abs(value - middle)), 20);
  }
  const [least, most] = [Math.min(middle - half, 0, ...bounds), Math.max(middle + half, 0, ...bounds)];
  const margin = 0.06 * (most - least || 1);
  return [least - margin, most + margin];
}

export function EloChart({ index }: { index: RunIndex }) {
  const { series, run } = index;
  const { elo0, elo1 } = run.config;
  // Hypotheses in another unit have no place on this scale.
  const has_zone = !is_match(index) && elo_unit(index.estimates.model) === 'Elo';
  const elo = (value: number) => (value === 0 ? '0' : signed_exact(value));
  const bounds: Bound[] = has_zone
    ? [
        { y: elo1, label: `H1 ${elo(elo1)}`, player: 1 },
        { y: elo0, label: `H0 ${elo(elo0)}`, player: 2 },
      ]
    : [];
  const band = (i: number) => interval([series.low[i] ?? null, series.high[i] ?? null]);
  return (
    <section class="card">
      <h2>Elo, with the interval that holds at any time</h2>
      <p class="hint">
        The band covers the truth at all times at once with 95 %; it may be looked at whenever you like.
      </p>
      <Chart
        label="Elo over games"
        games={series.games}
        values={series.elo}
        band={{ low: series.low, high: series.high }}
        zone={has_zone ? [elo0, elo1] : undefined}
        domain={room_for(index, has_zone ? [elo0, elo1] : [])}
        bounds={bounds}
        sentence={(i) =>
          `After ${number(series.games[i])} games: Elo ${series.elo[i] === null ? 'infinite' : signed(series.elo[i], 1)}, 95 % at any time ${band(i)}`
        }
        open={open_after(index)}
      />
      <Values
        count={series.games.length}
        caption="Elo after so many games"
        columns={['games', 'Elo', '95 % at any time']}
        row={(i) => [number(series.games[i]), signed(series.elo[i], 1), band(i)]}
      />
    </section>
  );
}
