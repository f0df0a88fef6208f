// build.mjs: bundles src/ into page.html, the page of a run, and tournament.html. The output depends on the sources and the locked packages alone.
// Policy: the hashes are those of the exact bytes between the tags.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
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

async function write(out, title, entry, sheet) {
  const script = inlined(
    await bundled(entry, {
      format: 'iife',
      // Shorter than what the runtime for 'automatic' and its calls come to.
      tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
      inject: [join(here, 'src/h.ts')],
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  );
  const style = await bundled(sheet, {});
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
    .replace('@TITLE@', () => title)
    .replace('@POLICY@', () => policy)
    .replace('@STYLE@', () => style)
    .replace('@SCRIPT@', () => script);
  for (const once of ['<!--INDEX-->', '<!--GAMES-->', "connect-src 'none'"]) {
    if (page.split(once).length !== 2) {
      throw new Error(`the page must hold ${once} once`);
    }
  }
  writeFileSync(out, page);
}

await write('page.html', 'A run of games', 'main.tsx', 'style.css');
await write('tournament.html', 'A tournament', 'tournament.tsx', 'tournament.css');
