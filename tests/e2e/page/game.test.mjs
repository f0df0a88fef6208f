// A game and a pair: links, keys, autoplay, copies.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { context_with, drawn, open, start_browser, stop_browser, text_of, url_of } from './browser.mjs';
import { games, lines, page_of } from './programs.mjs';

const kRun = 'connect-four';
let context;
before(async () => {
  await start_browser();
  context = await context_with({ permissions: ['clipboard-read', 'clipboard-write'] });
});
after(stop_browser);

const turn_shown = (page) => text_of(page, '.controls output');

test('a link to a game and turn works in a fresh browser', async () => {
  const fresh = await context_with();
  const page = await open(fresh, 'h1-pentanomial', '#/game/5/7', 'game 5 7');
  const game = games('h1-pentanomial')[5];
  assert.equal(await turn_shown(page), `7/${game.turns}`);
  assert.match(await text_of(page, '.sentence'), new RegExp(`^Turn 7 of ${game.turns}: agent [12] `));
  assert.match(await page.title(), /^✓ Game 5 – /);
  await fresh.close();
});

for (const [name, wanted] of [
  ['h1-pentanomial', ['(1,1)=a7', '(1,7)=g7', '(7,1)=a1']],
  ['connect-four', ['column 1=a, row 6', 'column 7=g, row 6', 'column 1=a, row 1']],
  ['tic-tac-toe', ['(1,1)=a3', '(1,3)=c3', '(3,1)=a1']],
  ['chess', ['a8', 'h8', 'a1']],
]) {
  test(`${name}: a cell's title has its name in the protocol and in records, also when the board is turned`, async () => {
    const page = await open(context, name, '#/game/1/0', 'game 1 0');
    const titles = () =>
      page.locator('.board .cell').evaluateAll((all) => {
        const corner = (right, down) => (cell) => (right ? cell.x.baseVal.value : -cell.x.baseVal.value) + 100 * (down ? cell.y.baseVal.value : -cell.y.baseVal.value);
        const best = (of) => all.reduce((one, other) => (of(other) > of(one) ? other : one)).textContent;
        return [best(corner(false, false)), best(corner(true, false)), best(corner(false, true)), best(corner(true, true))];
      });
    assert.deepEqual((await titles()).slice(0, 3), wanted);
    await page.keyboard.press('f');
    if (name !== 'connect-four') {
      await page.waitForSelector('.table > .seat:last-child[data-player="2"]');
      assert.equal((await titles())[3], wanted[0]);
    }
    await page.close();
  });
}

test('every key goes where it says', async () => {
  const turns = games(kRun)[4].turns;
  const page = await open(context, kRun, '#/game/4/3', 'game 4 3');
  const entries = await page.evaluate(() => history.length);
  const press = async (key, wanted) => {
    await page.keyboard.press(key);
    await drawn(page, wanted);
  };
  await press('ArrowRight', 'game 4 4');
  await press('ArrowLeft', 'game 4 3');
  await press('Home', 'game 4 0');
  await press('End', `game 4 ${turns}`);
  await press('ArrowUp', 'game 4 0');
  await press('ArrowDown', `game 4 ${turns}`);
  await page.waitForFunction((wanted) => location.hash === wanted, `#/game/4/${turns}`);
  assert.equal(await page.evaluate(() => history.length), entries, 'turns push no history');
  const below = () => page.locator('.seat').last().getAttribute('data-player');
  assert.equal(await below(), '1');
  await page.keyboard.press('f');
  await page.waitForSelector('.table > .seat:last-child[data-player="2"]');
  await page.keyboard.press('f');
  await page.waitForSelector('.table > .seat:last-child[data-player="1"]');
  await press('Shift+ArrowRight', `game 5 ${games(kRun)[5].turns}`);
  await press('Shift+ArrowLeft', `game 4 ${turns}`);
  await page.locator('.theme select').focus();
  await page.keyboard.press('Home'); // a field has the focus: no turn
  assert.equal(await turn_shown(page), `${turns}/${turns}`);
  await page.close();
});

