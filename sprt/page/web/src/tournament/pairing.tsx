// Two agents of a tournament, as a match of both.

import { number, percent } from '../format';
import { useReady } from '../ready';
import { shown } from '../text';
import type { RunIndex } from '../types';
import { EndingsCard } from '../views/endings_card';
import { Figures } from '../views/figures';
import { PairsCard } from '../views/pairs_card';
import { who } from '../words';
import { pairing_text } from './as_run';
import type { TournamentIndex } from './types';

interface PairingProps {
  index: TournamentIndex;
  match: RunIndex;
}

/** What the ratings of the whole table say about both. */
function Expected({ index, match }: PairingProps) {
  const pairing = index.result.pairings.find((each) => pairing_text(each.agents) === match.scope!.of);
  const { expected_score: expected, residual_z: residual } = pairing ?? {};
  if (expected === null || expected === undefined) {
    return null;
  }
  return (
    <p class="hint">
      The ratings of the whole table say {percent(expected)} for {who(match, 1)}
      {typeof residual === 'number' &&
        `; it made ${residual < 0 ? 'less' : 'more'}, by ${number(Math.abs(residual), 1)} standard errors`}
      . The Elo here is of these two alone.
    </p>
  );
}

export function PairingView({ index, match }: PairingProps) {
  useReady('pairing');
  return (
    <>
      <h1 class="visually-hidden">{match.run.agents.map(({ name }) => shown(name)).join(' against ')}</h1>
      <Figures index={match} />
      <Expected index={index} match={match} />
      <div class="two">
        <PairsCard index={match} />
        <EndingsCard index={match} />
      </div>
    </>
  );
}
