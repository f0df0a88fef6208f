// What was run: agents, test, openings, machine.

import { counted, exact, short } from '../format';
import { Mark } from '../marks';
import { command_text, shown } from '../text';
import type { CommonIndex, Player, RunFacts, RunIndex } from '../types';
import { elo_unit, games_of_match, is_match } from '../words';

function Agent({ index, player }: { index: RunIndex; player: Player }) {
  const agent = index.run.agents[player - 1]!;
  const variables = Object.keys((index.run.config[`agent${player}`] ?? index.run.config.agent)?.env ?? {});
  return (
    <div>
      <h3>
        {index.result.tune ? (
          'Agent'
        ) : (
          <>
            <Mark player={player} /> Agent {player}
          </>
        )}
      </h3>
      <p class="mono">
        <bdi>{shown(command_text(agent.command))}</bdi>
      </p>
      {agent.sha256 && <p class="mono dim">sha256 {agent.sha256}</p>}
      {variables.length > 0 && <p class="dim">sets {variables.map(shown).join(', ')}</p>}
    </div>
  );
}

/** A time of run.json for people. */
export function at(time: string | undefined): string {
  return (time ?? '').replace('T', ' ').replace('Z', ' UTC');
}

type Sessions = Pick<RunFacts, 'machine' | 'resumed'> & { config: Pick<RunFacts['config'], 'concurrency'> };

export function machine_words({ processor, cores }: RunFacts['machine']): string {
  return `${shown(processor ?? 'unknown processor')}, ${cores === undefined ? '? cores' : counted(cores, 'core')}`;
}

export function MachineWords({ run: { machine, config } }: { run: Sessions }) {
  return (
    <>
      {machine_words(machine)}
      {config.concurrency && `, ${config.concurrency} at once`}
    </>
  );
}

export function ResumedLines({ run }: { run: Sessions }) {
  return (
    <>
      {(run.resumed ?? []).map((session, i) => (
        <p key={i} class="dim">
          resumed {at(session.at)} with game {session.game}
          {session.via !== undefined && (session.via ? ` through ${shown(session.via)}` : ' without workers')}
        </p>
      ))}
    </>
  );
}

export function GameWords({ game, config }: { game: string; config: Pick<RunFacts['config'], 'rules' | 'openings'> }) {
  const rules = config.rules && config.rules !== 'articles' ? ` (${config.rules} rules)` : '';
  return (
    <>
      {game}
      {rules}, openings {shown(config.openings ?? '–')}
    </>
  );
}

export function Made({ index }: { index: CommonIndex }) {
  return (
    <p class="hint">
      Page made {at(index.made)} by sprt {shown(index.version)}.{!index.has_games && ' It was made without its games.'}
    </p>
  );
}

export function RunCard({ index }: { index: RunIndex }) {
  const { run, estimates } = index;
  const { tune } = index.result;
  const { config } = run;
  return (
    <section class="card">
      <h2>This run</h2>
      <div class="run">
        <Agent index={index} player={1} />
        {!tune && <Agent index={index} player={2} />}
        <div>
          <h3>{tune ? 'Tuning' : is_match(index) ? 'Match' : 'Test'}</h3>
          {tune ? (
            <p>
              {counted(tune.pairs, 'pair')}, lag {tune.lag}, a {short(tune.gain)}
            </p>
          ) : is_match(index) ? (
            <p>{counted(games_of_match(index), 'game')}, no test</p>
          ) : (
            <p>
              {estimates.test}, {estimates.model}, {elo_unit(estimates.model)} [{exact(config.elo0)}, {exact(config.elo1)}],
              α {exact(config.alpha)}, β {exact(config.beta)}
            </p>
          )}
          <p class="dim">
            <GameWords game={index.game} config={config} />{tune ? '' : `, repeats ${config.repeats ?? '–'}`}, seed {run.seed}
          </p>
        </div>
        <div>
          <h3>{index.workers ? 'Coordinator' : 'Machine'}</h3>
          <p>
            <MachineWords run={run} />
          </p>
          {index.workers && (
            <p>
              {run.via ? `Games are played through ${shown(run.via)} by` : 'It plays the games now, before it'}{' '}
              <a href="#/workers">{counted(Object.keys(index.workers).length, 'worker')}</a>
            </p>
          )}
          <p class="dim">
            {at(run.started)} · sprt {shown(run.version ?? index.version)}
          </p>
          <ResumedLines run={run} />
        </div>
      </div>
      <Made index={index} />
    </section>
  );
}
