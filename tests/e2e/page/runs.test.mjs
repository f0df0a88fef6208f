// Plays the runs that the other tests look at; they need this one (a fixture of ctest).

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { BIN, dir_of, games, lines, make_page, page_of, play, play_and_stop, play_tournament, RUNS, run_file, tune, TUNED } from './programs.mjs';

const agents = (one, two) => ['--agent1', one, '--agent2', two];
const strong = agents('minimax --depth 2', 'greedy');
const wide = ['--elo0', '0', '--elo1', '200'];

rmSync(RUNS, { recursive: true, force: true });
mkdirSync(RUNS, { recursive: true });

test('each model with each verdict', () => {
  for (const model of ['pentanomial', 'normalized', 'trinomial', 'wald', 'bayeselo']) {
    play(`h1-${model}`, [...strong, ...wide, '--model', model]);
    assert.equal(run_file(`h1-${model}`).result.verdict, 'H1');
  }
  play('h0', [...agents('random', 'greedy'), ...wide]);
  play('none', [...agents('random', 'random'), '--elo0', '-1', '--elo1', '1', '--max-games', '20']);
  assert.equal(run_file('h0').result.verdict, 'H0');
  assert.equal(run_file('none').result.reason, 'max_games');
  for (const name of ['h1-pentanomial', 'h1-normalized', 'h1-trinomial', 'h1-wald', 'h1-bayeselo', 'h0', 'none']) {
    make_page(name);
  }
});

test('a killed run and one that was interrupted', async () => {
  const endless = [...agents('random', 'random'), '--elo0', '-0.01', '--elo1', '0.01'];
  await play_and_stop('killed', endless, 12, 'SIGKILL');
  await play_and_stop('interrupted', endless, 12, 'SIGINT');
  make_page('killed');
  make_page('interrupted');
});

test('the other games, and engines that tell scores and depths', () => {
  play('connect-four', [...agents('alphabeta --depth 4', 'alphabeta --depth 2'), '--game', 'connect-four', '--max-games', '60']);
  play('tic-tac-toe', [...agents('greedy', 'random'), '--game', 'tic-tac-toe', '--max-games', '40']);
  const chess = [...agents('alphabeta --depth 2', 'greedy'), '--game', 'chess', '--max-games', '50', '--elo0', '-0.01', '--elo1', '0.01'];
  play('chess', chess);
  play('chess960', [...chess, '--rules', 'chess960', '--openings', 'random:3']); // black begins
  const engine = join(BIN, 'uai', 'uai_engine');
  const config = {
    agent1: { command: [engine], name: 'engine 1', protocol: 'uai', depth: 2 },
    agent2: { command: [engine], name: 'engine 2', protocol: 'uai', depth: 1 },
    rules: 'uai',
    log_pv: true,
    max_games: 12,
  };
  writeFileSync(join(RUNS, 'engines.json'), JSON.stringify(config));
  play('engines', [join(RUNS, 'engines.json')]);
  assert.ok(games('engines').some((game) => game.scores?.some((score) => score !== null)));
  for (const name of ['connect-four', 'tic-tac-toe', 'chess', 'chess960', 'engines']) {
    make_page(name);
  }
});

/** Games of chess whose players tell scores and depths, as engines do: in pawns, and of mates. */
test('chess with scores', () => {
  cpSync(dir_of('chess'), dir_of('chess-scores'), { recursive: true });
  const told = (i) => (i % 5 === 4 ? (i % 2 ? '#-3' : '#12') : 35 * i - 100);
  const all = games('chess-scores').map((game) =>
    JSON.stringify({ ...game, scores: game.moves.map((_, i) => told(i)), depth: game.moves.map((_, i) => i + 1) }),
  );
  writeFileSync(join(dir_of('chess-scores'), 'games.jsonl'), `${all.join('\n')}\n`);
  const file = run_file('chess-scores');
  delete file.games_sha256; // of other lines
  writeFileSync(join(dir_of('chess-scores'), 'run.json'), JSON.stringify(file));
  make_page('chess-scores');
});

// Of the system: another one may be found by a script that takes seconds on a busy machine.
const kPython = process.env.REFEREE_PYTHON ?? 'python3';
const kHostile = `import sys
sys.stderr.write("<script>alert(1)</script>" + "<" * 65536 + "\\u202egnp.exe\\x07\\x1b[31m end</script><!--\\n")
sys.stderr.flush()
for line in sys.stdin:
    word = line.split()[0]
    if word == "READY":
        print("OK", flush=True)
    elif word == "TURN":
        print("MOVE <img src=x onerror=alert(1)>", flush=True)
    elif word == "FINISH":
        break
`;

test('agents whose words are an attack on the page', () => {
  writeFileSync(join(RUNS, 'hostile.py'), kHostile);
  const name = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u2066 "quotes" & \'more\' <!-- $& \\1';
  const config = {
    agent1: { command: [kPython, join(RUNS, 'hostile.py')], name, env: { TOKEN: 'a secret value' } },
    agent2: { command: 'random', name: '<b>random</b>\u200b' },
    max_faults: null,
    max_games: 4,
    ready_ms: 60000,
    no_check: true,
  };
  writeFileSync(join(RUNS, 'hostile.json'), JSON.stringify(config));
  play('hostile', [join(RUNS, 'hostile.json')]);
  make_page('hostile');
  assert.ok(!readFileSync(page_of('hostile'), 'utf8').includes('onerror'));
});

