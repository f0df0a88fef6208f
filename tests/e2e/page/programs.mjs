// The programs as users run them, and what they wrote.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { build } from 'esbuild';

export const BIN = resolve(process.env.REFEREE_BIN);
export const SOURCE = resolve(process.env.REFEREE_SOURCE);
export const BUILD = resolve(process.env.REFEREE_BUILD);
export const RUNS = join(BUILD, 'page-tests', 'runs');
export const SHOTS = join(BUILD, 'page-tests', 'shots');

const SPRT = join(BIN, 'sprt');
const kPatience_ms = 300_000;
const kMost_bytes = 1 << 28;

/** Runs a program to its end and returns its output. `statuses` are those that are right. */
export function run(program, args, statuses = [0]) {
  try {
    return execFileSync(join(BIN, program), args, {
      encoding: 'utf8',
      timeout: kPatience_ms,
      maxBuffer: kMost_bytes,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (statuses.includes(error.status)) {
      return error.stdout;
    }
    throw new Error(`${program} ${args.join(' ')}: status ${error.status}\n${error.stderr}`);
  }
}

/** What a source of the page exports. */
export async function page_source(file) {
  const out = join(mkdtempSync(join(tmpdir(), 'page-source-')), 'source.mjs');
  const entry = join(SOURCE, 'sprt/page/web/src', file);
  await build({ entryPoints: [entry], bundle: true, format: 'esm', outfile: out, logLevel: 'warning' });
  return import(out);
}

export const dir_of = (name) => join(RUNS, name);
export const page_of = (name) => join(RUNS, name, 'page.html');

/** Plays a run into the directory of `name`, in place of an older one. */
export function play(name, args, statuses = [0]) {
  rmSync(dir_of(name), { recursive: true, force: true });
  run('sprt', ['run', '--out', dir_of(name), '--seed', '1', '--summary-only', ...args], statuses);
}

/** Plays a tournament into the directory of `name`, in place of an older one. */
export function play_tournament(name, args, statuses = [0]) {
  rmSync(dir_of(name), { recursive: true, force: true });
  run('sprt', ['tournament', '--out', dir_of(name), '--seed', '1', '--quiet', ...args], statuses);
}

/** An agent whose values say how strong it is, and what is tuned. */
export const TUNED = [
  '--agent', `${join(BIN, 'hostile', 'known_strength')} {x} {y}`, '--param', 'x=30:0:100', '--param', 'y=0.5:0.125:1.0:log',
  '--turns', '2', '--openings', 'start',
];

/** Plays a tuning into the directory of `name`, in place of an older one. */
export function tune(name, args) {
  rmSync(dir_of(name), { recursive: true, force: true });
  run('sprt', ['tune', '--out', dir_of(name), '--seed', '1', '--quiet', ...args]);
}

/** Begins a run that is killed with `signal` as soon as its log has `games` lines. */
export async function play_and_stop(name, args, games, signal, command = 'run') {
  const started = spawn(SPRT, [command, '--out', dir_of(name), '--seed', '1', '--summary-only', ...args], { stdio: 'ignore' });
  const ended = new Promise((is_over) => started.on('exit', is_over));
  for (const limit = Date.now() + kPatience_ms; Date.now() < limit; await new Promise((done) => setTimeout(done, 20))) {
    const log = join(dir_of(name), 'games.jsonl');
    if (existsSync(log) && readFileSync(log, 'utf8').split('\n').length > games) {
      break;
    }
  }
  started.kill(signal);
  await ended;
}

/** The path of nats-server: $REFEREE_NATS_SERVER, else where scripts/test unpacks it, else from PATH; null without one. */
export function nats_server() {
  const unpacked = join(BUILD, 'nats', 'usr', 'sbin', 'nats-server');
  const there = [process.env.REFEREE_NATS_SERVER, unpacked, ...(process.env.PATH ?? '').split(':').map((dir) => join(dir, 'nats-server'))];
  return there.find((file) => file && existsSync(file)) ?? null;
}

export function make_page(name, args = []) {
  run('sprt', ['page', dir_of(name), ...args]);
  return page_of(name);
}

/** What `sprt report --json` says; it exits with 1 when run.json differs from the games. */
export const report = (name) => JSON.parse(run('sprt', ['report', dir_of(name), '--json'], [0, 1, 2, 3, 4, 5]));

export const run_file = (name) => JSON.parse(readFileSync(join(dir_of(name), 'run.json'), 'utf8'));

export const lines = (name) =>
  readFileSync(join(dir_of(name), 'games.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

export const games = (name) => lines(name).map((line) => JSON.parse(line));
