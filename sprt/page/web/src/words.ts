// What the program's names mean, in words: endings, results, verdicts. The words of verdicts are those of the transcript.

import { counted, exact, number, signed_exact } from './format';
import type { GameLine, RunIndex } from './types';

const kEndings: Record<string, string> = {
  annihilation: 'annihilated',
  line: 'line',
  no_moves_left: 'no moves left',
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
  return model === 'normalized' ? 'nElo' : model === 'bayeselo' ? 'BayesElo' : 'Elo';
}

/** A bound of a hypothesis: a zero has no sign. */
function bound(elo: number): string {
  return elo === 0 ? '0' : signed_exact(elo);
}

export interface VerdictWords {
  short: string;
  title: string;
  detail: string;
  player: 0 | 1 | 2;
}

function accepted_words(index: RunIndex, verdict: 'H0' | 'H1'): VerdictWords {
  const { elo0, elo1 } = index.run.config;
  const unit = elo_unit(index.estimates.model);
  const is_h1 = verdict === 'H1';
  const [by, than] = is_h1 ? [elo1, elo0] : [elo0, elo1];
  let meaning = '';
  if (elo1 === 0) {
    meaning = is_h1 ? ': likely no regression' : ': likely a regression';
  } else if (elo1 > 0) {
    meaning = is_h1 ? ': agent 1 is likely better' : ': agent 1 is likely not better';
  }
  const articles = is_h1 ? `${unit} ≥ ${exact(elo1)}` : `${unit} ≤ ${exact(elo0)}`;
  return {
    short: `${verdict} accepted`,
    title: `${verdict} accepted${meaning}`,
    detail:
      index.estimates.model === 'wald'
        ? `The games say ${articles}.`
        : `These games are better explained by ${bound(by)} ${unit} than by ${bound(than)}.`,
    player: is_h1 ? 1 : 2,
  };
}

function reason_words(index: RunIndex): string {
  const { reason, broken, games } = index.result;
  switch (reason) {
    case 'max_games':
      return `The limit of ${counted(index.run.config.max_games ?? games, 'game')} was reached. A run with a higher --max-games may decide.`;
    case 'repeats':
      return 'The agents repeat the same games, so that more of them say nothing new. Other openings, or agents with chance, may decide.';
    case 'openings_used_up':
      return 'The openings are used up. A run with more of them may decide.';
    case 'max_faults':
      return `Agent ${broken ?? '?'} was at fault too often. Its last games say how.`;
    case 'failed_starts':
      return `Agent ${broken ?? '?'} did not start. The last games say what it wrote.`;
    case 'tampering':
      return `Agent ${broken ?? '?'} tampered with the other one. Sandboxes (--sandbox on) keep them apart.`;
    case 'interrupted':
      return 'The run was interrupted. sprt resume plays on.';
    default:
      return `It ended: ${String(reason).replaceAll('_', ' ')}.`;
  }
}

/** Whether the run has no test. */
export function is_match(index: RunIndex): boolean {
  return index.run.kind === 'match';
}

/** How many games a match is to have: what it began with, or what a later session asked for. */
export function games_of_match(index: RunIndex): number {
  const asked = (index.run.resumed ?? []).flatMap((session) => session.games ?? []);
  return asked.at(-1) ?? index.run.config.games ?? index.games;
}

function match_words(index: RunIndex): VerdictWords {
  const of = `${number(index.games)} of ${counted(games_of_match(index), 'game')}`;
  if (!index.over) {
    const detail = index.live ? 'The match is being played.' : 'The match has not ended. sprt resume plays on.';
    return { short: of, title: of, detail, player: 0 };
  }
  if (index.result.reason === 'games') {
    const title = `Match of ${counted(index.games, 'game')}`;
    return { short: title, title, detail: 'All games were played.', player: 0 };
  }
  return { short: of, title: of, detail: reason_words(index), player: 0 };
}

/** The state of the run: what was decided, or why nothing was. */
export function verdict_words(index: RunIndex): VerdictWords {
  if (is_match(index)) {
    return match_words(index);
  }
  const { verdict } = index.estimates;
  if (verdict !== 'continue') {
    return accepted_words(index, verdict);
  }
  if (!index.over && index.live) {
    return { short: 'In progress', title: 'In progress', detail: 'The run is being played.', player: 0 };
  }
  if (!index.over) {
    const detail = 'The run has not ended. sprt resume plays on.';
    return { short: 'Not over', title: 'No decision yet', detail, player: 0 };
  }
  return { short: 'No decision', title: 'No decision', detail: reason_words(index), player: 0 };
}

/** `Agent 2 won`, `Draw`, `Not scored`. */
export function winner_words(winner: 0 | 1 | 2 | null): string {
  return winner === null ? 'Not scored' : winner === 0 ? 'Draw' : `Agent ${winner} won`;
}
