// Bundles the pixel's script into src/pixel/script.generated.ts, which is committed so that the Worker needs
// no build step of its own. `--check` changes nothing and fails when the committed file is not what the
// sources give.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const SOURCE = 'src/pixel/browser/main.ts';
const TARGET = 'src/pixel/script.generated.ts';
const MAX_GZIPPED_BYTES = 1_700;

/** @param debug whether it logs each step to the page's console. */
async function bundle(debug: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
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
const script = await bundle(false);
const debugScript = await bundle(true);
const gzipped = gzipSync(script, { level: 9 }).byteLength;
const generated = `// Made by tools/build-pixel.ts from src/pixel/browser. Do not edit.
export const SCRIPT = ${JSON.stringify(script)};
export const SCRIPT_ETAG = '"${etagOf(script)}"';
export const DEBUG_SCRIPT = ${JSON.stringify(debugScript)};
export const DEBUG_SCRIPT_ETAG = '"${etagOf(debugScript)}"';
`;

console.log(`pixel script: ${script.length} bytes, ${gzipped} gzipped (limit ${MAX_GZIPPED_BYTES})`);
if (gzipped >= MAX_GZIPPED_BYTES) {
  console.error(`The pixel script must stay under ${MAX_GZIPPED_BYTES} bytes gzipped.`);
  process.exit(1);
}
if (process.argv.includes('--check')) {
  const committed = await readFile(TARGET, 'utf8').catch(() => '');
  if (committed !== generated) {
    console.error(`${TARGET} is not what ${SOURCE} gives: run tools/build-pixel.ts and commit the result.`);
    process.exit(1);
  }
} else {
  await writeFile(TARGET, generated);
}
