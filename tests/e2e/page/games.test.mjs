// The table of games: filters, presets and sorting against counts from the log; 25 000 rows; keys; back and forward.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { context_with, drawn, open, start_browser, stop_browser, text_of } from './browser.mjs';
import { games, lines, run, RUNS } from './programs.mjs';

let context;
before(async () => {
  await start_browser();
  context = await context_with({ acceptDownloads: true });
});
after(stop_browser);

const found = async (page) => Number((await text_of(page, '.found')).split(' of ')[0].replace(/[^\d]/g, ''));
const first_cell = (page) => page.locator('[role=row][aria-rowindex="2"] [role=gridcell]').first().innerText();
const number = (text) => Number(text.replace(/[^\d]/g, ''));

function points_of(played, game) {
  const pair = [played[game.game & ~1], played[game.game | 1]];
  if (pair.some((each) => each === undefined || each.winner === null)) {
    return null;
  }
  return pair.reduce((sum, { winner }) => sum + (winner === 0 ? 0.5 : winner === 1 ? 1 : 0), 0);
}

test('each filter finds the games that the log has', async () => {
  const played = games('none');
  const page = await open(context, 'none', '#/games');
  const opening = played[3].opening;
  const counts = {
    'result=1': played.filter((game) => game.winner === 1).length,
    'result=2': played.filter((game) => game.winner === 2).length,
    'result=0': played.filter((game) => game.winner === 0).length,
    'end=board_full': played.filter((game) => game.termination === 'board_full').length,
    'end=annihilation': played.filter((game) => game.termination === 'annihilation').length,
    'fault=1': played.filter((game) => game.fault?.agent === 1).length,
    'fault=0': played.filter((game) => game.fault === null).length,
    'disputed=1': 0,
    'result=2&end=board_full': played.filter((game) => game.winner === 2 && game.termination === 'board_full').length,
  };
  for (const points of [0, 0.5, 1, 1.5, 2]) {
    counts[`points=${points}`] = played.filter((game) => points_of(played, game) === points).length;
  }
  for (const [query, count] of Object.entries(counts)) {
    await page.goto(page.url().replace(/#.*/, `#/games?${query}`));
    await page.waitForFunction((wanted) => location.hash === wanted, `#/games?${query}`);
    await drawn(page, 'games');
    await page.waitForFunction(
      (wanted) => Number(document.querySelector('.found').textContent.split(' of ')[0].replace(/[^\d]/g, '')) === wanted,
      count,
    );
    assert.equal(await page.locator('[role=grid]').getAttribute('aria-rowcount'), String(count + 1), query);
  }
  await page.goto(page.url().replace(/#.*/, '#/games'));
  const text = await page.locator('[role=row][aria-rowindex="5"] .c-opening').innerText();
  await page.locator('input[name=opening]').fill(text);
  const same = played.filter((game) => JSON.stringify(game.opening) === JSON.stringify(opening)).length;
  await page.waitForFunction((wanted) => document.querySelector('.found').textContent.startsWith(`${wanted} `), same);
  assert.ok(same >= 2);
  await page.close();
});

test('presets and heads sort', async () => {
  const played = games('none');
  const page = await open(context, 'none', '#/games');
  await page.getByRole('button', { name: 'losses of agent 1' }).click();
  assert.equal(await found(page), played.filter((game) => game.winner === 2).length);
  await page.getByRole('button', { name: 'longest' }).click();
  assert.equal(played[Number(await first_cell(page))].turns, Math.max(...played.map((game) => game.turns)));
  await page.getByRole('button', { name: 'slowest' }).click();
  const used = (game) => game.used_us[0] + game.used_us[1];
  assert.equal(used(played[Number(await first_cell(page))]), Math.max(...played.map(used)));
  const keys = {
    turns: (game) => game.turns,
    stones: (game) => game.score[0] - game.score[1],
    'time 1': (game) => game.used_us[0],
    'time 2': (game) => game.used_us[1],
  };
  await page.getByRole('button', { name: 'clear' }).click();
  for (const [head, value] of Object.entries(keys)) {
    await page.getByRole('columnheader', { name: head, exact: true }).getByRole('button').click();
    assert.equal(value(played[Number(await first_cell(page))]), Math.max(...played.map(value)), head);
    await page.locator('[aria-sort=descending] button').click();
    assert.equal(value(played[Number(await first_cell(page))]), Math.min(...played.map(value)), head);
  }
  await page.close();
});

test('25 000 rows: few are in the document, keys reach them all, back and forward restore filters', async () => {
  const page = await open(context, 'many', '#/games');
  const grid = page.locator('[role=grid]');
  const active = async () => number(await page.locator('.row.active [role=gridcell]').first().innerText());
  assert.equal(await grid.getAttribute('aria-rowcount'), '25001');
  await grid.focus();
  await page.keyboard.press('End');
  await page.waitForSelector('#row-24999');
  assert.equal(await active(), 24_999);
  await page.keyboard.press('PageUp');
  await page.waitForFunction(() => Number(document.querySelector('.row.active')?.id.slice(4)) < 24_999);
  assert.ok((await active()) < 24_995);
  await page.keyboard.press('Home');
  await page.waitForSelector('#row-0.active');
  for (let i = 0; i < 30; ++i) {
    await page.keyboard.press('ArrowDown');
  }
  await page.waitForSelector('#row-30.active');
  assert.equal(await active(), 30);
  assert.equal(await grid.getAttribute('aria-activedescendant'), 'row-30');
  for (const part of [0.25, 0.5, 0.99]) {
    await grid.evaluate((element, share) => (element.scrollTop = element.scrollHeight * share), part);
    await page.waitForFunction((row) => document.getElementById(`row-${row}`) !== null, Math.floor(25_000 * part) + 1);
    assert.ok((await page.locator('[role=row]').count()) <= 60);
  }
  await page.locator('select[name=result]').selectOption('2');
  await page.waitForFunction(() => location.hash === '#/games?result=2');
  await grid.focus();
  await page.keyboard.press('End');
  const last = await active();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`#/game/${last}$`));
  await drawn(page);
  await page.goBack();
  await drawn(page, 'games');
  assert.equal(await active(), last); // the way back leads to its row
  assert.equal(await page.locator('select[name=result]').inputValue(), '2');
  await page.goForward();
  await page.waitForURL(/#\/game\/\d+/);
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});

test('a table is printed in light, without room for rows that are not there', async () => {
  const page = await open(context, 'many', '#/games');
  await page.locator('.theme select').selectOption('dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light');
  assert.ok(await page.getByText('Only the rows that were in sight').isVisible());
  // One look: the table has more room now, and draws more rows.
  const [drawn_rows, height] = await page
    .locator('.rows')
    .evaluate((element) => [element.querySelectorAll('.row').length, element.getBoundingClientRect().height]);
  assert.ok(height < 60 * drawn_rows, `${height} px for ${drawn_rows} rows`);
  await page.close();
});

test('what is saved are the lines of the log, and referee review reads them', async () => {
  const page = await open(context, 'none', '#/games?result=1');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as .jsonl' }).click(),
  ]);
  const saved = readFileSync(await download.path(), 'utf8');
  const wanted = lines('none').filter((line) => JSON.parse(line).winner === 1);
  assert.equal(saved, wanted.map((line) => `${line}\n`).join(''));
  const file = join(RUNS, 'saved.jsonl');
  writeFileSync(file, saved);
  // Numbers are missing; nothing else is there to say of them.
  const said = run('referee', ['review', file], [0, 1]).split('\n');
  const differences = said.filter((line) => line.includes('saved.jsonl:'));
  assert.ok(differences.length > 0 && differences.every((line) => / game \d+ follows game \d+$/.test(line)), said.join('\n'));
  assert.ok(said.includes(`Total: ${wanted.length}, WLD: ${wanted.length}/0/0`), said.join('\n'));
  await page.close();
});
