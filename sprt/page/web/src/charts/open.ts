// From a position of a chart to the game that was counted last there.

import { go } from '../router';
import type { RunIndex } from '../types';

/** Nothing when the page has no games. `positions`: after how many games each stands. */
export function open_after(index: RunIndex, positions = index.series.games): ((i: number) => void) | undefined {
  if (!index.has_games) {
    return undefined;
  }
  return (i) => {
    const games = positions[i];
    if (games) {
      go({ view: 'game', game: Math.min(games, index.games) - 1, turn: null });
    }
  };
}
