// What stands for an agent everywhere: agent 1 is a full disc, agent 2 a ring, whichever plays first.

import { shown } from './text';
import type { Player } from './types';

export function Mark({ player, size = 12 }: { player: Player; size?: number }) {
  return (
    <svg class={`mark p${player}`} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      {player === 1 ? <circle cx="6" cy="6" r="5.5" /> : <circle class="ring" cx="6" cy="6" r="4.2" />}
    </svg>
  );
}

/** A name that a stranger chose: on two lines at most, the whole in its title. */
export function Name({ text }: { text: string }) {
  const name = shown(text);
  return (
    <bdi class="name" title={name}>
      {name}
    </bdi>
  );
}
