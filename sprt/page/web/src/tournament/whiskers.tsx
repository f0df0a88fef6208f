// A rating as a dot with whiskers, on the axis that all rows share.

import { number } from '../format';
import { scale, tick_digits, ticks } from '../charts/scale';
import type { Rating } from './types';

const kHeight_px = 26;

export type Axis = [from: number, to: number];

/** The axis on which all that is finite has its place. */
export function axis_of(ratings: Rating[]): Axis {
  const values = ratings.flatMap((rating) => rating ?? []).filter((value): value is number => value !== null);
  const [least, most] = values.some((value) => value !== 0) ? [Math.min(0, ...values), Math.max(0, ...values)] : [-100, 100];
  const margin = 0.04 * (most - least);
  return [least - margin, most + margin];
}

const ticks_of = (axis: Axis) => ticks(axis[0], axis[1], 5);
const place = (axis: Axis) => scale(axis[0], axis[1], 0, 100);

/** The numbers of the axis, for the head of the column. */
export function AxisTicks({ axis }: { axis: Axis }) {
  const values = ticks_of(axis);
  const x = place(axis);
  return (
    <svg class="whiskers" height="20" aria-hidden="true">
      {values.map((value, i) => (
        <text key={value} class={`tick${i % (values.length - 1) ? ' inner' : ''}`} x={`${x(value)}%`} y="14" text-anchor="middle">
          {number(value, tick_digits(values))}
        </text>
      ))}
    </svg>
  );
}

export function Whiskers({ axis, rating }: { axis: Axis; rating: Rating }) {
  const x = place(axis);
  const middle = kHeight_px / 2;
  const at = (value: number) => `${x(value)}%`;
  const [elo, low, high] = rating ?? [null, null, null];
  const open_low = rating !== null && low === null;
  const open_high = rating !== null && high === null;
  return (
    <svg class="whiskers" height={kHeight_px} aria-hidden="true">
      {ticks_of(axis).map((value) => (
        <line key={value} class={value === 0 ? 'zero' : 'rule'} x1={at(value)} x2={at(value)} y1="0" y2={kHeight_px} />
      ))}
      {rating && (
        <>
          <line class="whisker" x1={open_low ? '0%' : at(low!)} x2={open_high ? '100%' : at(high!)} y1={middle} y2={middle} />
          {low !== null && <line class="whisker" x1={at(low)} x2={at(low)} y1={middle - 4} y2={middle + 4} />}
          {high !== null && <line class="whisker" x1={at(high)} x2={at(high)} y1={middle - 4} y2={middle + 4} />}
          {elo !== null && <circle cx={at(elo)} cy={middle} r="4.5" />}
        </>
      )}
    </svg>
  );
}
