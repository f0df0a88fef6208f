// The page of a tournament: header, and the view that the address names. A game, a pair, and what the address narrows to
// two agents, are shown as in a run of these two.

import { useMemo } from 'preact/hooks';

import { useIndex, type RunData } from '../data';
import { number } from '../format';
import { href, useRoute, type Query, type Route } from '../router';
import { Shell } from '../shell';
import { shown } from '../text';
import type { RunIndex, Two } from '../types';
import { Choice } from '../views/filters';
import { Connection } from '../views/connection';
import { Game } from '../views/game';
import { Games } from '../views/games';
import { Openings } from '../views/openings';
import { Pair } from '../views/pair';
import { WorkersView } from '../views/workers';
import { replace } from '../router';
import type { GridColumn } from '../views/grid';
import { Name } from '../marks';
import { agents_of, as_games, as_match, pairing_of } from './as_run';
import { CrossView } from './cross';
import { Header, state_words } from './header';
import { PairingView } from './pairing';
import { StandingsView } from './standings';
import type { TournamentIndex } from './types';

/** The two agents that the address is about; null when it is about all. */
function agents_in(index: TournamentIndex, route: Route): Two<number> | null {
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

function subject_of(route: Route): string {
  switch (route.view) {
    case 'game':
      return `Game ${route.game}`;
    case 'pair':
      return `Pair ${route.pair}`;
    case 'games':
      return 'Games';
    case 'openings':
      return 'Openings';
    case 'workers':
      return 'Workers';
    case 'cross':
      return 'Cross table';
    case 'pairing':
      return 'Two agents';
    default:
      return 'Standings';
  }
}

/** The games of all agents, which have columns and a filter of their own. */
function AllGames({ run, index, query }: { run: RunData<TournamentIndex>; index: TournamentIndex; query: Query }) {
  const agent = query.agent && index.run.agents[Number(query.agent)] ? Number(query.agent) : undefined;
  const games = useMemo(() => as_games(index, agent), [index, agent]);
  const columns = useMemo((): GridColumn[] => {
    const named = (name: string, label: string, of: number[]): GridColumn => ({
      name,
      label,
      cell: (game) => <Name text={index.run.agents[of[game]!]!.name} />,
    });
    return [named('one', 'agent 1', index.columns.agent1), named('two', 'agent 2', index.columns.agent2)];
  }, [index.run.started, index.games, agent]);
  const options = index.run.agents.map(({ name }, i): [string, string] => [String(i), shown(name)]);
  return (
    <Games
      run={run}
      index={games}
      query={query}
      columns={columns}
      choices={
        <Choice
          label="Agent"
          name="agent"
          query={query}
          set={(change) => replace({ view: 'games', query: { ...query, ...change } })}
          options={options}
        />
      }
    />
  );
}

interface ViewProps {
  run: RunData<TournamentIndex>;
  index: TournamentIndex;
  /** As a run: of the two agents that it is about, or of all games. */
  match: RunIndex | null;
  agents: Two<number> | null;
  route: Route;
}

function View({ run, index, match, agents, route }: ViewProps) {
  const of_games = match ?? as_games(index);
  switch (route.view) {
    case 'game':
      return <Game run={run} index={of_games} game={route.game} turn={route.turn} />;
    case 'pair':
      return <Pair run={run} index={of_games} pair={route.pair} turn={route.turn} />;
    case 'games':
      return match ? (
        <Games key={route.query.of} run={run} index={match} query={route.query} />
      ) : (
        <AllGames run={run} index={index} query={route.query} />
      );
    case 'openings':
      return <Openings index={of_games} />;
    case 'cross':
      return <CrossView index={index} query={route.query} />;
    case 'pairing':
      return match && agents ? (
        <PairingView index={index} match={match} agents={agents} />
      ) : (
        <StandingsView index={index} query={{}} unknown={href(route)} />
      );
    case 'workers':
      return index.workers ? (
        <WorkersView index={as_games(index)} workers={index.workers} />
      ) : (
        <StandingsView index={index} query={{}} unknown={href(route)} />
      );
    case 'standings':
      return <StandingsView index={index} query={route.query} />;
    default:
      return <StandingsView index={index} query={{}} unknown={route.view === 'overview' ? route.unknown : href(route)} />;
  }
}

export function TournamentApp({ run }: { run: RunData<TournamentIndex> }) {
  const route = useRoute();
  const index = useIndex(run);
  const agents = agents_in(index, route);
  const [a, b] = agents ?? [];
  const match = useMemo(() => (agents ? as_match(index, agents) : null), [index, a, b]);
  const subject = subject_of(route);
  const title = shown(index.run.config.title ?? `tournament of ${number(index.run.agents.length)}`);
  const who = match ? match.run.agents.map(({ name }) => shown(name)).join(' vs ') : title;
  return (
    <Shell
      subject={match ? `${subject}, ${who}` : subject}
      title={`${index.over ? '✓ ' : ''}${subject} – ${who}`}
      state={`${index.title}. ${state_words(index)}`}
      header={<Header index={index} match={match} route={route} />}
    >
      {run.served && <Connection run={run} />}
      <View run={run} index={index} match={match} agents={agents} route={route} />
    </Shell>
  );
}
