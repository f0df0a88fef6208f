// Chromium, and pages in it. Waiting is always for a mark of the page, never for a time.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

import { chromium } from 'playwright-core';

import { page_of, SHOTS } from './programs.mjs';

const kPatience_ms = 60_000;
export const SIZES = [
  { width: 1400, height: 900 },
  { width: 390, height: 844 },
];

let browser;

export async function start_browser() {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
}

export async function stop_browser() {
  await browser?.close();
}

export async function context_with(options = {}) {
  const context = await browser.newContext({ viewport: SIZES[0], ...options });
  context.setDefaultTimeout(kPatience_ms);
  return context;
}

/** A page that collects what must not happen: errors, dialogs, and requests but the first. */
export async function watched_page(context) {
  const page = await context.newPage();
  page.seen = { errors: [], dialogs: [], requests: [] };
  page.on('pageerror', (error) => page.seen.errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.seen.errors.push(message.text()));
  page.on('dialog', (dialog) => {
    page.seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => page.seen.requests.push(request.url()));
  return page;
}

export const url_of = (file, hash = '') => pathToFileURL(file).href + hash;

/** Waits until the view is drawn; with `what` until it is that one, as `game 5 12`. */
export async function drawn(page, what) {
  const selector = what === undefined ? 'html[data-ready]' : `html[data-ready="${what}"]`;
  await page.waitForSelector(selector, { state: 'attached' });
}

/** The page of run `name`, opened by the address of a view. */
export async function open(context, name, hash = '', what = undefined) {
  const page = await watched_page(context);
  await page.goto(url_of(page_of(name), hash));
  await drawn(page, what);
  return page;
}

/** What was followed becomes what a new reader sees in the view: the result of a run is written after its last game. */
export async function expect_as_for_a_new_reader(page, view) {
  const parts = (main) => main.innerHTML.split('<').filter((part) => !part.includes('Page made'));
  const other = await page.context().newPage();
  await other.goto(page.url());
  await drawn(other, view);
  const wanted = await other.locator('main').evaluate(parts);
  await other.close();
  let followed = [];
  for (const limit = Date.now() + kPatience_ms; Date.now() < limit; await new Promise((done) => setTimeout(done, 50))) {
    followed = await page.locator('main').evaluate(parts);
    if (isDeepStrictEqual(followed, wanted)) {
      return;
    }
  }
  assert.deepEqual(followed, wanted);
}

/** Keeps a picture below the build directory, for people. Not in CI, where they would take half a minute. */
export async function keep_picture(page, name) {
  if (process.env.CI) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

export const text_of = (page, selector) => page.locator(selector).innerText();

export const figure = async (page, name) => (await text_of(page, `[data-figure="${name}"]`)).split('\n');
