// Follows a run that is being played: the events of the server that sent the page.

import type { RunData } from './data';
import type { Columns, CommonIndex, Series, Session, Workers } from './types';

/** What of an index the events change. Tournaments have no series and no workers. */
export interface Followed extends CommonIndex {
  run: { started?: string; resumed?: Session[] };
  series?: Series;
  workers?: Workers;
  worker_names?: string[];
}

/** The event `state`: the members of the index that change, and the last position of the series. */
type StateEvent = Partial<Followed> & Pick<Followed, 'run'>;

/** The event `games`: rows of the columns from game `from` on, the texts that they refer to, and new positions of the series, and
 * the workers that played these games. */
interface GamesEvent {
  from: number;
  terminations: string[];
  openings: string[];
  columns: Columns;
  series?: Series;
  workers?: Workers;
  worker_names?: string[];
}

const kPositions = ['games', 'llr', 'llr_low', 'llr_high', 'elo', 'low', 'high'] as const;

/** `series` with new positions at its end. Positions that are no multiple of the stride give way. */
export function with_positions(series?: Series, more?: Series): Series | undefined {
  if (!series || !more) {
    return series;
  }
  const unit = more.stride * (more.unit === 'pair' ? 2 : 1);
  const first_new = more.games[0] ?? Infinity;
  const kept = series.games.map((games) => games % unit === 0 && games < first_new);
  const next: Series = { ...series, stride: more.stride };
  for (const key of kPositions) {
    const values: unknown[] | undefined = series[key];
    if (values) {
      Object.assign(next, { [key]: [...values.filter((_, i) => kept[i]), ...(more[key] ?? [])] });
    }
  }
  return next;
}

/** `columns` up to game `from`, then `more`, which has the column of workers too once there are some. */
export function with_games(columns: Columns, from: number, more: Columns): Columns {
  const keys = Object.keys(more) as (keyof Columns)[];
  const before = (key: keyof Columns): unknown[] => columns[key]?.slice(0, from) ?? Array(from).fill(null);
  return Object.fromEntries(
    keys.map((key) => [key, [...before(key), ...(more[key] as unknown[])]]),
  ) as unknown as Columns;
}

const kAgain_ms = 3000;
const kSilence_ms = 40_000; // a server that has nothing new says so each 15 s

/** Follows the run of `data`; `heard` is called at each sign of life, and `lost` when the connection breaks or is silent. A page
 * that is not seen and whose run is not played has no connection: browsers allow six of them to a server, in all tabs. */
export function follow<Index extends Followed>(data: RunData<Index>, heard: () => void, lost: () => void): () => void {
  let stream: EventSource | undefined;
  let timer: number | undefined;
  const stop = () => {
    clearTimeout(timer);
    stream?.close();
  };
  const is_needed = () => !document.hidden || data.index.live;
  const connect_after = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      lost();
      connect();
    }, ms);
  };
  const connect = () => {
    stop();
    connect_after(kSilence_ms);
    stream = stream_of(data, () => {
      connect_after(kSilence_ms);
      heard();
      if (!is_needed()) {
        stop();
      }
    });
    stream.addEventListener('error', () => {
      lost();
      if (stream!.readyState === EventSource.CLOSED) {
        connect_after(kAgain_ms); // browsers try again after a broken connection, not after a refusal
      }
    });
  };
  const see = () => (is_needed() ? connect() : stop());
  see();
  document.addEventListener('visibilitychange', see);
  return () => {
    document.removeEventListener('visibilitychange', see);
    stop();
  };
}

function stream_of<Index extends Followed>(data: RunData<Index>, heard: () => void): EventSource {
  const events = new EventSource(`events?from=${data.index.games}`);
  const on = <T>(name: string, take: (event: T) => void) =>
    events.addEventListener(name, (message) => {
      heard();
      take(JSON.parse((message as MessageEvent<string>).data) as T);
    });
  on<StateEvent>('state', ({ series, ...state }) => {
    const lost = ({ run }: Pick<Followed, 'run'>) => `${run.started} ${run.resumed?.at(-1)?.missing}`;
    if (lost(state) !== lost(data.index)) {
      location.reload(); // of another run, or games were lost and played again
      return;
    }
    data.change({ ...data.index, ...state, series: with_positions(data.index.series, series) });
  });
  on<GamesEvent>('games', ({ from, columns, series, workers, ...texts }) => {
    if (from > data.index.games) {
      location.reload(); // a piece is missing
      return;
    }
    const games = from + columns.first.length;
    data.change({
      ...data.index,
      ...texts,
      games,
      columns: with_games(data.index.columns, from, columns),
      series: with_positions(data.index.series, series),
      workers: workers && { ...data.index.workers, ...workers },
    });
  });
  on<Pick<Followed, 'workers'>>('workers', (all) => data.change({ ...data.index, ...all }));
  events.addEventListener('reload', () => location.reload());
  events.addEventListener('open', heard);
  events.addEventListener('alive', heard);
  return events;
}
