// From values to pixels.

export type Scale = (value: number) => number;

/** Linear: `from` is drawn at `at_from`, `to` at `at_to`. */
export function scale(from: number, to: number, at_from: number, at_to: number): Scale {
  const step = (at_to - at_from) / (to - from || 1);
  return (value) => at_from + (value - from) * step;
}

/** Round values between both ends, about `count` of them: 1, 2 or 5 times a power of ten apart. */
export function ticks(from: number, to: number, count: number): number[] {
  const rough = (to - from) / Math.max(1, count);
  if (!(rough > 0) || !Number.isFinite(rough)) {
    return [];
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const found: number[] = [];
  for (let i = Math.ceil(from / step); i * step <= to * (1 + 1e-12) && found.length < 100; ++i) {
    found.push(i * step);
  }
  return found;
}

/** Decimals that tell ticks apart. */
export function tick_digits(values: number[]): number {
  const step = values.length > 1 ? Math.abs(values[1]! - values[0]!) : 1;
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}
