// build.mjs OUT: bundles src/ into one HTML file. The output depends on the sources and the locked packages alone.
// Policy: the hashes are those of the exact bytes between the tags.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error('usage: build.mjs OUT');
  process.exit(2);
}
// The packages lie where the working directory is, which need not be beside the sources.
const modules = resolve('node_modules');
const { build } = createRequire(join(modules, 'x.js'))('esbuild');

async function bundled(entry, options) {
  const made = await build({
    entryPoints: [join(here, 'src', entry)],
    absWorkingDir: here,
    nodePaths: [modules],
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    ...options,
  });
  return made.outputFiles[0].text.trimEnd();
}

// What would end or open an element in the middle of the script. Both stand in strings and regular expressions only.
function inlined(script) {
  return script.replace(/<\/(script)/gi, (_, name) => `<\\/${name}`).replace(/<!--/g, () => '\\x3c!--');
}

const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

const script = inlined(
  await bundled('main.tsx', {
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
);
const style = await bundled('style.css', {});
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  'img-src data:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Functions, because a text that replaces may hold patterns as `$&`.
const page = readFileSync(join(here, 'template.html'), 'utf8')
  .replace('@POLICY@', () => policy)
  .replace('@STYLE@', () => style)
  .replace('@SCRIPT@', () => script);
for (const once of ['<!--DATA-->', "connect-src 'none'"]) {
  if (page.split(once).length !== 2) {
    throw new Error(`the page must hold ${once} once`);
  }
}
writeFileSync(out, page);
