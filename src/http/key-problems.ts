// Counts failed requests of keys, so that their accounts can see them: summed in the isolate, written after
// the response. However often a key is refused, this costs at most one statement in five seconds, and nothing
// for a caller without a key.
import type { SystemCtx } from '../context.ts';
import * as clock from '../kit/clock.ts';
import type { AppError } from '../kit/error.ts';
import { describeError, log } from '../kit/log.ts';
import { MINUTE_MS } from '../kit/time.ts';
import type { C } from './hono-env.ts';
import type { NewCtx } from './mount.ts';

const FLUSH_EVERY_MS = 5_000;
const MOST_KEYS = 1_000;
/** The most kinds of problems of a key between two writes; further kinds are not counted. */
const MOST_KINDS = 10;

interface Problem {
  key: string;
  minute: number;
  code: string;
  route: string;
  count: number;
}

interface Sum {
  /** When the sum may be written. */
  due: number;
  problems: Map<string, Problem>;
}

/** Sums by key, in the order of their last write, so that those that are due come first. */
const sums = new Map<string, Sum>();

/**
 * Counts an error against the key that caused it. A key's first error is written at once, so that its owner
 * sees it at once.
 */
export function noteKeyProblem(c: C, { code }: AppError, ctx: SystemCtx): void {
  const key = c.get('keyId');
  const route = c.get('route');
  if (key === undefined || route === undefined) return;
  const minute = ctx.now - (ctx.now % MINUTE_MS);
  const problem = { key, minute, code, route, count: 1 };
  const sum = sums.get(key);
  if (!sum) {
    if (sums.size >= MOST_KEYS) sums.delete(sums.keys().next().value!);
    sums.set(key, { due: ctx.now + FLUSH_EVERY_MS, problems: new Map() });
    c.executionCtx.waitUntil(write(ctx, [problem]));
    return;
  }
  const kind = `${minute} ${code} ${route}`;
  const known = sum.problems.get(kind);
  if (known) known.count++;
  else if (sum.problems.size < MOST_KINDS) sum.problems.set(kind, problem);
}

/** Writes all sums that are due, after the response. If an isolate dies, only hints are lost. */
export function writeDueProblems(c: C, newCtx: NewCtx): void {
  if (sums.size === 0) return;
  const now = clock.now();
  const due: Problem[] = [];
  for (const [key, sum] of sums) {
    if (sum.due > now && sum.due <= now + FLUSH_EVERY_MS) break;
    sums.delete(key);
    // After five seconds without an error, the next one counts as a first one again.
    if (sum.problems.size === 0) continue;
    due.push(...sum.problems.values());
    sums.set(key, { due: now + FLUSH_EVERY_MS, problems: new Map() });
  }
  if (due.length > 0) c.executionCtx.waitUntil(write(newCtx(c.env, now), due));
}

async function write(ctx: SystemCtx, due: Problem[]): Promise<void> {
  try {
    const keep = await ctx.reactions.keysFailed();
    await keep(ctx, due);
  } catch (error) {
    log('error', { error: `What went wrong with keys was not kept: ${describeError(error)}` });
  }
}
