// The page of a tuning: charts, table, gain, the values of games; and followed while it is played.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';

import { context_with, drawn, expect_as_for_a_new_reader, figure, keep_picture, open, start_browser, stop_browser, text_of, watched_page } from './browser.mjs';
import { BIN, games, report, RUNS, TUNED } from './programs.mjs';

let context;
before(async () => {
  await start_browser();
  context = await context_with({ permissions: ['clipboard-read', 'clipboard-write'] });
});
const children = new Set();
after(async () => {
  children.forEach((child) => child.kill('SIGKILL'));
  await stop_browser();
});

const plain = (text) => text.replaceAll('\u2212', '-').replaceAll('\u202f', '');
const short = (value) => String(Number(value.toPrecision(6)));
const signed = (value, digits) => (value > 0 ? '+' : '') + value.toFixed(digits);
const cells = (page, rows = '.workers tbody tr:not(.remarks)') =>
  page.locator(rows).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));
const value_text = (page, name) => page.locator(`[data-parameter="${name}"] .chart`).getAttribute('aria-valuetext');

test('the table, the gain and the command are those of the report', async () => {
  const { result } = report('tuning');
  const { tune } = result;
  const page = await open(context, 'tuning', '', 'overview');
  assert.equal(await text_of(page, 'h1'), 'Tuning of 1000 pairs');
  const rows = (await cells(page)).map((row) => row.map(plain));
  assert.deepEqual(
    rows,
    tune.parameters.map((its) => [
      its.name,
      ...[its.start, its.value, its.low, its.high].map(short),
      its.band.map(short).join(' to '),
      signed(its.pull, 2),
      its.probe,
    ]),
  );
  const { wld, ptnml, elo, elo_ci95, games: verified } = tune.verify;
  const ends = elo_ci95.map((end) => signed(end, 1)).join(', ');
  assert.deepEqual((await figure(page, 'elo')).map(plain).slice(0, 3), ['Gain, Elo', signed(elo, 1), `95 % [${ends}]`]);
  assert.equal((await figure(page, 'score'))[2], `${wld[0]} won · ${wld[1]} lost · ${wld[2]} drawn`);
  assert.match((await figure(page, 'los'))[2], /the tuned agent is stronger/);
  assert.deepEqual((await page.locator('.bar .count').allInnerTexts()).map(Number), ptnml);
  assert.match(plain(await text_of(page, '.gain')), new RegExp(`^Gain: ${elo.toFixed(1)} Elo .* ${verified} games of their own`));
  assert.equal((await figure(page, 'games'))[2], '1000 of 1000 pairs tuned');
  await page.getByRole('button', { name: 'copy command' }).click();
  await page.locator('.copies [role=status]', { hasText: 'command copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), tune.command);
  const heads = await page.locator('h2').allInnerTexts();
  assert.ok(!heads.some((head) => /LLR|ratio|Elo/.test(head)), heads.join(', ')); // those of a match
  assert.deepEqual(await page.locator('.endings thead th').allInnerTexts(), ['ending', 'games']);
  assert.doesNotMatch(await text_of(page, 'header'), / vs /);
  await keep_picture(page, 'tuning');
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});

test('a chart has the state, the mean, the band, the start and the bounds at their values', async () => {
  const { trace, parameters } = report('tuning').result.tune;
  const page = await open(context, 'tuning');
  const chart = (name, part) => page.locator(`[data-parameter="${name}"] .chart ${part}`);
  const value = { x: (u) => 100 * u, y: (u) => 0.125 * 8 ** u };
  for (const [i, { name, start, low, high, band }] of parameters.entries()) {
    const last = trace.at(-1);
    const said = (point) => `After ${point.pairs} pairs: ${short(value[name](point.u[i]))}, mean ${short(value[name](point.mean[i]))}`;
    assert.equal(await value_text(page, name), said(last));
    await page.locator(`[data-parameter="${name}"] .chart`).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.equal(await value_text(page, name), said(trace[1]));

    // Places: from the bounds, as each chart draws them.
    const labels = await chart(name, '.bound text').allTextContents();
    assert.deepEqual(labels.map(plain), [`low ${short(low)}`, `start ${short(start)}`, `high ${short(high)}`]);
    const lines = await chart(name, '.bound line').evaluateAll((all) => all.map((line) => [line.y1, line.x1, line.x2].map((at) => at.baseVal.value)));
    const [bottom, , top] = lines.map(([y]) => y);
    const [, left, right] = lines[0];
    const u_of = (v) => (name === 'x' ? v / 100 : Math.log(v / 0.125) / Math.log(8));
    const y = (u) => bottom + u * (top - bottom);
    const near = (one, two) => assert.ok(Math.abs(one - two) < 0.1, `${name}: ${one}, ${two}`);
    near(lines[1][0], y(u_of(start)));
    const ends = await chart(name, '.series path').evaluateAll((all) =>
      all.map((path) => path.getAttribute('d').split(/[ML]/).at(-1).split(',').map(Number)),
    );
    assert.equal(ends.length, 2);
    for (const [k, u] of [last.u[i], last.mean[i]].entries()) {
      near(ends[k][0], right);
      near(ends[k][1], y(u));
    }
    const zone = await chart(name, '.zone').evaluate((rect) => [rect.x, rect.y, rect.height].map((at) => at.baseVal.value));
    near(zone[0], left + 0.75 * (right - left));
    near(zone[1], y(u_of(band[1])));
    near(zone[1] + zone[2], y(u_of(band[0])));
    const ticks = await chart(name, 'g > .tick').evaluateAll((all) => all.map((text) => [text.textContent, Number(text.getAttribute('y')) - 4]));
    assert.deepEqual(ticks.map(([text]) => text), name === 'x' ? ['0', '20', '40', '60', '80', '100'] : ['0.2', '0.5', '1']);
    ticks.forEach(([text, at]) => near(at, y(u_of(Number(text)))));
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`#/game/${12 + 2 * trace[1].pairs - 1}$`)); // after 6 pairs of probes
  await page.close();
});

test('before the end of the verification there is no gain', async () => {
  const page = await open(context, 'tuning-killed');
  assert.equal(await text_of(page, '.gain'), 'Gain: not measured yet');
  assert.deepEqual(await figure(page, 'elo'), ['Gain, Elo', '–', 'not measured yet']);
  assert.equal(await page.locator('.bar, [data-figure="score"], [data-figure="los"]').count(), 0);
  assert.match(await text_of(page, '.decision'), /The tuning has not ended/);
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});

test('a range that is too narrow is said, and games of many parameters have their values', async () => {
  const { parameters } = report('tuning-many').result.tune;
  const page = await open(context, 'tuning-many');
  const at_bound = parameters.filter((its) => its.at_bound).length;
  assert.ok(at_bound > 0);
  assert.deepEqual(await page.locator('.remarks').allInnerTexts(), Array(at_bound).fill('at a bound: widen the range'));
  assert.match(await text_of(page, '.gain'), /^Gain: not measured, because/);
  await page.evaluate(() => (location.hash = '#/game/61'));
  await drawn(page, 'game 61 2');
  const values = page.locator('[data-player="1"] .values');
  assert.equal(await values.isVisible(), false);
  await page.locator('[data-player="1"] summary').click();
  const [, game] = games('tuning-many').slice(60);
  assert.equal(await values.innerText(), parameters.map(({ name }, i) => `${name}=${short(game.tune.values[0][i])}`).join(' '));
  await page.close();
});

test('games have their kind, number and values, in the table and on the board', async () => {
  const played = games('tuning');
  const page = await open(context, 'tuning', '#/games?kind=verify', 'games');
  const verified = played.filter(({ tune }) => tune.kind === 'verify');
  assert.equal(await page.locator('[role=grid]').getAttribute('aria-rowcount'), String(verified.length + 1));
  const words = ([x, y]) => `x=${short(x)} y=${short(y)}`;
  const cell = (name) => page.locator(`[role=row][aria-rowindex="2"] .c-${name}`).innerText();
  const expect_row = async ({ game, tune: { kind, k, values } }) => {
    assert.equal(plain(await cell('game')), String(game));
    assert.equal(await cell('kind'), `${kind} ${k}`);
    assert.deepEqual([await cell('values1'), await cell('values2')], values.map(words));
  };
  await expect_row(verified[0]);
  await page.locator('select[name=kind]').selectOption('tune');
  await page.waitForURL(/kind=tune/);
  await expect_row(played[12]);

  await page.evaluate(() => (location.hash = '#/game/47'));
  await drawn(page, 'game 47 2');
  assert.match(await text_of(page, '.title'), /, tune 17$/m);
  for (const player of [1, 2]) {
    assert.equal(await text_of(page, `[data-player="${player}"] .values`), words(played[47].tune.values[player - 1]));
  }
  await page.evaluate(() => (location.hash = '#/pair/23'));
  await page.waitForSelector('.half');
  assert.match(await text_of(page, '.title:has(h1)'), /, tune 17$/m);
  assert.equal(await page.locator('.values').count(), 4);
  await page.evaluate(() => (location.hash = '#/openings'));
  await drawn(page, 'openings');
  assert.doesNotMatch(await text_of(page, '.openings thead'), /agent 1/);
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});

const PARENT = join(RUNS, 'followed-tuning');
const DIR = join(PARENT, 'run');

// Its process, which plays a pair, waits until the test allows as many.
const kGated = `#!/bin/sh
echo >>"${PARENT}/started"
until [ "$(wc -l <"${PARENT}/started")" -le "$(cat "${PARENT}/allowed")" ]; do sleep 0.02; done
exec "${BIN}/hostile/known_strength" "$@"
`;

function start(args) {
  const child = spawn(join(BIN, 'sprt'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.ended = new Promise((is_over) => child.on('exit', is_over)).finally(() => children.delete(child));
  return child;
}

test('the charts grow while it is played', async () => {
  rmSync(PARENT, { recursive: true, force: true });
  mkdirSync(PARENT, { recursive: true });
  const gated = join(PARENT, 'gated.sh');
  writeFileSync(gated, kGated, { mode: 0o755 });
  const allow = (pairs) => writeFileSync(join(PARENT, 'allowed'), `${2 * pairs}\n`);
  allow(4);
  const run = start([
    'tune', '--agent', `${gated} {x} {y}`, ...TUNED.slice(2), '--games', '40', '--verify', '8', '--lag', '4', '--probe', 'off',
    '--concurrency', '1', '--ready-ms', '600000', '--no-check', '--seed', '1', '--quiet', '--out', DIR,
  ]);
  while (!existsSync(join(DIR, 'games.jsonl'))) {
    assert.ok(children.has(run), 'the tuning ended');
    await new Promise((done) => setTimeout(done, 20));
  }
  const server = start(['serve', PARENT, '--port', '0']);
  const url = await new Promise((has_line) => createInterface({ input: server.stdout }).once('line', has_line));
  const page = await watched_page(context);
  await page.goto(`${url}run/run/`);
  await drawn(page, 'overview');
  await page.evaluate(() => (window.is_the_same = true)); // gone after a reload
  const after_pairs = (pairs) =>
    page.waitForFunction(
      (wanted) => document.querySelector('[data-parameter="x"] .chart')?.ariaValueText.startsWith(`After ${wanted} pairs: `),
      pairs,
    );
  const points = () => page.locator('[data-parameter="x"] .series path').first().evaluate((path) => path.getAttribute('d').split('L').length);
  await after_pairs(4);
  assert.equal(await points(), 5);
  assert.equal((await figure(page, 'games'))[2], '4 of 20 pairs tuned');
  allow(9);
  await after_pairs(9);
  assert.equal(await points(), 10);
  await page.goto(`${page.url().replace(/#.*/, '')}#/games`);
  await drawn(page, 'games');
  allow(12);
  await page.getByRole('button', { name: '6 new games' }).click();
  await page.locator('[role=grid]').focus();
  await page.keyboard.press('End');
  await page.locator('#row-23 .c-kind', { hasText: 'tune 11' }).waitFor();
  await page.goto(`${page.url().replace(/#.*/, '')}#/`);
  await drawn(page, 'overview');
  assert.equal(await text_of(page, '.gain'), 'Gain: not measured yet');
  allow(1000);
  await run.ended;
  await page.waitForFunction(() => document.querySelector('.gain')?.textContent.includes('Elo ['));
  await after_pairs(20);
  assert.match(await page.title(), /^✓ /);
  assert.ok(await page.evaluate(() => window.is_the_same), 'the page was loaded again');
  await expect_as_for_a_new_reader(page, 'overview');
  assert.deepEqual(page.seen.errors, []);
  server.kill('SIGTERM');
  await server.ended;
  await page.close();
});
