// The repository's own files, and what they import.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** Paths of the source files below the given folders, relative to the root, with forward slashes. */
export function sources(...folders: string[]): string[] {
  return filesBelow(...folders).filter((path) => /\.(ts|tsx|js|mjs)$/.test(path));
}

/** Paths of all files below the given folders, in the same way. */
export function filesBelow(...folders: string[]): string[] {
  return folders
    .flatMap((folder) => walk(join(ROOT, folder)))
    .map((path) => relative(ROOT, path))
    .sort();
}

function walk(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    // Folders of tools: wrangler builds into such a folder while it runs.
    if (entry.name.startsWith('.')) return [];
    const inner = join(path, entry.name);
    return entry.isDirectory() ? walk(inner) : [inner];
  });
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export interface Import {
  /** One of our paths (relative to the root), or a package's name. */
  target: string;
  ours: boolean;
  /** `import type …`, which is erased at run time. */
  typeOnly: boolean;
}

const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export function importsOf(path: string): Import[] {
  return importsIn(path, read(path));
}

/** The imports of a file at `path` with this text. */
export function importsIn(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, fixed, dynamic]) => {
    const specifier = (fixed ?? dynamic)!;
    const ours = specifier.startsWith('.');
    const target = ours ? posix.join(dirname(path), specifier) : specifier;
    return { target, ours, typeOnly: type !== undefined };
  });
}
