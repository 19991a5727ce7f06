// Bundles a Worker as a deployment would upload it.
import './demo/offline.ts';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '..');

/**
 * Bundles a Worker into the folder `out` without deploying it; `meta.json` there lists its source files.
 * @param root the folder with the configuration's sources.
 */
export async function bundleWorker(config: string, out: string, root = REPOSITORY): Promise<void> {
  const wrangler = join(REPOSITORY, 'node_modules/wrangler/bin/wrangler.js');
  const args = [wrangler, 'deploy', '--dry-run', '--config', config, '--outdir', out];
  args.push('--metafile', join(out, 'meta.json'));
  await promisify(execFile)(process.execPath, args, { cwd: root });
}

/** All modules of a folder as miniflare needs them, with the main module first. */
export function modulesOf(folder: string, main: string) {
  const others = readdirSync(folder).filter((file) => file !== main && /\.(js|mjs|wasm)$/.test(file));
  return [main, ...others].map((file) => ({
    type: file.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
    path: join(folder, file),
  }));
}
