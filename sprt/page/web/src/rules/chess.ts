// Chess and Chess960: pieces move as a log says, whose moves are known to be legal. They differ in how a FEN writes the
// rights to castle. Source: docs/protocol.md, "Chess".

import { other, type Position, type Rules, type Step } from './rules';
import { castles, checked_king, file_of, is_legal, moved, name, of_side, passes_by, row_of, san, side_of } from './san';

const kSize = 8;
const kFiles = 'abcdefgh';
const kKinds = ['', '', 'n', 'b', 'r', 'q']; // by the number of a promotion

interface ChessPosition extends Position {
  /** The letter of the piece on each cell, as in a FEN; empty: none. */
  pieces: string[];
  /** The places of the rooks that may still castle. */
  rooks: number[];
  /** The cell that a pawn has just passed, when one of the other side may take it there. */
  passed: number | null;
}

/** A square of a move is file and rank as two digits. */
const place_of = (square: number) => (kSize - (square % 10)) * kSize + Math.floor(square / 10) - 1;

function read_pieces(board: string): string[] {
  const pieces: string[] = [];
  for (const character of board) {
    if (character >= '1' && character <= '8') {
      pieces.push(...new Array<string>(Number(character)).fill(''));
    } else if (character !== '/') {
      pieces.push(character);
    }
  }
  return pieces;
}

function write_pieces(pieces: string[]): string {
  const rows = Array.from({ length: kSize }, (_, row) => pieces.slice(row * kSize, (row + 1) * kSize));
  return rows.map((row) => row.map((piece) => piece || ' ').join('').replace(/ +/g, (run) => String(run.length))).join('/');
}

/** The rook that a letter of a FEN names: the outermost one on that side of the king, or that of a file. */
function rook_of(letter: string, pieces: string[]): number {
  const side = side_of(letter) as 1 | 2;
  const first = side === 1 ? kSize * (kSize - 1) : 0;
  const rooks = [...kFiles].map((_, file) => first + file).filter((place) => pieces[place] === of_side(side, 'r'));
  const kind = letter.toLowerCase();
  return kind === 'k' ? rooks.at(-1)! : kind === 'q' ? rooks[0]! : first + kFiles.indexOf(kind);
}

function castling({ pieces, rooks }: ChessPosition, writes_files: boolean): string {
  let text = '';
  for (const side of [1, 2] as const) {
    const king = pieces.indexOf(of_side(side, 'k'));
    const own = rooks.filter((rook) => side_of(pieces[rook]!) === side).sort((one, two) => two - one);
    text += own.map((rook) => of_side(side, writes_files ? kFiles[file_of(rook)]! : rook > king ? 'k' : 'q')).join('');
  }
  return text || '-';
}

/** `numbers`: from, to, promotion; castling goes from the king to its own rook. */
function after(position: ChessPosition, numbers: number[]): Step {
  const from = place_of(numbers[0]!);
  const to = place_of(numbers[1]!);
  const move = { from, to, promotion: kKinds[numbers[2]!] ?? '' };
  const { mover } = position;
  const piece = position.pieces[from]!;
  const is_pawn = piece.toLowerCase() === 'p';
  const is_castling = castles(position, move);
  const pieces = moved(position, move);
  const passed = is_pawn && Math.abs(row_of(from) - row_of(to)) === 2 ? (from + to) / 2 : null;
  const rival = { pieces, mover: other(mover), passed };
  const takes_it = (place: number) => pieces[place] === of_side(rival.mover, 'p') && is_legal(rival, place, passed!);
  const is_king = piece.toLowerCase() === 'k';
  const loses = (rook: number) => rook === from || rook === to || (is_king && side_of(position.pieces[rook]!) === mover);
  const next: ChessPosition = {
    cells: pieces.map(side_of),
    pieces,
    rooks: position.rooks.filter((rook) => !loses(rook)),
    passed: passed !== null && [to - 1, to + 1].some(takes_it) ? passed : null,
    mover: other(mover),
    half_moves: is_pawn || (position.pieces[to] !== '' && !is_castling) ? 0 : position.half_moves + 1,
    move_number: position.move_number + (mover === 2 ? 1 : 0),
  };
  const target = is_castling ? pieces.indexOf(piece) : to;
  const king = checked_king(pieces, next.mover);
  return {
    position: next,
    change: { target, origin: from === target ? null : from, struck: king === null ? [] : [king] },
    notation: name(from) + name(to) + move.promotion,
    text: san(position, move, next),
    effect: passes_by(position, move) ? 'en passant' : '',
  };
}

function game(writes_files: boolean, castling_at_start: string): Rules {
  return {
    columns: kSize,
    rows: kSize,
    column_labels: [...kFiles],
    row_labels: [...'87654321'],
    title: (row, column) => name((row - 1) * kSize + column - 1),
    counts_stones: false,
    turns_round: true,
    thing: 'piece',
    is_chess: true,
    start_fen: `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ${castling_at_start} - 0 1`,
    read_fen(text) {
      const [board, mover, rights, passed, half_moves, move_number] = text.split(/\s+/);
      const pieces = read_pieces(board!);
      const square = passed && passed !== '-' ? (kSize - Number(passed[1])) * kSize + kFiles.indexOf(passed[0]!) : null;
      const position: ChessPosition = {
        cells: pieces.map(side_of),
        pieces,
        rooks: [...(rights ?? '-')].filter((letter) => letter !== '-').map((letter) => rook_of(letter, pieces)),
        passed: square,
        mover: mover === 'b' ? 2 : 1,
        half_moves: Number(half_moves ?? 0),
        move_number: Number(move_number ?? 1),
      };
      return position;
    },
    fen(position) {
      const { pieces, passed, mover, half_moves, move_number } = position as ChessPosition;
      const rights = castling(position as ChessPosition, writes_files);
      const square = passed === null ? '-' : name(passed);
      return `${write_pieces(pieces)} ${mover === 1 ? 'w' : 'b'} ${rights} ${square} ${half_moves} ${move_number}`;
    },
    after: (position, numbers) => after(position as ChessPosition, numbers),
  };
}

export const chess = game(false, 'KQkq');
export const chess960 = game(true, 'HAha');
