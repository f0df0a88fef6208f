// The cells of finished lines on a board, for games that a line wins.

import type { Cell } from './rules';

const kDirections = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/** The places of all lines of `length` that `side` has, each place once. */
export function lines_of(cells: Cell[], columns: number, length: number, side: 1 | 2): number[] {
  const rows = cells.length / columns;
  const found = new Set<number>();
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      for (const [down, right] of kDirections) {
        const last_row = row + down * (length - 1);
        const last_column = column + right * (length - 1);
        if (last_row >= rows || last_column >= columns || last_column < 0) {
          continue;
        }
        const line = Array.from({ length }, (_, k) => (row + down * k) * columns + column + right * k);
        if (line.every((cell) => cells[cell] === side)) {
          line.forEach((cell) => found.add(cell));
        }
      }
    }
  }
  return [...found];
}
