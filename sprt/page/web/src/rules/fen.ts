// Forsyth-Edwards notation of a board: ranks from the top, digits for runs of empty cells.

import type { Cell } from './rules';

/** Cells of the board field. `letters` are those of both players, in each of their spellings. */
export function read_board(board: string, letters: [string, string]): Cell[] {
  const cells: Cell[] = [];
  for (const character of board) {
    if (character === '-') {
      cells.push(3);
    } else if (letters[0].includes(character)) {
      cells.push(1);
    } else if (letters[1].includes(character)) {
      cells.push(2);
    } else if (character !== '/') {
      cells.push(...new Array<Cell>(Number(character)).fill(0));
    }
  }
  return cells;
}

export function write_board(cells: Cell[], columns: number, letters: [string, string]): string {
  const signs = ['', letters[0][0]!, letters[1][0]!, '-'];
  let text = '';
  let run = 0;
  cells.forEach((cell, place) => {
    if (cell === 0) {
      ++run;
    } else {
      text += (run > 0 ? run : '') + signs[cell]!;
      run = 0;
    }
    if ((place + 1) % columns === 0) {
      text += (run > 0 ? run : '') + (place + 1 < cells.length ? '/' : '');
      run = 0;
    }
  });
  return text;
}

/** The side to move, and the counters after it. */
export function read_rest(words: string[], letters: [string, string]): { mover: 1 | 2; counters: number[] } {
  return { mover: letters[1].includes(words[1] ?? '') ? 2 : 1, counters: words.slice(2).map(Number) };
}
