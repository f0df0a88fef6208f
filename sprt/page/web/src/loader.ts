// The only script that a browser sees at first: runs the page's program, which is packed as the data is, or says that the
// browser is too old for it.

import { say } from './say';
import { unpacked } from './unpack';

function can_run(): boolean {
  try {
    new DecompressionStream('deflate-raw');
    return CSS.supports('color', 'light-dark(red, blue)');
  } catch {
    return false;
  }
}

async function load(): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await unpacked(document.getElementById('program')!.textContent!); // its hash is in the page's policy
  document.head.append(script);
}

if (can_run()) {
  load().catch((error: unknown) => say(`The program of this page cannot be read: ${String(error)}`));
} else {
  say('This browser is too old for this page. It needs Chrome or Edge 123, Firefox 120 or Safari 17.5, or newer.');
}