test('autoplay goes to the end, and the address follows then', async () => {
  const turns = games(kRun)[2].turns;
  const page = await open(context, kRun, `#/game/2/${turns - 3}`);
  await page.locator('.controls').waitFor();
  await page.keyboard.press(' ');
  assert.equal(await page.locator('.sentence').getAttribute('aria-live'), 'off');
  await drawn(page, `game 2 ${turns}`);
  await page.waitForFunction((wanted) => location.hash === wanted, `#/game/2/${turns}`);
  assert.equal(await page.locator('.sentence').getAttribute('aria-live'), 'polite');
  await page.close();
});

test('graphs, the slider and moves go to a turn', async () => {
  const turns = games('h1-pentanomial')[1].turns;
  const page = await open(context, 'h1-pentanomial', '#/game/1/0', 'game 1 0');
  const box = await page.locator('.graph svg').first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 10);
  await drawn(page, `game 1 ${Math.round(turns / 2)}`);
  await page.locator('.controls input').fill('2');
  await drawn(page, 'game 1 2');
  await page.locator('.moves button').nth(4).click();
  await drawn(page, 'game 1 5');
  await page.close();
});

test('FEN, link and game are copied', async () => {
  const page = await open(context, kRun, '#/game/4/6', 'game 4 6');
  const copied = async (name) => {
    await page.getByRole('button', { name: `copy ${name}`, exact: true }).click();
    await page.locator('.copies [role=status]', { hasText: `${name} copied` }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const fen = await copied('FEN');
  assert.match(fen, /^[ry1-7/]+ r 4$/);
  assert.equal(fen, await text_of(page, '.fen'));
  assert.equal(await copied('link'), url_of(page_of(kRun), '#/game/4/6'));
  assert.equal(await copied('game'), lines(kRun)[4]);
  await page.close();
});

test('both games of a pair go in step, the shorter one stays at its end', async () => {
  const [one, two] = games(kRun).slice(6, 8);
  const page = await open(context, kRun, '#/pair/3/5', 'pair 3 5');
  const sentences = () => page.locator('.sentence').allInnerTexts();
  assert.ok((await sentences()).every((text) => text.startsWith('Turn 5 of ')));
  await page.keyboard.press('End');
  await drawn(page, `pair 3 ${Math.max(one.turns, two.turns)}`);
  const ends = await sentences();
  assert.ok(ends[0].startsWith(`Turn ${one.turns} of ${one.turns}`), ends[0]);
  assert.ok(ends[1].startsWith(`Turn ${two.turns} of ${two.turns}`), ends[1]);
  await page.getByRole('button', { name: 'where they part' }).click();
  const moves = ({ opening, moves: made }) => [...opening, ...made.map((move) => move.slice(0, -1))].map(String);
  const [first, second] = [moves(one), moves(two)];
  const same = first.findIndex((move, i) => move !== second[i]);
  await drawn(page, `pair 3 ${same + 1}`);
  assert.ok((await text_of(page, '.title .dim')).startsWith(`same moves for ${same} turn`));
  await page.close();
});

test('what engines say is shown: scores as a graph, depths beside moves', async () => {
  const game = games('engines')[0];
  const page = await open(context, 'engines', '#/game/0');
  await page.locator('.graph .trace').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.graph').count(), 3);
  const first = page.locator('.moves button').nth(game.opening.length);
  assert.ok((await first.innerText()).includes(`d${game.depth[0]}`));
  await page.close();
});

test('a turn after the last one is the last one, in the address too', async () => {
  const { turns } = games(kRun)[3];
  const page = await open(context, kRun, '#/game/3/99999', `game 3 ${turns}`);
  await page.waitForFunction((hash) => location.hash === hash, `#/game/3/${turns}`);
  await page.close();
});

test('an unknown view is named, and so is a game that is not there', async () => {
  const page = await open(context, kRun, '#/nowhere', 'overview');
  assert.match(await text_of(page, 'p.banner'), /There is no view #\/nowhere/);
  await page.evaluate(() => (location.hash = '#/game/999999'));
  await drawn(page, 'no game');
  assert.match(await text_of(page, 'p.banner'), /There is no game 999999/);
  await page.close();
});
