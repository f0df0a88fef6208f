// The machines that play a run: what the page says of each, and how that follows a run that workers play.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';

import {
  context_with,
  drawn,
  expect_as_for_a_new_reader,
  keep_picture,
  open,
  start_browser,
  stop_browser,
  text_of,
  watched_page,
} from './browser.mjs';
import { BIN, games, nats_server, report, RUNS } from './programs.mjs';

const children = new Set();
before(start_browser);
after(async () => {
  children.forEach((child) => child.kill('SIGKILL'));
  await stop_browser();
});

const named = (text) => text.replace('\u202e', '\\xe2\\x80\\xae').replace('\u2066', '\\xe2\\x81\\xa6');
const row_of = (page, name) => page.locator('.workers tr', { has: page.locator('th', { hasText: name }) });
const cells_of = (row) => row.locator('td').evaluateAll((all) => all.map((cell) => cell.firstChild.textContent));

test('each worker has a row with what the report says of it, the most games first', async () => {
  const { workers } = report('crowd');
  const page = await open(await context_with(), 'crowd', '#/workers', 'workers');
  const names = await page.locator('.workers tbody th').evaluateAll((all) => all.map((head) => head.firstChild.textContent));
  const order = Object.keys(workers).sort((a, b) => (workers[b].games ?? 0) - (workers[a].games ?? 0) || (a < b ? -1 : 1));
  assert.deepEqual(names, order.map(named));
  assert.equal(names[0], 'anvil');
  assert.equal(names.at(-1), 'v-late');
  for (const [name, its] of Object.entries(workers)) {
    const cells = await cells_of(row_of(page, named(name)));
    assert.equal(cells[0], String(its.games ?? 0), name);
    assert.equal(cells[6], String(its.pairs), name);
    if (its.games) {
      const [won, lost, drew] = its.wld;
      assert.equal(cells[1], its.wld.join(' / '), name);
      assert.equal(cells[2], `${((100 * (won + drew / 2)) / (won + lost + drew)).toFixed(1)} %`, name);
      assert.equal(cells[3], its.faults.join(' / '), name);
      assert.equal(cells[4], its.time_losses.join(' / '), name);
    }
  }
  const text = await text_of(page, '.workers');
  assert.match(text, /An Ordinary Processor, 4 cores/);
  assert.match(text, /Gets no more pairs: a result was wrong: game 7: move 3 is not legal/);
  assert.match(text, /It was caught lying\. Quarantined: <\/script><script>alert\(1\)<\/script>/);
  const here = games('crowd').filter(({ worker }) => worker === undefined).length;
  assert.ok(text.includes(`${here} games on the coordinator's machine`));
  assert.equal(await page.locator('img, .workers script, .workers b').count(), 0);
  assert.deepEqual([page.seen.errors, page.seen.dialogs], [[], []]);
  await page.close();
});

