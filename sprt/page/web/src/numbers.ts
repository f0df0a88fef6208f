// Which games of the log an index is about: all of them, or those of two agents of a tournament.

import { href } from './router';
import type { Query } from './router';
import type { RunIndex } from './types';

/** The numbers of the first `count` of its games. */
export function numbers_of(index: RunIndex, count = index.games): number[] {
  return index.numbers?.slice(0, count) ?? Array.from({ length: count }, (_, game) => game);
}

/** The number of the game `step` games after `game`; undefined when there is none. */
export function beside(index: RunIndex, game: number, step: number): number | undefined {
  const { numbers, games } = index;
  if (numbers) {
    const at = numbers.indexOf(game);
    return at < 0 ? undefined : numbers[at + step];
  }
  return game + step >= 0 && game + step < games ? game + step : undefined;
}

/** The address of its games that `query` leaves. */
export function games_href(index: RunIndex, query: Query): string {
  return href({ view: 'games', query: { ...index.scope, ...query } });
}
