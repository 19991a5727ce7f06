// The paths of all pages. They are JSX, which Node does not read by itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

interface Registry {
  PAGE_GROUPS: readonly { load: () => Promise<readonly { path: string }[]> }[];
}

export async function pagePaths(): Promise<string[]> {
  // Below the packages, which it imports.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.screenshots-'));
  try {
    const outfile = join(folder, 'pages.mjs');
    await build({
      entryPoints: [join(ROOT, 'src/console/pages.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['workerd', 'worker'],
      external: ['cloudflare:*'],
      loader: { '.wasm': 'empty' },
      logLevel: 'error',
    });
    const { PAGE_GROUPS } = (await import(outfile)) as Registry;
    return (await Promise.all(PAGE_GROUPS.map(({ load }) => load()))).flat().map(({ path }) => path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
