// The page of a tournament.

import { RunData } from './data';
import { start } from './start';
import { TournamentApp } from './tournament/app';
import type { TournamentIndex } from './tournament/types';

start<TournamentIndex>((source, index) =>
  index.kind === 'tournament' ? <TournamentApp run={new RunData(source, index)} /> : null,
);
