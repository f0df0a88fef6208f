// Both games of a pair in step: the same opening, the seats swapped. Agent 1 is below on both boards.

import { Board } from '../board';
import { GameGraphs } from '../charts/game_graphs';
import type { GameLines } from '../data';
import { pair_points } from '../filter';
import { counted, halves } from '../format';
import { beside } from '../numbers';
import { common_turns, type Replay } from '../replay';
import { useReady } from '../ready';
import { go, href, replace } from '../router';
import type { Player, RunIndex } from '../types';
import { who } from '../words';
import { Controls } from './controls';
import { ResultBadge, WithoutGames } from './game';
import { usePlaying, type Playing } from './playing';
import { kind_words, Seat } from './seat';
import { turn_words } from './sentence';
import { useGames } from './use_games';

interface PairProps {
  run: GameLines;
  index: RunIndex;
  pair: number;
  turn: number | null;
}

interface HalfProps {
  index: RunIndex;
  replay: Replay;
  turn: number;
  playing: Playing;
}

/** One of the games. It stays at its end while the other one goes on. */
function Half({ index, replay, turn, playing }: HalfProps) {
  const now = Math.min(turn, replay.turns.length);
  const above: Player = playing.flipped ? 1 : 2;
  const seat = (player: Player) => (
    <Seat replay={replay} turn={now} player={player} index={index} />
  );
  const { game } = replay.line;
  return (
    <section class="half">
      <div class="title">
        <h2>
          <a href={href({ view: 'game', game, turn: now })}>Game {game}</a>
        </h2>
        <ResultBadge index={index} replay={replay} />
      </div>
      {seat(above)}
      <Board replay={replay} turn={now} flipped={playing.flipped} />
      {seat(above === 1 ? 2 : 1)}
      <p class="sentence" aria-live={playing.is_playing ? 'off' : 'polite'}>
        {turn_words(index, replay, now)}
      </p>
      <GameGraphs replay={replay} turn={now} to={playing.to} />
    </section>
  );
}

function ShownPair({ index, pair, turn, replays }: PairProps & { replays: Replay[] }) {
  const last = Math.max(...replays.map((replay) => replay.turns.length));
  const playing = usePlaying({
    turn,
    last,
    show: (at, quietly) => replace({ view: 'pair', pair, turn: at }, quietly),
    beside: (step) => {
      const next = beside(index, 2 * pair, 2 * step);
      if (next !== undefined) {
        go({ view: 'pair', pair: next / 2, turn: null });
      }
    },
  });
  const now = playing.turn;
  useReady(`pair ${pair} ${now}`);
  const [one, two] = replays as [Replay, Replay?];
  const same = two ? common_turns(one, two) : 0;
  const opening = Math.min(same, one.line.opening.length);
  const points = pair_points(index)[2 * pair];
  const parts = two && same < Math.max(one.turns.length, two.turns.length);
  const way = (step: number, name: string) => {
    const next = beside(index, 2 * pair, 2 * step);
    return next === undefined ? null : (
      <a class="button" href={href({ view: 'pair', pair: next / 2, turn: null })}>
        {name}
      </a>
    );
  };
  return (
    <>
      <div class="title">
        <h1>Pair {pair}</h1>
        <span class="badge">{points == null ? 'not scored' : `${who(index, 1, 2 * pair)} made ${halves(points)} of 2 points`}</span>
        <span class="dim">
          {two
            ? `same moves for ${counted(same, 'turn')}, ${opening} of them the opening${parts ? '' : '; the games are the same'}`
            : 'the second game was not played'}
          {one.line.tune && `, ${kind_words(one.line.tune)}`}
        </span>
        <span class="ways">
          {way(-1, '‹ previous')}
          {way(1, 'next ›')}
        </span>
      </div>
      <div class="pair-controls">
        <Controls playing={playing} sentence={`Turn ${now} of ${last}`} />
        {parts && (
          <button type="button" onClick={() => playing.to(same + 1)}>
            where they part
          </button>
        )}
      </div>
      <div class="two">
        {replays.map((replay) => (
          <Half key={replay.line.game} index={index} replay={replay} turn={now} playing={playing} />
        ))}
      </div>
    </>
  );
}

export function Pair(props: PairProps) {
  const { run, index, pair } = props;
  const games = [2 * pair, 2 * pair + 1].filter((game) => beside(index, game, 0) !== undefined);
  const loaded = useGames(run, index.has_games ? games : []);
  if (games.length === 0 || !index.has_games) {
    return <WithoutGames index={index} what={`pair ${pair}`} exists={games.length > 0} />;
  }
  if (!loaded) {
    return <p class="hint">Pair {pair} is being unpacked.</p>;
  }
  if ('error' in loaded) {
    return <p class="banner">The pair cannot be shown: {loaded.error}</p>;
  }
  return <ShownPair key={pair} {...props} replays={loaded.replays} />;
}
