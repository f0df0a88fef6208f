// Games in which each move fills a cell and a line wins.

import { read_board, read_rest, write_board } from './fen';
import { other, type Cell, type Position, type Rules, type Step } from './rules';

export interface LineGame extends Pick<Rules, 'columns' | 'rows' | 'title' | 'turns_round' | 'thing' | 'start_fen'> {
  /** How many in a row win, and how that is said. */
  length: number;
  won: string;
  /** Of both players in a FEN, in each of their spellings. */
  letters: [string, string];
  /** The cell that a move fills. */
  target(cells: Cell[], numbers: number[]): number;
  /** A move as in `openings`, from where it came to lie: `d3`. */
  notation(place: string): string;
}

const kDirections = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/** The places of all lines of `length` that `side` has, each place once. */
function lines_of(cells: Cell[], columns: number, length: number, side: 1 | 2): number[] {
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

function after(game: LineGame, position: Position, numbers: number[]): Step {
  const { columns, rows } = game;
  const cells = position.cells.slice();
  const target = game.target(cells, numbers);
  cells[target] = position.mover;
  const line = lines_of(cells, columns, game.length, position.mover);
  const text = 'abcdefg'[target % columns]! + (rows - Math.floor(target / columns));
  return {
    position: {
      cells,
      mover: other(position.mover),
      half_moves: 0,
      move_number: position.move_number + (position.mover === 2 ? 1 : 0),
    },
    change: { target, origin: null, struck: line.filter((cell) => cell !== target) },
    notation: game.notation(text),
    text,
    effect: line.length > 0 ? game.won : '',
  };
}

export function line_game(game: LineGame): Rules {
  const { columns, rows, title, turns_round, thing, start_fen, letters } = game;
  return {
    columns,
    rows,
    column_labels: [...'abcdefg'.slice(0, columns)],
    row_labels: Array.from({ length: rows }, (_, row) => String(rows - row)),
    title,
    counts_stones: false,
    turns_round,
    thing,
    start_fen,
    read_fen(text) {
      const words = text.split(/\s+/);
      const { mover, counters } = read_rest(words, letters);
      return { cells: read_board(words[0]!, letters), mover, half_moves: 0, move_number: counters[0] ?? 1 };
    },
    fen({ cells, mover }) {
      const taken = cells.filter((cell) => cell !== 0).length;
      return `${write_board(cells, columns, letters)} ${letters[mover - 1]![0]} ${Math.floor(taken / 2) + 1}`;
    },
    after: (position, numbers) => after(game, position, numbers),
  };
}
