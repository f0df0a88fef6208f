// Buttons and the slider that go through a game.

import type { Playing } from './playing';

const kShapes = {
  first: 'M4 3h2v10h-2zM13 3v10l-7-5z',
  back: 'M11 3v10l-7-5z',
  play: 'M4 2v12l9-6z',
  pause: 'M4 3h3v10h-3zM9 3h3v10h-3z',
  forward: 'M5 3v10l7-5z',
  last: 'M10 3h2v10h-2zM3 3v10l7-5z',
  flip: 'M5 2l3 4h-2v8h-2v-8h-2zM11 14l-3-4h2v-8h2v8h2z',
};

interface ButtonProps {
  name: string;
  shape: keyof typeof kShapes;
  press: () => void;
  disabled?: boolean;
}

function Control({ name, shape, press, disabled = false }: ButtonProps) {
  return (
    <button type="button" aria-label={name} title={name} onClick={press} disabled={disabled}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={kShapes[shape]} />
      </svg>
    </button>
  );
}

export function Controls({ playing, sentence }: { playing: Playing; sentence: string }) {
  const { turn, last, is_playing, to } = playing;
  return (
    <div class="controls">
      <Control name="first turn (Home)" shape="first" press={() => to(0)} disabled={turn === 0} />
      <Control name="back (←)" shape="back" press={() => to(turn - 1)} disabled={turn === 0} />
      <Control
        name={is_playing ? 'pause (space)' : 'play (space)'}
        shape={is_playing ? 'pause' : 'play'}
        press={playing.play}
        disabled={last === 0}
      />
      <Control name="forward (→)" shape="forward" press={() => to(turn + 1)} disabled={turn === last} />
      <Control name="last turn (End)" shape="last" press={() => to(last)} disabled={turn === last} />
      <Control name="flip the board (f)" shape="flip" press={playing.flip} />
      <input
        type="range"
        min={0}
        max={last}
        value={turn}
        disabled={last === 0}
        aria-label="Turn"
        aria-valuetext={sentence}
        onInput={(event) => to(Number(event.currentTarget.value))}
      />
      <output class="num">
        {turn}/{last}
      </output>
    </div>
  );
}
