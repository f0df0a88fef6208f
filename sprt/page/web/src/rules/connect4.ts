// Connect Four: 7 columns of 6 cells; four in a line win. Source: docs/protocol.md, "Connect Four".

import { read_board, read_rest, write_board } from './fen';
import { lines_of } from './lines';
import { other, type Position, type Rules, type Step } from './rules';

const kColumns = 7;
const kRows = 6;
const kLetters: [string, string] = ['rx', 'yo'];

/** `numbers`: the column, from 1. */
function after(position: Position, numbers: number[]): Step {
  const column = numbers[0]! - 1;
  const cells = position.cells.slice();
  let row = kRows - 1;
  while (row > 0 && cells[row * kColumns + column] !== 0) {
    --row;
  }
  const target = row * kColumns + column;
  cells[target] = position.mover;
  const line = lines_of(cells, kColumns, 4, position.mover);
  return {
    position: {
      cells,
      mover: other(position.mover),
      half_moves: 0,
      move_number: position.move_number + (position.mover === 2 ? 1 : 0),
    },
    change: { target, origin: null, struck: line.filter((cell) => cell !== target) },
    notation: 'abcdefg'[column]!,
    text: 'abcdefg'[column]! + (kRows - row),
    effect: line.length > 0 ? 'four in a row' : '',
  };
}

export const connect4: Rules = {
  columns: kColumns,
  rows: kRows,
  column_labels: [...'abcdefg'],
  row_labels: [...'654321'],
  counts_stones: false,
  turns_round: false,
  thing: 'disc',
  start_fen: '7/7/7/7/7/7 r 1',
  read_fen(text) {
    const words = text.split(/\s+/);
    const { mover, counters } = read_rest(words, kLetters);
    return { cells: read_board(words[0]!, kLetters), mover, half_moves: 0, move_number: counters[0] ?? 1 };
  },
  fen({ cells, mover }) {
    const taken = cells.filter((cell) => cell !== 0).length;
    const move_number = Math.floor(taken / 2) + 1;
    return `${write_board(cells, kColumns, kLetters)} ${kLetters[mover - 1]![0]} ${move_number}`;
  },
  after,
};
