// Which games the table shows, and in which order. What is chosen stands in the address.

import { numbers_of } from './numbers';
import type { Query } from './router';
import type { RunIndex } from './types';

export type SortKey = 'game' | 'turns' | 'score' | 'time1' | 'time2' | 'time' | 'delay';

export interface Sort {
  key: SortKey;
  descending: boolean;
}

const kSortKeys: readonly SortKey[] = ['game', 'turns', 'score', 'time1', 'time2', 'time', 'delay'];

/** `-turns`: by turns, the most first. An unknown key: by game. */
export function sort_of(text: string | undefined): Sort {
  const descending = text?.startsWith('-') ?? false;
  const key = kSortKeys.find((known) => known === text?.replace(/^-/, ''));
  return key ? { key, descending } : { key: 'game', descending: false };
}

export function sort_text({ key, descending }: Sort): string {
  return key === 'game' && !descending ? '' : `${descending ? '-' : ''}${key}`;
}

/** Points of agent 1 in the pair of each game; null where a game is not scored or missing. */
export function pair_points({ columns }: RunIndex): (number | null)[] {
  const points = columns.winner.map((winner) => (winner === null ? null : winner === 0 ? 0.5 : winner === 1 ? 1 : 0));
  return points.map((_, game) => {
    const [one, two] = [points[game & ~1], points[game | 1]];
    return one == null || two == null ? null : one + two;
  });
}

type Test = (game: number) => boolean;

function tests_of(index: RunIndex, query: Query): Test[] {
  const { columns, terminations, openings } = index;
  const tests: Test[] = [];
  if (query.result) {
    const wanted = query.result === 'none' ? null : Number(query.result);
    tests.push((game) => columns.winner[game] === wanted);
  }
  if (query.end) {
    const wanted = terminations.indexOf(query.end);
    tests.push((game) => columns.termination[game] === wanted);
  }
  if (query.fault) {
    tests.push((game) => columns.fault[game] === Number(query.fault));
  }
  if (query.disputed) {
    tests.push((game) => columns.disputed[game] === 1);
  }
  if (query.worker) {
    const wanted = index.worker_names?.indexOf(query.worker);
    tests.push((game) => columns.worker?.[game] === wanted);
  }
  if (query.kind) {
    tests.push((game) => columns.kind?.[game] === query.kind);
  }
  if (query.points) {
    const points = pair_points(index);
    tests.push((game) => points[game] === Number(query.points));
  }
  if (query.opening) {
    const wanted = query.opening.trim();
    const is_whole = openings.includes(wanted); // not the begin of longer ones; letters of a FEN tell colours
    const fits = openings.map((text) => (is_whole ? text === wanted : text.toLowerCase().startsWith(wanted.toLowerCase())));
    tests.push((game) => fits[columns.opening[game]!]!);
  }
  return tests;
}

function value_of({ columns }: RunIndex, key: SortKey): (game: number) => number {
  switch (key) {
    case 'game':
      return (game) => game;
    case 'turns':
      return (game) => columns.turns[game]!;
    case 'score':
      return (game) => columns.score1[game]! - columns.score2[game]!;
    case 'time1':
      return (game) => columns.used1_us[game]!;
    case 'time2':
      return (game) => columns.used2_us[game]!;
    case 'time':
      return (game) => columns.used1_us[game]! + columns.used2_us[game]!;
    case 'delay':
      return (game) => columns.delay_us[game]!;
  }
}

/** The numbers of those of the first `count` games that pass all filters of `query`, in its order. */
export function chosen_games(index: RunIndex, count: number, query: Query): number[] {
  const tests = tests_of(index, query);
  const games = numbers_of(index, count).filter((game) => tests.every((test) => test(game)));
  const { key, descending } = sort_of(query.sort);
  const value = value_of(index, key);
  const sign = descending ? -1 : 1;
  return games.sort((a, b) => sign * (value(a) - value(b)) || a - b);
}
