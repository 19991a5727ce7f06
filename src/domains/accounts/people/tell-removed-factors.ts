import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emitInternal } from '../../../db/outbox.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { addMail } from '../mails/add-mail.ts';
import { lostFactorRemovedMail } from './mail-texts.ts';
import { listRemovedUntold, saveRemovalTold } from './second-factor-store.ts';

const A_RUN = 100;
const AT_ONCE = 5;

/** Mails people whose second factor was reported lost that it is off now, once. A job: one that fails holds up no other. */
export async function tellRemovedFactors(ctx: SystemCtx): Promise<void> {
  await inParallel(
    await listRemovedUntold(ctx, A_RUN),
    AT_ONCE,
    async (row) => {
      await inOneBatch(ctx, async (own) => {
        saveRemovalTold(own, row);
        const data = { person: row.personId };
        emitInternal(own, { type: 'factor.removed', account: null, creator: null, data });
        await addMail(own, row.email, lostFactorRemovedMail, {});
      });
    },
    ({ personId }, error) => log('error', { person: personId, error: describeError(error) }),
  );
}
