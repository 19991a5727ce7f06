import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { cardOf } from '../cards/interface.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import { beginInstruction } from './charge-instructions.ts';
import { driveCharge } from './drive-charges.ts';
import type { ChargeRow } from './interface.ts';
import { listFailedCharges, saveNewCard, saveRevivedCharge } from './store.ts';

const REVIVED_AT_ONCE = 100;
const AT_A_TIME = 5;
/** The most charges that are retried at once; the cron continues the others within a minute. */
const DRIVEN_AT_ONCE = 10;

/**
 * Tries failed and waiting charges at once on a card that was just added; an attempt whose result is unknown
 * is finished first. Call it after the card is committed. A repeat changes nothing.
 */
export async function retryCharges(ctx: SystemCtx, accountId: string): Promise<void> {
  const onFile = await cardOf(ctx, accountId);
  if (!onFile) return;
  const due = await saveNewCard(ctx, accountId, onFile.card);
  for (;;) {
    const failed = await listFailedCharges(ctx, accountId, onFile.card, REVIVED_AT_ONCE);
    for (const row of failed) {
      if (await revive(ctx, row, onFile.card)) due.push(row.id);
    }
    if (failed.length < REVIVED_AT_ONCE) break;
  }
  await inParallel(due.slice(0, DRIVEN_AT_ONCE), AT_A_TIME, (id) => driveCharge(ctx, id));
}

/** @returns false when another run has already revived it. */
async function revive(ctx: SystemCtx, row: ChargeRow, card: string): Promise<boolean> {
  return await inOneBatch(ctx, (own) => {
    saveRevivedCharge(own, row, card);
    planInstructions(own, row.id, [beginInstruction({ ...row, round: row.round + 1 }, ctx.now)]);
  });
}
