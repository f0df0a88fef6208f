// The page of a tournament: standings, cross table, two agents as a match, all games; and followed while it is played.

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
  figure,
  keep_picture,
  open,
  start_browser,
  stop_browser,
  text_of,
  watched_page,
} from './browser.mjs';
import { BIN, dir_of, games, report, run_file, RUNS } from './programs.mjs';

let context;
before(async () => {
  await start_browser();
  context = await context_with();
});
after(stop_browser);

/** The texts of the cells of each row of a table. */
const rows_of = (page, table) =>
  page.locator(`${table} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
/** A number as the page prints it. */
const signed = (value, digits = 1) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(digits)}`;

test('the standings say what the report says', async () => {
  const { result } = report('table');
  const { elo, half_width, ranks, los } = result.ratings;
  const names = run_file('table').agents.map(({ name }) => name);
  const page = await open(context, 'table', '', 'standings');
  assert.match(await text_of(page, 'h1'), /^Round robin of 5, 12 rounds$/);
  const order = elo.map((_, agent) => agent).sort((a, b) => elo[b] - elo[a]);
  const rows = await rows_of(page, '.standings');
  assert.equal(rows.length, names.length);
  rows.forEach(([place, rank, name, rating, error, , points, , , superiority], i) => {
    const agent = order[i];
    assert.equal(place, String(i + 1));
    assert.ok(!/\n/.test(rank + rating + error), 'one line');
    assert.equal(rank, ranks[agent][0] === ranks[agent][1] ? String(ranks[agent][0]) : ranks[agent].join('–'));
    assert.ok(agent === 2 || name.startsWith(names[agent]), name);
    if (!rating.startsWith('<') && !rating.startsWith('>')) {
      assert.equal(rating, signed(elo[agent]));
      assert.equal(error, `±${half_width[agent].toFixed(1)}`);
    }
    const made = result.pairings.reduce(
      (sum, { agents, ptnml }) =>
        sum + (agents.includes(agent) ? ptnml.reduce((of, count, k) => of + (count * (agents[0] === agent ? k : 4 - k)) / 2, 0) : 0),
      0,
    );
    assert.equal(points.split('/')[0], made.toFixed(1));
    assert.equal(superiority, i + 1 < order.length ? `${(100 * los[agent][order[i + 1]]).toFixed(1)} %` : '');
  });
  assert.match(rows.at(-1)[2], /w$/); // it was withdrawn
  await keep_picture(page, 'standings');
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});

test('an agent that is chosen is what all others are compared with', async () => {
  const { elo, difference_se, critical } = report('table').result.ratings;
  const page = await open(context, 'table', '#/standings');
  await page.getByRole('button', { name: 'greedy' }).click();
  await page.waitForFunction(() => location.hash === '#/standings?to=1');
  const rows = await rows_of(page, '.standings');
  const own = rows.find(([, , name]) => name.startsWith('greedy'));
  assert.deepEqual(own.slice(3, 5), ['0.0', '']);
  const other = rows.find(([, , name]) => name.startsWith('minimax --depth 1'));
  assert.equal(other[3], signed(elo[3] - elo[1]));
  assert.equal(other[4], `±${(critical * difference_se[3][1]).toFixed(1)}`);
  // By keys, and back to all.
  await page.getByRole('button', { name: 'greedy' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#/standings');
  assert.notEqual((await rows_of(page, '.standings')).find(([, , name]) => name.startsWith('greedy'))[4], '');
  await page.close();
});

test('whiskers lie where the numbers say, on one axis', async () => {
  const page = await open(context, 'table', '#/standings');
  const dots = await page.locator('.standings tbody circle').evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect().x));
  assert.ok(dots.length >= 3);
  assert.deepEqual([...dots].sort((a, b) => b - a), dots);
  const { elo } = report('table').result.ratings;
  const shown = (await rows_of(page, '.standings')).map((row) => row[3]).filter((text) => /^[+−]/.test(text));
  const values = shown.map((text) => Number(text.replace('−', '-')));
  const scale = (values[0] - values[1]) / (dots[0] - dots[1]);
  values.forEach((value, i) => assert.ok(Math.abs((value - values[0]) / scale - (dots[i] - dots[0])) < 1.5, `${elo} ${dots}`));
  await page.close();
});

test('the names of the cross table stay in sight', async () => {
  const narrow = await context_with({ viewport: { width: 320, height: 700 } });
  const page = await open(narrow, 'table', '#/cross', 'cross');
  const [scrolled, beside] = await page.locator('.scroller').evaluate((scroller) => {
    scroller.scrollLeft = 1000;
    const left = (element) => element.getBoundingClientRect().left;
    return [scroller.scrollLeft, left(scroller.querySelector('tbody th')) - left(scroller)];
  });
  assert.ok(scrolled > 40, `${scrolled}`);
  assert.equal(Math.round(beside), 0);
  await narrow.close();
});

test('a cell of the cross table opens the games of both', async () => {
  const { pairings } = report('table').result;
  const page = await open(context, 'table', '#/cross', 'cross');
  const links = await page.locator('.cross a').evaluateAll((all) => all.map((link) => [link.hash, link.innerText, link.title]));
  assert.equal(links.length, 2 * pairings.length);
  const points = (ptnml, mine) => ptnml.reduce((sum, count, k) => sum + (count * (mine ? k : 4 - k)) / 2, 0);
  const counted = ({ ptnml }) => 2 * ptnml.reduce((sum, count) => sum + count, 0);
  assert.notEqual(new Set(pairings.map(counted)).size, 1, 'cells are of unequal games, so each names its own');
  const of_both = (all, { agents }) => all.filter(([hash]) => hash === `#/pairing?of=${agents.join('-')}`).map(([, text]) => text);
  for (const pairing of pairings) {
    const both = of_both(links, pairing).map((text) => text.match(/^([\d.]+)\/(\d+)[+−]*$/).slice(1).map(Number));
    assert.deepEqual(both.map(([made]) => made).sort(), [points(pairing.ptnml, true), points(pairing.ptnml, false)].sort());
    assert.deepEqual(both.map(([, of]) => of), [counted(pairing), counted(pairing)]);
  }
  await page.getByRole('button', { name: 'won-lost-drawn' }).click();
  await page.waitForFunction(() => location.hash === '#/cross?cells=wdl');
  const cells = await page.locator('.cross a').evaluateAll((all) => all.map((link) => [link.hash, link.innerText]));
  for (const pairing of pairings) {
    for (const text of of_both(cells, pairing)) {
      const [wins, losses, draws] = text.match(/\d+/g).map(Number);
      assert.equal(wins + losses + draws, counted(pairing), 'games of pairs that count');
    }
  }
  await page.locator('.cross a[href="#/pairing?of=0-1"]').first().click();
  await drawn(page, 'pairing');

  const { wld, ptnml } = pairings.find(({ agents }) => agents.join() === '0,1');
  const mine = games('table').filter(({ agents }) => agents.join() === '0,1');
  assert.equal((await figure(page, 'score'))[2], `${wld[0]} won · ${wld[1]} lost · ${wld[2]} drawn`);
  assert.equal((await figure(page, 'games'))[1], String(mine.length));
  assert.deepEqual(await page.locator('.bar .count').allInnerTexts(), ptnml.map(String));
  // Its games, and one of them: the log's numbers, and the next one is of the same two.
  await page.locator('.bar').last().click();
  await drawn(page, 'games');
  assert.match(page.url(), /#\/games\?of=0-1&points=2$/);
  assert.match(await text_of(page, '.found'), new RegExp(`^${2 * ptnml[4]} of ${mine.length} games`));
  await page.getByRole('button', { name: 'clear' }).click();
  assert.match(await text_of(page, '.found'), new RegExp(`^${mine.length} games`));
  await page.evaluate((game) => (location.hash = `#/game/${game}`), mine[1].game);
  await page.waitForFunction((game) => document.documentElement.dataset.ready?.startsWith(`game ${game} `), mine[1].game);
  assert.equal((await page.locator('header .name').allInnerTexts()).join(), 'minimax --depth 2 --shuffle,greedy --shuffle');
  const winner = { 1: 'minimax --depth 2 --shuffle won', 2: 'greedy --shuffle won', 0: 'Draw' }[mine[1].winner];
  assert.ok((await text_of(page, '.badge')).startsWith(winner), 'by its name, not as agent 1');
  assert.match(await text_of(page, '.sentence'), /^Turn \d+ of \d+: (minimax --depth 2|greedy) --shuffle /);
  await page.getByRole('link', { name: 'next ›' }).click();
  await page.waitForFunction((game) => document.documentElement.dataset.ready?.startsWith(`game ${game} `), mine[2].game);
  await page.getByRole('link', { name: 'the pair side by side' }).click();
  await page.waitForFunction((pair) => document.documentElement.dataset.ready?.startsWith(`pair ${pair} `), mine[2].pair);
  await page.getByRole('link', { name: 'Openings' }).click();
  await drawn(page, 'openings');
  assert.equal((await rows_of(page, '.openings table')).length, new Set(mine.map(({ opening }) => String(opening))).size);
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});

test('a rank of two numbers stands on one line, on narrow screens too', async () => {
  const narrow = await context_with({ viewport: { width: 390, height: 844 } });
  const page = await open(narrow, 'table', '#/standings', 'standings');
  const heights = await page.evaluate(() => {
    const ranks = [...document.querySelectorAll('.standings tbody td:nth-child(2)')];
    ranks.forEach((rank) => (rank.textContent = '10–12'));
    const range = document.createRange();
    return ranks.map((rank) => (range.selectNodeContents(rank), range.getClientRects().length));
  });
  assert.deepEqual(new Set(heights), new Set([1]));
  await narrow.close();
});

test('all games, and those of one agent', async () => {
  const page = await open(context, 'table', '#/games', 'games');
  const all = games('table');
  const names = run_file('table').agents.map(({ name }) => name);
  const won = await page.locator('[role=row]:not(.head) .c-result .name').first().getAttribute('title');
  const first = all.find(({ winner }) => winner === 1 || winner === 2);
  assert.equal(won, names[first.agents[first.winner - 1]]);
  assert.match(await text_of(page, '.found'), new RegExp(`^${all.length} games`));
  await page.locator('select[name=agent]').selectOption('4');
  const of_random = all.filter(({ agents }) => agents.includes(4));
  await page.waitForFunction((count) => document.querySelector('.found').innerText.startsWith(`${count} `), of_random.length);
  await page.locator('select[name=fault]').selectOption('1');
  const at_fault = of_random.filter(({ fault }) => fault?.agent === 1);
  assert.ok(at_fault.length > 0);
  await page.waitForFunction((count) => document.querySelector('.found').innerText.startsWith(`${count} of `), at_fault.length);
  await page.close();
  const of_one = await open(context, 'table', '#/games?agent=4', 'games');
  await of_one.locator('select[name=agent]').selectOption('');
  await of_one.waitForFunction((count) => document.querySelector('.found').innerText.startsWith(`${count} games`), all.length);
  assert.equal(await of_one.getByRole('button', { name: /new games/ }).count(), 0);
  await of_one.close();
});

test('a fault in a game is told with the name of its agent', async () => {
  const at_fault = games('table').find(({ fault }) => fault); // of the hostile agent
  const page = await open(context, 'table', `#/game/${at_fault.game}`, `game ${at_fault.game} 0`);
  assert.match(await text_of(page, '.fault b'), /^<\/td><script>alert\(1\)/);
  await page.close();
});

test('an address of no pairing shows the standings and says so', async () => {
  const page = await open(context, 'table', '#/pairing?of=3-99', 'standings');
  assert.match(await text_of(page, 'p.banner'), /#\/pairing\?of=3-99/);
  await page.close();
});

// Greedy, after the game before it when the test allows as many games.
const GATE = join(RUNS, 'tournament-gate');
const kGated = `#!/bin/sh
echo >>"${GATE}/started"
until [ "$(wc -l <"${GATE}/started")" -le "$(cat "${GATE}/allowed")" ]; do sleep 0.02; done
exec "${BIN}/agents/greedy"
`;

test('a tournament is followed to its end', async () => {
  rmSync(GATE, { recursive: true, force: true });
  mkdirSync(GATE, { recursive: true });
  const allow = (count) => writeFileSync(join(GATE, 'allowed'), `${count}\n`);
  allow(8);
  writeFileSync(join(GATE, 'gated.sh'), kGated, { mode: 0o755 });
  const name = 'followed-tournament';
  rmSync(dir_of(name), { recursive: true, force: true });
  const agents = ['minimax --depth 1 --shuffle', `name=gated restart=game ${join(GATE, 'gated.sh')}`, 'random'];
  const flags = ['--rounds', '6', '--concurrency', '1', '--no-check', '--ready-ms', '600000', '--seed', '1', '--quiet', '--out', dir_of(name)];
  const start = (args) => spawn(join(BIN, 'sprt'), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const played = start(['tournament', ...agents.flatMap((agent) => ['--agent', agent]), ...flags]);
  const ended = new Promise((is_over) => played.on('exit', is_over));
  while (!existsSync(join(dir_of(name), 'games.jsonl'))) {
    await new Promise((done) => setTimeout(done, 20));
  }
  const server = start(['serve', dir_of(name), '--port', '0']);
  try {
    const url = await new Promise((has_line) => createInterface({ input: server.stdout }).once('line', has_line));
    const page = await watched_page(context);
    await page.goto(url);
    await drawn(page, 'standings');
    await page.evaluate(() => (window.is_the_same = true)); // gone after a reload
    const says = (selector, text) =>
      page.waitForFunction(([at, wanted]) => document.querySelector(at)?.innerText.includes(wanted), [selector, text]);
    await says('h1', '2 of 6 rounds');
    assert.match(await text_of(page, 'header'), /is being played/);
    allow(16);
    await says('h1', '4 of 6 rounds');
    await page.getByRole('link', { name: 'Cross table' }).click();
    await drawn(page, 'cross');
    allow(1_000_000);
    await says('h1', '6 rounds');
    await says('header', '6 rounds were played');
    assert.equal(await ended, 0);
    assert.match(await page.title(), /^✓ /);
    const { pairings } = report(name).result;
    assert.equal(await page.locator('.cross a').count(), 2 * pairings.length);
    assert.ok(await page.evaluate(() => window.is_the_same), 'the page was loaded again');

    await page.getByRole('link', { name: 'Standings' }).click();
    await drawn(page, 'standings');
    await expect_as_for_a_new_reader(page, 'standings');
    assert.deepEqual(page.seen.errors, []);
  } finally {
    played.kill('SIGKILL');
    server.kill('SIGKILL');
  }
});
