// The table of ratings, with a dot and whiskers for each. Selecting an agent shows all others relative to it.

import { number, percent } from '../format';
import { Name } from '../marks';
import { useReady } from '../ready';
import { replace, type Query } from '../router';
import { shown } from '../text';
import { Banner } from '../views/banner';
import { AgentsCard } from './agents_card';
import { elo_text, error_text, faults_text, marks_of, marks_words, rank_text } from './rating';
import type { Rating, StandingsRow, TournamentIndex } from './types';
import { AxisTicks, axis_of, Whiskers } from './whiskers';

interface RowProps {
  row: StandingsRow;
  place: number;
  name: string;
  rating: Rating;
  axis: [number, number];
  is_chosen: boolean;
  choose: () => void;
}

function Row({ row, place, name, rating, axis, is_chosen, choose }: RowProps) {
  const share = (value: number) => percent(row.games > 0 ? value / row.games : null);
  return (
    <tr class={is_chosen ? 'chosen' : ''}>
      <td class="wide">{place}</td>
      <td>{rank_text(row)}</td>
      <th scope="row">
        <button type="button" aria-pressed={is_chosen} onClick={choose}>
          <Name text={name} />
          {marks_of(row) && <span class="dim">{marks_of(row)}</span>}
        </button>
      </th>
      <td class="num">{elo_text(rating)}</td>
      <td class="num">{error_text(rating)}</td>
      <td class="plot">
        <Whiskers axis={axis} rating={rating} />
      </td>
      <td class="num wide">
        {number(row.points, 1)}/{number(row.games)}
      </td>
      <td class="num wide">{share(row.points)}</td>
      <td class="num wide">{share(row.draws)}</td>
      <td class="num wide">{row.los === null ? '' : percent(row.los)}</td>
      <td class="num wide">{faults_text(row)}</td>
    </tr>
  );
}

const kPlot = 'plot';
/** Names of columns, and whether they are left out on narrow screens. */
const kHeads: [name: string, is_wide?: boolean][] = [
  ['#', true],
  ['rank'],
  ['agent'],
  ['Elo'],
  ['95 %'],
  [kPlot],
  ['points', true],
  ['score', true],
  ['draws', true],
  ['LOS', true],
  ['faults', true],
];

/** The agent that the address chooses; undefined when it chooses none. */
function chosen_agent(index: TournamentIndex, query: Query): number | undefined {
  const agent = /^\d+$/.test(query.to ?? '') ? Number(query.to) : undefined;
  return agent !== undefined && index.run.agents[agent] ? agent : undefined;
}

function Table({ index, query }: { index: TournamentIndex; query: Query }) {
  const { rows, differences } = index.standings;
  const chosen = chosen_agent(index, query);
  const name = (agent: number) => index.run.agents[agent]!.name;
  const ratings = rows.map((row) => (chosen === undefined ? row.rating : (differences[chosen]?.[row.agent] ?? null)));
  const axis = axis_of(ratings);
  const choose = (agent: number | undefined) =>
    replace({ view: 'standings', query: agent === undefined || agent === chosen ? {} : { to: String(agent) } });
  return (
    <section class="card">
      <p class="relative" role="status">
        {chosen === undefined ? (
          <>Elo with 95 % intervals. Choose an agent to see all others relative to it.</>
        ) : (
          <>
            Elo less that of <b>{shown(name(chosen))}</b>, with the 95 % interval of the difference.{' '}
            <button type="button" onClick={() => choose(undefined)}>
              all alike
            </button>
          </>
        )}
      </p>
      <table class="standings">
        <thead>
          <tr>
            {kHeads.map(([name, is_wide]) =>
              name === kPlot ? (
                <td key={name} class="plot">
                  <AxisTicks axis={axis} />
                </td>
              ) : (
                <th key={name} scope="col" class={is_wide ? 'wide' : ''}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <Row
              key={row.agent}
              row={row}
              place={i + 1}
              name={name(row.agent)}
              rating={ratings[i]!}
              axis={axis}
              is_chosen={row.agent === chosen}
              choose={() => choose(row.agent)}
            />
          ))}
        </tbody>
      </table>
      <p class="hint">
        Rank: the range that holds, for all agents at once with 95 %. LOS: how likely it is stronger than the next row.
        Faults: with time losses after the +. {marks_words(index)}
      </p>
    </section>
  );
}

export function StandingsView({ index, query, unknown }: { index: TournamentIndex; query: Query; unknown?: string }) {
  useReady('standings');
  return (
    <>
      {unknown && <p class="banner">There is no view {shown(unknown)}. These are the standings.</p>}
      <Banner index={index} />
      <Table index={index} query={query} />
      <section class="card notes">
        <h2>What the table says</h2>
        {index.standings.notes.map((note) => (
          <p key={note}>{shown(note)}</p>
        ))}
      </section>
      <AgentsCard index={index} />
    </>
  );
}
