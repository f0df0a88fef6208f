// Games from their blocks, replayed.

import { useEffect, useState } from 'preact/hooks';

import type { GameLines } from '../data';
import { replayed, type Replay } from '../replay';

export type Loaded = { replays: Replay[] } | { error: string } | null;

/** Games by their numbers; null while they are unpacked. What was loaded before is not shown for other numbers. */
export function useGames(run: GameLines, numbers: number[]): Loaded {
  const key = numbers.join(' ');
  const [loaded, set_loaded] = useState<{ key: string; is: Loaded }>({ key: '', is: null });
  useEffect(() => {
    let is_wanted = true;
    const set = (is: Loaded) => is_wanted && set_loaded({ key, is });
    Promise.all(numbers.map((game) => run.game(game)))
      .then((lines) => set({ replays: lines.map(replayed) }))
      .catch((error: unknown) => set({ error: String(error) }));
    return () => void (is_wanted = false);
  }, [key, run]);
  return loaded.key === key ? loaded.is : null;
}