test('a row leads to the games of its worker, and a game says who played it', async () => {
  const page = await open(await context_with(), 'crowd', '#/workers', 'workers');
  await page.getByRole('link', { name: 'v-guest' }).click();
  await drawn(page, 'games');
  assert.match(page.url(), /#\/games\?worker=v-guest$/);
  const its = games('crowd').filter(({ worker }) => worker === 'v-guest');
  assert.match(await text_of(page, '.found'), new RegExp(`^${its.length} of `));
  assert.equal(await page.locator('select[name=worker]').inputValue(), 'v-guest');
  assert.deepEqual([...new Set(await page.locator('.rows .c-worker').allInnerTexts())], ['v-guest']);
  await page.goto(page.url().replace(/#.*/, `#/game/${its[0].game}`));
  await drawn(page);
  await page.locator('.title a', { hasText: 'v-guest' }).waitFor();
  await page.goto(page.url().replace(/#.*/, '#/games?worker=nobody'));
  await page.waitForFunction(() => document.querySelector('.found')?.textContent.startsWith('0 of '));
  await page.close();
});

test('the overview says through which server how many workers played', async () => {
  const page = await open(await context_with(), 'crowd');
  const text = await text_of(page, '.run');
  assert.match(text, /played through nats:\/\/192\.0\.2\.7:4322 by 5 workers/);
  assert.match(text, /resumed 2026-01-02 03:04:05 UTC with game 4 without workers/);
  assert.match(text, /with game 6 through nats:\/\/192\.0\.2\.7:4322/);
  const doubts = report('crowd').doubts.map(({ text }) => text);
  assert.match(doubts.join(), /The verdict rests on pairs of workers that were caught lying \(\d+\): without them the LLR is/);
  assert.equal(await text_of(page, '.banner'), doubts.join('\n\n'));
  await page.close();
});

test('on a narrow screen each value has its label', async () => {
  const page = await open(await context_with({ viewport: { width: 320, height: 844 } }), 'crowd', '#/workers', 'workers');
  const label = await page.locator('.workers td').first().evaluate((cell) => getComputedStyle(cell, '::before').content);
  assert.equal(label, '"games"');
  await keep_picture(page, 'workers-320');
  await page.close();
});

test('a run of one machine has no workers', async () => {
  const page = await open(await context_with(), 'none', '#/workers');
  assert.match(await text_of(page, 'p.banner'), /There is no view #\/workers/);
  assert.equal(await page.getByRole('link', { name: 'Workers' }).count(), 0);
  await page.goto(page.url().replace(/#.*/, '#/games'));
  await drawn(page, 'games');
  assert.equal(await page.locator('select[name=worker], .c-worker').count(), 0);
  await page.close();
});

const PARENT = join(RUNS, 'far');
const GATE = join(PARENT, 'gate');
const DIR = join(PARENT, 'run');

// Plays as greedy does, after the game before it when the test allows as many games.
const kGated = `#!/bin/sh
echo >>"${GATE}/started"
until [ "$(wc -l <"${GATE}/started")" -le "$(cat "${GATE}/allowed")" ]; do sleep 0.02; done
exec "${BIN}/agents/greedy"
`;

function start(program, args) {
  const child = spawn(program, args.map(String), { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (child.said += text));
  child.ended = new Promise((is_over) =>
    child.on('exit', (status, signal) => {
      children.delete(child);
      is_over({ status, signal });
    }),
  );
  return child;
}

const sprt = (...args) => start(join(BIN, 'sprt'), args);
const allow = (count) => writeFileSync(join(GATE, 'allowed'), `${count}\n`);

async function until(holds, child) {
  while (!holds()) {
    assert.ok(children.has(child), child.said);
    await new Promise((done) => setTimeout(done, 20));
  }
}

const has_more = (page, name, column, than) =>
  page.waitForFunction(
    ([wanted, at, least]) => {
      const row = [...document.querySelectorAll('.workers tbody tr')].find((each) => each.querySelector('th')?.textContent.startsWith(wanted));
      return row && Number(row.querySelectorAll('td')[at].firstChild.textContent.replace(/\D/g, '')) > least;
    },
    [name, column, than],
  );

test('rows follow a run that two workers play, and what a session ends with', async (t) => {
  if (!nats_server()) {
    assert.ok(!process.env.CI, 'there is no nats-server; see scripts/test');
    t.skip('there is no nats-server in PATH or below the build directory');
    return;
  }
  rmSync(PARENT, { recursive: true, force: true });
  mkdirSync(GATE, { recursive: true });
  const gated = join(PARENT, 'gated.sh');
  writeFileSync(gated, kGated, { mode: 0o755 });
  allow(8);
  const hub = start(nats_server(), ['-a', '127.0.0.1', '-p', -1]); // -1: a free port, which it says
  const listens = () => hub.said.match(/Listening for client connections on (\S+)\n/);
  await until(listens, hub);
  const url = (name) => `nats://${name}@${listens()[1]}`;
  const worker = (name) => sprt('worker', url(name), '--allow-root', '--cores', 0);
  const left = worker('left');
  const run = sprt(
    'run', '--agent1', 'minimax --depth 2', '--agent2', `restart=game ${gated}`, '--elo0', '-0.01', '--elo1', '0.01', '--sandbox', 'off',
    '--ready-ms', 600_000, '--no-check', '--seed', 1, '--summary-only', '--out', DIR, '--via', url('c'),
  );
  await Promise.race([until(() => existsSync(join(DIR, 'run.json')), run).catch(() => {}), left.ended]);
  if (/built without NATS/.test(left.said + run.said)) {
    hub.kill('SIGKILL');
    t.skip('sprt was built without NATS');
    return;
  }
  assert.ok(children.has(run), run.said);
  const server = sprt('serve', PARENT, '--port', 0);
  const list = await new Promise((has_line) => createInterface({ input: server.stdout }).once('line', has_line));
  const page = await watched_page(await context_with());
  await page.goto(`${list}run/run/#/workers`);
  await drawn(page, 'workers');
  await page.evaluate(() => (window.is_the_same = true)); // gone after a reload
  await has_more(page, 'left', 0, 1);
  assert.equal((await cells_of(row_of(page, 'left')))[6], '0'); // the session goes on

  const right = worker('right');
  allow(1_000_000);
  await has_more(page, 'right', 0, 3);
  await has_more(page, 'left', 0, 8);
  run.kill('SIGINT');
  assert.equal((await run.ended).status, 130, run.said);
  await has_more(page, 'right', 6, 1);
  await has_more(page, 'left', 6, 1);
  await page.waitForFunction(() => document.querySelector('.decision').textContent.startsWith('No decision'));
  assert.ok(await page.evaluate(() => window.is_the_same), 'the page was loaded again');

  // What was followed is what the report says, and what a new reader sees.
  const { workers } = report('far/run');
  const total = Object.values(workers).reduce((sum, { games: played }) => sum + played, 0);
  assert.equal(total, games('far/run').length);
  for (const name of ['left', 'right']) {
    const cells = await cells_of(row_of(page, name));
    assert.deepEqual([cells[0], cells[1], cells[6]].map((text) => text.replace(/\u202f/g, '')), [
      String(workers[name].games),
      workers[name].wld.join(' / '),
      String(workers[name].pairs),
    ]);
  }
  await expect_as_for_a_new_reader(page, 'workers');
  await keep_picture(page, 'workers-followed');
  assert.deepEqual([page.seen.errors, page.seen.dialogs], [[], []]);

  left.kill('SIGTERM');
  right.kill('SIGTERM');
  server.kill('SIGTERM');
  assert.deepEqual([(await left.ended).status, (await right.ended).status], [0, 0], left.said + right.said);
  hub.kill('SIGTERM');
});
