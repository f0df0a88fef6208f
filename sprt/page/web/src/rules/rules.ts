// What the page knows of a game: enough to replay it. A game is a file in this folder, chosen by the name in the index.

/** 0 empty, 1 the first player, 2 the second, 3 blocked. */
export type Cell = 0 | 1 | 2 | 3;

export interface Position {
  /** From the top, each row from the left. */
  cells: Cell[];
  /** Of chess the letter of the piece on each cell, as in a FEN; empty: none. */
  pieces?: string[];
  /** The side to move. */
  mover: 1 | 2;
  /** Turns since the last clone, or capture or pawn move; 0 where the rules do not count them. */
  half_moves: number;
  move_number: number;
}

/** What a move did to cells, by their places. */
export interface Change {
  target: number | null;
  origin: number | null;
  /** Turned over, in the line that won, or a king in check. */
  struck: number[];
}

export interface Step {
  position: Position;
  change: Change;
  /** As in `openings` of the index. */
  notation: string;
  /** For people, with an arrow for a jump. */
  text: string;
  /** What else the move did, in words; empty when nothing. */
  effect: string;
}

export interface Rules {
  columns: number;
  rows: number;
  column_labels: string[];
  row_labels: string[];
  /** Both names of a cell, as the programs' errors have them: `(1,7)=g7`. */
  title(row: number, column: number): string;
  /** Cells are counted at the end; otherwise a line or mate wins. */
  counts_stones: boolean;
  /** Whether the board may be turned round: not where stones fall. */
  turns_round: boolean;
  thing: string;
  /** Pieces on a chequered board, moves in pairs, scores in pawns; the first player is white. */
  is_chess?: true;
  start_fen: string;
  read_fen(text: string): Position;
  fen(position: Position): string;
  /** `numbers` are those of a legal move. */
  after(position: Position, numbers: number[]): Step;
}

/** Stones of the first and the second player. */
export function stones(position: Position): [number, number] {
  const count = (side: Cell) => position.cells.filter((cell) => cell === side).length;
  return [count(1), count(2)];
}

export const other = (side: 1 | 2): 1 | 2 => (side === 1 ? 2 : 1);
