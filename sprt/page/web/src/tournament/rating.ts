// Ratings and their errors in words.

import { interval, number, signed } from '../format';
import type { Rating, StandingsRow, TournamentIndex } from './types';

const kSame = 1e-6;

/** `+49.6`, `> +393.4`, `< −310.0`. */
export function elo_text(rating: Rating): string {
  if (!rating) {
    return '–';
  }
  const [elo, low, high] = rating;
  return elo !== null ? signed(elo, 1) : low !== null ? `> ${signed(low, 1)}` : `< ${signed(high, 1)}`;
}

/** `±27.6`, or both ends when they are not as far; empty for what is exact or has one end alone. */
export function error_text(rating: Rating): string {
  if (!rating || rating[0] === null) {
    return '';
  }
  const [elo, low, high] = rating as [number, number | null, number | null];
  if (low === null || high === null) {
    return interval([low, high]);
  }
  if (high - low < kSame) {
    return '';
  }
  return Math.abs(high - elo - (elo - low)) < kSame * Math.max(1, high - low) ? `±${number(high - elo, 1)}` : interval([low, high]);
}

export function rank_text({ rank }: StandingsRow): string {
  return !rank ? '–' : rank[0] === rank[1] ? String(rank[0]) : `${rank[0]}–${rank[1]}`;
}

/** `1`, or `1+2` with time losses. */
export function faults_text({ faults, time_losses }: StandingsRow): string {
  return number(faults) + (time_losses > 0 ? `+${number(time_losses)}` : '');
}

const kMarks: [(row: StandingsRow) => boolean, string, string][] = [
  [(row) => row.withdrawn_for === 'faults', 'w', 'withdrawn for its faults'],
  [(row) => row.withdrawn_for === 'tampering', 'x', 'withdrawn for tampering'],
  [(row) => row.withdrawn_for === 'time_losses', 't', 'withdrawn for losing on time'],
  [(row) => row.removed, 'r', 'removed'],
  [(row) => row.saturated, 's', 'with one of its rivals it only repeats games'],
];

/** The marks behind a name. */
export function marks_of(row: StandingsRow): string {
  return kMarks.map(([is_there, mark]) => (is_there(row) ? mark : '')).join('');
}

/** What the marks of a table mean; empty without marks. */
export function marks_words({ standings: { rows } }: TournamentIndex): string {
  const words = kMarks.flatMap(([is_there, mark, text]) => (rows.some(is_there) ? `${mark}: ${text}` : []));
  return words.length > 0 ? `${words.join('; ')}.` : '';
}
