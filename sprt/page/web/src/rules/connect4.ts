// Connect Four: 7 columns of 6 cells; four in a line win. Source: docs/protocol.md, "Connect Four".

import { line_game } from './lines';

const kColumns = 7;
const kRows = 6;

export const connect4 = line_game({
  columns: kColumns,
  rows: kRows,
  length: 4,
  won: 'four in a row',
  title: (row, column) => `column ${column}=${'abcdefg'[column - 1]}, row ${kRows + 1 - row}`,
  turns_round: false,
  thing: 'disc',
  start_fen: '7/7/7/7/7/7 r 1',
  letters: ['rx', 'yo'],
  /** `numbers`: the column, from 1. The disc falls to the lowest empty cell. */
  target(cells, numbers) {
    const column = numbers[0]! - 1;
    let row = kRows - 1;
    while (row > 0 && cells[row * kColumns + column] !== 0) {
      --row;
    }
    return row * kColumns + column;
  },
  notation: (place) => place[0]!,
});
