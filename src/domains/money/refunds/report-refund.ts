import type { SystemCtx } from '../../../context.ts';
import { dueOutcomesOf, findDue } from '../receivables/interface.ts';

/** Adds to ctx.write that a payment was refunded to the brand. */
export async function reportRefund(ctx: SystemCtx, id: string): Promise<void> {
  const due = await findDue(ctx, id);
  if (!due) throw new Error(`there is no due ${id}`);
  const outcomes = await dueOutcomesOf(ctx, due.kind);
  await outcomes.refunded(ctx, [id]);
}
