// Words of strangers stay words; the page asks nobody for anything.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { context_with, drawn, keep_picture, open, start_browser, stop_browser, text_of, url_of, watched_page } from './browser.mjs';
import { dir_of, games, page_of, run, RUNS, run_file, SOURCE } from './programs.mjs';

let context;
before(async () => {
  await start_browser();
  context = await context_with({ offline: true });
});
after(stop_browser);

function assert_quiet(page, file) {
  assert.deepEqual(page.seen.dialogs, []);
  assert.deepEqual(page.seen.errors, []);
  const others = page.seen.requests.filter((url) => url.split('#')[0] !== url_of(file) && !url.startsWith('data:'));
  assert.deepEqual(others, []);
}

/** What the page must show for a text: the bytes of hidden characters, as the programs print them. */
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
const named = (text) =>
  text.replace(hidden, (each) => [...Buffer.from(each)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''));

test('names, reasons and standard error are shown letter for letter', async () => {
  const page = await open(context, 'hostile', '#/game/0');
  const { agents } = run_file('hostile');
  const { fault } = games('hostile')[0];
  const names = await page.locator('header .name').evaluateAll((all) => all.map((each) => each.title));
  assert.deepEqual(names, agents.map(({ name }) => named(name)));
  assert.ok(names[0].includes('\\xe2\\x80\\xae\\xe2\\x81\\xa6'));
  assert.ok(run('sprt', ['report', dir_of('hostile')]).includes(`Agent 1 (H1): ${names[0]}\n`), 'on a terminal it is the same');
  const seen = await page.locator('header .name').evaluateAll((all) => all.map((each) => each.textContent));
  assert.deepEqual(seen, [`${names[0].slice(0, 55)}…${names[0].slice(-9)}`, names[1]], 'cut in the middle');
  assert.ok((await text_of(page, '.fault')).includes(named(fault.reason)));
  await page.locator('.fault summary').click();
  const shown = await page.locator('.fault pre').evaluate((each) => each.textContent);
  const whole = fault.stderr.replace(/\n/g, '\u0000').split('\u0000').map(named).join('\n');
  assert.ok(shown.length > 3000 && whole.endsWith(shown), shown.slice(-200));
  assert.match(await text_of(page, '.fault details'), /Cut: only the last 4 kB/);
  await keep_picture(page, 'hostile-game');
  assert_quiet(page, page_of('hostile'));
  await page.close();
});

for (const hash of ['#/', '#/games', '#/pair/0', '#/openings', '#/games?opening=<img src=x>&end=</script>', '#/<b>x']) {
  test(`nothing of a hostile run is run or fetched at ${hash}`, async () => {
    const page = await open(context, 'hostile', hash);
    assert.equal(await page.locator('img, b b, iframe, object').count(), 0);
    assert.ok(!(await page.content()).includes('a secret value'));
    assert_quiet(page, page_of('hostile'));
    await page.close();
  });
}

for (const hash of ['#/standings', '#/standings?to=2', '#/cross', '#/pairing?of=0-2', '#/games', '#/game/0', '#/pairing?of=<b>x']) {
  test(`nothing of a hostile agent is run or fetched in a tournament at ${hash}`, async () => {
    const page = await open(context, 'table', hash);
    const { name } = run_file('table').agents[2];
    assert.ok((await page.locator('body').innerText()).includes(named(name)) || hash === '#/game/0');
    assert.equal(await page.locator('img, td td, iframe, object').count(), 0);
    assert_quiet(page, page_of('table'));
    await page.close();
  });
}

test('values of the environment are not in the page, names are', async () => {
  const page = await open(context, 'hostile');
  assert.match(await text_of(page, '.run'), /sets TOKEN/);
  assert.equal((await page.evaluate(() => document.documentElement.outerHTML)).includes('secret value'), false);
  await page.close();
});

test('a script that is put in does not run, and no request leaves', async () => {
  const page = await open(await context_with(), 'hostile');
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const holder = document.createElement('div');
    document.body.append(holder);
    holder.innerHTML = '<img src="x:y" onerror="window.ran = true"><button onclick="window.ran = true">x</button>';
    holder.querySelector('button').click();
    const request = await fetch('https://example.invalid/').then(
      () => 'answered',
      () => 'refused',
    );
    return { ran: window.ran === true, request };
  });
  assert.deepEqual(ran, { ran: false, request: 'refused' });
  await page.close();
});

test('from a file, offline, also in a folder whose name has spaces', async () => {
  const folder = join(RUNS, 'a folder with spaces & more');
  mkdirSync(folder, { recursive: true });
  const moved = join(folder, 'a run.html');
  copyFileSync(page_of('none'), moved);
  for (const file of [page_of('none'), moved]) {
    const page = await watched_page(context);
    await page.goto(url_of(file, '#/game/3/2'));
    await drawn(page, 'game 3 2');
    assert_quiet(page, file);
    await page.close();
  }
});

test('the sources put text of strangers nowhere but into text and attributes', () => {
  const folder = join(SOURCE, 'sprt/page/web/src');
  const found = readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) =>
      /innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|javascript:|https?:|style="/i.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
    );
  assert.deepEqual(found, []);
});
