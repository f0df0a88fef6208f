// What an agent did wrong, and the evidence. Its words are shown letter for letter.

import { time } from '../format';
import { shown, shown_lines } from '../text';
import type { Fault, GameLine, RunIndex } from '../types';
import { ending, who } from '../words';

function StandardError({ fault, index }: { fault: Fault; index: RunIndex }) {
  if (fault.stderr === '') {
    return <p class="hint">It wrote nothing to standard error.</p>;
  }
  return (
    <details>
      <summary>its standard error</summary>
      {fault.stderr_cut && <p class="hint">Cut: only the last {index.stderr_kb ?? '?'} kB are in this page.</p>}
      <pre tabIndex={0}>{shown_lines(fault.stderr)}</pre>
    </details>
  );
}

function TimeLoss({ line }: { line: GameLine }) {
  const loss = line.time_loss;
  if (!loss) {
    return null;
  }
  return (
    <p class="hint">
      The lost turn took {time(loss.took_us)}: the agent's processor time was {time(loss.cpu_us)}, it waited{' '}
      {time(loss.delay_us)} for a core, and its rival used {time(loss.rival_cpu_us)} meanwhile.{' '}
      {loss.disputed ? 'The loss is disputed: it may not be the fault of the agent.' : 'The loss is not disputed.'}
    </p>
  );
}

function OneFault({ fault, line, index }: { fault: Fault; line: GameLine; index: RunIndex }) {
  const is_loss = line.winner !== null && fault === line.fault;
  const verb = is_loss ? 'lost by a fault' : line.winner === null ? 'is named' : 'also failed';
  return (
    <div>
      <p>
        <b>
          {index.name_of ? who(index, fault.agent, line.game) : `Agent ${fault.agent}`} {verb}, {ending(fault.termination ?? line.termination)}:
        </b>{' '}
        <bdi>{shown(fault.reason)}</bdi>
      </p>
      <p class="hint">Its process: {shown(line.exit[fault.agent - 1]!)}.</p>
      {fault === line.fault && <TimeLoss line={line} />}
      <StandardError fault={fault} index={index} />
    </div>
  );
}

export function FaultPanel({ line, index }: { line: GameLine; index: RunIndex }) {
  if (!line.fault) {
    return null;
  }
  return (
    <aside class="banner fault" aria-label="Fault">
      <OneFault fault={line.fault} line={line} index={index} />
      {line.also_fault && <OneFault fault={line.also_fault} line={line} index={index} />}
    </aside>
  );
}
