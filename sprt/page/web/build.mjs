// build.mjs: bundles src/ into page.html, the page of a run. The output depends on the sources and the locked packages alone,
// so that it is not Node's zlib that packs the program.
// Policy: the hashes are those of the exact bytes between the tags.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
// The packages lie where the working directory is, which need not be beside the sources.
const modules = resolve('node_modules');
const require = createRequire(join(modules, 'x.js'));
const { build } = require('esbuild');
const { deflateSync } = require('fflate');

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

const hash = (text) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

const loader = await bundled('loader.ts', { format: 'iife' });
const program = await bundled('main.tsx', {
  format: 'iife',
  // Shorter than what the runtime for 'automatic' and its calls come to.
  tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
  inject: [join(here, 'src/h.ts')],
  define: { 'process.env.NODE_ENV': '"production"' },
});
const style = await bundled('style.css', {});
const policy = [
  "default-src 'none'",
  `script-src ${hash(loader)} ${hash(program)}`,
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
  .replace('@PROGRAM@', () => Buffer.from(deflateSync(Buffer.from(program), { level: 9 })).toString('base64'))
  .replace('@LOADER@', () => loader);
for (const once of ['<!--INDEX-->', '<!--GAMES-->', "connect-src 'none'", '<script>', '</style>']) {
  if (page.split(once).length !== 2) {
    throw new Error(`the page must hold ${once} once`);
  }
}
writeFileSync('page.html', page);
