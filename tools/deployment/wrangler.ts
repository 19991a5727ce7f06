// Runs wrangler, the only program here that talks to Cloudflare. WRANGLER names another executable, as in
// tests.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const OURS = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');

export interface Ran {
  ok: boolean;
  out: string;
  /** Both output streams, which contain the reason of a failure. */
  said: string;
}

function start(args: string[], stdio: 'pipe' | 'inherit', stdin: 'ignore' | 'inherit' = 'ignore') {
  const [command, first] = process.env.WRANGLER ? [process.env.WRANGLER, []] : [process.execPath, [OURS]];
  return spawnSync(command, [...first, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: [stdin, stdio, stdio],
    env: { ...process.env, WRANGLER_HIDE_BANNER: 'true', WRANGLER_SEND_METRICS: 'false' },
  });
}

/** Runs a command that only reads, and returns its output. */
export function ask(args: string[]): Ran {
  const { status, stdout, stderr, error } = start(args, 'pipe');
  return {
    ok: status === 0,
    out: stdout ?? '',
    said: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim(),
  };
}

/**
 * Runs a command in the terminal, where the person can answer its questions.
 * @param silent whether to suppress its questions: wrangler treats a "no" to migrations as success, and the
 * new code would be uploaded without them.
 * @returns whether it succeeded.
 */
export function run(args: string[], { silent = false } = {}): boolean {
  return start(args, 'inherit', silent ? 'ignore' : 'inherit').status === 0;
}

/**
 * The names of a Worker's secrets, which is all that Cloudflare reveals about them; null if the Worker does
 * not exist yet. Throws when neither is known: a rejected token must never look like a first upload.
 */
export function secretsAt(config: string, worker: string): Set<string> | null {
  const listed = ask(['secret', 'list', '--config', config, '--format', 'json']);
  if (listed.ok) return new Set((JSON.parse(listed.out) as { name: string }[]).map(({ name }) => name));
  if (listed.said.includes(`Worker "${worker}" not found`)) return null;
  throw new Error(`The secrets of ${worker} could not be listed:\n${listed.said}`);
}
