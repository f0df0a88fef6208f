// What the program's names mean, in words: endings, results, verdicts. The words of verdicts are those of the transcript.

import { typeset } from './format';
import { halves_of } from './text';
import type { CommonIndex, GameLine, Player, RunIndex } from './types';

const kEndings: Record<string, string> = {
  annihilation: 'annihilated',
  line: 'line',
  no_moves_left: 'no moves left',
  insufficient_material: 'not enough material',
  halfmove_limit: 'half-move limit',
  timeout: 'out of time',
  ready_timeout: 'not ready',
  protocol_error: 'protocol error',
  crashed: 'crashed',
};

export function ending(termination: string): string {
  return kEndings[termination] ?? termination.replaceAll('_', ' ');
}

/** `board full`, or `adjudicated (material)`. */
export function ending_of(game: GameLine): string {
  return ending(game.termination) + (game.adjudication ? ` (${game.adjudication.replaceAll('_', ' ')})` : '');
}

export function elo_unit(model: string): string {
  return { normalized: 'nElo', bayeselo: 'cutechess Elo', 'bayeselo-true': 'BayesElo' }[model] ?? 'Elo';
}

export interface VerdictWords {
  short: string;
  title: string;
  detail: string;
  player: 0 | 1 | 2;
}

/** Whether the run has no test. */
export function is_match(index: RunIndex): boolean {
  return index.run.kind !== undefined;
}

/** Whether a run without a test was played to its end. */
export function is_complete({ result: { reason } }: RunIndex): boolean {
  return reason === 'games' || reason === 'max_time';
}

/** The time that agents 1 and 2 used in a scored game, on the average. */
export function mean_used_us({ numbers, columns, result }: RunIndex): [number, number] {
  const winners = numbers?.map((game) => columns.winner[game]) ?? columns.winner;
  const scored = winners.filter((winner) => winner !== null).length || 1;
  return [result.used_us[0] / scored, result.used_us[1] / scored];
}

/** How many games a match is to have: what it began with, or what a later session asked for. */
export function games_of_match(index: RunIndex): number {
  const asked = (index.run.resumed ?? []).flatMap((session) => session.games ?? []);
  return asked.at(-1) ?? index.run.config.games ?? index.games;
}

/** That a run has not ended. */
export function progress_words({ live, was_live }: CommonIndex, what: string): string {
  return live
    ? `The ${what} is being played.`
    : was_live
      ? `The ${what} was being played when this page was made.`
      : `The ${what} has not ended. sprt resume plays on.`;
}

/** The state of the run: what was decided, or why nothing was. */
export function verdict_words(index: RunIndex): VerdictWords {
  const { end, live } = index;
  const title = typeset(index.title);
  const player = title.startsWith('H1') ? 1 : title.startsWith('H0') ? 2 : 0;
  if (end !== null) {
    return { short: title.replace(/:.*/, ''), title, detail: typeset(end), player };
  }
  const what = index.result.tune ? 'tuning' : is_match(index) ? 'match' : 'run';
  const short = is_match(index) ? title : live ? 'In progress' : 'No decision yet';
  return { short, title: short, detail: progress_words(index, what), player };
}

/** What an agent is called in sentences: by its name in a tournament, where agent 1 is another one in each pairing. */
export function who(index: RunIndex, player: Player, game = 0): string {
  return index.name_of ? halves_of(index.name_of(game, player)).join('') : `agent ${player}`;
}

/** `agent 2 won`, `draw`, `not scored`. */
export function winner_words(index: RunIndex, winner: 0 | 1 | 2 | null, game: number): string {
  return winner === null ? 'not scored' : winner === 0 ? 'draw' : `${who(index, winner, game)} won`;
}
