// A parameter of a tuning over pairs: its state and the mean, where the state was lately, its start and its bounds.

import { number, short } from '../format';
import { shown } from '../text';
import type { Parameter, RunIndex, Tune } from '../types';
import { Chart } from './chart';
import { open_after } from './open';
import { ticks } from './scale';
import { Values } from './values';

interface Scale {
  u: (value: number) => number;
  value: (u: number) => number;
  ticks: number[];
}

function linear({ low, high }: Parameter): Scale {
  return { u: (value) => (value - low) / (high - low), value: (u) => low + u * (high - low), ticks: ticks(low, high, 6) };
}

const kManyPowers = 10; // of e

/** By the logarithm: the same way up is the same factor. */
function logarithmic({ low, high }: Parameter): Scale {
  const ratio = Math.log(high / low);
  const digits = ratio > kManyPowers ? [1] : [1, 2, 5];
  const round: number[] = [];
  for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; ++power) {
    round.push(...digits.map((digit) => digit * 10 ** power));
  }
  return { u: (value) => Math.log(value / low) / ratio, value: (u) => low * Math.exp(u * ratio), ticks: round };
}

interface ParameterProps {
  index: RunIndex;
  tune: Tune;
  /** Its number. */
  i: number;
}

export function ParameterChart({ index, tune: { trace, parameters }, i }: ParameterProps) {
  const its = parameters[i]!;
  const scale = index.run.config.params?.[i]?.log ? logarithmic(its) : linear(its);
  const { start, low, high, band } = its;
  const pairs = trace.map((point) => point.pairs);
  const done = pairs.at(-1)!;
  const first = index.columns.kind?.indexOf('tune') ?? 0;
  const at = (k: number, what: 'u' | 'mean') => short(scale.value(trace[k]![what][i]!));
  const named = { low, start, high };
  return (
    <section class="card" data-parameter={its.name}>
      <h2>
        {shown(its.name)}: {short(start)} → {short(its.value)}
      </h2>
      <p class="hint">Over pairs: the state (thin), its mean (thick), the band (grey).</p>
      <Chart
        label={`${shown(its.name)} over pairs`}
        games={pairs}
        values={trace.map(({ u }) => u[i]!)}
        mean={trace.map(({ mean }) => mean[i]!)}
        zone={done > 0 ? [scale.u(band[0]), scale.u(band[1]), done - Math.floor(done / 4)] : undefined}
        ticks={scale.ticks.filter((value) => value >= low && value <= high).map((value) => ({ at: scale.u(value), label: short(value) }))}
        domain={[-0.04, 1.04]}
        bounds={Object.entries(named).map(([name, value]) => ({ y: scale.u(value), label: `${name} ${short(value)}` }))}
        sentence={(k) => `After ${number(pairs[k])} pairs: ${at(k, 'u')}, mean ${at(k, 'mean')}`}
        open={open_after(index, pairs.map((count) => count && first + 2 * count))}
      />
      <Values
        count={trace.length}
        caption="Its values after so many pairs"
        columns={['pairs', 'state', 'mean']}
        row={(k) => [number(pairs[k]), at(k, 'u'), at(k, 'mean')]}
      />
    </section>
  );
}
