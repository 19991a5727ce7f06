// Bundles the pixel's scripts into src/pixel/script.generated.ts, which is committed so that the Worker needs
// no build step of its own. `--check` changes nothing and fails when the committed file is not what the
// sources give.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const SOURCES = 'src/pixel/browser';
const TARGET = 'src/pixel/script.generated.ts';
/** Every visitor of a customer's site loads the plain script: it must not grow. */
const MAX_GZIPPED_BYTES = { script: 1_700, shop: 2_000 };

/** @param debug whether it logs each step to the page's console. */
async function bundle(file: string, debug: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${SOURCES}/${file}`],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2021',
    charset: 'utf8',
    define: { DEBUG: String(debug) },
    // Without the repository's own settings, which would add a directive that the script does not need.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0]!.text.trim();
}

const etagOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
const script = await bundle('main.ts', false);
const debugScript = await bundle('main.ts', true);
const shopScript = await bundle('shop.ts', false);
const generated = `// Made by tools/build-pixel.ts from src/pixel/browser. Do not edit.
export const SCRIPT = ${JSON.stringify(script)};
export const SCRIPT_ETAG = '"${etagOf(script)}"';
export const DEBUG_SCRIPT = ${JSON.stringify(debugScript)};
export const DEBUG_SCRIPT_ETAG = '"${etagOf(debugScript)}"';
export const SHOP_SCRIPT = ${JSON.stringify(shopScript)};
export const SHOP_SCRIPT_ETAG = '"${etagOf(shopScript)}"';
`;

for (const [name, text] of Object.entries({ script, shop: shopScript })) {
  const gzipped = gzipSync(text, { level: 9 }).byteLength;
  const limit = MAX_GZIPPED_BYTES[name as keyof typeof MAX_GZIPPED_BYTES];
  console.log(`pixel ${name}: ${text.length} bytes, ${gzipped} gzipped (limit ${limit})`);
  if (gzipped >= limit) {
    console.error(`The pixel's ${name} must stay under ${limit} bytes gzipped.`);
    process.exit(1);
  }
}
if (process.argv.includes('--check')) {
  const committed = await readFile(TARGET, 'utf8').catch(() => '');
  if (committed !== generated) {
    console.error(`${TARGET} is not what ${SOURCES} gives: run tools/build-pixel.ts and commit the result.`);
    process.exit(1);
  }
} else {
  await writeFile(TARGET, generated);
}
