// The games that the page knows, by the `rules` of a game's line.

import { articles, uai } from './ataxx';
import { chess, chess960 } from './chess';
import { connect4 } from './connect4';
import type { Rules } from './rules';
import { tictactoe } from './tictactoe';

const kRules: Record<string, Rules> = {
  ataxx: articles,
  uai,
  'connect-four': connect4,
  'tic-tac-toe': tictactoe,
  chess,
  chess960,
};

/** Throws when the page does not know the rules: it is older than the run. */
export function rules_named(name: string | undefined): Rules {
  const rules = kRules[name ?? 'ataxx'];
  if (!rules) {
    throw new Error(`this page does not know the rules '${name}'`);
  }
  return rules;
}
