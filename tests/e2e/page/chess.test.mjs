// Games of random moves by our rules of chess, against the library chessops: legal moves, FEN, notation, and how each game
// ends; and against the rules of the page, and the page of a run in Chromium. CHESS_GAMES is the number of games of each of chess and Chess960.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { makeSan, parseSan } from 'chessops/san';
import { makeSquare, makeUci, parseUci } from 'chessops/util';

import { context_with, drawn, open, start_browser, stop_browser, text_of } from './browser.mjs';
import { dir_of, games, page_source, run } from './programs.mjs';

const kGames = Number(process.env.CHESS_GAMES ?? 200);
const kGamesAtOnce = 50; // so that their text is small

let page;
before(async () => {
  await start_browser();
  page = await page_source('rules/games.ts');
});

after(stop_browser);

const kPromotions = { n: 2, b: 3, r: 4, q: 5 };
const square_number = (text) => 10 * (text.charCodeAt(0) - 96) + Number(text[1]);
const numbers_of = (move) => [square_number(move.slice(0, 2)), square_number(move.slice(2, 4)), kPromotions[move[4]] ?? 0];

/** All legal moves; castling is king takes rook. */
function legal_moves(position) {
  const moves = [];
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const promotes = position.board.pawn.has(from) && (to < 8 || to >= 56);
      for (const promotion of promotes ? ['queen', 'rook', 'bishop', 'knight'] : [undefined]) {
        moves.push(makeUci({ from, to, promotion }));
      }
    }
  }
  return moves.sort();
}

/** The FEN in our words: under Chess960 the rights to castle are files, h to a, which chessops writes as KQkq where it can. */
function fen_of(position, is_960) {
  const fen = makeFen(position.toSetup());
  if (!is_960) {
    return fen;
  }
  const rooks = [...position.castles.castlingRights];
  const files = (squares) => squares.sort((one, two) => two - one).map((square) => 'abcdefgh'[square % 8]).join('');
  const white = files(rooks.filter((square) => square < 8)).toUpperCase();
  const black = files(rooks.filter((square) => square >= 56));
  const fields = fen.split(' ');
  fields[2] = white + black || '-';
  return fields.join(' ');
}

function ending(position, times) {
  if (position.isCheckmate()) {
    return ['checkmate', position.turn === 'white' ? 'black' : 'white'];
  }
  const draw = position.isStalemate() ? 'stalemate'
    : position.isInsufficientMaterial() ? 'insufficient_material'
    : position.halfmoves >= 100 ? 'halfmove_limit'
    : times >= 3 ? 'repetition' : null;
  return draw && [draw, 'nobody'];
}

/** The first four fields: what makes two positions of a game the same one. */
const key_of = (fen) => fen.split(' ').slice(0, 4).join(' ');

/** Replays the lines of one game; returns its ending. */
function check_game(lines, rules, seen_castling) {
  const is_960 = rules === 'chess960';
  const [start] = lines[0].split(';');
  const position = Chess.fromSetup(parseFen(start).unwrap()).unwrap();
  const ours = page.rules_named(rules);
  let shown = ours.read_fen(start);
  const times = new Map();
  for (const [turn, line] of lines.entries()) {
    const fen = fen_of(position, is_960);
    const key = key_of(fen);
    times.set(key, (times.get(key) ?? 0) + 1);
    const end = ending(position, times.get(key));
    const [told, legal, move, san] = line.split(';');
    if (turn === lines.length - 1) {
      assert.deepEqual([legal, move], end, fen);
      return legal;
    }
    assert.equal(told, fen);
    assert.equal(end, null, `${fen}: the game is over`);
    assert.deepEqual(legal.trim().split(' ').sort(), legal_moves(position), fen);
    assert.equal(ours.fen(shown), fen);
    const parsed = parseUci(move);
    if (position.board.king.has(parsed.from) && position.board[position.turn].has(parsed.to)) {
      seen_castling.add(position.turn + (parsed.to > parsed.from ? 'h' : 'a'));
    }
    const wanted = makeSan(position, parsed);
    assert.equal(san, wanted, `${fen}: ${move}`);
    position.play(parsed);
    const step = ours.after(shown, numbers_of(move));
    assert.equal(step.text, wanted, `${fen}: ${move} on the page`);
    shown = step.position;
  }
  throw new Error('a game without an end');
}

