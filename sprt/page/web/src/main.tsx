// The page of a run of two agents, and of the list of runs.

import { App } from './app';
import { RunData } from './data';
import { start } from './start';
import type { ListIndex, RunIndex } from './types';
import { List } from './views/list';

start<RunIndex | ListIndex>((source, index) => {
  switch (index.kind) {
    case 'list':
      return <List index={index} />;
    case 'run':
      return <App run={new RunData(source, index)} />;
    default:
      return null;
  }
});
