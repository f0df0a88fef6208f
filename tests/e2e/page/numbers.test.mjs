// The numbers on the overview are those of `sprt report --json`.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { context_with, figure, open, start_browser, stop_browser, text_of } from './browser.mjs';
import { page_source, report } from './programs.mjs';

let context;
before(async () => {
  await start_browser();
  context = await context_with();
});
after(stop_browser);

const plain = (text) => text.replaceAll('\u2212', '-').replaceAll('\u202f', '');
const signed = (value, digits) => (Number(value.toFixed(digits)) > 0 ? '+' : '') + value.toFixed(digits).replace(/^-(0\.0*)$/, '$1');
const infinite = { low: '-∞', high: '+∞' };

/** The Elo and the interval to trust. */
function elo_lines({ estimates }) {
  const after_verdict = estimates.verdict !== 'continue' && estimates.post_sprt !== null;
  const elo = after_verdict ? estimates.post_sprt.elo : estimates.elo;
  const ends = after_verdict ? estimates.post_sprt.ci95 : estimates.anytime_ci95;
  const shown = elo === null ? { 0: '-∞', 1: '+∞' }[estimates.score] : signed(elo, 1);
  const low = ends[0] === null ? infinite.low : signed(ends[0], 1);
  const high = ends[1] === null ? infinite.high : signed(ends[1], 1);
  const interval = ends.every((end) => end === null) ? 'undefined' : `[${low}, ${high}]`;
  return { shown, interval, name: after_verdict ? 'after the verdict' : 'at any time' };
}

const kRuns = {
  'h1-pentanomial': 'H1 accepted: agent 1 is likely better',
  'h1-normalized': 'H1 accepted: agent 1 is likely better',
  'h1-trinomial': 'H1 accepted: agent 1 is likely better',
  'h1-wald': 'H1 accepted: agent 1 is likely better',
  'h1-bayeselo': 'H1 accepted: agent 1 is likely better',
  h0: 'H0 accepted: agent 1 is likely not better',
  none: 'No decision',
  killed: 'No decision yet',
  interrupted: /^No decision/,
};

for (const [name, title] of Object.entries(kRuns)) {
  test(`${name}: the figures and the words`, async () => {
    const said = report(name);
    const page = await open(context, name);
    const heading = await text_of(page, '.decision h1');
    typeof title === 'string' ? assert.equal(heading, title) : assert.match(heading, title);

    const elo = (await figure(page, 'elo')).map(plain);
    const wanted = elo_lines(said);
    assert.deepEqual(elo.slice(1), [wanted.shown, `95 % ${wanted.interval}`, wanted.name]);

    const score = (await figure(page, 'score')).map(plain);
    const { wld } = said.result;
    const percent = said.estimates.score === null ? '–' : `${(100 * said.estimates.score).toFixed(1)} %`;
    assert.deepEqual(score.slice(1), [percent, `${wld[0]} won · ${wld[1]} lost · ${wld[2]} drawn`]);

    const games = (await figure(page, 'games')).map(plain);
    const { pairs } = said.result;
    assert.deepEqual(games.slice(1, 3), [
      String(said.result.games),
      `${pairs.whole} pair${pairs.whole === 1 ? '' : 's'}, ${pairs.distinct} distinct`,
    ]);

    const llr = (await figure(page, 'llr')).map(plain);
    assert.equal(llr[1], signed(said.estimates.llr, 2));
    assert.ok(llr.some((line) => line.startsWith(said.estimates.model)));
    if (said.estimates.verdict === 'continue') {
      const forecast = said.estimates.p_h1 === null ? [] : [`P(H1) ${said.estimates.p_h1.toFixed(2)}`]; // null: it has ended
      assert.deepEqual(llr.flatMap((line) => line.match(/P\(H1\) [\d.]+/) ?? []), forecast);
    }

    const faults = (await figure(page, 'faults')).map(plain);
    assert.equal(faults[1], said.result.faults.join(' / '));
    assert.equal(faults[2], `time losses ${said.result.time_losses.join(' / ')}`);

    const bars = await page.locator('.bar .count').allInnerTexts();
    assert.deepEqual(bars.map(Number), said.result.ptnml);
    assert.deepEqual(page.seen.errors, []);
    await page.close();
  });
}

test('keys read the values of a chart, Enter opens the game, and the table of values has them, too', async () => {
  const page = await open(context, 'none');
  const chart = page.locator('.chart').first();
  await chart.focus();
  await page.keyboard.press('Home');
  assert.match(plain(await chart.getAttribute('aria-valuetext')), /^After 2 games: LLR [-+]?\d\.\d{3}$/);
  await page.keyboard.press('ArrowRight');
  assert.match(await chart.getAttribute('aria-valuetext'), /^After 4 games/);
  await page.locator('.values summary').first().click();
  const rows = page.locator('.values tbody tr'); // they are made after the click
  await rows.nth(9).waitFor();
  assert.equal(await rows.count(), 10);
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/game\/1$/);
  await page.close();
});

test('the time used is that of scored games', async () => {
  const { mean_used_us } = await page_source('words.ts');
  const index = { columns: { winner: [1, null, 0, 2] }, result: { used_us: [300, 600] } };
  assert.deepEqual(mean_used_us(index), [100, 200]);
  assert.deepEqual(mean_used_us({ ...index, numbers: [1, 3] }), [300, 600], 'of a pairing');
  assert.deepEqual(mean_used_us({ columns: { winner: [] }, result: { used_us: [0, 0] } }), [0, 0]);
});
