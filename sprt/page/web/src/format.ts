// Numbers and times as people read them: true minus, thin spaces in thousands, the digits that carry something.

import type { Interval } from './types';

const kMinus = '\u2212';
const kThin = '\u202f';

/** `value` with `digits` decimals. Not a number: a dash. */
export function number(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return '–';
  }
  if (!Number.isFinite(value)) {
    return value < 0 ? `${kMinus}∞` : '∞';
  }
  const text = Math.abs(value).toFixed(digits);
  const [whole, fraction] = text.split('.') as [string, string?];
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, kThin) : whole;
  const is_zero = !/[1-9]/.test(text);
  return `${value < 0 && !is_zero ? kMinus : ''}${grouped}${fraction ? `.${fraction}` : ''}`;
}

/** As number(), with a plus before what is above zero. */
export function signed(value: number | null | undefined, digits = 0): string {
  const text = number(value, digits);
  return value !== null && value !== undefined && value > 0 && /[1-9∞]/.test(text) ? `+${text}` : text;
}

/** A sentence of the program, with its numbers as people read them. */
export function typeset(sentence: string): string {
  return sentence.replace(/(?<![.\d])\d{5,}/g, (digits) => number(Number(digits))).replace(/-(?=\d)/g, kMinus);
}

/** A number with the digits that it was given. */
export function exact(value: number): string {
  return (Object.is(value, -0) ? '0' : String(value)).replace('-', kMinus);
}

/** A number with 6 digits at most. */
export function short(value: number): string {
  return exact(Number(value.toPrecision(6)));
}

/** As exact(), with a plus before what is above zero. */
export function signed_exact(value: number): string {
  return `${value > 0 ? '+' : ''}${exact(value)}`;
}

/** `[−3.5, +9.7]`: an end that is null is infinite. */
export function interval(ends: Interval | null | undefined, digits = 1): string {
  if (!ends || (ends[0] === null && ends[1] === null)) {
    return 'undefined';
  }
  return `[${signed(ends[0] ?? -Infinity, digits)}, ${signed(ends[1] ?? Infinity, digits)}]`;
}

/** `share` from 0 to 1. */
export function percent(share: number | null | undefined, digits = 1): string {
  return share === null || share === undefined ? '–' : `${number(100 * share, digits)} %`;
}

function three_digits(value: number): string {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

/** A time of `us` microseconds, in the unit that fits. */
export function time(us: number): string {
  if (us < 1000) {
    return `${us < 10 && !Number.isInteger(us) ? us.toFixed(1) : Math.round(us)} µs`;
  }
  if (us < 999_500) {
    return `${three_digits(us / 1000)} ms`;
  }
  if (us < 59_995_000) {
    return `${three_digits(us / 1e6)} s`;
  }
  const seconds = Math.round(us / 1e6);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** `½`, `1½`: points from 0 to 2. */
export function halves(points: number): string {
  return points % 1 ? (points > 1 ? '1½' : '½') : String(points);
}

/** `1 game`, `2 games`. */
export function counted(count: number, thing: string): string {
  return `${number(count)} ${thing}${count === 1 ? '' : 's'}`;
}
