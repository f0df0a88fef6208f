// The log-likelihood ratio over games, and its bounds.

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
    values: llr,
    band: is_coarse ? { low: llr_low, high: llr_high } : undefined,
    domain: room_for([...llr_low, ...llr_high], [estimates.lower, estimates.upper]),
    bounds,
    sentence: (i) => `After ${number(series.games[i])} games: LLR ${signed(llr[i], 3)}`,
    open: open_after(index),
  };
}

export function LlrChart({ index }: { index: RunIndex }) {
  const { series } = index;
  return (
    <section class="card">
      <h2>Log-likelihood ratio</h2>
      <p class="hint">Each point is the ratio after that many games. Touching a bound ends the test.</p>
      <Chart {...ratio_chart(index)} />
      <Values
        count={series.games.length}
        caption="The ratio after so many games"
        columns={['games', 'LLR']}
        row={(i) => [number(series.games[i]), signed(series.llr?.[i], 3)]}
      />
    </section>
  );
}
