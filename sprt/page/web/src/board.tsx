// A position as a picture: stones by agent, the last move, what it turned over.

import { number } from './format';
import { Piece } from './pieces';
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
  const inset = rules.is_chess ? 0 : 0.3;
  const marked = (name: string, place: number | null | undefined) =>
    place == null ? null : (
      <rect
        class={name}
        x={x_of(place) + inset}
        y={y_of(place) + inset}
        width={kCell - 2 * inset}
        height={kCell - 2 * inset}
        rx={2 * inset}
      />
    );
  const turned = (labels: string[]) => (is_turned ? [...labels].reverse() : labels);

  const across = Array.from({ length: rows - 1 }, (_, k) => `M${kEdge} ${kCell * (k + 1)}h${kCell * columns}`);
  const down = Array.from({ length: columns - 1 }, (_, k) => `M${kEdge + kCell * (k + 1)} 0v${kCell * rows}`);
  const is_dark = (place: number) => (place + Math.floor(place / columns)) % 2 === 1;
  const dark = cells.map((_, place) => (is_dark(place) ? `M${x_of(place)} ${y_of(place)}h10v10h-10z` : ''));

  return (
    <svg
      class={rules.is_chess ? 'board chess' : 'board'}
      font-size={0.35 * columns}
      role="img"
      aria-label={shown(board_words(replay, turn))}
      viewBox={`0 0 ${columns * kCell + kEdge + 0.2} ${rows * kCell + kEdge}`}
    >
      <rect class="ground" x={kEdge} width={columns * kCell} height={rows * kCell} rx="1" />
      {rules.is_chess ? <path class="dark" d={dark.join('')} /> : <path class="rule" d={[...across, ...down].join('')} />}
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
      {marked('target', change?.target)}
      {marked('origin', change?.origin)}
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
          return <Piece key={place} letter={pieces[place]!} player={player} x={x_of(place)} y={y_of(place)} />;
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
