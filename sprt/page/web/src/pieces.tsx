// Pieces of chess, drawn on 40 by 40 units. The foot has the colour of the agent, the body that of the side.

import type { Player } from './types';

const kFoot = 'M10 36v-2.5q0-2.5 2.5-2.5h15q2.5 0 2.5 2.5v2.5z';

/** By letter: the outline, and lines within it. */
const kShapes: Record<string, [string, string?]> = {
  p: ['M20 7.5a6 6 0 0 1 4 10.4h2.5v2.6h-3c.4 4.5 2 7.5 5.5 10.5h-18c3.5-3 5.1-6 5.5-10.5h-3v-2.6h2.5a6 6 0 0 1 4-10.4z'],
  n: [
    'M29 31c1-9 0-18-8-21.5l-1-4.5-3 4.5c-5 2-7 6-9 11.5l2 4 4-1 5-4c0 4-5 5-6 11z',
    'M15.5 14.5h.1',
  ],
  b: [
    'M20 9c5 3 8 7 8 11 0 3-1.5 5-3.5 6.5l1.5 4.5h-12l1.5-4.5c-2-1.5-3.5-3.5-3.5-6.5 0-4 3-8 8-11zM17.8 6.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z',
    'M20 14.5v8M16.5 18.5h7',
  ],
  r: [
    'M10 7h4v3.5h4v-3.5h4v3.5h4v-3.5h4v7.5l-3 3v9.5l2 4h-18l2-4v-9.5l-3-3z',
    'M13 17.5h14M13 27h14',
  ],
  q: [
    'M6.5 12l5.5 8 1.5-11 4.5 10 2-12 2 12 4.5-10 1.5 11 5.5-8-4 14.5 1 4.5h-21l1-4.5z',
    'M11 26.5h18',
  ],
  k: [
    'M18.5 4h3v2.5h2.5v3h-2.5v3h-3v-3h-2.5v-3h2.5zM20 17c2-5 6-6 9-4 4 3 2 9-2 13l1 5h-16l1-5c-4-4-6-10-2-13 3-2 7-1 9 4z',
    'M13 26h14',
  ],
};

interface PieceProps {
  /** As in a FEN. */
  letter: string;
  player: Player;
  /** Of the cell's upper left corner; a cell has 10 units. */
  x: number;
  y: number;
}

export function Piece({ letter, player, x, y }: PieceProps) {
  const kind = letter.toLowerCase();
  const [body, lines] = kShapes[kind]!;
  return (
    <g
      class={`piece p${player} ${letter === kind ? 'black' : 'white'}`}
      data-letter={letter}
      transform={`translate(${x - 0.4} ${y - 0.5}) scale(.27)`}
    >
      <path d={body} />
      {lines && <path class="lines" d={lines} />}
      <path class="foot" d={kFoot} />
    </g>
  );
}
