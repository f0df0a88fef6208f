// What was played and how far; then the views of the tournament, or those of two of its agents.

import { number } from '../format';
import type { Route } from '../router';
import { shown } from '../text';
import type { RunIndex } from '../types';
import { progress_words } from '../words';
import { HeaderFrame, kWorkers, Versus, views_of_two, type ViewLink } from '../views/header';
import type { TournamentIndex } from './types';

const kViews: ViewLink[] = [
  { name: 'Standings', route: { view: 'standings', query: {} }, covers: ['standings', 'overview'] },
  { name: 'Cross table', route: { view: 'cross', query: {} }, covers: ['cross'] },
];
const kAllGames: ViewLink[] = [
  { name: 'Games', route: { view: 'games', query: {} }, covers: ['games'] },
  { name: 'Openings', route: { view: 'openings', query: {} }, covers: ['openings'] },
];

/** Why it ended, or that it has not. */
export function state_words(index: TournamentIndex): string {
  return index.over ? shown(index.end ?? '') : progress_words(index, 'tournament');
}

interface HeaderProps {
  index: TournamentIndex;
  /** Of two agents; null: the view is of all. */
  match: RunIndex | null;
  route: Route;
}

export function TournamentHeader({ index, match, route }: HeaderProps) {
  if (match) {
    const [wins, losses, draws] = match.result.wld;
    const scope = match.scope!;
    const views = [
      ...kViews.map((view) => ({ ...view, covers: [] })),
      ...views_of_two({ view: 'pairing', query: scope }, scope),
    ];
    return (
      <HeaderFrame title={index.run.config.title} versus={<Versus index={match} />} views={views} route={route}>
        <p class="decision">
          <strong>
            {number(wins)} won, {number(losses)} lost, {number(draws)} drawn
          </strong>{' '}
          in a {shown(index.title.replace(/^./, (letter) => letter.toLowerCase()))}
        </p>
      </HeaderFrame>
    );
  }
  return (
    <HeaderFrame
      title={index.run.config.title}
      versus={!index.run.config.title && <span>Tournament</span>}
      views={[...kViews, ...kAllGames, ...(index.workers ? [kWorkers] : [])]}
      route={route}
    >
      <div class="decision large">
        <h1>{shown(index.title)}</h1>
        <p>
          {state_words(index)} {shown(index.standings.head.slice(index.title.length + 2))}
        </p>
      </div>
    </HeaderFrame>
  );
}
