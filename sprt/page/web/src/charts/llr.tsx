// The log-likelihood ratio over games, or both ratios of a 2-SPRT, with what they are held against.

import { number, signed, signed_exact } from '../format';
import type { RunIndex } from '../types';
import { Chart, type Bound, type ChartData } from './chart';
import { open_after } from './open';
import { Values } from './values';

/** Room for the path and all bounds, and a little more. */
function room_for(values: (number | null)[], bounds: number[]): [number, number] {
  let low = Math.min(0, ...bounds);
  let high = Math.max(0, ...bounds);
  for (const value of values) {
    low = Math.min(low, value ?? low);
    high = Math.max(high, value ?? high);
  }
  const margin = 0.06 * (high - low || 1);
  return [low - margin, high + margin];
}

function ratio_chart(index: RunIndex): ChartData {
  const { series, estimates, run } = index;
  const { llr = [], llr_low = [], llr_high = [] } = series;
  const elo = (value: number) => (value === 0 ? '0' : signed_exact(value));
  const bounds: Bound[] = [
    { y: estimates.upper, label: `H1 ${elo(run.config.elo1)}`, player: 1 },
    { y: estimates.lower, label: `H0 ${elo(run.config.elo0)}`, player: 2 },
  ];
  const is_coarse = series.stride > 1;
  return {
    label: 'Log-likelihood ratio over games',
    games: series.games,
    lines: [{ values: llr, style: 'main' }],
    band: is_coarse ? { low: llr_low, high: llr_high } : undefined,
    domain: room_for([...llr_low, ...llr_high], [estimates.lower, estimates.upper]),
    bounds,
    sentence: (i) => `After ${number(series.games[i])} games: LLR ${signed(llr[i], 3)}`,
    open: open_after(index),
  };
}

function two_ratios_chart(index: RunIndex): ChartData {
  const { series, estimates } = index;
  const [h1, h0] = estimates.two_sprt_bounds ?? [0, 0];
  const first = (series.two_sprt ?? []).map((both) => both[0]);
  const second = (series.two_sprt ?? []).map((both) => both[1]);
  return {
    label: 'Both ratios of the 2-SPRT over games',
    games: series.games,
    lines: [
      { values: first, style: 'p1' },
      { values: second, style: 'p2' },
    ],
    domain: room_for([...first, ...second], [h1, h0]),
    bounds: [
      { y: h1, label: h0 === h1 ? 'H1, or H0' : 'H1', player: 1 },
      ...(h0 === h1 ? [] : [{ y: h0, label: 'H0', player: 2 } as const]),
    ],
    sentence: (i) =>
      `After ${number(series.games[i])} games: midpoint against H0 ${signed(first[i], 3)}, against H1 ${signed(second[i], 3)}`,
    open: open_after(index),
  };
}

export function LlrChart({ index }: { index: RunIndex }) {
  const { series } = index;
  const is_two = series.two_sprt !== undefined;
  return (
    <section class="card">
      <h2>{is_two ? 'Ratios of the 2-SPRT' : 'Log-likelihood ratio'}</h2>
      <p class="hint">
        {is_two
          ? 'Blue: the midpoint against H0. Orange: the midpoint against H1. The first that touches its bound ends the test.'
          : 'Each point is the ratio after that many games. Touching a bound ends the test.'}
      </p>
      <Chart {...(is_two ? two_ratios_chart(index) : ratio_chart(index))} />
      <Values
        count={series.games.length}
        caption="The ratio after so many games"
        columns={is_two ? ['games', 'against H0', 'against H1'] : ['games', 'LLR']}
        row={(i) => [
          number(series.games[i]),
          ...(is_two
            ? (series.two_sprt?.[i] ?? []).map((value) => signed(value, 3))
            : [signed(series.llr?.[i], 3)]),
        ]}
      />
    </section>
  );
}
