// Graphs over the turns of a game. Pressing or dragging goes to a turn.

import type { ComponentChildren } from 'preact';

import { useWidth } from './width';

interface TurnGraphProps {
  label: string;
  note?: string;
  turns: number;
  turn: number;
  height: number;
  sentence: string;
  to: (turn: number) => void;
  /** Draws the graph; `x` is the place of a turn, in pixels. */
  children: (x: (turn: number) => number, width: number) => ComponentChildren;
}

export function TurnGraph({ label, note, turns, turn, height, sentence, to, children }: TurnGraphProps) {
  const [element, width] = useWidth<HTMLDivElement>(520);
  const x = (at: number) => (turns > 0 ? (at / turns) * width : 0);
  const go_there = (event: PointerEvent) => {
    const box = element.current!.getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(1, box.width);
    to(Math.round(Math.min(1, Math.max(0, part)) * turns));
  };
  return (
    <figure class="graph">
      <figcaption>
        <span>{label}</span>
        <span>{note}</span>
      </figcaption>
      <div
        ref={element}
        role="slider"
        tabIndex={0}
        aria-label={`${label}: turn`}
        aria-valuemin={0}
        aria-valuemax={turns}
        aria-valuenow={turn}
        aria-valuetext={sentence}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go_there(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && go_there(event)}
      >
        <svg width={width} height={height} aria-hidden="true">
          <rect class="ground" width={width} height={height} rx="4" />
          {children(x, width)}
          <rect class="now" x={Math.min(width - 2, Math.max(0, x(turn) - 1))} width="2" height={height} />
        </svg>
      </div>
    </figure>
  );
}
