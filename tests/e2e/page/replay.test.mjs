// The rules of the page replay real games to the scores of the log, and to the boards of `referee review --show`.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { join } from 'node:path';

import { dir_of, games, page_source, play, run } from './programs.mjs';

let rules;
before(async () => {
  rules = await page_source('replay.ts');
});

/** Replays each game; its score and turns must be those of the log. */
function check_replays(played) {
  for (const game of played) {
    const replay = rules.replayed(game);
    assert.equal(replay.turns.length, game.turns, `game ${game.game}`);
    if (replay.rules.counts_stones) {
      assert.deepEqual(replay.stones.at(-1), game.score, `game ${game.game}`);
    } else {
      const { text, effect } = replay.turns.at(-1).step;
      const won = replay.rules.is_chess ? text.endsWith('#') : effect !== '';
      assert.equal(won, ['line', 'checkmate'].includes(game.termination), `game ${game.game}`);
      assert.equal(won ? replay.turns.at(-1).player : 0, game.winner, `game ${game.game}`);
    }
  }
}

test('2000 games of Ataxx end as the log says', () => {
  const endless = ['--elo0', '-0.01', '--elo1', '0.01', '--max-games', '2000', '--repeats', 'count'];
  play('ataxx-2000', ['--agent1', 'random', '--agent2', 'greedy', ...endless]);
  const played = games('ataxx-2000');
  assert.equal(played.length, 2000);
  check_replays(played);
});

for (const name of ['engines', 'connect-four', 'tic-tac-toe', 'chess', 'chess960', 'h1-pentanomial']) {
  test(`${name}: all games end as the log says`, () => check_replays(games(name)));
}

/** The signs of the board that --show draws: O is the first player there, X the second; of chess the pieces. */
function drawn_signs(text, rows, columns, signs) {
  const is_row = new RegExp(`^\\s+(\\d+\\s+)?[[<(]?[${signs}]([\\s\\])>[<(]+[${signs}]){${columns - 1}}`);
  const board = text.split('\n').filter((line) => is_row.test(line));
  const cells = board.slice(0, rows).map((line) => line.replace(/^\s*\d+ /, '').match(new RegExp(`[${signs}]`, 'g')));
  assert.equal(cells.length, rows, text);
  return cells.flat();
}

const kGames = {
  'h1-pentanomial': ['ataxx'],
  engines: ['ataxx', '--rules', 'uai'],
  'connect-four': ['connect-four'],
  'tic-tac-toe': ['tic-tac-toe'],
  chess: ['chess'],
  chess960: ['chess', '--rules', 'chess960'],
};

for (const [name, [game_name, ...flags]] of Object.entries(kGames)) {
  test(`${name}: 20 boards are those of referee review --show, and their FENs those of the positions`, () => {
    const played = games(name);
    for (let k = 0; k < 20; ++k) {
      const game = played[(7 * k) % played.length];
      const turn = (13 * k + 1) % (game.turns + 1);
      const replay = rules.replayed(game);
      const position = rules.position_at(replay, turn);
      const log = join(dir_of(name), 'games.jsonl');
      const shown = run('referee', ['review', log, '--game', String(game.game), '--show', '--turn', String(turn)]);
      const { rows, columns } = replay.rules;
      const what = `game ${game.game}, turn ${turn}: ${shown}`;
      if (position.pieces) {
        assert.deepEqual(position.pieces.map((piece) => piece || '.'), drawn_signs(shown, rows, columns, '.KQRBNPkqrbnp'), what);
      } else {
        assert.deepEqual(position.cells.map((cell) => '.OX#'[cell]), drawn_signs(shown, rows, columns, '.OX#'), what);
      }

      // As many leaves from the FEN as after the moves.
      const fen = replay.rules.fen(position);
      const count = (from) => run('referee', ['perft', '--game', game_name, ...flags, '--depth', '2', ...from]).trim();
      const moves = [...game.opening, ...game.moves.map((move) => move.slice(0, -1))].slice(0, turn);
      if (moves.length > 0 && !game.start_fen) {
        assert.equal(count(['--fen', fen]), count(['--moves', moves.flat().join(' ')]), fen);
      }
    }
  });
}
