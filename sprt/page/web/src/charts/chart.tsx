// A chart of values over games: a line, a band, bounds. It is a slider: keys and the pointer read its values.

import { useState } from 'preact/hooks';

import { number } from '../format';
import { band_path, line_path, type Point } from './path';
import { scale, tick_digits, ticks } from './scale';
import { useWidth } from './width';

export interface Bound {
  y: number;
  label: string;
  player?: 1 | 2;
}

export interface ChartData {
  label: string;
  /** Games after which the values stand; of a tuning pairs. */
  games: number[];
  values: (number | null)[];
  /** Null: beyond the edge of the chart. */
  band?: { low: (number | null)[]; high: (number | null)[] };
  /** A second line: the mean of the values. */
  mean?: number[];
  /** From the third number on, when it has one. */
  zone?: [low: number, high: number, games?: number];
  /** Otherwise round values of the domain. */
  ticks?: { at: number; label: string }[];
  domain: [number, number];
  bounds: Bound[];
  /** A sentence about position `i`. */
  sentence: (i: number) => string;
  /** Opens what was played at position `i`. */
  open?: (i: number) => void;
}

const kHeight = 232;
const kTop = 12;
const kBottom = 26;
const kLeft = 52;
const kLetter = 8; // of a label, at most
const kLabelHeight = 15;

/** Where the labels of bounds stand: at their bounds, spread when they would touch. */
function label_places(bounds: Bound[], y: (value: number) => number): number[] {
  const order = bounds.map((bound, i) => ({ i, at: y(bound.y) })).sort((a, b) => a.at - b.at);
  for (let k = 1; k < order.length; ++k) {
    const gap = order[k]!.at - order[k - 1]!.at;
    if (gap < kLabelHeight) {
      order[k - 1]!.at -= (kLabelHeight - gap) / 2;
      order[k]!.at += (kLabelHeight - gap) / 2;
    }
  }
  const places: number[] = [];
  order.forEach(({ i, at }) => (places[i] = at));
  return places;
}

function round_ticks([low, high]: [number, number]): { at: number; label: string }[] {
  const values = ticks(low, high, 8);
  const digits = tick_digits(values);
  return values.map((at) => ({ at, label: number(at, digits) }));
}

export function Chart(chart: ChartData) {
  const [element, width] = useWidth<HTMLDivElement>(900);
  const [at, set_at] = useState<number | null>(null);
  const count = chart.games.length;
  const last = count - 1;
  const longest = Math.max(...chart.bounds.map(({ label }) => label.length));
  const right = width - (chart.bounds.length > 0 ? Math.max(78, kLetter * longest + 12) : 12);
  const most = chart.games[last] ?? 1;
  const x = scale(0, most, kLeft, right);
  const linear = scale(chart.domain[0], chart.domain[1], kHeight - kBottom, kTop);
  const y = (value: number) => Math.min(kHeight - kBottom, Math.max(kTop, linear(value)));
  const inside = (value: number | null): value is number =>
    value !== null && value >= chart.domain[0] && value <= chart.domain[1];
  const points = (values: (number | null)[]): (Point | null)[] =>
    values.map((value, i) => (inside(value) ? { x: x(chart.games[i]!), y: y(value) } : null));
  const edge = (values: (number | null)[], otherwise: number): Point[] =>
    values.map((value, i) => ({ x: x(chart.games[i]!), y: y(value ?? otherwise) }));

  const x_ticks = ticks(0, most, Math.max(2, Math.min(12, width / 90))).filter(Number.isInteger);
  const places = label_places(chart.bounds, y);
  const chosen = at === null ? last : Math.min(at, last);

  const nearest = (event: MouseEvent) => {
    const box = element.current!.getBoundingClientRect();
    const game = ((event.clientX - box.left - kLeft) / (right - kLeft)) * most;
    let best = 0;
    chart.games.forEach((value, i) => {
      best = Math.abs(value - game) < Math.abs(chart.games[best]! - game) ? i : best;
    });
    return best;
  };
  const on_key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: chosen - 1,
      ArrowDown: chosen - 1,
      ArrowRight: chosen + 1,
      ArrowUp: chosen + 1,
      PageDown: chosen - Math.ceil(count / 10),
      PageUp: chosen + Math.ceil(count / 10),
      Home: 0,
      End: last,
    };
    if (event.key in steps) {
      set_at(Math.max(0, Math.min(last, steps[event.key]!)));
    } else if (event.key === 'Enter') {
      chart.open?.(chosen);
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <div
      ref={element}
      class={`chart${chart.open ? ' opens' : ''}`}
      role="slider"
      tabIndex={0}
      aria-label={chart.label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, chosen)}
      aria-valuetext={count > 0 ? chart.sentence(chosen) : 'No game was counted yet.'}
      onKeyDown={on_key}
      onBlur={() => set_at(null)}
      onPointerMove={(event) => count > 0 && set_at(nearest(event))}
      onPointerLeave={() => set_at(null)}
      onClick={(event) => count > 0 && chart.open?.(nearest(event))}
    >
      <svg width={width} height={kHeight} aria-hidden="true">
        {(chart.ticks ?? round_ticks(chart.domain)).map(({ at: value, label }) => (
          <g key={value}>
            <line class={label === '0' ? 'zero' : 'grid'} x1={kLeft} x2={right} y1={y(value)} y2={y(value)} />
            <text class="tick" x={kLeft - 8} y={y(value) + 4} text-anchor="end">
              {label}
            </text>
          </g>
        ))}
        {x_ticks.map((value) => (
          <text key={value} class="tick" x={x(value)} y={kHeight - 6} text-anchor="middle">
            {number(value)}
          </text>
        ))}
        {chart.zone && (
          <rect
            class="zone"
            x={x(chart.zone[2] ?? 0)}
            width={Math.max(0, right - x(chart.zone[2] ?? 0))}
            y={y(chart.zone[1])}
            height={Math.max(1, y(chart.zone[0]) - y(chart.zone[1]))}
          />
        )}
        {chart.band && count > 0 && (
          <path class="band" d={band_path(edge(chart.band.high, Infinity), edge(chart.band.low, -Infinity))} />
        )}
        {chart.bounds.map((bound, i) => (
          <g key={bound.label} class={`bound p${bound.player ?? ''}`}>
            {inside(bound.y) && <line x1={kLeft} x2={right} y1={y(bound.y)} y2={y(bound.y)} />}
            <text x={right + 8} y={places[i]! + 4}>
              {bound.label}
            </text>
          </g>
        ))}
        <g class="series">
          <path d={line_path(points(chart.values))} />
          {chart.mean && <path class="mean" d={line_path(points(chart.mean))} />}
          {inside(chart.values[last] ?? null) && <circle cx={x(most)} cy={y(chart.values[last]!)} r="3.5" />}
        </g>
        {at !== null && count > 0 && (
          <g class="cursor">
            <line x1={x(chart.games[chosen]!)} x2={x(chart.games[chosen]!)} y1={kTop} y2={kHeight - kBottom} />
            {inside(chart.values[chosen] ?? null) && (
              <circle cx={x(chart.games[chosen]!)} cy={y(chart.values[chosen]!)} r="4" />
            )}
          </g>
        )}
      </svg>
      {at !== null && count > 0 && <div class="reading">{chart.sentence(chosen)}</div>}
    </div>
  );
}