test('a tournament, one of its agents hostile', () => {
  const name = '</td><script>alert(1)</script>\u202e=1+1|';
  const config = {
    agents: [
      'minimax --depth 2 --shuffle',
      'greedy --shuffle',
      { command: [kPython, join(RUNS, 'hostile.py')], name },
      'minimax --depth 1 --shuffle',
      'random',
    ],
    rounds: 12,
    max_faults: 30,
    ready_ms: 60000,
    no_check: true,
  };
  writeFileSync(join(RUNS, 'table.json'), JSON.stringify(config));
  play_tournament('table', [join(RUNS, 'table.json')], [4]);
  make_page('table');
});

test('a tournament whose names are long and have no blank', () => {
  const agents = ['greedy', 'random'].map((command) => ({ command, name: command.repeat(40) }));
  writeFileSync(join(RUNS, 'long.json'), JSON.stringify({ agents, rounds: 20, game: 'tic-tac-toe' }));
  play_tournament('long', [join(RUNS, 'long.json')]);
  make_page('long');
});

test('a tuning, one that was killed, and one of many parameters at their bounds', async () => {
  tune('tuning', [...TUNED, '--games', '2000']);
  await play_and_stop('tuning-killed', [...TUNED, '--games', '40000'], 40, 'SIGKILL', 'tune');
  const names = Array.from({ length: 12 }, (_, i) => `parameter-${i}`);
  const params = names.flatMap((name) => ['--param', `${name}=0.001:0.001:123456.5`]);
  const agent = [join(RUNS, 'two.sh'), '{x} {y}', ...names.map((name) => `{${name}}`)].join(' ');
  const strength = TUNED[1].split(' ')[0];
  writeFileSync(join(RUNS, 'two.sh'), `#!/bin/sh\nexec "${strength}" "$1" "$2"\n`, { mode: 0o755 });
  tune('tuning-many', ['--agent', agent, ...TUNED.slice(2), ...params, '--games', '64', '--verify', '0']);
  for (const name of ['tuning', 'tuning-killed', 'tuning-many']) {
    make_page(name);
  }
});

const kRepeated = 60;

/** REFEREE_SEED of both agents in a game. Source: docs/protocol.md, "The messages". */
function seeds_of(seed, game) {
  return [1, 2].map((agent) => {
    const digits = createHash('sha256').update(`REFEREE_SEED ${seed} ${game} ${agent}`).digest('hex');
    return BigInt(`0x${digits.slice(0, 16)}`).toString();
  });
}

/** A run of `count` games whose log repeats the games of run `name`. */
function repeated(name, copy, count) {
  cpSync(dir_of(name), dir_of(copy), { recursive: true });
  const read = games(name);
  const file = run_file(copy);
  const all = Array.from({ length: count }, (_, game) => {
    const like = read[game % kRepeated];
    return JSON.stringify({ ...like, game, pair: Math.floor(game / 2), seed: seeds_of(file.seed, game) });
  });
  writeFileSync(join(dir_of(copy), 'games.jsonl'), `${all.join('\n')}\n`);
  delete file.games_sha256; // as earlier versions wrote it
  writeFileSync(join(dir_of(copy), 'run.json'), JSON.stringify({ ...file, result: null }));
  make_page(copy);
  assert.equal(lines(copy).length, count);
}

test('25 000 games and 200 of the same', async () => {
  const even = [...agents('random', 'random'), '--elo0', '-0.05', '--elo1', '0.05', '--openings', 'start'];
  await play_and_stop('few', [...even, '--repeats', 'count'], kRepeated, 'SIGINT');
  repeated('few', 'some', 200);
  repeated('few', 'many', 25_000);
});

/** A log as several machines would have written it; its games are those of a run that one machine played. */
test('a run that workers played, one of them hostile', () => {
  cpSync(dir_of('h1-pentanomial'), dir_of('crowd'), { recursive: true });
  const hostile = '<img src=x onerror=alert(1)>\u202e';
  const names = ['anvil', 'anvil', 'a-name-of-thirty-two-characters-', 'v-guest', hostile, undefined];
  const all = games('crowd').map((game) => JSON.stringify({ ...game, worker: names[Math.floor(game.game / 2) % names.length] }));
  writeFileSync(join(dir_of('crowd'), 'games.jsonl'), `${all.join('\n')}\n`);
  const did = { pairs: 4, voided: 1, wrong: 0, refused: null, copies: 0, differed: 0, quarantined: null, distrusted: false, machine: null };
  const workers = {
    anvil: { ...did, pairs: 9, machine: { system: 'Linux', architecture: 'x86_64', processor: 'An Ordinary Processor', cores: 4 } },
    [hostile]: { ...did, quarantined: '</script><script>alert(1)</script>', machine: { processor: '<b>\u2066fast' }, distrusted: true },
    'v-late': { ...did, pairs: 0, wrong: 1, refused: 'a result was wrong: game 7: move 3 is not legal' },
  };
  const resumed = [null, 'nats://192.0.2.7:4322'].map((via, i) => ({ at: '2026-01-02T03:04:05Z', game: 4 + 2 * i, forced: [], via }));
  const remote = JSON.stringify({ run_id: '0123456789ab', epoch: 3, via: 'nats://192.0.2.7:4322', workers, resumed });
  // As a text, because the digest of the configuration is that of its text; the digests of games are those of other lines.
  const file = readFileSync(join(dir_of('crowd'), 'run.json'), 'utf8')
    .replace(/"games_sha256": \[[^\]]*\],/, '')
    .replace('"rests_on_distrusted": false', '"rests_on_distrusted": true')
    .replace(/"resumed": \[\]/, () => remote.slice(1, -1));
  writeFileSync(join(dir_of('crowd'), 'run.json'), file);
  make_page('crowd');
});
