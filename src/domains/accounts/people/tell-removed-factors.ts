import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { addMail } from '../mails/add-mail.ts';
import { lostFactorRemovedMail } from './mail-texts.ts';
import { listRemovedUntold, saveRemovalTold } from './second-factor-store.ts';

const AT_ONCE = 100;

/** Mails people whose second factor was reported lost that it is off now, once. A job. */
export async function tellRemovedFactors(ctx: SystemCtx): Promise<void> {
  for (const row of await listRemovedUntold(ctx, AT_ONCE)) {
    await inOneBatch(ctx, async (own) => {
      saveRemovalTold(own, row);
      const data = { person: row.personId };
      emitInternal(own, { type: 'factor.removed', account: null, creator: null, data });
      await addMail(own, row.email, lostFactorRemovedMail, {});
    });
  }
}
