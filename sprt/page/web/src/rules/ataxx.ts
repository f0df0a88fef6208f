// Ataxx, by both sets of rules: what differs between them is when a game ends, and the count of half-moves in a FEN.
// Source: docs/protocol.md, "The board" and "UAI's rules".

import { read_board, read_rest, write_board } from './fen';
import { other, type Cell, type Position, type Rules, type Step } from './rules';

const kSize = 7;
const kLetters: [string, string] = ['xXbB', 'oOwW'];

const place = (row: number, column: number) => (row - 1) * kSize + column - 1;
const name = (row: number, column: number) => 'abcdefg'[column - 1]! + (kSize + 1 - row);

function neighbours(row: number, column: number): number[] {
  const found: number[] = [];
  for (let r = Math.max(1, row - 1); r <= Math.min(kSize, row + 1); ++r) {
    for (let c = Math.max(1, column - 1); c <= Math.min(kSize, column + 1); ++c) {
      if (r !== row || c !== column) {
        found.push(place(r, c));
      }
    }
  }
  return found;
}

function next(position: Position, cells: Cell[], is_clone: boolean): Position {
  return {
    cells,
    mover: other(position.mover),
    half_moves: is_clone ? 0 : position.half_moves + 1,
    move_number: position.move_number + (position.mover === 2 ? 1 : 0),
  };
}

function pass(position: Position): Step {
  return {
    position: next(position, position.cells, false),
    change: { target: null, origin: null, struck: [] },
    notation: '0000',
    text: 'pass',
    effect: '',
  };
}

/** `numbers`: x1, y1, x2, y2; x is the row from the top, y the column; all are -1 for a pass. */
function after(position: Position, numbers: number[]): Step {
  const [x1, y1, x2, y2] = numbers as [number, number, number, number];
  if (x1 < 0) {
    return pass(position);
  }
  const is_jump = Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) > 1;
  const cells = position.cells.slice();
  const struck = neighbours(x2, y2).filter((near) => cells[near] === other(position.mover));
  for (const changed of [...struck, place(x2, y2)]) {
    cells[changed] = position.mover;
  }
  if (is_jump) {
    cells[place(x1, y1)] = 0;
  }
  return {
    position: next(position, cells, !is_jump),
    change: { target: place(x2, y2), origin: is_jump ? place(x1, y1) : null, struck },
    notation: (is_jump ? name(x1, y1) : '') + name(x2, y2),
    text: is_jump ? `${name(x1, y1)}→${name(x2, y2)}` : name(x2, y2),
    effect: struck.length > 0 ? `turns ${struck.length} over` : '',
  };
}

function ataxx(counts_half_moves: boolean): Rules {
  return {
    columns: kSize,
    rows: kSize,
    column_labels: [...'abcdefg'],
    row_labels: [...'7654321'],
    title: (row, column) => `(${row},${column})=${name(row, column)}`,
    counts_stones: true,
    turns_round: true,
    thing: 'stone',
    start_fen: 'x5o/7/7/7/7/7/o5x x 0 1',
    read_fen(text) {
      const words = text.split(/\s+/);
      const { mover, counters } = read_rest(words, kLetters);
      return {
        cells: read_board(words[0]!, kLetters),
        mover,
        half_moves: counters[0] ?? 0,
        move_number: counters[1] ?? 1,
      };
    },
    fen({ cells, mover, half_moves, move_number }) {
      const counter = counts_half_moves ? half_moves : 0;
      return `${write_board(cells, kSize, kLetters)} ${kLetters[mover - 1]![0]} ${counter} ${move_number}`;
    },
    after,
  };
}

export const articles = ataxx(false);
export const uai = ataxx(true);
