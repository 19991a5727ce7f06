// The built Workers of `npm run dev`: rebuilt when a file that they were made from has changed, and kept
// between runs. If a source does not build, the last good ones stay.
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildAssets } from '../build-assets.ts';
import { buildWorker, folderOf, inputsOf } from './built-workers.ts';

const root = join(import.meta.dirname, '../..');
/** The files that every Worker depends on besides its sources: the packages, and the build itself. */
const COMMON = [
  'package-lock.json',
  'tools/bundle.ts',
  'tools/demo/built-workers.ts',
  'tools/demo/configs.ts',
];

/** The files that a Worker was made from, with their state at that time. */
interface Made {
  files: string[];
  state: string;
}

export class BuildFailed extends Error {}

/**
 * Builds those Workers of `configs` whose files have changed. @returns which. Throws BuildFailed, and then
 * keeps all old ones.
 */
export async function refresh(configs: readonly string[], built: string): Promise<string[]> {
  await buildPages();
  const changed = configs.filter((config) => !isCurrent(folderOf(config, built)));
  const attempts = await Promise.allSettled(changed.map((config) => buildBeside(config, built)));
  const problems = attempts.flatMap((one) => (one.status === 'rejected' ? [told(one.reason, built)] : []));
  if (problems.length > 0) throw new BuildFailed([...new Set(problems)].join('\n'));
  for (const config of changed) {
    const folder = folderOf(config, built);
    rmSync(`${folder}.last`, { recursive: true, force: true });
    if (existsSync(folder)) renameSync(folder, `${folder}.last`);
    renameSync(`${folder}.new`, folder);
  }
  return changed;
}

/** Builds the pages' styles and scripts and the API reference, which Workers contain. Throws BuildFailed. */
export async function buildPages(): Promise<void> {
  await buildAssets().catch((error: Error) => {
    throw new BuildFailed(error.message);
  });
}

/** Restores the Workers from before the last `refresh`. @returns whether there were any. */
export function goBack(configs: readonly string[], built: string): boolean {
  const folders = configs.map((config) => folderOf(config, built));
  if (!folders.every((folder) => existsSync(`${folder}.last`))) return false;
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(`${folder}.last`, folder);
  }
  return true;
}

/** Whether all of them have been built here before. */
export const isBuilt = (configs: readonly string[], built: string) =>
  configs.every((config) => existsSync(join(folderOf(config, built), 'made.json')));

/** A fingerprint of the files that the Workers are built from, as they are now. */
export function sourcesNow(configs: readonly string[], built: string): string {
  return configs.map((config) => stateOf(madeFrom(folderOf(config, built))?.files ?? [])).join('\n');
}

async function buildBeside(config: string, built: string): Promise<void> {
  const folder = `${folderOf(config, built)}.new`;
  rmSync(folder, { recursive: true, force: true });
  const began = Date.now();
  await buildWorker(config, folder, true);
  const served = /^directory = /m.test(readFileSync(join(root, config), 'utf8')) ? filesBelow('public') : [];
  const files = [...COMMON, config, ...inputsOf(folder), ...served];
  // A file that was written during the build may or may not be in it.
  const late = files.some((file) => (statOf(file)?.mtimeMs ?? 0) >= began);
  const made: Made = { files, state: late ? 'unknown' : stateOf(files) };
  writeFileSync(join(folder, 'made.json'), JSON.stringify(made));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function isCurrent(folder: string): boolean {
  const made = madeFrom(folder);
  return made !== null && made.state === stateOf(made.files);
}

function madeFrom(folder: string): Made | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'made.json'), 'utf8')) as Made;
  } catch {
    return null;
  }
}

const stateOf = (files: string[]) =>
  files
    .map((file) => {
      const stat = statOf(file);
      return stat ? `${file} ${stat.mtimeMs} ${stat.size}` : `${file} gone`;
    })
    .join('\n');

const statOf = (file: string) => statSync(join(root, file), { throwIfNoEntry: false });

/**
 * The builder's message about a source, without its own details; files are named from the repository's root.
 */
function told(error: Error & { stderr?: string }, built: string): string {
  const text = stripVTControlCharacters(error.stderr || error.message);
  const [, failed] = /Build failed with \d+ errors?:\s*\n(.*)/s.exec(text) ?? [];
  // The builder names files relative to the Worker's folder.
  const folder = join(realpathSync(built), 'one');
  return (failed ?? text)
    .replace(/(?:\.\.\/)+[^\s:]+/g, (path) => relative(realpathSync(root), join(folder, path)))
    .replace(/\n🪵.*/su, '')
    .trim();
}
