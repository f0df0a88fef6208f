// The page of a run: header, and the view that the address names.

import { useEffect, useRef, useState } from 'preact/hooks';

import type { RunData } from './data';
import { useRoute, type Route } from './router';
import { shown } from './text';
import type { RunIndex } from './types';
import { Connection } from './views/connection';
import { Game } from './views/game';
import { Games } from './views/games';
import { Header } from './views/header';
import { Openings } from './views/openings';
import { Overview } from './views/overview';
import { Pair } from './views/pair';
import { is_match, verdict_words } from './words';

function useIndex(run: RunData): RunIndex {
  const [index, set_index] = useState(run.index);
  useEffect(() => {
    set_index(run.index);
    return run.subscribe(() => set_index(run.index));
  }, [run]);
  return index;
}

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
    case 'overview':
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
  }
}

export function App({ run }: { run: RunData }) {
  const route = useRoute();
  const index = useIndex(run);
  const main = useRef<HTMLElement>(null);
  const subject = subject_of(route);
  const is_first = useRef(true);
  const decided = (is_match(index) ? index.result.reason === 'games' : index.estimates.verdict !== 'continue') ? '✓ ' : '';
  const [one, two] = index.run.agents;

  useEffect(() => {
    document.title = `${decided}${subject} – ${shown(one.name)} vs ${shown(two.name)}`;
  }, [subject, decided, one.name, two.name]);
  useEffect(() => {
    if (!is_first.current) {
      main.current!.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    is_first.current = false;
  }, [subject]);

  const skip = (event: Event) => {
    event.preventDefault(); // the address names the view
    main.current!.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <Header index={index} route={route} />
      <main id="main" tabIndex={-1} ref={main} aria-label={`${subject}, ${verdict_words(index).short}`}>
        {run.served && <Connection run={run} />}
        <View run={run} index={index} route={route} />
      </main>
    </>
  );
}
