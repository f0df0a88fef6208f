// Tic-Tac-Toe: 3 rows of 3 squares; three in a line win. Source: docs/protocol.md, "Tic-Tac-Toe".

import { read_board, read_rest, write_board } from './fen';
import { lines_of } from './lines';
import { other, type Position, type Rules, type Step } from './rules';

const kSize = 3;
const kLetters: [string, string] = ['x', 'o'];

/** `numbers`: row from the top and column, both from 1. */
function after(position: Position, numbers: number[]): Step {
  const [row, column] = numbers as [number, number];
  const target = (row - 1) * kSize + column - 1;
  const cells = position.cells.slice();
  cells[target] = position.mover;
  const line = lines_of(cells, kSize, 3, position.mover);
  const text = 'abc'[column - 1]! + (kSize + 1 - row);
  return {
    position: {
      cells,
      mover: other(position.mover),
      half_moves: 0,
      move_number: position.move_number + (position.mover === 2 ? 1 : 0),
    },
    change: { target, origin: null, struck: line.filter((cell) => cell !== target) },
    notation: text,
    text,
    effect: line.length > 0 ? 'three in a row' : '',
  };
}

export const tictactoe: Rules = {
  columns: kSize,
  rows: kSize,
  column_labels: [...'abc'],
  row_labels: [...'321'],
  counts_stones: false,
  turns_round: true,
  thing: 'mark',
  start_fen: '3/3/3 x 1',
  read_fen(text) {
    const words = text.split(/\s+/);
    const { mover, counters } = read_rest(words, kLetters);
    return { cells: read_board(words[0]!, kLetters), mover, half_moves: 0, move_number: counters[0] ?? 1 };
  },
  fen({ cells, mover }) {
    const taken = cells.filter((cell) => cell !== 0).length;
    return `${write_board(cells, kSize, kLetters)} ${kLetters[mover - 1]![0]} ${Math.floor(taken / 2) + 1}`;
  },
  after,
};
