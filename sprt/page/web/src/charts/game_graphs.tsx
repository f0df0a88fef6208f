// What happened in a game, over its turns: stones of both, time of each move, what engines thought of the position.

import { number, time } from '../format';
import type { Replay } from '../replay';
import type { Player, Score } from '../types';
import { score_words } from '../views/sentence';
import { TurnGraph } from './turns';

interface GraphProps {
  replay: Replay;
  turn: number;
  to: (turn: number) => void;
}

function StonesGraph({ replay, turn, to }: GraphProps) {
  const height = 90;
  const most = replay.rules.columns * replay.rules.rows;
  const [one, two] = replay.stones[turn]!;
  const area = (x: (turn: number) => number, player: Player) => {
    const y = (count: number) => (player === 1 ? (height * count) / most : height * (1 - count / most));
    const edge = replay.stones.map((counts, i) => `${x(i).toFixed(1)},${y(counts[player - 1]!).toFixed(1)}`);
    const base = player === 1 ? 0 : height;
    return `M0,${base}L${edge.join('L')}L${x(replay.turns.length).toFixed(1)},${base}Z`;
  };
  return (
    <TurnGraph
      label="stones"
      note={`of ${most}`}
      turns={replay.turns.length}
      turn={turn}
      height={height}
      sentence={`turn ${turn}: agent 1 ${number(one)}, agent 2 ${number(two)}`}
      to={to}
    >
      {(x) => (
        <>
          <path class="area p1" d={area(x, 1)} />
          <path class="area p2" d={area(x, 2)} />
        </>
      )}
    </TurnGraph>
  );
}

function TimeGraph({ replay, turn, to }: GraphProps) {
  const half = 37;
  const times = replay.turns.map(({ took_us }) => took_us ?? 0);
  const most = Math.log10(Math.max(10, ...times) + 1);
  const took = turn > 0 ? replay.turns[turn - 1]!.took_us : null;
  return (
    <TurnGraph
      label="time a move"
      note="logarithmic"
      turns={replay.turns.length}
      turn={turn}
      height={2 * half}
      sentence={took === null ? `turn ${turn}: no time` : `turn ${turn}: ${time(took)}`}
      to={to}
    >
      {(x, width) => {
        const bar = Math.max(1, Math.min(8, (0.6 * width) / Math.max(1, times.length)));
        return replay.turns.map(({ number: at, player, took_us }) => {
          if (took_us === null) {
            return null;
          }
          const long = Math.max(1, ((half - 2) * Math.log10(took_us + 1)) / most);
          const y = player === 1 ? half - long : half;
          const left = Math.min(width - bar, Math.max(0, x(at) - bar / 2));
          return <rect key={at} class={`bar p${player}`} x={left} y={y} width={bar} height={long} />;
        });
      }}
    </TurnGraph>
  );
}

/** What is more is drawn at the edge. */
const kDecided_pawns = 10;

/** A score as agent 1 sees it; an end that was seen is beyond all numbers. */
function seen_by_agent1(score: Score, player: Player): number | null {
  if (score === null) {
    return null;
  }
  const value = typeof score === 'number' ? score : score.startsWith('#-') ? -Infinity : Infinity;
  return player === 1 ? value : -value;
}

function ScoreGraph({ replay, turn, to }: GraphProps) {
  const height = 90;
  const seen = replay.turns.map(({ score, player }) => seen_by_agent1(score, player));
  const finite = seen.flatMap((value) => (value !== null && Number.isFinite(value) ? [Math.abs(value)] : []));
  const most = Math.min(Math.max(1, ...finite), replay.rules.is_chess ? kDecided_pawns * 100 : Infinity);
  const y = (value: number) => height / 2 - (Math.max(-1.1, Math.min(1.1, value / most)) / 1.1) * (height / 2 - 4);
  const path = (x: (turn: number) => number, player: Player) => {
    const points = replay.turns
      .filter((each, i) => each.player === player && seen[i] !== null)
      .map((each) => `${x(each.number).toFixed(1)},${y(seen[each.number - 1]!).toFixed(1)}`);
    return points.length > 0 ? `M${points.join('L')}` : '';
  };
  const now = turn > 0 ? replay.turns[turn - 1]! : null;
  return (
    <TurnGraph
      label="score, as agent 1 sees it"
      note={`up to ±${replay.rules.is_chess ? `${number(most / 100, 2)} pawns` : number(most)}; the edge is a decided game`}
      turns={replay.turns.length}
      turn={turn}
      height={height}
      sentence={now ? `turn ${turn}: agent ${now.player} says ${score_words(replay.rules, now.score)}` : 'start'}
      to={to}
    >
      {(x, width) => (
        <>
          <line class="zero" x1={0} x2={width} y1={height / 2} y2={height / 2} />
          <path class="trace p1" d={path(x, 1)} />
          <path class="trace p2" d={path(x, 2)} />
        </>
      )}
    </TurnGraph>
  );
}

export function GameGraphs(props: GraphProps) {
  const { replay } = props;
  if (replay.turns.length === 0) {
    return <p class="hint">The game ended before its first turn, so there is nothing to draw.</p>;
  }
  return (
    <>
      {replay.rules.counts_stones && <StonesGraph {...props} />}
      <TimeGraph {...props} />
      {replay.turns.some(({ score }) => score !== null) && <ScoreGraph {...props} />}
    </>
  );
}
