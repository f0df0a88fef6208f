// A run that is followed while it is played: to its verdict, over a killed server, an interruption and a resumption.
// Agent 2 waits for the test before each game, so that the test decides how far the run is.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import {
  context_with,
  drawn,
  expect_as_for_a_new_reader,
  figure,
  keep_picture,
  start_browser,
  stop_browser,
  text_of,
  watched_page,
} from './browser.mjs';
import { BIN, make_page, report, RUNS } from './programs.mjs';

const PARENT = join(RUNS, 'followed');
const kScrolled_px = 300;
const GATE = join(PARENT, 'gate');
const NAME = 'followed/run'; // as the programs of this directory name it
const DIR = join(PARENT, 'run');

// Plays as greedy does, after the game before it when the test allows as many games.
const kGated = `#!/bin/sh
echo >>"${GATE}/started"
until [ "$(wc -l <"${GATE}/started")" -le "$(cat "${GATE}/allowed")" ]; do sleep 0.02; done
exec "${BIN}/agents/greedy"
`;

const children = new Set();

function start(args) {
  const child = spawn(join(BIN, 'sprt'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  child.stderr.setEncoding('utf8');
  child.said = '';
  child.stderr.on('data', (text) => (child.said += text));
  child.ended = new Promise((is_over) =>
    child.on('exit', (status, signal) => {
      children.delete(child);
      is_over({ status, signal });
    }),
  );
  return child;
}

/** Starts a server and returns it with its address, once it listens. */
async function serve(port) {
  const server = start(['serve', PARENT, '--port', String(port)]);
  const url = await new Promise((has_line) => createInterface({ input: server.stdout }).once('line', has_line));
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/$/, server.said);
  return { server, url };
}

async function signal(child, name) {
  child.kill(name);
  return child.ended;
}

const allow = (games) => writeFileSync(join(GATE, 'allowed'), `${games}\n`);

function start_run() {
  const gated = join(PARENT, 'gated.sh');
  writeFileSync(gated, kGated, { mode: 0o755 });
  return start([
    'run', '--agent1', 'minimax --depth 2', '--agent2', `restart=game ${gated}`, '--elo0', '0', '--elo1', '60',
    '--concurrency', '1', '--ready-ms', '600000', '--no-check', '--seed', '1', '--summary-only', '--out', DIR,
  ]);
}

const has_games = (page, games) =>
  page.waitForFunction(
    (wanted) => document.querySelector('[data-figure="games"] .value')?.textContent === String(wanted),
    games,
  );
const says = (page, selector, text) =>
  page.waitForFunction(([at, wanted]) => document.querySelector(at)?.textContent.includes(wanted), [selector, text]);

before(start_browser);
after(async () => {
  children.forEach((child) => child.kill('SIGKILL'));
  await stop_browser();
});

test('a run is followed to its verdict', async () => {
  rmSync(PARENT, { recursive: true, force: true });
  mkdirSync(GATE, { recursive: true });
  allow(4);
  let run = start_run();
  while (!existsSync(join(DIR, 'games.jsonl'))) {
    assert.ok(children.has(run), run.said);
    await new Promise((done) => setTimeout(done, 20));
  }
  let { server, url } = await serve(0);
  const page = await watched_page(await context_with());

  // From the list to the run.
  await page.goto(url);
  await drawn(page, 'list');
  while (/not read yet/.test(await text_of(page, 'tbody tr'))) { // on a busy machine
    await page.reload();
    await drawn(page, 'list');
  }
  assert.match(await text_of(page, 'tbody tr'), /in progress/);
  const sides = await page.locator('thead th').evaluateAll((heads) =>
    heads.map((head) => {
      const cell = document.querySelector('tbody tr').cells[head.cellIndex];
      return getComputedStyle(head).textAlign.replace('start', 'left') === getComputedStyle(cell).textAlign.replace('start', 'left');
    }),
  );
  assert.deepEqual(sides, [true, true, true, true, true], 'heads stand above their columns');
  await page.route('**/events?*', (route) => route.fulfill({ status: 503 }), { times: 1 }); // too many readers at first
  const index_is_asked_for = new Promise((resolve) => page.route('**/index.json', resolve, { times: 1 }));
  await page.getByRole('link', { name: 'run', exact: true }).click();
  const asking = await index_is_asked_for;
  assert.match(await text_of(page, '#app'), /^Loading/);
  await asking.continue();
  await drawn(page, 'overview');
  assert.doesNotMatch(await text_of(page, 'body'), /Loading/);
  await has_games(page, 4);
  assert.equal(await text_of(page, 'h1'), 'In progress');
  await page.getByRole('link', { name: 'All runs' }).click();
  await drawn(page, 'list');
  await page.goBack();
  await drawn(page, 'overview');
  await page.evaluate(() => (window.is_the_same = true)); // gone after a reload

  // Numbers move, the view stays.
  await page.evaluate((top) => scrollTo(0, top), kScrolled_px);
  allow(8);
  await has_games(page, 8);
  assert.equal(await page.evaluate(() => scrollY), kScrolled_px);

  // The table does not shift, it tells of new games.
  await page.goto(`${page.url().replace(/#.*/, '')}#/games`);
  await drawn(page, 'games');
  const found = () => text_of(page, '.found');
  assert.match(await found(), /^8 /);
  await page.locator('[role=grid]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('#row-2.active');
  allow(12);
  const more = page.getByRole('button', { name: '4 new games' });
  await more.waitFor();
  assert.match(await found(), /^8 /);
  assert.equal(await page.locator('.row.active').getAttribute('id'), 'row-2'); // the reader's place stays
  await more.click();
  assert.match(await found(), /^12 /);

  // The game on the board stays, also the last one.
  await page.goto(`${page.url().replace(/#.*/, '')}#/game/11/7`);
  await drawn(page, 'game 11 7');
  const board = await page.locator('.board').first().getAttribute('aria-label');
  const ratio = await text_of(page, '.decision');
  allow(14);
  await page.waitForFunction((before) => document.querySelector('.decision').innerText !== before, ratio);
  assert.match(page.url(), /#\/game\/11\/7$/);
  assert.equal(await page.locator('.board').first().getAttribute('aria-label'), board);

  // A server that is gone, and comes again.
  await page.goto(`${page.url().replace(/#.*/, '')}#/`);
  assert.deepEqual(await signal(server, 'SIGKILL'), { status: null, signal: 'SIGKILL' });
  await says(page, '.connection', 'last heard');
  allow(18);
  ({ server, url } = await serve(new URL(url).port));
  await has_games(page, 18);
  await page.waitForSelector('.connection', { state: 'detached' });

  // A page that is a file.
  const file = await page.context().newPage();
  await file.goto(pathToFileURL(make_page(NAME)).href);
  await says(file, '.decision', 'The run was being played when this page was made.');
  await file.close();

  // A server that hangs.
  const waiting = await page.context().newPage();
  await waiting.clock.install();
  await waiting.goto(page.url());
  await has_games(waiting, 18);
  server.kill('SIGSTOP');
  await waiting.clock.fastForward(41_000);
  await says(waiting, '.connection', 'last heard');
  server.kill('SIGCONT');
  await waiting.waitForSelector('.connection', { state: 'detached' });
  await waiting.close();

  // A run that is interrupted, and resumed.
  assert.equal((await signal(run, 'SIGINT')).status, 130, run.said);
  await says(page, 'h1', 'No decision');
  allow(20);
  rmSync(join(GATE, 'started')); // of games that were not ended, too
  writeFileSync(join(GATE, 'started'), '\n'.repeat(18));
  run = start(['resume', DIR, '--no-check']);
  await says(page, 'h1', 'In progress');
  await has_games(page, 20);
  assert.doesNotMatch(await page.title(), /✓/);

  // The verdict.
  allow(1_000_000);
  await says(page, 'h1', 'H1 accepted');
  assert.equal((await run.ended).status, 0, run.said);
  const { estimates, result } = report(NAME);
  await has_games(page, result.games);
  assert.ok(result.games > 20, 'the run ended before the test had watched it');
  assert.match(await page.title(), /^✓ /);
  assert.equal((await figure(page, 'llr'))[1], `+${estimates.llr.toFixed(2)}`);
  assert.ok(await page.evaluate(() => window.is_the_same), 'the page was loaded again');

  await expect_as_for_a_new_reader(page, 'overview');
  await keep_picture(page, 'followed');

  // Games that are lost, and played again while nobody serves them: the rows of before are gone.
  const lose_games = () => {
    const log = join(DIR, 'games.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').split('\n').slice(0, 10).join('\n') + '\n');
  };
  const play_again = async () => {
    run = start(['resume', DIR, '--no-check', '--force']);
    assert.equal((await run.ended).status, 0, run.said);
  };
  await signal(server, 'SIGKILL');
  lose_games();
  await play_again();
  assert.equal(report(NAME).result.games, result.games);
  ({ server } = await serve(new URL(url).port));
  await page.waitForFunction(() => !window.is_the_same);
  await has_games(page, result.games);

  // What differs is told until it does not.
  lose_games();
  await says(page, 'body', 'run.json differs');
  await play_again();
  await has_games(page, result.games);
  await page.waitForFunction(() => !document.body.innerText.includes('run.json differs'));
  await expect_as_for_a_new_reader(page, 'overview');

  // Tabs that are not seen leave the connections of a browser to others, once the run is over.
  const hide = (tab, is_hidden) =>
    tab.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, is_hidden);
  const tabs = [page];
  while (tabs.length < 8) {
    await hide(tabs.at(-1), true);
    tabs.push(await page.context().newPage());
    await tabs.at(-1).goto(page.url(), { timeout: 10_000 });
    await drawn(tabs.at(-1), 'overview');
  }
  const connects_again = page.waitForRequest('**/events?*');
  await hide(page, false);
  await connects_again;

  assert.deepEqual(page.seen.dialogs, []);
  const of_the_break = /status of 503|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/;
  assert.deepEqual(page.seen.errors.filter((error) => !of_the_break.test(error)), []);
  assert.deepEqual(await signal(server, 'SIGTERM'), { status: 143, signal: null });
});
