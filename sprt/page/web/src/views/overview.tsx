// What the run came to.

import { EloChart } from '../charts/elo';
import { LlrChart } from '../charts/llr';
import { useReady } from '../ready';
import { shown } from '../text';
import { has_results, verification_of } from '../tuning';
import type { RunIndex } from '../types';
import { is_match } from '../words';
import { Banner } from './banner';
import { EndingsCard } from './endings_card';
import { Figures } from './figures';
import { PairsCard } from './pairs_card';
import { RunCard } from './run_card';
import { TuningCards } from './tuning_cards';

export function Overview({ index, unknown }: { index: RunIndex; unknown?: string }) {
  const seen = verification_of(index);
  useReady('overview');
  return (
    <>
      {unknown && <p class="banner">There is no view {shown(unknown)}. This is the overview.</p>}
      <Banner index={index} />
      <Figures index={index} />
      {!is_match(index) && <LlrChart index={index} />}
      {index.result.tune ? <TuningCards index={index} tune={index.result.tune} /> : <EloChart index={index} />}
      <div class="two">
        {has_results(seen) && <PairsCard index={seen} />}
        <EndingsCard index={index} />
      </div>
      <RunCard index={index} />
    </>
  );
}
