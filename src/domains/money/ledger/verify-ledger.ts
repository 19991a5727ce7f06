import type { SystemCtx } from '../../../context.ts';
import { findHead } from './interface.ts';
import { ledgerOf } from './ledger-client.ts';
import type { Checkpoint, Verdict } from './verify-journal.ts';

/**
 * Recalculates a holder's whole journal, part by part, and reports the first place where the books differ
 * from it. It also checks that the journal contains the head that D1 has, since a journal that was rolled
 * back is consistent in itself.
 */
export async function verifyLedger(
  ctx: SystemCtx,
  holder: string,
): Promise<Extract<Verdict, { done: true }>> {
  const ledger = ledgerOf(ctx.env, holder);
  const known = await findHead(ctx, holder);
  let from: Checkpoint | null = null;
  for (;;) {
    const verdict: Verdict = await ledger.verify(from);
    if (verdict.done) {
      if (!verdict.ok || known === null || (await ledger.state(known, 0)).goesOn) return verdict;
      const problem = `it does not go on from entry ${known.seq} as D1 knows it: it was rolled back to an earlier state`;
      return { done: true, ok: false, seq: known.seq, problem };
    }
    from = verdict.checkpoint;
  }
}
