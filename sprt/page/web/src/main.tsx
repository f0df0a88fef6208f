// The page of a run of any kind, and of the list of runs.

import { render, type VNode } from 'preact';

import { App } from './app';
import { RunData } from './data';
import { say } from './say';
import { source_of_page, type Source } from './source';
import type { TournamentIndex } from './tournament/types';
import type { ListIndex, RunIndex } from './types';
import { List } from './views/list';

const kFormat = 1;

function drawn(source: Source, index: RunIndex | TournamentIndex | ListIndex): VNode {
  switch (index.kind) {
    case 'list':
      return <List index={index} />;
    case 'run':
    case 'tournament':
      return <App run={new RunData<RunIndex | TournamentIndex>(source, index)} />;
    default:
      throw new Error(`it does not know the kind '${(index as { kind: string }).kind}'`);
  }
}

async function show(): Promise<void> {
  const source = source_of_page();
  const index = (await source.index()) as RunIndex | TournamentIndex | ListIndex;
  if (index.format !== kFormat) {
    throw new Error(`they are of format ${index.format}, and it knows format ${kFormat}`);
  }
  const page = drawn(source, index);
  const app = document.getElementById('app')!;
  app.replaceChildren(); // what stands there says that the data is being read
  render(page, app);
}

show().catch((error: unknown) => say(`The data of this page cannot be shown: ${String(error)}`));
