// Copies of texts: the position, the address and the game; a command.

import { useState } from 'preact/hooks';

/** Rejects when neither way works. */
async function copied(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from files may have no clipboard.
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    document.body.append(field);
    field.select();
    const is_done = document.execCommand('copy');
    field.remove();
    if (!is_done) {
      throw new Error('the browser does not let this page copy');
    }
  }
}

/** A button for each text, by what it is called. */
export function CopyButtons({ texts }: { texts: Record<string, () => Promise<string> | string> }) {
  const [said, say] = useState('');
  const copy = (what: string, text: Promise<string> | string) => {
    Promise.resolve(text)
      .then(copied)
      .then(
        () => say(`${what} copied`),
        () => say(`${what} could not be copied`),
      );
  };
  return (
    <div class="copies">
      {Object.entries(texts).map(([what, text]) => (
        <button key={what} type="button" onClick={() => copy(what, text())}>
          copy {what}
        </button>
      ))}
      <span class="hint" role="status">
        {said}
      </span>
    </div>
  );
}

interface CopiesProps {
  fen: string;
  link: () => string;
  line: () => Promise<string>;
}

export function Copies({ fen, link, line }: CopiesProps) {
  return (
    <>
      <CopyButtons texts={{ FEN: () => fen, link, game: line }} />
      <p class="mono dim fen">{fen}</p>
    </>
  );
}
