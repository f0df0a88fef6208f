// Saves the games of the table as a log, for `referee review`.

import { useState } from 'preact/hooks';

import type { GameLines } from '../data';
import { counted } from '../format';

async function saved(run: GameLines, games: number[]): Promise<void> {
  // In the order of the log, so that each block is unpacked once.
  const lines: string[] = [];
  for (const game of [...games].sort((a, b) => a - b)) {
    lines.push(`${await run.line(game)}\n`);
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines, { type: 'application/jsonl' }));
  link.download = 'games.jsonl';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function SaveGames({ run, games }: { run: GameLines; games: number[] }) {
  const [said, say] = useState('');
  const save = () => {
    say('Unpacking games…');
    saved(run, games).then(
      () => say(`${counted(games.length, 'game')} saved; standard error may be cut.`),
      (error: unknown) => say(`Not saved: ${String(error)}`),
    );
  };
  return (
    <p class="save">
      <button type="button" disabled={games.length === 0} onClick={save}>
        Save as .jsonl
      </button>{' '}
      <span class="hint" role="status">
        {said}
      </span>
    </p>
  );
}
