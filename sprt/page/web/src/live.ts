// Follows a run that is being played: the events of the server that sent the page.

import type { RunData } from './data';
import type { Columns, RunIndex, Series } from './types';

/** The event `state`: the members of the index that change, and the last position of the series. */
interface StateEvent extends Pick<RunIndex, 'estimates' | 'result' | 'over' | 'notes'> {
  live?: boolean;
  series: Series;
}

/** The event `games`: rows of the columns from game `from` on, and the texts that they refer to. */
interface GamesEvent {
  from: number;
  terminations: string[];
  openings: string[];
  columns: Columns;
}

const kPositions = ['games', 'llr', 'llr_low', 'llr_high', 'elo', 'low', 'high', 'two_sprt'] as const;

/** `series` with its new last position. Positions that are no multiple of the stride give way. */
export function with_last(series: Series, last: Series): Series {
  const unit = last.stride * (last.unit === 'pair' ? 2 : 1);
  const new_games = last.games[0];
  const kept = series.games.map((games) => games % unit === 0 && (new_games === undefined || games < new_games));
  const next: Series = { ...series, stride: last.stride };
  for (const key of kPositions) {
    const values: unknown[] | undefined = series[key];
    if (values) {
      Object.assign(next, { [key]: [...values.filter((_, i) => kept[i]), ...(last[key] ?? [])] });
    }
  }
  return next;
}

/** `columns` up to game `from`, then `more`. */
export function with_games(columns: Columns, from: number, more: Columns): Columns {
  const keys = Object.keys(columns) as (keyof Columns)[];
  return Object.fromEntries(
    keys.map((key) => [key, [...(columns[key] as unknown[]).slice(0, from), ...(more[key] as unknown[])]]),
  ) as unknown as Columns;
}

/** Follows the run of `data`; `heard` is called at each sign of life, and `lost` when the connection breaks. */
export function follow(data: RunData, heard: () => void, lost: () => void): () => void {
  const events = new EventSource(`events?from=${data.index.games}`);
  const on = <T>(name: string, take: (event: T) => void) =>
    events.addEventListener(name, (message) => {
      heard();
      take(JSON.parse((message as MessageEvent<string>).data) as T);
    });
  on<StateEvent>('state', ({ series, ...state }) => {
    data.change({ ...data.index, ...state, series: with_last(data.index.series, series) });
  });
  on<GamesEvent>('games', ({ from, terminations, openings, columns }) => {
    if (from > data.index.games) {
      location.reload(); // a piece is missing
      return;
    }
    const games = from + columns.first.length;
    data.change({ ...data.index, games, terminations, openings, columns: with_games(data.index.columns, from, columns) });
  });
  events.addEventListener('reload', () => location.reload());
  events.addEventListener('open', heard);
  events.addEventListener('error', lost);
  return () => events.close();
}
