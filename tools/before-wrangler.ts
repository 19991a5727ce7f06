// Runs before wrangler bundles a Worker ([build] of the configurations). Under a plain `wrangler dev` it also
// prepares the data: it makes sure that no other run uses them, and creates missing databases.
import { basename, dirname, join, resolve } from 'node:path';
import { buildAssets } from './build-assets.ts';
import { holdForWrangler } from './demo/hold-state.ts';
import { checkKnownData, hasDatabases } from './demo/known-data.ts';
import { folderOf, parentOf, wordsOf } from './demo/processes.ts';

const root = join(import.meta.dirname, '..');

if (process.env.WRANGLER_COMMAND === 'dev') await prepareData();
await buildAssets();

async function prepareData(): Promise<void> {
  const wrangler = startedBy();
  const asked = wrangler && persistTo(wordsOf(wrangler.pid));
  const state = asked ? resolve(folderOf(wrangler.pid) ?? root, asked) : join(root, '.wrangler/state');
  // `npm run dev` keeps its data in `state` below its own folder, and would not use any other.
  const dir = basename(state) === 'state' ? dirname(state) : state;
  try {
    if (wrangler) holdForWrangler(dir, wrangler.pid);
    checkKnownData(state);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  if (hasDatabases(state)) return;
  // Its packages take longer to load than all else here, and most runs need none of them.
  const { openLocal } = await import('./demo/local-databases.ts');
  await (await openLocal(dir, {}, state)).dispose();
  const more = asked ? ` --persist-to '${state.replaceAll("'", "'\\''")}'` : '';
  console.log(
    `Databases were made. A first account and its key: npm run first-account --${more} --name "My brand"`,
  );
}

/** Where wrangler keeps its data, from its command line. */
function persistTo(words: string[]): string | undefined {
  const at = words.findIndex((word) => /^--persist-?to(?:=|$)/i.test(word));
  return at < 0 ? undefined : (/=(.*)$/s.exec(words[at]!)?.[1] ?? words[at + 1]);
}

/** The `wrangler dev` process that runs this script, through npm and a shell. */
function startedBy(): { pid: number; command: string } | null {
  let found: { pid: number; command: string } | null = null;
  for (let at = parentOf(process.pid); at; at = parentOf(at.pid))
    // The topmost of its processes, because the others start and end with it.
    if (/\bwrangler\b.*\bdev\b/.test(at.command) && !/^(?:\S*\/)?(?:sh|bash|zsh|npm)\b/.test(at.command))
      found = at;
  return found;
}
