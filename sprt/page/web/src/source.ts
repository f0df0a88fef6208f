// Where the data comes from: blocks in this file, or the server that sent the page.

import { unpacked } from './unpack';

export interface Source {
  readonly served: boolean;
  /** The index, of any kind. */
  index(): Promise<unknown>;
  /** The lines of games 256 `block` and after. Rejects when they cannot be had. */
  block(block: number): Promise<string>;
}

class FileSource implements Source {
  readonly served = false;

  async index(): Promise<unknown> {
    return JSON.parse(await unpacked(text_of('index')));
  }

  async block(block: number): Promise<string> {
    await whole_document();
    return unpacked(text_of(`games-${block}`));
  }
}

class ServedSource implements Source {
  readonly served = true;

  async index(): Promise<unknown> {
    return JSON.parse(await fetched('index.json'));
  }

  block(block: number): Promise<string> {
    return fetched(`games/${block}.jsonl`);
  }
}

/** The blocks of games stand behind the script: it runs while they are still being read. */
function whole_document(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
    } else {
      resolve();
    }
  });
}

function text_of(id: string): string {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`the page has no block ${id}`);
  }
  return element.textContent ?? '';
}

async function fetched(path: string): Promise<string> {
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) {
    throw new Error(`${path}: the server answered ${response.status}`);
  }
  return response.text();
}

/** The source that this page has: an empty index asks the server. */
export function source_of_page(): Source {
  return text_of('index') === '' ? new ServedSource() : new FileSource();
}
