// What a tuning came to: its gain, the values, the command that has them, and the way of each parameter.

import { ParameterChart } from '../charts/parameter';
import { short, signed, typeset } from '../format';
import { shown } from '../text';
import type { Parameter, RunIndex, Tune } from '../types';
import { CopyButtons } from './copies';
import { useMore } from './more';

const kCells: [label: string, text: (its: Parameter) => string][] = [
  ['start', ({ start }) => short(start)],
  ['tuned', ({ value }) => short(value)],
  ['low', ({ low }) => short(low)],
  ['high', ({ high }) => short(high)],
  ['band', ({ band }) => band.map(short).join(' to ')],
  ['pull', ({ pull }) => signed(pull, 2)],
  ['probe', ({ probe }) => probe],
];

function Row({ its }: { its: Parameter }) {
  return (
    <>
      <tr role="row">
        <th role="rowheader" scope="row">
          {shown(its.name)}
        </th>
        {kCells.map(([label, text]) => (
          <td key={label} role="cell" data-label={label}>
            {text(its)}
          </td>
        ))}
      </tr>
      {its.at_bound && (
        <tr role="row" class="remarks">
          <td role="cell" colSpan={kCells.length + 1}>
            at a bound: widen the range
          </td>
        </tr>
      )}
    </>
  );
}

export function TuningCards({ index, tune }: { index: RunIndex; tune: Tune }) {
  const [most, more] = useMore(tune.parameters.length, 'parameter');
  const parameters = tune.parameters.slice(0, most);
  return (
    <>
      <section class="card openings workers">
        <h2>Tuned values</h2>
        <p class="gain">{typeset(index.gain ?? '')}</p>
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              {['parameter', ...kCells.map(([label]) => label)].map((label) => (
                <th key={label} role="columnheader" scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {parameters.map((its) => (
              <Row key={its.name} its={its} />
            ))}
          </tbody>
        </table>
        <p class="hint">
          Band: 10 % to 90 % of the states in the last quarter. Pull: how far all results pull, about ±2 by chance. Probe:
          whether the parameter changes a game.
        </p>
        <p class="mono fen">
          <bdi>{shown(tune.command)}</bdi>
        </p>
        <CopyButtons texts={{ command: () => tune.command }} />
      </section>
      <div class="two">
        {parameters.map((its, i) => (
          <ParameterChart key={its.name} index={index} tune={tune} i={i} />
        ))}
      </div>
      {more}
    </>
  );
}