for (const rules of ['chess', 'chess960']) {
  test(`${kGames} games of ${rules}: moves, notation, FEN and endings are those of chessops`, () => {
    const endings = new Map();
    const seen_castling = new Set();
    let plies = 0;
    for (let first = 0; first < kGames; first += kGamesAtOnce) {
      const text = run('tests/chess_games', [rules, String(Math.min(kGamesAtOnce, kGames - first)), String(first + 1)]);
      let game = [];
      for (const line of text.trimEnd().split('\n')) {
        game.push(line);
        if (line.startsWith(';')) {
          const end = check_game(game, rules, seen_castling);
          endings.set(end, (endings.get(end) ?? 0) + 1);
          plies += game.length - 1;
          game = [];
        }
      }
      assert.equal(game.length, 0);
    }
    console.log(`${rules}: ${plies} plies; ${[...endings].map(([end, count]) => `${end} ${count}`).join(', ')}`);
    assert.equal([...endings.values()].reduce((one, two) => one + two), kGames);
    assert.equal(seen_castling.size, 4, 'castling of both sides on both wings');
  });
}

const kLetters = ' abcdefgh';
const square_name = (number) => kLetters[Math.floor(number / 10)] + (number % 10);
const uci_of = ([from, to, promotion]) => square_name(from) + square_name(to) + ['', '', 'n', 'b', 'r', 'q'][promotion];

for (const name of ['chess', 'chess960']) {
  test(`${name}: chessops reads the moves, results and last positions of the log from its PGN`, () => {
    const of = (...flags) => run('sprt', ['export', dir_of(name), ...flags]);
    const last_positions = of('--format', 'epd').trimEnd().split('\n');
    const records = games(name);
    const exported = parsePgn(of());
    assert.equal(exported.length, records.length);
    exported.forEach((game, i) => {
      const record = records[i];
      const white_won = record.winner === record.first;
      assert.equal(game.headers.get('Result'), record.winner === 0 ? '1/2-1/2' : white_won ? '1-0' : '0-1');
      assert.equal(game.headers.get('Variant'), name === 'chess' ? undefined : 'Chess960');
      const position = startingPosition(game.headers).unwrap();
      const played = [];
      for (const node of game.moves.mainline()) {
        const move = parseSan(position, node.san);
        assert.ok(move, `game ${i}: ${node.san}`);
        played.push(makeUci(move));
        position.play(move);
      }
      assert.deepEqual(played, [...record.opening, ...record.moves].map(uci_of));
      const [pieces, mover, rights, passed, ...counters] = fen_of(position, name !== 'chess').split(' ');
      assert.equal(last_positions[i], `${pieces} ${mover} ${rights} ${passed} hmvc ${counters[0]}; fmvn ${counters[1]};`);
    });
  });
}

/** The letter of each piece and the title of its cell. */
const board_shown = (shown) =>
  shown.locator('.board').evaluate((board) => {
    const boxes = [...board.querySelectorAll('.cell')].map((cell) => [cell.getBoundingClientRect(), cell.textContent]);
    const pieces = [...board.querySelectorAll('.piece')].map((piece) => {
      const { x, y, width, height } = piece.getBoundingClientRect();
      const [, name] = boxes.find(([box]) => box.right > x + width / 2 && box.bottom > y + height / 2);
      return piece.dataset.letter + name;
    });
    return pieces.sort();
  });

const kLettersOf = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
const pieces_of = ({ board }) =>
  [...board]
    .map(([square, { color, role }]) => (color === 'white' ? kLettersOf[role].toUpperCase() : kLettersOf[role]) + makeSquare(square))
    .sort();

/** The notation of all moves of a game, and the pieces after `turn` turns, by chessops. */
function expected(record, turn) {
  const usual = page.rules_named(record.rules).start_fen;
  const start = record.opening.length === 0 ? (record.start_fen ?? usual) : usual;
  const position = Chess.fromSetup(parseFen(start).unwrap()).unwrap();
  const boards = [pieces_of(position)];
  const moves = [...record.opening, ...record.moves].map((numbers) => {
    const move = parseUci(uci_of(numbers));
    const san = makeSan(position, move);
    position.play(move);
    boards.push(pieces_of(position));
    return san;
  });
  return { moves, board: boards[turn] };
}

