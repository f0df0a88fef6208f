// What to know before the figures are believed.

import { shown } from '../text';
import type { CommonIndex, RunIndex } from '../types';

function as_text(value: unknown): string {
  return shown(JSON.stringify(value) ?? 'nothing');
}

function warnings({ result }: RunIndex): string[] {
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
  if (result.rests_on_distrusted) {
    found.push('The verdict rests on workers that were caught lying: without their pairs it would differ.');
  }
  if (result.rests_on_tampering) {
    found.push('The verdict may rest on tampering.');
  }
  return found;
}

export function Banner({ index }: { index: RunIndex }) {
  return <Warnings index={index} first={warnings(index)} />;
}

/** `first`, then what is wrong with the files, and the notes. */
export function Warnings({ index, first = [] }: { index: CommonIndex; first?: string[] }) {
  const found = [
    ...first,
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
