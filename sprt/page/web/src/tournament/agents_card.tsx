// What was played: agents, openings, machine, sessions.

import { at, GameWords, MachineWords, Made, ResumedLines } from '../views/run_card';
import { counted, percent, time } from '../format';
import { Name } from '../marks';
import { command_text, shown } from '../text';
import type { TournamentIndex } from './types';

export function AgentsCard({ index }: { index: TournamentIndex }) {
  const { run, result } = index;
  const { config } = run;
  const changes = (run.resumed ?? []).flatMap((session) => session.changed ?? []);
  return (
    <section class="card">
      <h2>This tournament</h2>
      <p class="dim">
        <GameWords game={index.game} config={config} />, seed {run.seed}
        {config.anchor ? `, anchor ${shown(config.anchor)}` : ''}. The first player scored {percent(result.first_player_score)} of{' '}
        {counted(result.games, 'game')}{result.elapsed_s ? ` in ${time(result.elapsed_s * 1e6)}` : ''}.
      </p>
      <p class="dim">
        <MachineWords run={run} />. {at(run.started)} · sprt {shown(run.version ?? index.version)}
      </p>
      <ResumedLines run={run} />
      {changes.map((change) => (
        <p key={change} class="dim">
          {shown(change)}
        </p>
      ))}
      <details>
        <summary>Commands of the agents</summary>
        <dl class="commands">
          {run.agents.map((agent, i) => (
            <div key={i}>
              <dt>
                <Name text={agent.name} />
              </dt>
              <dd class="mono">
                <bdi>{shown(command_text(agent.command))}</bdi>
              </dd>
              {agent.sha256 && <dd class="mono dim">sha256 {agent.sha256}</dd>}
            </div>
          ))}
        </dl>
      </details>
      <Made index={index} />
    </section>
  );
}
