// A table that shows its first rows, and more of them when asked.

import { useState } from 'preact/hooks';

import { counted } from '../format';

const kAtOnce = 200;

/** How many rows to show of `all`, and the button that asks for more; `thing`: what a row is. */
export function useMore(all: number, thing: string) {
  const [most, set_most] = useState(kAtOnce);
  const button = all > most && (
    <p>
      <button type="button" onClick={() => set_most(most + kAtOnce)}>
        {counted(Math.min(kAtOnce, all - most), `more ${thing}`)}
      </button>
    </p>
  );
  return [most, button] as const;
}