for (const name of ['chess', 'chess960']) {
  test(`${name}: the page of 50 games has the boards and the notation of chessops`, async () => {
    const records = games(name);
    assert.equal(records.length, 50);
    const context = await context_with();
    const shown = await open(context, name, '#/game/0/0', 'game 0 0');
    for (const record of records) {
      const turn = Math.min(7 * record.game, record.turns);
      await shown.evaluate((hash) => (location.hash = hash), `#/game/${record.game}/${turn}`);
      await drawn(shown, `game ${record.game} ${turn}`);
      const moves = await shown.locator('.moves button > :nth-child(2)').allInnerTexts();
      assert.deepEqual({ moves, board: await board_shown(shown) }, expected(record, turn), `game ${record.game}, turn ${turn}`);
    }
    assert.deepEqual(shown.seen.errors, []);
    await context.close();
  });
}

test('scores are in pawns and mates in moves, as in no other game', async () => {
  const { score_words } = await page_source('views/sentence.ts');
  for (const [score, in_chess, in_ataxx] of [
    [35, '+0.35', '+35'],
    [-1205, '−12.05', '−1205'],
    [0, '0.00', '0'],
    ['#5', 'M5', 'won in 5'],
    ['#-3', '−M3', 'lost in 3'],
    [null, '–', '–'],
  ]) {
    assert.equal(score_words(page.rules_named('chess'), score), in_chess);
    assert.equal(score_words(page.rules_named('chess960'), score), in_chess);
    assert.equal(score_words(page.rules_named('ataxx'), score), in_ataxx);
  }
});

test('a game at a turn: moves in pairs with scores and depths, the clocks of both, the squares of the move', async () => {
  const { time } = await page_source('format.ts');
  const record = games('chess-scores')[1]; // agent 2 is white
  assert.equal(record.first, 2);
  const made = 6;
  const turn = record.opening.length + made;
  const context = await context_with();
  const shown = await open(context, 'chess-scores', `#/game/1/${turn}`, `game 1 ${turn}`);
  const move = shown.locator('.moves button').nth(turn - 1);
  const words = (await move.innerText()).split(/\s+/);
  assert.deepEqual(words.slice(1, 3), ['+0.75', `d${made}`], 'of black: without a number');
  assert.match(await shown.locator('.moves button').nth(turn - 2).innerText(), /^5\.\s\S+\sM12\sd5\s/);
  assert.match(await text_of(shown, '.sentence'), /, depth 6, score \+0\.75$/);
  for (const player of [1, 2]) {
    const used = record.moves.slice(0, made).filter((_, i) => (i % 2 === 0) === (player === 2)).map((move) => move[3]);
    const left = record.budget_us[player - 1] - used.reduce((one, two) => one + two, 0);
    const seat = await text_of(shown, `.seat[data-player="${player}"]`);
    assert.ok(seat.includes(`agent ${player}, ${player === 2 ? 'white' : 'black'}`), seat);
    assert.ok(seat.includes(`${time(left)} left`), seat);
  }
  const title_under = (mark) =>
    shown.locator('.board').evaluate((board, name) => {
      const { x, y } = board.querySelector(`.${name}`).getBoundingClientRect();
      const cells = [...board.querySelectorAll('.cell')];
      const far = (cell) => Math.hypot(cell.getBoundingClientRect().x - x, cell.getBoundingClientRect().y - y);
      return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best)).textContent;
    }, mark);
  const played = uci_of(record.moves[made - 1]);
  assert.equal((await title_under('origin')) + (await title_under('target')), played.slice(0, 4));
  await shown.keyboard.press('f');
  await shown.waitForSelector('.table > .seat:last-child[data-player="2"]');
  assert.equal((await title_under('origin')) + (await title_under('target')), played.slice(0, 4), 'turned round');
  await context.close();
});

test('a king in check is marked', async () => {
  const record = games('chess').find(({ termination }) => termination === 'checkmate');
  const context = await context_with();
  const shown = await open(context, 'chess', `#/game/${record.game}/${record.turns}`);
  assert.equal(await shown.locator('.halo').count(), 1);
  assert.match(await shown.locator('.moves button').last().innerText(), /#/);
  await context.close();
});

test('where black begins its move stands on the right, with its number', async () => {
  const context = await context_with();
  const shown = await open(context, 'chess960', '#/game/0/1', 'game 0 1');
  const moves = shown.locator('.moves button');
  assert.match(await moves.nth(0).innerText(), /^2…\s/);
  assert.match(await moves.nth(1).innerText(), /^3\.\s/);
  const [black, white] = [await moves.nth(0).boundingBox(), await moves.nth(1).boundingBox()];
  assert.ok(black.x > white.x && black.y < white.y);
  await context.close();
});
