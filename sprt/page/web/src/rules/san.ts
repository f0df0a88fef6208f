// Moves of chess in standard algebraic notation. Source: PGN standard of 1994, section 8.2.3.
// A place is row from the top times 8 plus file; a piece is its letter in a FEN, or empty.

import { other } from './rules';

const kSize = 8;
const kFiles = 'abcdefgh';

export const row_of = (place: number) => Math.floor(place / kSize);
export const file_of = (place: number) => place % kSize;
export const name = (place: number) => kFiles[file_of(place)]! + (kSize - row_of(place));
export const side_of = (piece: string): 0 | 1 | 2 => (piece === '' ? 0 : piece === piece.toUpperCase() ? 1 : 2);
export const of_side = (side: 1 | 2, kind: string) => (side === 1 ? kind.toUpperCase() : kind);

/** What moves depend on besides the pieces. */
export interface Before {
  pieces: string[];
  mover: 1 | 2;
  /** The cell that a pawn has just passed. */
  passed: number | null;
}

export interface Move {
  from: number;
  /** Of castling the own rook. */
  to: number;
  /** The letter of a kind; empty: none. */
  promotion: string;
}

/** Whether the piece on `from` attacks `to`. */
function attacks(pieces: string[], from: number, to: number): boolean {
  const piece = pieces[from]!;
  const kind = piece.toLowerCase();
  const down = row_of(to) - row_of(from);
  const right = file_of(to) - file_of(from);
  const [near, far] = [Math.abs(down), Math.abs(right)].sort() as [number, number];
  if (kind === 'p') {
    return Math.abs(right) === 1 && down === (side_of(piece) === 1 ? -1 : 1);
  }
  if (kind === 'n') {
    return near === 1 && far === 2;
  }
  if (kind === 'k') {
    return far === 1;
  }
  const is_line = far > 0 && ((near === 0 && kind !== 'b') || (near === far && kind !== 'r'));
  const step = kSize * Math.sign(down) + Math.sign(right);
  let place = from + step;
  while (is_line && place !== to && pieces[place] === '') {
    place += step;
  }
  return is_line && place === to;
}

/** The place of the king of `side` when it is attacked. */
export function checked_king(pieces: string[], side: 1 | 2): number | null {
  const king = pieces.indexOf(of_side(side, 'k'));
  return pieces.some((piece, from) => side_of(piece) === other(side) && attacks(pieces, from, king)) ? king : null;
}

export const castles = ({ pieces, mover }: Before, { to }: Move) => side_of(pieces[to]!) === mover;

/** Whether a pawn takes one that has just passed by. */
export const passes_by = ({ pieces }: Before, { from, to }: Move) =>
  pieces[from]!.toLowerCase() === 'p' && file_of(from) !== file_of(to) && pieces[to] === '';

/** The pieces after a move. */
export function moved(before: Before, move: Move): string[] {
  const { from, to, promotion } = move;
  const pieces = before.pieces.slice();
  pieces[from] = '';
  if (castles(before, move)) {
    const first = kSize * row_of(from);
    pieces[to] = '';
    pieces[first + (to > from ? 6 : 2)] = before.pieces[from]!;
    pieces[first + (to > from ? 5 : 3)] = before.pieces[to]!;
  } else {
    if (passes_by(before, move)) {
      pieces[kSize * row_of(from) + file_of(to)] = '';
    }
    pieces[to] = promotion ? of_side(before.mover, promotion) : before.pieces[from]!;
  }
  return pieces;
}

/** Whether the mover's piece on `from` may go to `to`, castling aside. */
export function is_legal(before: Before, from: number, to: number): boolean {
  const { pieces, mover, passed } = before;
  const piece = pieces[from]!;
  const target = side_of(pieces[to]!);
  if (side_of(piece) !== mover || target === mover) {
    return false;
  }
  let goes = attacks(pieces, from, to);
  if (piece.toLowerCase() === 'p') {
    const ahead = mover === 1 ? -kSize : kSize;
    const is_double = to === from + 2 * ahead && row_of(from) === (mover === 1 ? 6 : 1) && pieces[from + ahead] === '';
    goes = target === 0 ? (goes && to === passed) || to === from + ahead || is_double : goes;
  }
  return goes && checked_king(moved(before, { from, to, promotion: '' }), mover) === null;
}

/** What tells the piece on `from` from others of its kind that may go to `to`: no more than is needed. */
function told_apart(before: Before, from: number, to: number): string {
  const { pieces } = before;
  const others = pieces.flatMap((piece, place) =>
    piece === pieces[from] && place !== from && is_legal(before, place, to) ? [place] : [],
  );
  const shares_file = others.some((place) => file_of(place) === file_of(from));
  const shares_rank = others.some((place) => row_of(place) === row_of(from));
  const text = name(from);
  return (others.length > 0 && (!shares_file || shares_rank) ? text[0]! : '') + (shares_file ? text[1] : '');
}

/** A legal move: `Nbd7`, `exd8=Q#`, `O-O+`. `after`: the position that it leads to. */
export function san(before: Before, move: Move, after: Before): string {
  const { from, to, promotion } = move;
  const kind = before.pieces[from]!.toUpperCase();
  const takes = before.pieces[to] !== '' || passes_by(before, move);
  let text = kind === 'P' ? (takes ? name(from)[0]! : '') : kind + (kind === 'K' ? '' : told_apart(before, from, to));
  text += (takes ? 'x' : '') + name(to) + (promotion && `=${promotion.toUpperCase()}`);
  if (castles(before, move)) {
    text = to > from ? 'O-O' : 'O-O-O';
  }
  if (checked_king(after.pieces, after.mover) === null) {
    return text;
  }
  const escapes = after.pieces.some((_, start) => after.pieces.some((__, end) => is_legal(after, start, end)));
  return text + (escapes ? '+' : '#');
}
