import type { SystemCtx } from '../../../context.ts';
import { ledgerOf } from './ledger-client.ts';
import type { Checkpoint, Verdict } from './verify-journal.ts';

/** Recomputes a holder's whole journal, part by part, and reports the first place where the books diverge from it. */
export async function verifyLedger(
  ctx: SystemCtx,
  holder: string,
): Promise<Extract<Verdict, { done: true }>> {
  const ledger = ledgerOf(ctx.env, holder);
  let from: Checkpoint | null = null;
  for (;;) {
    const verdict: Verdict = await ledger.verify(from);
    if (verdict.done) return verdict;
    from = verdict.checkpoint;
  }
}
