// Starts the page, or says why it cannot.

import { render } from 'preact';

import { App } from './app';
import { RunData } from './data';
import { source_of_page } from './source';
import type { ListIndex, RunIndex } from './types';
import { List } from './views/list';

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

function show(index: RunIndex | ListIndex, run: (index: RunIndex) => RunData): void {
  const app = document.getElementById('app')!;
  if (index.format !== kFormat) {
    throw new Error(`they are of format ${index.format}, and it knows format ${kFormat}`);
  }
  if (index.kind === 'list') {
    document.title = 'Runs';
    render(<List index={index} />, app);
  } else if (index.kind === 'run') {
    render(<App run={run(index)} />, app);
  } else {
    throw new Error(`it does not know the kind '${String((index as { kind: unknown }).kind)}'`);
  }
}

async function start(): Promise<void> {
  const source = source_of_page();
  show(await source.index(), (index) => new RunData(source, index));
}

if (can_run()) {
  start().catch((error: unknown) => say(`The data of this page cannot be shown: ${String(error)}`));
} else {
  say('This browser is too old for this page. It needs Chrome or Edge 123, Firefox 120 or Safari 17.5, or newer.');
}
