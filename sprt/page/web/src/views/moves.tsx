// The moves of a game with their times; those of the opening in italics.

import { useLayoutEffect, useRef } from 'preact/hooks';

import { time } from '../format';
import { position_at, type Replay } from '../replay';
import { score_words } from './sentence';

interface MovesProps {
  replay: Replay;
  turn: number;
  to: (turn: number) => void;
}

export function Moves({ replay, turn, to }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && list.current) {
      // The list alone scrolls, never the page.
      const middle = current.offsetTop - list.current.clientHeight / 2 + current.clientHeight / 2;
      list.current.scrollTop = Math.max(0, middle);
    }
  }, [turn, replay]);
  if (replay.turns.length === 0) {
    return null;
  }
  const { is_chess } = replay.rules;
  /** Of chess as in a record, white on the left: `12.`, and before a first move of black `12…`. */
  const label = (number: number) => {
    const { mover, move_number } = position_at(replay, number - 1);
    return !is_chess ? number : mover === 1 ? `${move_number}.` : number === 1 ? `${move_number}…` : '';
  };
  const kind = is_chess ? ' pairs' : replay.line.depth || replay.line.scores ? ' wide' : '';
  return (
    <ol class={`moves${kind}`} ref={list} aria-label="Moves" tabIndex={-1}>
      {replay.turns.map(({ number, player, step, took_us, depth, score, pv }) => (
        <li key={number} class={`side${position_at(replay, number - 1).mover}`}>
          <button
            type="button"
            class={took_us === null ? 'opening' : ''}
            aria-current={number === turn ? 'true' : undefined}
            title={pv ? `expects ${pv}` : undefined}
            onClick={() => to(number)}
          >
            <span class="dim">{label(number)}</span> <span class={`p${player}`}>{step.text}</span>
            {score !== null && <span class="dim">{score_words(replay.rules, score)}</span>}
            {depth !== null && <span class="dim depth">d{depth}</span>}
            <span class="took">{took_us === null ? 'opening' : time(took_us)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
