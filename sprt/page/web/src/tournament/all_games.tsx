// The games of all agents, which have columns and a filter of their own.

import { useMemo } from 'preact/hooks';

import type { GameLines } from '../data';
import { Name } from '../marks';
import { replace, type Query } from '../router';
import { shown } from '../text';
import { Choice } from '../views/filters';
import { Games } from '../views/games';
import type { GridColumn } from '../views/grid';
import { as_games } from './as_run';
import type { TournamentIndex } from './types';

export function AllGames({ run, index, query }: { run: GameLines; index: TournamentIndex; query: Query }) {
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
      key={agent}
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
