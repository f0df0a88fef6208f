// What the program writes: the index (configs/schema/page.schema.json) and the lines of games.jsonl
// (configs/schema/game.schema.json). Only the members that the page reads are named.

export type Player = 1 | 2;
export type Two<T> = [T, T];
/** Both ends of an interval. Null is infinite at that end. */
export type Interval = Two<number | null>;

/** A value for each game, by its place in the log. */
export interface Columns {
  first: Player[];
  winner: (0 | 1 | 2 | null)[];
  turns: number[];
  termination: number[];
  opening: number[];
  score1: number[];
  score2: number[];
  used1_us: number[];
  used2_us: number[];
  fault: (0 | 1 | 2)[];
  disputed: (0 | 1)[];
  repeat: (0 | 1)[];
  delay_us: number[];
  /** Only of a run that workers play: positions in `worker_names`; null: the coordinator's machine. */
  worker?: (number | null)[];
  /** Only of a tuning: the number among the pairs of its kind, and the values of both agents, of 8 parameters at most. */
  kind?: TuneKind[];
  k?: number[];
  values?: Two<number[]>[];
}

export type TuneKind = 'probe' | 'tune' | 'verify';

/** u is 0 at the low end of the range and 1 at its high end. */
export interface Parameter {
  name: string;
  start: number;
  low: number;
  high: number;
  /** Tuned. */
  value: number;
  pull: number;
  band: Two<number>;
  at_bound: boolean;
  probe: 'effect' | 'none' | 'unknown';
}

export interface Tune {
  pairs: number;
  counted: number;
  lag: number;
  gain: number;
  trace: { pairs: number; u: number[]; mean: number[] }[];
  parameters: Parameter[];
  twins: number;
  command: string;
  /** Null: nothing is to be verified. */
  verify: Pick<Result, 'games' | 'wld' | 'ptnml'> | null;
}

