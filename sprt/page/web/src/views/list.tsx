// The runs that a server has.

import { number } from '../format';
import { Mark, Name } from '../marks';
import { useReady } from '../ready';
import { shown } from '../text';
import { ThemeChoice } from '../theme';
import type { ListIndex } from '../types';

export function List({ index }: { index: ListIndex }) {
  useReady('list');
  document.title = 'Runs';
  return (
    <>
      <header>
        <div class="inner">
          <div class="versus">
            <h1>Runs</h1>
            <ThemeChoice />
          </div>
        </div>
      </header>
      <main>
        <section class="card openings">
          <table>
            <thead>
              <tr>
                <th scope="col">run</th>
                <th scope="col" class="agents">
                  agents
                </th>
                <th scope="col">state</th>
                <th scope="col">LLR</th>
                <th scope="col">games</th>
              </tr>
            </thead>
            <tbody>
              {index.runs.map((run) => (
                <tr key={run.name}>
                  <th scope="row">
                    <a href={run.href ?? `run/${encodeURIComponent(run.name)}/`}>{shown(run.name)}</a>
                    {run.title && <Name text={run.title} />}
                  </th>
                  <td class="agents">
                    {run.agents.length > 2 ? (
                      <Name text={`${run.agents.length}: ${run.agents.join(', ')}`} />
                    ) : (
                      run.agents.map((name, i) => (
                        <span key={i} class="agent">
                          <Mark player={i === 0 ? 1 : 2} />
                          <Name text={name} />
                        </span>
                      ))
                    )}
                  </td>
                  <td class="state">{shown(run.words)}</td>
                  <td>{number(run.llr, 2)}</td>
                  <td>{number(run.games)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {index.runs.length === 0 && <p class="hint">There is no run here yet.</p>}
        </section>
      </main>
    </>
  );
}
