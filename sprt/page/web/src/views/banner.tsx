// What to know before the figures are believed.

import { shown } from '../text';
import type { RunIndex } from '../types';

function as_text(value: unknown): string {
  return shown(JSON.stringify(value) ?? 'nothing');
}

function warnings(index: RunIndex): string[] {
  const { result } = index;
  const found: string[] = [];
  if (result.rests_on_disputed) {
    found.push('The verdict rests on disputed time losses: without them it would differ.');
  }
  if (result.rests_on_adjudication) {
    found.push('The verdict rests on adjudication: the verified games leave room for another one.');
  }
  if (result.rests_on_doubtful) {
    found.push('The verdict rests on doubtful games: without them it would differ.');
  }
  if (result.rests_on_tampering) {
    found.push('The verdict may rest on tampering.');
  }
  for (const { pointer, stored, computed } of index.differences) {
    found.push(`run.json differs: ${shown(pointer)} is ${as_text(stored)}, and the games say ${as_text(computed)}.`);
  }
  return [...found, ...index.notes.map(shown)];
}

export function Banner({ index }: { index: RunIndex }) {
  const found = warnings(index);
  return found.length === 0 ? null : (
    <aside class="banner" aria-label="Notes">
      {found.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </aside>
  );
}