export interface Series {
  stride: number;
  unit: 'game' | 'pair';
  games: number[];
  /** Not of a match. */
  llr?: (number | null)[];
  llr_low?: (number | null)[];
  llr_high?: (number | null)[];
  elo: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

/** Of the index of a match there are only those that need no test. */
export interface Estimates {
  /** Of a match: which interval is right. */
  interval?: 'fixed' | 'anytime';
  model: string;
  test: string;
  llr: number | null;
  lower: number;
  upper: number;
  verdict: 'H0' | 'H1' | 'continue';
  score: number | null;
  elo: number | null;
  elo_ci95: Interval | null;
  nelo: number | null;
  los: number | null;
  draw_ratio: number | null;
  pairs_ratio: number | null;
  anytime_ci95: Interval | null;
  p_h1: number | null;
  games_left_range80: Interval | null;
  post_sprt: { elo: number | null; ci95: Interval | null; los: number | null } | null;
}

export interface Result {
  verdict: 'H0' | 'H1' | null;
  reason: string | null;
  games: number;
  wld: [number, number, number];
  ptnml: [number, number, number, number, number];
  pairs: { whole: number; distinct: number; dropped: number; n_eff: number | null };
  unscored: number;
  broken: Player | null;
  faults: Two<number>;
  time_losses: Two<number>;
  disputed: Two<number>;
  delays_us: { median: number; p99: number; largest: number } | null;
  used_us: Two<number>;
  elapsed_s?: number | null;
  /** Only of a tuning, which has no wld, ptnml and pairs. */
  tune?: Tune;
}

export interface AgentFacts {
  name: string;
  command: string[];
  sha256?: string | null;
}

export interface RunFacts {
  version?: string;
  /** Absent: a test. */
  kind?: 'match' | 'tune';
  config: {
    games?: number;
    elo0: number;
    elo1: number;
    alpha: number;
    beta: number;
    model: string;
    test: string;
    title?: string | null;
    openings?: string;
    repeats?: string;
    max_games?: number | null;
    concurrency?: number | null;
    rules?: string | null;
    agent1?: { env?: Record<string, unknown> };
    agent2?: { env?: Record<string, unknown> };
    /** Of a tuning. */
    agent?: { env?: Record<string, unknown> };
    params?: { log?: boolean }[];
  };
  agents: Two<AgentFacts>;
  seed: string;
  machine: { system?: string; architecture?: string; processor?: string; cores?: number };
  started?: string;
  resumed?: Session[];
  via?: string | null;
}

/** `via`: of a run that workers play or have played, the server; null: on the coordinator's machine. `forced`: why it needed
 * `--force`; `missing`: games that run.json had seen and the log had lost, and that were played again. */
export interface Session {
  at: string;
  game: number;
  games?: number;
  forced?: string[];
  missing?: number;
  changed?: string[];
  via?: string | null;
}

/** What a worker did in the sessions that ended, and what its games in the log came to. */
export interface Worker {
  pairs: number;
  voided: number;
  wrong: number;
  refused: string | null;
  copies: number;
  differed: number;
  quarantined: string | null;
  distrusted: boolean;
  machine: { system?: string; architecture?: string; processor?: string; cores?: number } | null;
  /** This and what follows: only when it played any. */
  games?: number;
  wld?: [number, number, number];
  score?: number | null;
  score_ci95?: Interval;
  faults?: Two<number>;
  time_losses?: Two<number>;
  disputed?: Two<number>;
  interference?: Two<number>;
  delays_us?: { median: number; p99: number; largest: number };
  reported?: string | null;
}

export type Workers = Record<string, Worker>;

/** What the indexes of all kinds of runs have. */
export interface CommonIndex {
  format: number;
  game: string;
  version: string;
  made: string;
  /** What was decided or played, in words; why it ended, or null. */
  title: string;
  end: string | null;
  over: boolean;
  live?: boolean;
  was_live?: boolean;
  /** What to know before the result is believed, a sentence each. */
  warnings: string[];
  differences: { pointer: string; stored: unknown; computed: unknown }[];
  notes: string[];
  games: number;
  block: number;
  has_games: boolean;
  stderr_kb?: number;
  terminations: string[];
  openings: string[];
  columns: Columns;
  /** Only of a run that workers play or have played; the names are in the order of their first games. */
  workers?: Workers;
  worker_names?: string[];
}

export interface RunIndex extends CommonIndex {
  kind: 'run';
  run: RunFacts;
  estimates: Estimates;
  result: Result;
  /** Absent: a tuning, which has the sentence on its gain. */
  series: Series;
  gain?: string;
  /** The page adds these when it shows a part of a tournament: the numbers of its games in the log, what its
   * addresses have, and whether its games are of many agents. */
  numbers?: number[];
  scope?: Record<string, string>;
  is_mixed?: boolean;
  /** Of a tournament: who agent 1 or agent 2 is in a game. */
  name_of?: (game: number, player: Player) => string;
}

export interface ListedRun {
  name: string;
  href?: string;
  title?: string;
  agents: string[];
  words: string;
  llr: number | null;
  games: number;
  live: boolean;
}

export interface ListIndex {
  format: number;
  kind: 'list';
  version: string;
  made: string;
  runs: ListedRun[];
}

export interface Fault {
  agent: Player;
  reason: string;
  stderr: string;
  stderr_cut?: boolean;
  termination?: string;
}

export interface Limit {
  time_us?: number;
  moves?: number;
  inc_us?: number;
  move_us?: number;
  nodes?: number;
  depth?: number;
}

/** A score that an engine told: hundredths of its unit, or `#N` for an end in N moves. */
export type Score = number | string | null;

/** A line of games.jsonl. */
export interface GameLine {
  worker?: string;
  tune?: { kind: TuneKind; k: number; values: Two<number[]> };
  rules?: string;
  game: number;
  pair: number;
  first: Player;
  opening: number[][];
  start_fen?: string;
  moves: number[][];
  winner: 0 | 1 | 2 | null;
  score: Two<number>;
  turns: number;
  termination: string;
  adjudication?: string;
  would_adjudicate?: { rule: string; turn: number; result: 0 | 1 | 2 };
  fault: Fault | null;
  also_fault?: Fault;
  used_us: Two<number>;
  exit: Two<string>;
  budget_us?: Two<number>;
  limits?: Two<Limit>;
  depth?: (number | null)[];
  scores?: Score[];
  nodes?: (number | null)[];
  pv?: (string | null)[];
  doubtful?: boolean;
  time_loss?: {
    took_us: number;
    watched_us: number;
    cpu_us: number;
    delay_us: number;
    rival_cpu_us: number;
    disputed: boolean;
  };
}
