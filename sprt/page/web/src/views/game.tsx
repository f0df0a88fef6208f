// A game: the board, who sits there, graphs, moves, and what went wrong.

import { Board } from '../board';
import { GameGraphs } from '../charts/game_graphs';
import type { GameLines } from '../data';
import { counted } from '../format';
import { beside, games_href } from '../numbers';
import { position_at, type Replay } from '../replay';
import { useReady } from '../ready';
import { go, href, replace } from '../router';
import { shown } from '../text';
import type { Player, RunIndex } from '../types';
import { ending_of, winner_words } from '../words';
import { Controls } from './controls';
import { Copies } from './copies';
import { FaultPanel } from './fault';
import { Moves } from './moves';
import { usePlaying } from './playing';
import { kind_words, Seat } from './seat';
import { turn_words } from './sentence';
import { useGames } from './use_games';

interface GameProps {
  run: GameLines;
  index: RunIndex;
  game: number;
  turn: number | null;
}

/** `Agent 2 won 21–28`, or `Agent 2 won by a fault`, in the agent's colour. */
export function ResultBadge({ index, replay }: { index: RunIndex; replay: Replay }) {
  const { winner, score, fault, game } = replay.line;
  const words = winner_words(index, winner, game);
  const stones = replay.rules.counts_stones ? ` ${score[0]}–${score[1]}` : '';
  return (
    <span class={`badge w${winner ?? 'x'}`}>
      {winner && index.name_of ? words : words.replace(/^./, (letter) => letter.toUpperCase())}
      {fault && winner ? ' by a fault' : stones}
    </span>
  );
}

function Notes({ index, replay }: { index: RunIndex; replay: Replay }) {
  const { line } = replay;
  const would = line.would_adjudicate;
  return (
    <>
      {line.fault && line.winner !== null && replay.rules.counts_stones && (
        <p class="hint">Won by a fault: the stones do not explain the result.</p>
      )}
      {line.doubtful && <p class="hint">The result is doubtful: the winner may have caused the loss.</p>}
      {would && (
        <p class="hint">
          Adjudication ({would.rule}) would have ended it after turn {would.turn}: {winner_words(index, would.result, line.game)}.
        </p>
      )}
    </>
  );
}

interface ShownGameProps extends GameProps {
  replay: Replay;
}

function ShownGame({ run, index, game, turn, replay }: ShownGameProps) {
  const last = replay.turns.length;
  const playing = usePlaying({
    turn,
    last,
    show: (at, quietly) => replace({ view: 'game', game, turn: at }, quietly),
    beside: (step) => {
      const next = beside(index, game, step);
      if (next !== undefined) {
        go({ view: 'game', game: next, turn: null });
      }
    },
  });
  const now = playing.turn;
  useReady(`game ${game} ${now}`);
  const sentence = turn_words(index, replay, now);
  const above: Player = playing.flipped ? 1 : 2;
  const seat = (player: Player) => (
    <Seat replay={replay} turn={now} player={player} index={index} />
  );
  const way = (step: number, name: string) => {
    const next = beside(index, game, step);
    return next === undefined ? null : (
      <a class="button" href={href({ view: 'game', game: next, turn: null })}>
        {name}
      </a>
    );
  };
  const link = () => location.href.replace(/#.*$/, '') + href({ view: 'game', game, turn: now });
  return (
    <>
      <div class="title">
        <h1>Game {game}</h1>
        <ResultBadge index={index} replay={replay} />
        <span class="dim">
          {ending_of(replay.line)}, {counted(last, 'turn')}
          {replay.line.tune && `, ${kind_words(replay.line.tune)}`}
          {replay.line.worker && (
            <>
              , played by <a href={games_href(index, { worker: replay.line.worker })}>{shown(replay.line.worker)}</a>
            </>
          )}
        </span>
        <span class="ways">
          {way(-1, '‹ previous')}
          <a class="button" href={href({ view: 'pair', pair: Math.floor(game / 2), turn: null })}>
            the pair side by side
          </a>
          {way(1, 'next ›')}
        </span>
      </div>
      <FaultPanel line={replay.line} index={index} />
      <div class="game">
        <div class="table">
          {seat(above)}
          <Board replay={replay} turn={now} flipped={playing.flipped} />
          {seat(above === 1 ? 2 : 1)}
        </div>
        <div class="side">
          <Controls playing={playing} sentence={sentence} />
          <p class="sentence" aria-live={playing.is_playing ? 'off' : 'polite'}>
            {sentence}
          </p>
          <GameGraphs replay={replay} turn={now} to={playing.to} />
          <Moves replay={replay} turn={now} to={playing.to} />
          <Notes index={index} replay={replay} />
          <Copies fen={replay.rules.fen(position_at(replay, now))} link={link} line={() => run.line(game)} />
        </div>
      </div>
    </>
  );
}

/** Why single games cannot be shown, or null when they can. */
export function WithoutGames({ index, what, exists }: { index: RunIndex; what: string; exists: boolean }) {
  useReady('no game');
  return (
    <p class="banner">
      {exists && !index.has_games
        ? 'This page was made without its games (--no-games).'
        : `There is no ${what} in this run. It has ${counted(index.games, 'game')}.`}
    </p>
  );
}

export function Game(props: GameProps) {
  const { run, index, game } = props;
  const exists = beside(index, game, 0) !== undefined;
  const loaded = useGames(run, exists && index.has_games ? [game] : []);
  if (!exists || !index.has_games) {
    return <WithoutGames index={index} what={`game ${game}`} exists={exists} />;
  }
  if (!loaded) {
    return <p class="hint">Game {game} is being unpacked.</p>;
  }
  if ('error' in loaded) {
    return <p class="banner">The game cannot be shown: {loaded.error}</p>;
  }
  return <ShownGame key={game} {...props} replay={loaded.replays[0]!} />;
}
