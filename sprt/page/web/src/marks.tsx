// What stands for an agent everywhere: agent 1 is a full disc, agent 2 a ring, whichever plays first.

import { halves_of, shown } from './text';
import type { Player } from './types';

export function Mark({ player, size = 12 }: { player: Player; size?: number }) {
  return (
    <svg class={`mark p${player}`} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      {player === 1 ? <circle cx="6" cy="6" r="5.5" /> : <circle class="ring" cx="6" cy="6" r="4.2" />}
    </svg>
  );
}

/** A name that a stranger chose, cut in the middle, because commands differ at their ends; the whole is in its title. */
export function Name({ text }: { text: string }) {
  const [start, end] = halves_of(text);
  return (
    <bdi class="name" title={shown(text)}>
      <span>{start}</span>
      <span>{end}</span>
    </bdi>
  );
}
