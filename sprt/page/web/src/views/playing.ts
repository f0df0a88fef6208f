// Turns, autoplay and flipping: what the game view and the pair view have in common.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { settle } from '../router';

const kTurn_ms = 400;

export interface Playing {
  turn: number;
  last: number;
  is_playing: boolean;
  flipped: boolean;
  to(turn: number): void;
  play(): void;
  flip(): void;
}

interface PlayingOptions {
  /** As the address has it. None, or one after the last: the last. */
  turn: number | null;
  last: number;
  /** Shows a turn. Quietly: the address follows later. */
  show: (turn: number, quietly: boolean) => void;
  /** The next game or pair, or with -1 the one before. */
  beside: (step: number) => void;
}

/** Whether a key belongs to what has the focus. */
function is_taken(event: KeyboardEvent): boolean {
  const focus = event.target instanceof Element ? event.target : null;
  const is_field = focus?.closest('input, select, textarea, pre') !== null && focus !== null;
  const presses = (event.key === ' ' || event.key === 'Enter') && focus?.closest('button, a, summary');
  return is_field || Boolean(presses) || event.ctrlKey || event.altKey || event.metaKey;
}

export function usePlaying({ turn: wanted, last, show, beside }: PlayingOptions): Playing {
  const turn = Math.min(wanted ?? last, last);
  const [is_playing, set_playing] = useState(false);
  const [flipped, set_flipped] = useState(false);

  const stop = () => {
    if (is_playing) {
      set_playing(false);
      settle();
    }
  };
  const to = (wanted: number) => {
    stop();
    show(Math.max(0, Math.min(last, wanted)), false);
  };
  const play = () => {
    if (is_playing) {
      stop();
    } else if (last > 0) {
      set_playing(true);
      if (turn >= last) {
        show(0, true);
      }
    }
  };
  const flip = () => set_flipped(!flipped);

  useEffect(() => {
    if (wanted !== null && wanted > last) {
      show(last, false);
    }
  }, [wanted, last]);
  useEffect(() => {
    if (!is_playing) {
      return undefined;
    }
    if (turn >= last) {
      set_playing(false);
      settle();
      return undefined;
    }
    const timer = setTimeout(() => show(turn + 1, true), kTurn_ms);
    return () => clearTimeout(timer);
  }, [is_playing, turn, last]);

  const on_key = (event: KeyboardEvent) => {
    if (is_taken(event)) {
      return;
    }
    const keys: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? beside(-1) : to(turn - 1)),
      ArrowRight: () => (event.shiftKey ? beside(1) : to(turn + 1)),
      ArrowUp: () => to(0),
      Home: () => to(0),
      ArrowDown: () => to(last),
      End: () => to(last),
      ' ': play,
      f: flip,
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]!();
    }
  };
  const handler = useRef(on_key);
  handler.current = on_key;
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handler.current(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return { turn, last, is_playing, flipped, to, play, flip };
}
