// Instructions to the ledgers are planned in the batch of the record that needs them. The instructions of one
// subject run strictly in order: a driver begins with the first open one and continues when it has ended.
// Several drivers may run at once: the ledgers answer a repeated request as they did the first time, refusals
// included, so a second driver only follows the first.

import type { SystemCtx } from '../../../context.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { log } from '../../../kit/log.ts';
import { ledgerOf } from '../ledger/ledger-client.ts';
import type { Heads, Refusal } from '../ledger/posting.ts';
import type { Instruction, PostingInstruction, TransferInstruction } from './instruction.ts';
import { type Ending, listDueSubjects, listOpenInstructions, saveEndings } from './store.ts';

/**
 * `blocked` says why a person must look; null when trying again is enough. `heads`: the ledgers' heads now.
 */
type Result = { ended: Ending; heads: Heads } | { blocked: string | null };

const INSTRUCTIONS_AT_ONCE = 100;
const SUBJECTS_AT_A_TIME = 5;

/**
 * Takes the subject's instructions as far as they can go now. Never throws when a ledger cannot be reached or
 * refuses.
 * @returns true when the subject has no open instruction.
 */
export async function driveInstructions(ctx: SystemCtx, subject: string): Promise<boolean> {
  for (;;) {
    const open = await listOpenInstructions(ctx, subject, INSTRUCTIONS_AT_ONCE);
    if (open.length === 0) return true;
    const endings: { n: number; ended: Ending }[] = [];
    const seen: Heads = {};
    let stopped: { blocked: string | null } | null = null;
    for (const { n, body, heads } of open) {
      const known = { ...(JSON.parse(heads) as Heads), ...seen };
      const result = await tryInstruction(ctx, subject, n, JSON.parse(body) as Instruction, known);
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
    if (open.length < INSTRUCTIONS_AT_ONCE) return true;
  }
}

/** The cron's part: drives the instructions that are due, oldest first. */
export async function driveOpenInstructions(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueSubjects(ctx, INSTRUCTIONS_AT_ONCE), SUBJECTS_AT_A_TIME, async (subject) => {
    await driveInstructions(ctx, subject);
  });
}

async function tryInstruction(
  ctx: SystemCtx,
  subject: string,
  n: number,
  instruction: Instruction,
  known: Heads,
): Promise<Result> {
  try {
    const result =
      instruction.kind === 'posting'
        ? await runPosting(ctx, instruction, known)
        : await runTransfer(ctx, instruction, known);
    if ('blocked' in result && result.blocked !== null) report(subject, n, result.blocked);
    return result;
  } catch (error) {
    report(subject, n, String(error));
    return { blocked: null };
  }
}

function report(subject: string, n: number, error: string): void {
  log('error', { ledgerInstruction: `${subject} ${n}`, error });
}

async function runPosting(ctx: SystemCtx, instruction: PostingInstruction, known: Heads): Promise<Result> {
  const { holder, mayRefuse = false } = instruction;
  const posting = { ...instruction.posting, head: known[holder] ?? null };
  const outcome = await ledgerOf(ctx.env, holder).post(holder, posting, mayRefuse);
  if (outcome.ok) return { ended: 'as_planned', heads: { [holder]: outcome.value.head } };
  if (mayRefuse && outcome.refusal.reason === 'earning_state') return { ended: 'refused', heads: {} };
  return blockedBy(outcome.refusal);
}

async function runTransfer(
  ctx: SystemCtx,
  { transfer, orElse }: Omit<TransferInstruction, 'kind'>,
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
