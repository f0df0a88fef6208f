// The budget: counts and ratios. Times are a sanity limit only.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, inflateRawSync } from 'node:zlib';

import { context_with, drawn, open, start_browser, stop_browser, url_of, watched_page } from './browser.mjs';
import { dir_of, page_of, SOURCE } from './programs.mjs';

const kPaint_limit_ms = 15_000;
let context;
before(async () => {
  await start_browser();
  context = await context_with();
});
after(stop_browser);

test('the template, its scripts and its style', () => {
  const template = readFileSync(join(SOURCE, 'sprt/page/page.html'), 'utf8');
  const part = (from, to) => new RegExp(`${from}([^]*?)${to}`).exec(template)[1];
  assert.ok(Buffer.byteLength(template) <= 96 * 1024, `${Buffer.byteLength(template)} bytes`);
  const program = inflateRawSync(Buffer.from(part('id="program">', '<'), 'base64'));
  const packed = gzipSync(program + part('<script>', '</script>') + part('<style>', '</style>'), { level: 9 }).length;
  assert.ok(packed <= 42 * 1024, `${packed} bytes gzipped`);
});

test('a page of 25 000 games against its log', () => {
  const bytes = (file) => statSync(file).size;
  const ratio = bytes(page_of('many')) / bytes(join(dir_of('many'), 'games.jsonl'));
  assert.ok(ratio <= 0.35, `${ratio}`);
});

/** From the begin of the navigation until the overview is on the screen, as the page's own clock has it. */
async function paint_ms(name) {
  const page = await watched_page(context);
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.documentElement.dataset.ready === 'overview') {
        watch.disconnect();
        // A task after the frame in which it is drawn.
        requestAnimationFrame(() => setTimeout(() => (window.painted_ms = performance.now())));
      }
    });
    watch.observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
  });
  await page.goto(url_of(page_of(name)));
  const took = await (await page.waitForFunction(() => window.painted_ms)).jsonValue();
  await page.close();
  return took;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

test('first paint of 25 000 games against 200, the median of 5', async () => {
  // What else the machine does at the moment is no fault of the page: two more rounds may show that.
  let some, many;
  for (let round = 0; round < 3 && !(many <= 2.5 * some); ++round) {
    const times = { some: [], many: [] };
    for (let i = 0; i < 5; ++i) {
      times.some.push(await paint_ms('some'));
      times.many.push(await paint_ms('many'));
    }
    [some, many] = [median(times.some), median(times.many)];
    console.log(`first paint: ${some.toFixed()} ms, ${many.toFixed()} ms, ratio ${(many / some).toFixed(2)}`);
  }
  assert.ok(many <= 2.5 * some, `${many} ms against ${some} ms`);
  assert.ok(many < kPaint_limit_ms, `${many} ms`);
});

test('a game whose block is read last', async () => {
  const page = await open(context, 'many', '#/game/24999/1', 'game 24999 1');
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});

test('what is unpacked, and how much is in the document', async () => {
  const page = await open(context, 'many', '#/', 'overview');
  const blocks = () => page.evaluate(() => Number(document.documentElement.dataset.blocks ?? 0));
  assert.equal(await blocks(), 0);
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
  assert.ok(elements <= 1000, `${elements} elements`);
  const crowded = await page.evaluate(() =>
    [...document.querySelectorAll('.chart path')].map((path) => {
      const columns = new Map();
      for (const [, x] of path.getAttribute('d').matchAll(/[ML](-?[\d.]+),/g)) {
        columns.set(Math.floor(x), (columns.get(Math.floor(x)) ?? 0) + 1);
      }
      const sides = path.classList.contains('band') ? 2 : 1;
      return Math.max(0, ...columns.values()) / sides;
    }),
  );
  assert.ok(crowded.length >= 3 && crowded.every((points) => points <= 2), crowded.join(' '));
  await page.evaluate(() => (location.hash = '#/games'));
  await drawn(page, 'games');
  assert.ok((await page.locator('[role=row]').count()) <= 60);
  assert.equal(await blocks(), 0);
  await page.evaluate(() => (location.hash = '#/game/20000/1'));
  await drawn(page, 'game 20000 1');
  assert.equal(await blocks(), 1);
  assert.deepEqual(page.seen.errors, []);
  await page.close();
});
