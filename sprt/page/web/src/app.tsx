// The page of a run of any kind: header, and the view that the address names. A game, a pair, and what the address narrows to
// two agents of a tournament, are shown as in a run of these two.

import { useMemo } from 'preact/hooks';

import { useIndex, type RunData } from './data';
import { number } from './format';
import { href, useRoute, type Route } from './router';
import { Shell } from './shell';
import { shown } from './text';
import { AllGames } from './tournament/all_games';
import { agents_in, as_games, as_match } from './tournament/as_run';
import { CrossView } from './tournament/cross';
import { TournamentHeader, state_words } from './tournament/header';
import { PairingView } from './tournament/pairing';
import { StandingsView } from './tournament/standings';
import type { TournamentIndex } from './tournament/types';
import { as_shown } from './tuning';
import type { RunIndex } from './types';
import { Connection } from './views/connection';
import { Game } from './views/game';
import { Games } from './views/games';
import { Header } from './views/header';
import { Openings } from './views/openings';
import { Overview } from './views/overview';
import { Pair } from './views/pair';
import { WorkersView } from './views/workers';
import { is_complete, is_match, verdict_words } from './words';

const kSubjects: Partial<Record<Route['view'], string>> = { games: 'Games', openings: 'Openings', workers: 'Workers' };
const kOfTournaments: typeof kSubjects = { ...kSubjects, cross: 'Cross table', pairing: 'Two agents' };

/** What the view is about: focus moves when it changes, and not with each turn. */
function subject_of(index: RunIndex | TournamentIndex, route: Route): string {
  switch (route.view) {
    case 'game':
      return `Game ${route.game}`;
    case 'pair':
      return `Pair ${route.pair}`;
    default:
      return index.kind === 'run'
        ? (kSubjects[route.view] ?? 'Overview')
        : (kOfTournaments[route.view] ?? 'Standings');
  }
}

interface ViewProps {
  run: RunData<RunIndex | TournamentIndex>;
  /** Null: a run of two agents. */
  tournament: TournamentIndex | null;
  /** The run of two agents, or two agents of a tournament as one; null: all its agents. */
  match: RunIndex | null;
  route: Route;
}

function View({ run, tournament, match, route }: ViewProps) {
  const games = match ?? as_games(tournament!);
  switch (route.view) {
    case 'game':
      return <Game run={run} index={games} game={route.game} turn={route.turn} />;
    case 'pair':
      return <Pair run={run} index={games} pair={route.pair} turn={route.turn} />;
    case 'games':
      return match ? (
        <Games key={match.scope?.of} run={run} index={match} query={route.query} />
      ) : (
        <AllGames run={run} index={tournament!} query={route.query} />
      );
    case 'openings':
      return <Openings index={games} />;
    case 'workers':
      if (games.workers) {
        return <WorkersView index={games} workers={games.workers} />;
      }
  }
  const unknown = route.view === 'overview' ? route.unknown : href(route);
  if (!tournament) {
    return <Overview index={games} unknown={unknown} />;
  }
  if (route.view === 'cross') {
    return <CrossView index={tournament} query={route.query} />;
  }
  if (route.view === 'pairing' && match) {
    return <PairingView index={tournament} match={match} />;
  }
  return route.view === 'standings' ? (
    <StandingsView index={tournament} query={route.query} />
  ) : (
    <StandingsView index={tournament} query={{}} unknown={unknown} />
  );
}

export function App({ run }: { run: RunData<RunIndex | TournamentIndex> }) {
  const route = useRoute();
  const index = useIndex(run);
  const tournament = index.kind === 'tournament' ? index : null;
  const pair = tournament && agents_in(tournament, route);
  const match = useMemo(() => (index.kind === 'run' ? as_shown(index) : pair && as_match(index, pair)), [index, pair?.[0], pair?.[1]]);
  const subject = subject_of(index, route);
  const names = (tournament ? match : index)?.run.agents.map(({ name }) => shown(name)).join(' vs ');
  const title = index.run.config.title && shown(index.run.config.title);
  const who = tournament ? (names ?? title ?? `tournament of ${number(tournament.run.agents.length)}`) : (title ?? names);
  const decided = tournament
    ? tournament.over
    : is_match(match!)
      ? is_complete(match!)
      : verdict_words(match!).player > 0;
  return (
    <Shell
      subject={tournament && match ? `${subject}, ${who}` : subject}
      title={`${decided ? '✓ ' : ''}${subject} – ${who}`}
      state={tournament ? `${index.title}. ${state_words(tournament)}` : verdict_words(match!).short}
      header={
        tournament ? (
          <TournamentHeader index={tournament} match={match} route={route} />
        ) : (
          <Header index={match!} route={route} />
        )
      }
    >
      {run.served && <Connection run={run} />}
      <View run={run} tournament={tournament} match={match} route={route} />
    </Shell>
  );
}
