// The machines that play a run: what the games of each came to, and what else it did.

import { counted, number, percent, time } from '../format';
import { games_href } from '../numbers';
import { useReady } from '../ready';
import { shown } from '../text';
import type { RunIndex, Two, Worker, Workers } from '../types';
import { useMore } from './more';
import { machine_words } from './run_card';

const kLabels = ['games', 'won / lost / drawn', 'score', 'faults', 'time losses', 'waited for a core', 'pairs'];
/** In a tournament agent 1 is another one in each pairing: these say nothing. */
const kOfTwo = ['won / lost / drawn', 'score'];
const labels_of = (index: RunIndex) => kLabels.filter((label) => !index.is_mixed || !kOfTwo.includes(label));

const counts = (values: number[] = []) => values.map((value) => number(value)).join(' / ') || '–';
const sum = ([one, two]: Two<number> = [0, 0]) => one + two;

/** What each column says, and below it what belongs to it. */
function cells(its: Worker): [string, unknown?][] {
  const [low, high] = its.score_ci95 ?? [];
  const { delays_us: delays } = its;
  return [
    [number(its.games ?? 0)],
    [counts(its.wld)],
    [percent(its.score), low != null && high != null && `${number(100 * low, 1)} to ${percent(high)}`],
    [counts(its.faults)],
    [counts(its.time_losses), sum(its.disputed) > 0 && `${number(sum(its.disputed))} disputed`],
    delays && its.games ? [time(delays.median), `99 % ${time(delays.p99)}, most ${time(delays.largest)}`] : ['–'],
    [number(its.pairs), `${number(its.voided)} void, ${number(its.wrong)} wrong`],
  ];
}

/** What to know before its games are believed. */
function remarks(its: Worker): string[] {
  const found: (string | false | null | undefined)[] = [
    its.distrusted && 'It was caught lying.',
    its.quarantined && `Quarantined: ${its.quarantined}.`,
    its.refused && its.refused !== its.quarantined && `Gets no more pairs: ${its.refused}.`,
    its.reported && `Reported: ${its.reported}.`,
    its.differed > 0 && `${number(its.differed)} of ${number(its.copies)} copies differed.`,
    sum(its.interference) > 0 &&
      `In ${counted(sum(its.interference), 'game')} an agent worked while the other one's clock ran.`,
  ];
  return found.filter((text): text is string => !!text);
}

function Row({ index, name, its }: { index: RunIndex; name: string; its: Worker }) {
  const found = remarks(its);
  const labels = labels_of(index);
  const said = cells(its).filter((_, i) => labels.includes(kLabels[i]!));
  return (
    <>
      <tr role="row">
        <th role="rowheader" scope="row">
          {its.games ? <a href={games_href(index, { worker: name })}>{shown(name)}</a> : shown(name)}
          {its.machine && <div class="hint">{machine_words(its.machine)}</div>}
        </th>
        {said.map(([value, more], i) => (
          <td key={i} role="cell" data-label={labels[i]}>
            {value}
            {more && <div class="hint">{more}</div>}
          </td>
        ))}
      </tr>
      {found.length > 0 && (
        <tr role="row" class="remarks">
          <td role="cell" colSpan={labels.length + 1}>
            {shown(found.join(' '))}
          </td>
        </tr>
      )}
    </>
  );
}

/** The one with the most games comes first. */
export function WorkersView({ index, workers }: { index: RunIndex; workers: Workers }) {
  useReady('workers');
  const all = Object.entries(workers).sort(([a, one], [b, two]) => (two.games ?? 0) - (one.games ?? 0) || (a < b ? -1 : 1));
  const [most, more] = useMore(all.length, 'worker');
  const here = all.reduce((games, [, its]) => games - (its.games ?? 0), index.games);
  return (
    <section class="card openings workers">
      <h1>Workers</h1>
      <p class="hint">
        {counted(all.length, 'worker')}
        {here > 0 && `; ${counted(here, 'game')} on the coordinator's machine`}. Two numbers:
        agent 1 / agent 2. {!index.is_mixed &&
          'Score: of agent 1, with the 95 % interval that holds at any time, for each worker by itself. '}
        Waited for a core: an agent in a game, the median first. Pairs: counted when a session ends.
      </p>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {['worker', ...labels_of(index)].map((label) => (
              <th key={label} role="columnheader" scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {all.slice(0, most).map(([name, its]) => (
            <Row key={name} index={index} name={name} its={its} />
          ))}
        </tbody>
      </table>
      {more}
    </section>
  );
}
