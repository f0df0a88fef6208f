// Everybody can use the page: axe-core in each view, theme and width; keyboard; narrow screens; zoom; settings of the system.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { context_with, drawn, keep_picture, open, SIZES, start_browser, stop_browser } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const kViews = {
  overview: ['h1-pentanomial', '#/'],
  games: ['h1-pentanomial', '#/games'],
  game: ['engines', '#/game/1/30'],
  fault: ['hostile', '#/game/0'],
  pair: ['connect-four', '#/pair/0/6'],
  chess: ['chess-scores', '#/game/0/30'],
  'chess-pair': ['chess960', '#/pair/1/20'],
  openings: ['h1-pentanomial', '#/openings'],
  workers: ['crowd', '#/workers'],
  'games-of-workers': ['crowd', '#/games?worker=anvil'],
  tuning: ['tuning', '#/'],
  'tuning-killed': ['tuning-killed', '#/'],
  'tuning-many': ['tuning-many', '#/'],
  'tuning-games': ['tuning', '#/games'],
  'tuning-game': ['tuning-many', '#/game/60'],
  'tuning-pair': ['tuning', '#/pair/23'],
  standings: ['table', '#/standings'],
  relative: ['table', '#/standings?to=1'],
  cross: ['table', '#/cross'],
  pairing: ['table', '#/pairing?of=0-2'],
  'all-games': ['table', '#/games?agent=1'],
};
const kLongNames = Object.fromEntries(
  ['cross', 'games', 'openings', 'pairing?of=0-1', 'game/3', 'pair/1'].map((view) => [`long ${view}`, ['long', `#/${view}`]]),
);
const kRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

before(start_browser);
after(stop_browser);

async function violations(page) {
  await page.evaluate(axe);
  const options = { runOnly: kRules, resultTypes: ['violations'] };
  const { violations: found } = await page.evaluate((how) => globalThis.axe.run(document, how), options);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

async function fits(page, view, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${view} is ${wide} px wide at ${width} px`);
}

for (const viewport of SIZES) {
  test(`axe-core finds nothing, and nothing scrolls sideways: ${viewport.width} px`, async () => {
    const context = await context_with({ viewport, bypassCSP: true });
    for (const [view, [run, hash]] of Object.entries(kViews)) {
      const page = await open(context, run, hash);
      await fits(page, view, viewport.width);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await keep_picture(page, `${view}-${viewport.width}-${colorScheme}`);
        assert.deepEqual(await violations(page), [], `${view}, ${colorScheme}`);
      }
      await page.close();
    }
    await context.close();
  });
}

test('axe-core finds a planted fault', async () => {
  const context = await context_with({ bypassCSP: true });
  const page = await open(context, 'none');
  await page.evaluate(() => document.querySelector('main').append(document.createElement('button')));
  const found = await violations(page);
  assert.equal(found.length, 1);
  assert.match(found[0], /^button-name/);
  await context.close();
});

test('nothing scrolls sideways at 320 and 760 px either, nor at a zoom of 200 %', async () => {
  const context = await context_with({ viewport: { width: 320, height: 844 } });
  for (const [view, [run, hash]] of Object.entries({ ...kViews, ...kLongNames })) {
    const page = await open(context, run, hash);
    for (const width of [320, 700, 760]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await fits(page, view, width);
    }
    await page.close();
  }
  await context.close();
});

/** Goes to `hash`, and in the moment in which `view` says that it is drawn looks where the focus is and presses `key`. */
const kWhenReady = ({ hash, view, key }) =>
  new Promise((done) => {
    const root = document.documentElement;
    const observer = new MutationObserver(() => {
      if (root.dataset.ready !== view) return;
      observer.disconnect();
      window.focused_when_ready = document.activeElement.id;
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      done();
    });
    observer.observe(root, { attributeFilter: ['data-ready'] });
    location.hash = hash;
  });

test('the skip link, focus and titles', async () => {
  const context = await context_with();
  const page = await open(context, 'none');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await page.getByRole('link', { name: 'Openings' }).focus();
  await page.evaluate(kWhenReady, { hash: '#/openings', view: 'openings' });
  assert.match(await page.title(), /^Openings – /);
  assert.equal(await page.evaluate(() => window.focused_when_ready), 'main'); // not later, when the reader may be elsewhere
  await page.evaluate(kWhenReady, { hash: '#/game/0/0', view: 'game 0 0', key: 'ArrowRight' });
  await drawn(page, 'game 0 1');
  await context.close();
});

test('the theme is kept, and wins over that of the system', async () => {
  const context = await context_with({ colorScheme: 'light' });
  const page = await open(context, 'none');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(await paper(), 'rgb(251, 250, 248)');
  assert.match(await page.locator('.theme').innerText(), /^Theme/);
  await page.getByLabel('Theme').selectOption('dark');
  await page.waitForFunction(() => getComputedStyle(document.documentElement).backgroundColor === 'rgb(21, 23, 26)');
  await page.reload();
  await drawn(page, 'overview');
  assert.equal(await paper(), 'rgb(21, 23, 26)');
  await context.close();
});

test('reduced motion stops animation, and forced colours keep stones apart', async () => {
  const context = await context_with({ reducedMotion: 'reduce', forcedColors: 'active' });
  const page = await open(context, 'connect-four', '#/game/0/9', 'game 0 9');
  const moving = await page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  const looks = await page.locator('.stone').evaluateAll((all) =>
    all.map((stone) => {
      const { fill, stroke } = getComputedStyle(stone);
      return `${stone.getAttribute('class')}: ${fill === 'none' ? 'ring' : 'disc'}, ${stroke === 'none' ? 'no line' : 'line'}`;
    }),
  );
  assert.deepEqual([...new Set(looks)].sort(), ['stone p1: disc, no line', 'stone p2: ring, line']);
  await keep_picture(page, 'game-forced-colors');
  await page.close();
  const chess = await open(context, 'chess', '#/game/0/3', 'game 0 3');
  const fill = (selector) => chess.locator(selector).first().evaluate((shape) => getComputedStyle(shape).fill);
  const fills = [await fill('.chess .ground'), await fill('.chess .dark'), await fill('.white path'), await fill('.black path')];
  assert.equal(fills[0], 'rgb(238, 230, 214)', 'not that of the system, which may be black');
  assert.equal(new Set(fills).size, 4, fills.join(', '));
  await keep_picture(chess, 'chess-forced-colors');
  await context.close();
});
