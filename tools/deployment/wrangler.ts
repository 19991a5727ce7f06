// Runs wrangler, the only thing here that talks to Cloudflare. WRANGLER names another executable, as tests do.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const OURS = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');

export interface Ran {
  ok: boolean;
  out: string;
  /** Both streams, which hold the reason when it failed. */
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

/** Runs a command that asks, and reads what it answers. */
export function ask(args: string[]): Ran {
  const { status, stdout, stderr, error } = start(args, 'pipe');
  return {
    ok: status === 0,
    out: stdout ?? '',
    said: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim(),
  };
}

/**
 * Runs a command in front of the person, who may answer its questions.
 * @param silent asks nothing: a no to migrations counts as a success for wrangler, and the new code would go up without them.
 * @returns whether it succeeded.
 */
export function run(args: string[], { silent = false } = {}): boolean {
  return start(args, 'inherit', silent ? 'ignore' : 'inherit').status === 0;
}

/**
 * The names of a Worker's secrets, which is all that Cloudflare tells of them; null where there is no such Worker yet.
 * Throws when neither is known: a refused token must never look like a first upload.
 */
export function secretsAt(config: string, worker: string): Set<string> | null {
  const listed = ask(['secret', 'list', '--config', config, '--format', 'json']);
  if (listed.ok) return new Set((JSON.parse(listed.out) as { name: string }[]).map(({ name }) => name));
  if (listed.said.includes(`Worker "${worker}" not found`)) return null;
  throw new Error(`The secrets of ${worker} could not be listed:\n${listed.said}`);
}
