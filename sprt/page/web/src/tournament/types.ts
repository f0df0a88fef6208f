// The index of a tournament (configs/schema/page.schema.json). Agents are named by their positions in the list.

import type { AgentFacts, Columns, CommonIndex, Estimates, Result, RunFacts, Two } from '../types';

/** `[elo, low, high]`: a rating, or how far one is above another; with one end alone when games say no more.
 * Null: nothing can be said. */
export type Rating = [elo: number | null, low: number | null, high: number | null] | null;

export interface StandingsRow {
  agent: number;
  rank: Two<number> | null;
  rating: Rating;
  points: number;
  games: number;
  draws: number;
  /** P(stronger than the next row). */
  los: number | null;
  faults: number;
  time_losses: number;
  withdrawn: boolean;
  withdrawn_for?: 'faults' | 'tampering' | 'time_losses';
  removed: boolean;
  saturated: boolean;
}

export interface Standings {
  head: string;
  rows: StandingsRow[];
  /** By agent: all agents less that one. */
  differences: Rating[][];
  notes: string[];
}

export interface Pairing {
  agents: Two<number>;
  games: number;
  wld: [number, number, number];
  ptnml: [number, number, number, number, number];
  saturated: boolean;
  faults: Two<number>;
  time_losses: Two<number>;
  expected_score: number | null;
  residual_z: number | null;
}

export interface TournamentColumns extends Columns {
  round: number[];
  agent1: number[];
  agent2: number[];
}

export interface TournamentIndex extends CommonIndex {
  kind: 'tournament';
  run: Pick<RunFacts, 'version' | 'seed' | 'machine' | 'started' | 'resumed'> & {
    config: {
      title?: string | null;
      openings?: string;
      concurrency?: number | null;
      rules?: string | null;
      rounds?: number;
      anchor?: string | null;
    };
    agents: (AgentFacts & { withdrawn?: number | null })[];
  };
  result: { reason: string; games: number; pairings: Pairing[]; first_player_score: number | null; elapsed_s?: number | null };
  standings: Standings;
  /** For each of `result.pairings` what a match of the two has. */
  pairings: {
    pairs: Omit<Result['pairs'], 'n_eff'>;
    unscored: number;
    /** Wins, losses and draws of the first agent in the pairs that count. */
    counted: [number, number, number];
    estimates: Partial<Estimates>;
  }[];
  columns: TournamentColumns;
}
