// A game's line, turn by turn.

import { rules_named } from './rules/games';
import { stones, type Position, type Rules, type Step } from './rules/rules';
import type { GameLine, Player, Score, Two } from './types';

export interface Turn {
  /** From 1. */
  number: number;
  player: Player;
  step: Step;
  /** Null in the opening. */
  took_us: number | null;
  depth: number | null;
  score: Score;
  pv: string | null;
}

export interface Replay {
  line: GameLine;
  rules: Rules;
  start: Position;
  turns: Turn[];
  /** Time that both agents have used after each turn, from turn 0 on. */
  used_us: Two<number>[];
  /** Stones of agent 1 and agent 2 after each turn, from turn 0 on. */
  stones: Two<number>[];
}

/** The agent that has `side`, the first player being `first`. */
export function player_of(side: 1 | 2, first: Player): Player {
  return side === 1 ? first : first === 1 ? 2 : 1;
}

/** By agent, what is given by side. */
export function by_agent<T>(sides: Two<T>, first: Player): Two<T> {
  return first === 1 ? sides : [sides[1], sides[0]];
}

export function replayed(line: GameLine): Replay {
  const rules = rules_named(line.rules);
  const is_from_fen = line.start_fen !== undefined && line.opening.length === 0;
  const start = rules.read_fen(is_from_fen ? line.start_fen! : rules.start_fen);
  const replay: Replay = {
    line,
    rules,
    start,
    turns: [],
    used_us: [[0, 0]],
    stones: [by_agent(stones(start), line.first)],
  };
  let position = start;
  [...line.opening, ...line.moves].forEach((numbers, i) => {
    const k = i - line.opening.length;
    const player = player_of(position.mover, line.first);
    const took_us = k >= 0 ? numbers[numbers.length - 1]! : null;
    const step = rules.after(position, numbers);
    const used = [...replay.used_us[i]!] as Two<number>;
    used[player - 1]! += took_us ?? 0;
    position = step.position;
    replay.turns.push({
      number: i + 1,
      player,
      step,
      took_us,
      depth: line.depth?.[k] ?? null,
      score: line.scores?.[k] ?? null,
      pv: line.pv?.[k] ?? null,
    });
    replay.used_us.push(used);
    replay.stones.push(by_agent(stones(position), line.first));
  });
  replay.used_us[replay.turns.length] = line.used_us; // with the time of an answer that ended the game
  return replay;
}

/** The position after `turn` turns. */
export function position_at(replay: Replay, turn: number): Position {
  return turn === 0 ? replay.start : replay.turns[turn - 1]!.step.position;
}

/** How many turns two games have in common. */
export function common_turns(one: Replay, two: Replay): number {
  let same = 0;
  while (
    same < one.turns.length &&
    same < two.turns.length &&
    one.turns[same]!.step.notation === two.turns[same]!.step.notation
  ) {
    ++same;
  }
  return same;
}
