// The page of a run: header, and the view that the address names.

import { useIndex, type RunData } from './data';
import { href, useRoute, type Route } from './router';
import { Shell } from './shell';
import { shown } from './text';
import type { RunIndex } from './types';
import { Connection } from './views/connection';
import { Game } from './views/game';
import { Games } from './views/games';
import { Header } from './views/header';
import { Openings } from './views/openings';
import { Overview } from './views/overview';
import { Pair } from './views/pair';
import { WorkersView } from './views/workers';
import { is_match, verdict_words } from './words';

/** What the view is about: focus moves when it changes, and not with each turn. */
function subject_of(route: Route): string {
  switch (route.view) {
    case 'game':
      return `Game ${route.game}`;
    case 'pair':
      return `Pair ${route.pair}`;
    case 'games':
      return 'Games';
    case 'openings':
      return 'Openings';
    case 'workers':
      return 'Workers';
    default:
      return 'Overview';
  }
}

function View({ run, index, route }: { run: RunData; index: RunIndex; route: Route }) {
  switch (route.view) {
    case 'game':
      return <Game run={run} index={index} game={route.game} turn={route.turn} />;
    case 'games':
      return <Games run={run} index={index} query={route.query} />;
    case 'pair':
      return <Pair run={run} index={index} pair={route.pair} turn={route.turn} />;
    case 'openings':
      return <Openings index={index} />;
    case 'overview':
      return <Overview index={index} unknown={route.unknown} />;
    default: // of another kind of run
      return route.view === 'workers' && index.workers ? (
        <WorkersView index={index} workers={index.workers} />
      ) : (
        <Overview index={index} unknown={href(route)} />
      );
  }
}

export function App({ run }: { run: RunData }) {
  const route = useRoute();
  const index = useIndex(run);
  const decided = is_match(index) ? index.result.reason === 'games' : index.estimates.verdict !== 'continue';
  const who = shown(index.run.config.title ?? index.run.agents.map(({ name }) => name).join(' vs '));
  const subject = subject_of(route);
  return (
    <Shell
      subject={subject}
      title={`${decided ? '✓ ' : ''}${subject} – ${who}`}
      state={verdict_words(index).short}
      header={<Header index={index} route={route} />}
    >
      {run.served && <Connection run={run} />}
      <View run={run} index={index} route={route} />
    </Shell>
  );
}
