import type { SystemCtx } from '../../../context.ts';
import { withOwnWrites } from '../../../db/own-writes.ts';
import { createCustomer } from '../../../integrations/stripe/cards.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { notFound } from '../../../kit/error.ts';
import { findContact } from '../../accounts/accounts/interface.ts';
import { findCustomer, insertCustomer, saveCustomer } from './store.ts';

/**
 * The account's customer at the processor, created if there is none. The request is stored first and repeated
 * word for word, so that a run that dies in between creates no second customer. Commits by itself. Throws
 * unavailable or provider_error.
 */
export async function customerOf(ctx: SystemCtx, accountId: string): Promise<string> {
  let row = await findCustomer(ctx, accountId);
  if (row?.customer) return row.customer;
  if (!row) {
    const account = await findContact(ctx, accountId);
    if (!account) throw notFound('account');
    const requestKey = `${accountId}:customer:${randomBase62(12)}`;
    const own = withOwnWrites(ctx);
    insertCustomer(own, { accountId, requestKey, name: account.name, customer: null, createdAt: ctx.now });
    await own.write.commit();
    row = (await findCustomer(ctx, accountId))!;
  }
  const stripe = await stripeClient(ctx.vars);
  const made = await createCustomer(stripe, { id: accountId, name: row.name, key: row.requestKey });
  const own = withOwnWrites(ctx);
  saveCustomer(own, accountId, made);
  await own.write.commit();
  return (await findCustomer(ctx, accountId))!.customer!;
}
