// The dues that a write-off removes from a brand's next charges.
import type { SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { dropDues } from '../charging/drop-dues.ts';
import { findCharge, listUnpaidDues } from '../charging/interface.ts';
import { sumUnapproved } from '../payments/interface.ts';
import { type DueRow, dueOutcomesOf } from '../receivables/interface.ts';
import type { CorrectionInput } from './propose-correction.ts';

/** A correction writes off at most 50 dues. */
const MOST = 50;

/**
 * The dues that a write-off covers. It first covers debt without a due, such as a lost chargeback. The rest
 * must be whole dues, oldest first, because a due cannot be charged in part. Throws operation_rejected.
 * @param receivable what the brand has yet to be charged, by its ledger.
 */
export async function duesToWriteOff(
  ctx: SystemCtx,
  { holder, currency, amount }: CorrectionInput,
  receivable: number,
): Promise<DueRow[]> {
  const { dues, sum } = await listUnpaidDues(ctx, { accountId: holder, currency }, MOST);
  const unapproved = await sumUnapproved(ctx, holder, currency);
  const owed = receivable - unapproved;
  if (amount < 1 || amount > owed)
    throw rejected('not_owed', 'Only what is owed can be written off.', { owed, currency });
  const rest = amount - Math.max(0, owed - sum);
  const taken: DueRow[] = [];
  const amounts: number[] = [];
  let covered = 0;
  for (const due of dues) {
    if (covered >= rest) break;
    covered += due.amount;
    amounts.push(Math.max(0, owed - sum) + covered);
    taken.push(due);
  }
  if (covered < rest || covered > amount) {
    throw rejected('not_whole', 'Write off whole payments, the oldest first, at most 50 at once.', {
      amounts: amounts.slice(-2),
      currency,
    });
  }
  return taken;
}

/** Adds to the batch that these dues are not charged any more and count as paid: the service bears them. */
export async function writeOffDues(ctx: SystemCtx, dues: DueRow[]): Promise<void> {
  for (const charge of new Set(dues.map(({ chargeId }) => chargeId))) {
    const own = dues.filter(({ chargeId }) => chargeId === charge);
    await dropDues(ctx, own, charge === null ? null : await findCharge(ctx, charge));
  }
  for (const kind of new Set(dues.map((due) => due.kind))) {
    const ids = dues.filter((due) => due.kind === kind).map(({ id }) => id);
    await (await dueOutcomesOf(ctx, kind)).charged(ctx, ids, ctx.now);
  }
}
