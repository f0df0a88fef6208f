// Parts of a tournament as the views of a run take them.

import type { Route } from '../router';
import type { Estimates, RunIndex, Two } from '../types';
import type { TournamentIndex } from './types';

/** `0-3`: the addresses name a pairing so. */
export function pairing_text([a, b]: Two<number>): string {
  return `${a}-${b}`;
}

/** The agents that the address names, in the order of the list; null when it names none that met. */
export function pairing_of(index: TournamentIndex, text: string | undefined): Two<number> | null {
  return index.result.pairings.find(({ agents }) => pairing_text(agents) === text)?.agents ?? null;
}

/** The agents of a game. */
export function agents_of({ columns }: TournamentIndex, game: number): Two<number> {
  return [columns.agent1[game]!, columns.agent2[game]!];
}

/** The two agents that the address is about; null when it is about all. */
export function agents_in(index: TournamentIndex, route: Route): Two<number> | null {
  switch (route.view) {
    case 'game':
    case 'pair': {
      const game = route.view === 'game' ? route.game : 2 * route.pair;
      return game < index.games ? agents_of(index, game) : null;
    }
    case 'games':
    case 'openings':
    case 'pairing':
      return pairing_of(index, route.query.of);
    default:
      return null;
  }
}

/** Both agents of a pairing as agent 1 and agent 2 of a match. */
export function as_match(index: TournamentIndex, pair: Two<number>): RunIndex {
  const { columns, run } = index;
  const which = index.result.pairings.findIndex(({ agents }) => pairing_text(agents) === pairing_text(pair));
  const numbers = columns.agent1.flatMap((a, game) => (a === pair[0] && columns.agent2[game] === pair[1] ? game : []));
  const pairing = index.result.pairings[which];
  const match = index.pairings[which];
  const used = (times: number[]) => numbers.reduce((sum, game) => sum + (columns.winner[game] === null ? 0 : times[game]!), 0);
  return {
    ...index,
    kind: 'run',
    games: numbers.length,
    numbers,
    scope: { of: pairing_text(pair) },
    name_of: (_, player) => run.agents[pair[player - 1]!]!.name,
    differences: [],
    notes: [],
    run: { ...run, kind: 'match', agents: pair.map((agent) => run.agents[agent]!), config: run.config } as unknown as RunIndex['run'],
    estimates: (match?.estimates ?? {}) as Estimates,
    result: {
      verdict: null,
      reason: null,
      games: pairing?.games ?? 0,
      wld: pairing?.wld ?? [0, 0, 0],
      ptnml: pairing?.ptnml ?? [0, 0, 0, 0, 0],
      pairs: { ...(match?.pairs ?? { whole: 0, distinct: 0, dropped: 0 }), n_eff: null },
      unscored: match?.unscored ?? 0,
      broken: null,
      faults: pairing?.faults ?? [0, 0],
      time_losses: pairing?.time_losses ?? [0, 0],
      disputed: [0, 0],
      delays_us: null,
      used_us: [used(columns.used1_us), used(columns.used2_us)],
    },
    series: { stride: 1, unit: 'pair', games: [], elo: [], low: [], high: [] },
  };
}

/** All games, or those of one agent. Agent 1 and agent 2 are others in each. */
export function as_games(index: TournamentIndex, agent?: number): RunIndex {
  const { columns } = index;
  const numbers = columns.agent1.flatMap((a, game) =>
    agent === undefined || a === agent || columns.agent2[game] === agent ? game : [],
  );
  return {
    ...(index as unknown as RunIndex),
    games: numbers.length,
    numbers,
    is_mixed: true,
    name_of: (game, player) => index.run.agents[agents_of(index, game)[player - 1]!]!.name,
  };
}
