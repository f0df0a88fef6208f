// Tic-Tac-Toe: 3 rows of 3 squares; three in a line win. Source: docs/protocol.md, "Tic-Tac-Toe".

import { line_game } from './lines';

const kSize = 3;

export const tictactoe = line_game({
  columns: kSize,
  rows: kSize,
  length: 3,
  won: 'three in a row',
  title: (row, column) => `(${row},${column})=${'abc'[column - 1]}${kSize + 1 - row}`,
  turns_round: true,
  thing: 'mark',
  start_fen: '3/3/3 x 1',
  letters: ['x', 'o'],
  /** `numbers`: row from the top and column, both from 1. */
  target: (_, numbers) => (numbers[0]! - 1) * kSize + numbers[1]! - 1,
  notation: (place) => place,
});
