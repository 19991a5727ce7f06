import type { SystemCtx } from '../../../context.ts';
import { type CardSetup, setUpCard } from '../../../integrations/stripe/cards.ts';
import { stripeClient } from '../../../integrations/stripe/client.ts';
import { customerOf } from './customer-of.ts';
import { insertSetup } from './store.ts';

/** Opens a page or form for adding the account's card. Throws unavailable or provider_error. */
export async function startCardSetup(
  ctx: SystemCtx,
  accountId: string,
  where: { checkout: 'hosted' | 'elements'; returnUrl: string },
): Promise<CardSetup> {
  const customer = await customerOf(ctx, accountId);
  const setup = await setUpCard(await stripeClient(ctx.vars), { customer, ...where });
  insertSetup(ctx, setup.id, accountId);
  return setup;
}
