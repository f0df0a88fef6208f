// What to know before the figures are believed.

import { shown } from '../text';
import type { CommonIndex } from '../types';

function as_text(value: unknown): string {
  return shown(JSON.stringify(value) ?? 'nothing');
}

/** What to know before the result is believed, what is wrong with the files, and the notes. */
export function Banner({ index }: { index: CommonIndex }) {
  const found = [
    ...index.warnings.map(shown),
    ...index.differences.map(
      ({ pointer, stored, computed }) =>
        `run.json differs: ${shown(pointer)} is ${as_text(stored)}, and the games say ${as_text(computed)}.`,
    ),
    ...index.notes.map(shown),
  ];
  return found.length === 0 ? null : (
    <aside class="banner" aria-label="Notes">
      {found.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </aside>
  );
}
