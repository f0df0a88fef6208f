// A position as a picture: stones by agent, the last move, what it turned over.

import { number } from './format';
import type { Replay } from './replay';
import { player_of, position_at } from './replay';
import { shown } from './text';

const kCell = 10;
const kEdge = 5;

interface BoardProps {
  replay: Replay;
  turn: number;
  flipped: boolean;
}

/** What the picture shows, in a sentence. */
export function board_words(replay: Replay, turn: number): string {
  const [one, two] = replay.stones[turn]!;
  const { thing } = replay.rules;
  const words = (count: number) => `${number(count)} ${thing}${count === 1 ? '' : 's'}`;
  return `Board ${turn === 0 ? 'at the start' : `after turn ${turn}`}: agent 1 has ${words(one)}, agent 2 has ${words(two)}`;
}

export function Board({ replay, turn, flipped }: BoardProps) {
  const { rules, line } = replay;
  const { columns, rows } = rules;
  const { cells, pieces } = position_at(replay, turn);
  const change = turn === 0 ? null : replay.turns[turn - 1]!.step.change;
  const is_turned = flipped && rules.turns_round;
  const x_of = (place: number) => kEdge + kCell * (is_turned ? columns - 1 - (place % columns) : place % columns);
  const y_of = (place: number) => {
    const row = Math.floor(place / columns);
    return kCell * (is_turned ? rows - 1 - row : row);
  };
  const turned = (labels: string[]) => (is_turned ? [...labels].reverse() : labels);

  return (
    <svg
      class="board"
      font-size={0.35 * columns}
      role="img"
      aria-label={shown(board_words(replay, turn))}
      viewBox={`0 0 ${columns * kCell + kEdge + 0.2} ${rows * kCell + kEdge}`}
    >
      <rect class="ground" x={kEdge} width={columns * kCell} height={rows * kCell} rx="1" />
      {Array.from({ length: columns - 1 }, (_, k) => (
        <line key={`c${k}`} x1={kEdge + kCell * (k + 1)} x2={kEdge + kCell * (k + 1)} y1="0" y2={rows * kCell} />
      ))}
      {Array.from({ length: rows - 1 }, (_, k) => (
        <line key={`r${k}`} x1={kEdge} x2={kEdge + columns * kCell} y1={kCell * (k + 1)} y2={kCell * (k + 1)} />
      ))}
      {turned(rules.column_labels).map((label, k) => (
        <text key={label} x={kEdge + kCell * (k + 0.5)} y={rows * kCell + 3.4} text-anchor="middle">
          {label}
        </text>
      ))}
      {turned(rules.row_labels).map((label, k) => (
        <text key={label} x={kEdge - 2} y={kCell * (k + 0.5) + 0.8} text-anchor="middle">
          {label}
        </text>
      ))}
      {change?.target != null && (
        <rect class="target" x={x_of(change.target) + 0.3} y={y_of(change.target) + 0.3} width="9.4" height="9.4" rx="0.6" />
      )}
      {change?.origin != null && (
        <rect class="origin" x={x_of(change.origin) + 0.3} y={y_of(change.origin) + 0.3} width="9.4" height="9.4" rx="0.6" />
      )}
      {cells.map((cell, place) => {
        const x = x_of(place) + kCell / 2;
        const y = y_of(place) + kCell / 2;
        if (cell === 0) {
          return null;
        }
        if (cell === 3) {
          const cross = `M${x - 3},${y - 3}l6,6m0,-6l-6,6`;
          return <path key={place} class="blocked" d={cross} />;
        }
        const player = player_of(cell, line.first);
        if (pieces) {
          return (
            <g key={place} class={`piece p${player}`}>
              <circle cx={x} cy={y} r="3.9" />
              <text x={x} y={y + 1.5} font-size="4.4" text-anchor="middle">
                {pieces[place]}
              </text>
            </g>
          );
        }
        return (
          <circle key={place} class={`stone p${player}`} cx={x} cy={y} r={player === 1 ? 3.6 : 2.55} />
        );
      })}
      {change?.struck.map((place) => (
        <circle key={place} class="halo" cx={x_of(place) + kCell / 2} cy={y_of(place) + kCell / 2} r="4.4" />
      ))}
      {cells.map((_, place) => (
        <rect key={place} class="cell" x={x_of(place)} y={y_of(place)} width={kCell} height={kCell}>
          <title>{rules.title(Math.floor(place / columns) + 1, (place % columns) + 1)}</title>
        </rect>
      ))}
    </svg>
  );
}
