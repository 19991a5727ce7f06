// What wrangler runs before it bundles a Worker ([build] of the configurations). Under a plain `wrangler dev` it sees to the data as
// well: nobody else may work on them, and databases that are not there yet are made.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { buildAssets } from './build-assets.ts';
import { noteWrangler, userOf } from './demo/hold-state.ts';
import { checkKnownData } from './demo/known-data.ts';
import { openLocal } from './demo/local-databases.ts';
import { parentOf } from './demo/processes.ts';

const root = join(import.meta.dirname, '..');

if (process.env.WRANGLER_COMMAND === 'dev') await prepareData();
await buildAssets();

async function prepareData(): Promise<void> {
  const wrangler = startedBy();
  const state = resolve(
    root,
    /--persist-to[= ](\S+)/.exec(wrangler?.command ?? '')?.[1] ?? '.wrangler/state',
  );
  // `npm run dev` keeps its data in `state` below its own folder, and would use no others.
  const dir = basename(state) === 'state' ? dirname(state) : state;
  mkdirSync(dir, { recursive: true });
  const user = userOf(dir);
  if (user !== null && user !== wrangler?.pid) {
    console.error(`These data are in use by process ${user}: stop it, or give --persist-to DIR.`);
    process.exit(1);
  }
  try {
    checkKnownData(state);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  if (wrangler) noteWrangler(dir, wrangler.pid);
  if (hasDatabases(state)) return;
  await (await openLocal(dir, {}, state)).dispose();
  const more = state === join(root, '.wrangler/state') ? '' : ` --persist-to ${state}`;
  console.log(
    `Databases were made. A first account and its key: npm run first-account --${more} --name "My brand"`,
  );
}

function hasDatabases(state: string): boolean {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject');
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.sqlite'));
}

/** The `wrangler dev` that runs this, through npm and a shell. */
function startedBy(): { pid: number; command: string } | null {
  let found: { pid: number; command: string } | null = null;
  for (let at = parentOf(process.pid); at; at = parentOf(at.pid))
    // The topmost of its processes: the others end and begin with it.
    if (/\bwrangler\b.*\bdev\b/.test(at.command) && !/^(?:\S*\/)?(?:sh|bash|zsh|npm)\b/.test(at.command))
      found = at;
  return found;
}
