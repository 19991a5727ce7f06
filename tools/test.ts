// Runs for `npm test` after the repository's own rules. `-- --now 2028-02-29T12:00:00Z` runs the tests, the
// service and the simulators at that time. Other arguments are passed to vitest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Outcome } from '../test/harness/vitest/hung-run.ts';

/** So many failed files say enough. */
const MANY = 10;

const root = join(import.meta.dirname, '..');
const { values, tokens } = parseArgs({
  args: process.argv.slice(2),
  options: { now: { type: 'string' } },
  strict: false,
  tokens: true,
});

/** How far the requested time is ahead of the machine's clock. Throws for an invalid or past time. */
function aheadMs(moment: string): number {
  const at = Date.parse(moment);
  const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(moment);
  if (!written || Number.isNaN(at)) throw new Error(`--now takes a moment such as 2028-02-29T12:00:00Z`);
  // In the past, browsers and libraries that use the machine's clock would treat everything as forged or
  // expired.
  if (at < Date.now()) throw new Error('--now takes a moment to come');
  return at - Date.now();
}

const own = tokens.find((token) => token.kind === 'option' && token.name === 'now');
const rest = process.argv.slice(2);
if (own?.kind === 'option') rest.splice(own.index, own.inlineValue ? 1 : 2);
const env: NodeJS.ProcessEnv = { ...process.env };
if (own) env.CLOCK_AHEAD_MS = String(aheadMs(String(values.now)));

/** Runs vitest. @returns its exit code. */
async function run(paths: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--exclude', 'test/rules/**', ...rest, ...paths], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const folder = mkdtempSync(join(tmpdir(), 'outcome-'));
const OUTCOME = join(folder, 'outcome.json');
// When files are chosen, a person reads the results.
let code = await run([], rest.length === 0 ? { ...env, OUTCOME, IN_ROUNDS: 'true' } : env);
if (code !== 0 && existsSync(OUTCOME)) code = await lookAgain(JSON.parse(readFileSync(OUTCOME, 'utf8')));
rmSync(folder, { recursive: true });
process.exit(code);

/**
 * Runs what failed once more, with nothing beside it, to tell a reader whether it fails alone too. A failure
 * stays one. Only files that no process had begun (test/harness/vitest/hung-run.ts ends such a run) are judged by this run.
 * @returns the exit code.
 */
async function lookAgain({ failed, lost, uncaught }: Outcome): Promise<number> {
  const paths = [...failed, ...lost];
  if (paths.length === 0 || failed.length > MANY) return 1;
  // A project whose processes did not start leaves all of its files, which take too long one after another.
  const apart = paths.length > MANY ? [] : ['--maxWorkers=1'];
  console.error(`Once more${apart.length > 0 ? ', one after another' : ''}: ${paths.join(', ')}`);
  const again = await run([...apart, ...paths], env);
  if (failed.length === 0 && !uncaught) return again;
  if (again === 0)
    console.error(`Failed beside other files and passed alone, so it has failed: ${failed.join(', ')}`);
  return 1;
}
