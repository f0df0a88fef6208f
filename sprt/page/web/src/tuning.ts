// A tuning as the views of a run of two agents take it, and its values in words.

import { short } from './format';
import { shown } from './text';
import type { Estimates, RunIndex } from './types';
import { is_complete } from './words';

/** One agent plays itself, with other values in each pair; any other run as it is. */
export function as_shown(index: RunIndex): RunIndex {
  const [agent] = index.run.agents;
  return index.result.tune ? { ...index, is_mixed: true, run: { ...index.run, agents: [agent, agent] } } : index;
}

/** Of a tuning its verification as a match, without results until it has ended; any other run as it is. */
export function verification_of(index: RunIndex): RunIndex {
  const { tune } = index.result;
  if (!tune) {
    return index;
  }
  const verify = is_complete(index) ? tune.verify : null;
  return {
    ...index,
    scope: { kind: 'verify' },
    name_of: (_, player) => (player === 1 ? 'the tuned agent' : 'the start'),
    estimates: verify ? { ...index.estimates, interval: 'fixed' } : ({} as Estimates),
    result: {
      ...index.result,
      wld: verify?.wld ?? [0, 0, 0],
      ptnml: verify?.ptnml ?? [0, 0, 0, 0, 0],
      pairs: { whole: 0, distinct: 0, dropped: 0, n_eff: null },
    },
  };
}

/** Whether what verification_of() gave has results. */
export function has_results({ gain, estimates }: RunIndex): boolean {
  return gain === undefined || estimates.interval !== undefined;
}

/** `margin=55 scale=0.91`: values in the order of the parameters. */
export function values_text({ result }: RunIndex, values: number[]): string {
  const all = result.tune!.parameters;
  const words = values.map((value, i) => `${shown(all[i]!.name)}=${short(value)}`);
  return (values.length < all.length ? [...words, '…'] : words).join(' ');
}
