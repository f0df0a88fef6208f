// Starts a page, or says why it cannot.

import { render, type VNode } from 'preact';

import { source_of_page, type Source } from './source';

const kFormat = 1;

function can_run(): boolean {
  try {
    new DecompressionStream('deflate-raw');
    return CSS.supports('color', 'light-dark(red, blue)');
  } catch {
    return false;
  }
}

function say(text: string): void {
  const line = document.createElement('p');
  line.className = 'plain';
  line.setAttribute('role', 'alert');
  line.textContent = text;
  document.getElementById('app')!.replaceChildren(line);
  document.documentElement.dataset.ready = 'failed';
}

/** Draws the data of this page. `draw` returns null for a kind that it does not know. */
async function show<Index extends { format: number; kind: string }>(
  draw: (source: Source, index: Index) => VNode | null,
): Promise<void> {
  const source = source_of_page();
  const index = (await source.index()) as Index;
  if (index.format !== kFormat) {
    throw new Error(`they are of format ${index.format}, and it knows format ${kFormat}`);
  }
  const drawn = draw(source, index);
  if (!drawn) {
    throw new Error(`it does not know the kind '${index.kind}'`);
  }
  const app = document.getElementById('app')!;
  app.replaceChildren(); // what stands there says that the data is being read
  render(drawn, app);
}

export function start<Index extends { format: number; kind: string }>(
  draw: (source: Source, index: Index) => VNode | null,
): void {
  if (can_run()) {
    show(draw).catch((error: unknown) => say(`The data of this page cannot be shown: ${String(error)}`));
  } else {
    say('This browser is too old for this page. It needs Chrome or Edge 123, Firefox 120 or Safari 17.5, or newer.');
  }
}
