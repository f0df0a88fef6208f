// How many pairs brought agent 1 how many points; each bar leads to its games.

import { number, percent } from '../format';
import { games_href } from '../numbers';
import type { RunIndex } from '../types';
import { who } from '../words';

const kMost_px = 124;
const kPoints = ['0', '½', '1', '1½', '2'];

export function PairsCard({ index }: { index: RunIndex }) {
  const { ptnml, pairs } = index.result;
  const total = ptnml.reduce((sum, count) => sum + count, 0);
  const most = Math.max(1, ...ptnml);
  const collapses = total > 0 && total < pairs.whole;
  return (
    <section class="card">
      <h2>Pairs by points of {who(index, 1)}</h2>
      <div class="bars">
        {ptnml.map((count, i) => (
          <a
            key={i}
            class={`bar points${i}`}
            href={games_href(index, { points: String(i / 2) })}
          >
            <span class="count">{number(count)}</span>
            <svg width="100%" height={Math.max(2, (kMost_px * count) / most)} aria-hidden="true">
              <rect width="100%" height="100%" />
            </svg>
            <span class="visually-hidden">pairs with points of {who(index, 1)}: </span>
            <b>{kPoints[i]}</b>
            <span class="share">{percent(total > 0 ? count / total : 0)}</span>
          </a>
        ))}
      </div>
      <p class="hint">
        ½ and 1½: one game drawn. 1: one win each, or two draws.
        {collapses && ' Copies of pairs are left out.'}
      </p>
    </section>
  );
}
