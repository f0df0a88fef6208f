// A turn in words.

import { signed, time } from '../format';
import type { Replay } from '../replay';
import type { Rules } from '../rules/rules';
import { shown } from '../text';
import type { RunIndex, Score } from '../types';
import { ending_of, who } from '../words';

/** `+120`, `won in 5`, or a dash; of chess in pawns: `+1.20`, `M5`. */
export function score_words(rules: Rules, score: Score): string {
  if (score === null) {
    return '–';
  }
  if (typeof score === 'number') {
    return rules.is_chess ? signed(score / 100, 2) : signed(score);
  }
  const found = /^#(-?)(\d+)$/.exec(score);
  if (found && rules.is_chess) {
    return `${found[1] && '\u2212'}M${found[2]}`;
  }
  return found ? `${found[1] ? 'lost' : 'won'} in ${found[2]}` : shown(score);
}

/** `Turn 40 of 81: agent 1 b3→d2, turns 3 over, 590 µs`, and at the end how the game ended. */
export function turn_words(index: RunIndex, replay: Replay, turn: number): string {
  const last = replay.turns.length;
  const how = turn === last ? ` End: ${ending_of(replay.line)}.` : '';
  if (turn === 0) {
    return last === 0 ? `No turn was played: ${ending_of(replay.line)}.` : 'Start';
  }
  const { player, step, took_us, depth, score } = replay.turns[turn - 1]!;
  const words = [
    `Turn ${turn} of ${last}: ${who(index, player, replay.line.game)} ${step.text}`,
    step.effect,
    took_us === null ? 'opening' : time(took_us),
    depth === null ? '' : `depth ${depth}`,
    score === null ? '' : `score ${score_words(replay.rules, score)}`,
  ];
  return words.filter((word) => word !== '').join(', ') + (how ? `.${how}` : '');
}
