// All games of the run as a table.

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import type { GameLines } from '../data';
import { chosen_games, sort_of, sort_text, type SortKey } from '../filter';
import { counted, number, time } from '../format';
import { Mark, Name } from '../marks';
import { useReady } from '../ready';
import { go, replace, type Query } from '../router';
import { rules_named } from '../rules/games';
import { shown } from '../text';
import { values_text } from '../tuning';
import type { RunIndex } from '../types';
import { ending } from '../words';
import { Filters } from './filters';
import { Grid, type GridColumn } from './grid';
import { SaveGames } from './save';

function Winner({ index, game }: { index: RunIndex; game: number }) {
  const winner = index.columns.winner[game]!;
  if (winner === 1 || winner === 2) {
    return (
      <b class={`p${winner}`}>
        <Mark player={winner} size={10} />{' '}
        {index.name_of ? <Name text={index.name_of(game, winner)} /> : <span class="word">agent </span>}
        <span class={index.name_of ? 'short' : ''}>{winner}</span>
      </b>
    );
  }
  return <>{winner === 0 ? 'draw' : 'not scored'}</>;
}

function columns_of(index: RunIndex): GridColumn[] {
  const { columns, terminations, openings, worker_names: workers } = index;
  const has_stones = rules_named(index.game).counts_stones;
  const tuned = (agent: 0 | 1): GridColumn | undefined =>
    columns.values && {
      name: `values${agent + 1}`,
      label: `values ${agent + 1}`,
      cell: (game) => values_text(index, columns.values![game]![agent]),
    };
  const all: (GridColumn | false | undefined)[] = [
    { name: 'game', label: 'game', sort: 'game', cell: (game) => number(game) },
    columns.kind && { name: 'kind', label: 'kind', cell: (game) => `${columns.kind![game]} ${columns.k![game]}` },
    tuned(0),
    tuned(1),
    {
      name: 'first',
      label: 'first',
      cell: (game) => (
        <span class={`p${columns.first[game]}`}>
          <Mark player={columns.first[game]!} size={10} /> {columns.first[game]}
        </span>
      ),
    },
    { name: 'result', label: 'result', cell: (game) => <Winner index={index} game={game} /> },
    has_stones && {
      name: 'stones',
      label: 'stones',
      sort: 'score',
      numeric: true,
      cell: (game) => `${columns.score1[game]}–${columns.score2[game]}`,
    },
    { name: 'turns', label: 'turns', sort: 'turns', numeric: true, cell: (game) => number(columns.turns[game]) },
    {
      name: 'ending',
      label: 'ending',
      cell: (game) =>
        shown(ending(terminations[columns.termination[game]!]!)) + (columns.disputed[game] ? ', disputed' : ''),
    },
    !columns.kind && { name: 'time1', label: 'time 1', sort: 'time1', numeric: true, cell: (game) => time(columns.used1_us[game]!) },
    !columns.kind && { name: 'time2', label: 'time 2', sort: 'time2', numeric: true, cell: (game) => time(columns.used2_us[game]!) },
    workers && { name: 'worker', label: 'worker', cell: (game) => shown(workers[columns.worker?.[game] ?? -1] ?? '–') },
    { name: 'opening', label: 'opening', cell: (game) => shown(openings[columns.opening[game]!]!) },
  ];
  return all.filter((column) => !!column);
}

/** The row that was active in each table that was shown, by its address. */
const places = new Map<string, { row: number }>();

function place_in(address: string): { row: number } {
  const place = places.get(address) ?? { row: 0 };
  places.set(address, place);
  return place;
}

interface GamesProps {
  run: GameLines;
  index: RunIndex;
  query: Query;
  /** Columns after the first one, and what else narrows the games. */
  columns?: GridColumn[];
  choices?: ComponentChildren;
}

export function Games({ run, index, query, columns: more = [], choices }: GamesProps) {
  useReady('games');
  // Games that are played meanwhile do not shift rows: they are asked for.
  const [count, set_count] = useState(index.games);
  const shown_count = Math.min(count, index.games);
  const games = useMemo(
    () => chosen_games(index, shown_count, query),
    [shown_count, JSON.stringify(query), index.run.started],
  );
  const columns = useMemo(() => {
    const [game, ...others] = columns_of(index);
    return [game!, ...more, ...others];
  }, [index, more]);
  const sort = sort_of(query.sort);
  const reset = (next: Query) => replace({ view: 'games', query: { ...index.scope, ...next } });
  const set = (change: Query) => reset({ ...query, ...change });
  const on_sort = (key: string) => {
    const descending = key === sort.key ? !sort.descending : key !== 'game';
    set({ sort: sort_text({ key: key as SortKey, descending }) });
  };
  return (
    <>
      <h1 class="visually-hidden">Games</h1>
      <Filters index={index} query={query} found={games.length} all={shown_count} set={set} reset={reset}>
        {choices}
      </Filters>
      {index.games > shown_count && (
        <button type="button" class="more" onClick={() => set_count(index.games)}>
          {counted(index.games - shown_count, 'new game')}
        </button>
      )}
      <Grid
        label="Games"
        columns={columns}
        rows={games}
        sort={sort}
        place={place_in(JSON.stringify(query))}
        on_sort={on_sort}
        on_open={(game) => go({ view: 'game', game, turn: null })}
      />
      <p class="hint printed">Only the rows that were in sight are printed.</p>
      {index.has_games && <SaveGames run={run} games={games} />}
    </>
  );
}
