// Steps on the ledgers, planned in the batch of the record that needs them. The steps of one subject run
// strictly in order: a driver begins with the first open one and continues when it has ended. Several drivers
// may run at once: the ledgers answer a repeated request as they did the first time, refusals included, so a
// second driver only follows the first.

import type { SystemCtx } from '../../../context.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { postingProblem } from './check-posting.ts';
import { ledgerOf } from './ledger-client.ts';
import type { Heads, Posting, Refusal } from './posting.ts';
import { type Ending, insertSteps, listDueSubjects, listOpenSteps, saveEndings } from './store.ts';
import { type Transfer, transferProblem } from './transfer.ts';

/** `orElse` replaces a transfer that its source or destination refused for good. */
export interface TransferStep {
  kind: 'transfer';
  transfer: Transfer;
  orElse?: Transfer;
}

/** With `mayRefuse` the posting may be refused because of the earning's state: it then never happens. */
export interface PostingStep {
  kind: 'posting';
  holder: string;
  posting: Posting;
  mayRefuse?: boolean;
}

export type Step = TransferStep | PostingStep;

/**
 * `blocked` says why a person must look; null when trying again is enough. `heads`: the ledgers' heads now.
 */
type Result = { ended: Ending; heads: Heads } | { blocked: string | null };

const STEPS_AT_ONCE = 100;
const SUBJECTS_AT_A_TIME = 5;

/**
 * Adds steps to a verb's own batch, after those that the subject already has. They are driven after the
 * commit, or by the cron if that is lost. Throws for a malformed step.
 */
export function planSteps(ctx: SystemCtx, subject: string, steps: Step[]): void {
  for (const step of steps) {
    const problem = stepProblem(step);
    if (problem !== null) throw new Error(`bad ledger step of ${subject}: ${problem}`);
  }
  if (steps.length === 0) return;
  insertSteps(ctx, subject, steps);
  ctx.write.afterCommit(() => driveSteps(ctx, subject));
}

function stepProblem(step: Step): string | null {
  if (step.kind === 'posting') return postingProblem(step.posting);
  return transferProblem(step.transfer) ?? (step.orElse ? transferProblem(step.orElse) : null);
}

/**
 * Takes the subject's steps as far as they can go now. Never throws when a ledger cannot be reached or
 * refuses.
 * @returns true when the subject has no open step.
 */
export async function driveSteps(ctx: SystemCtx, subject: string): Promise<boolean> {
  for (;;) {
    const open = await listOpenSteps(ctx, subject, STEPS_AT_ONCE);
    if (open.length === 0) return true;
    const endings: { n: number; ended: Ending }[] = [];
    const seen: Heads = {};
    let stopped: { blocked: string | null } | null = null;
    for (const { n, body, heads } of open) {
      const known = { ...(JSON.parse(heads) as Heads), ...seen };
      const result = await tryStep(ctx, subject, n, JSON.parse(body) as Step, known);
      if ('blocked' in result) {
        stopped = result;
        break;
      }
      endings.push({ n, ended: result.ended });
      Object.assign(seen, result.heads);
    }
    // Saved together: if the driver dies before this, asking the ledgers again returns the same answers.
    await saveEndings(ctx, subject, endings, seen, stopped);
    if (stopped) return false;
    if (open.length < STEPS_AT_ONCE) return true;
  }
}

/** The cron's part: drives the steps that are due, oldest first. */
export async function driveOpenSteps(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueSubjects(ctx, STEPS_AT_ONCE), SUBJECTS_AT_A_TIME, async (subject) => {
    await driveSteps(ctx, subject);
  });
}

async function tryStep(
  ctx: SystemCtx,
  subject: string,
  n: number,
  step: Step,
  known: Heads,
): Promise<Result> {
  try {
    const result =
      step.kind === 'posting' ? await runPosting(ctx, step, known) : await runTransfer(ctx, step, known);
    if ('blocked' in result && result.blocked !== null) report(subject, n, result.blocked);
    return result;
  } catch (error) {
    report(subject, n, String(error));
    return { blocked: null };
  }
}

function report(subject: string, n: number, error: string): void {
  log('error', { ledgerStep: `${subject} ${n}`, error });
}

async function runPosting(ctx: SystemCtx, step: PostingStep, known: Heads): Promise<Result> {
  const { holder, mayRefuse = false } = step;
  const posting = { ...step.posting, head: known[holder] ?? null };
  const outcome = await ledgerOf(ctx.env, holder).post(holder, posting, mayRefuse);
  if (outcome.ok) return { ended: 'as_planned', heads: { [holder]: outcome.value.head } };
  if (mayRefuse && outcome.refusal.reason === 'earning_state') return { ended: 'refused', heads: {} };
  return blockedBy(outcome.refusal);
}

async function runTransfer(
  ctx: SystemCtx,
  { transfer, orElse }: Omit<TransferStep, 'kind'>,
  known: Heads,
): Promise<Result> {
  const { source, destination } = transfer;
  const heads = Object.fromEntries(
    [source, destination].flatMap(({ holder }) => (known[holder] ? [[holder, known[holder]]] : [])),
  );
  const outcome = await ledgerOf(ctx.env, source.holder).start({ ...transfer, heads });
  if (!outcome.ok) return blockedBy(outcome.refusal);
  const { state, refusal, heads: seen = {} } = outcome.value;
  if (state === 'settled') return { ended: 'as_planned', heads: seen };
  // The transfer is under way, and its source continues it by itself.
  if (state === 'reserved') return { blocked: null };
  if (!orElse) return blockedBy(refusal!);
  const other = await runTransfer(ctx, { transfer: orElse }, { ...known, ...seen });
  return 'ended' in other ? { ended: 'otherwise', heads: { ...seen, ...other.heads } } : other;
}

function blockedBy({ reason, message }: Refusal): Result {
  return { blocked: reason === 'earning_paying' ? null : `${reason}: ${message}` };
}
