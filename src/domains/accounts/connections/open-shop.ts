// Somebody opened or installs our app from their shop's admin. The platform signs that for 90 seconds, which is too short
// to sign in and choose a brand, so a signed ticket of ours takes its place.
import type { SystemCtx } from '../../../context.ts';
import { isSigned, signatures } from '../../../kit/signed.ts';
import { DAY_MS } from '../../../kit/time.ts';

const LIVES_MS = DAY_MS;
const TICKET = /^([a-z0-9.-]{1,253})~([0-9a-z]{1,10})~([0-9a-f]{32})$/;
const PURPOSE = 'shop ticket';

/**
 * A ticket for the shop from which somebody came; null when the platform did not sign the query within the last 90 seconds.
 * @param provider one that may have no shops.
 */
export async function openShop(
  ctx: SystemCtx,
  provider: string,
  query: URLSearchParams,
): Promise<string | null> {
  const platform = await ctx.reactions.shopPlatforms[provider]?.();
  if (!platform?.configured(ctx.vars)) return null;
  const shop = await platform.openedFrom(ctx.vars, query, ctx.now);
  if (shop === null) return null;
  const until = (ctx.now + LIVES_MS).toString(36);
  return `${shop}~${until}~${signatures(ctx.vars.SEALING_KEYS, PURPOSE, `${provider} ${shop} ${until}`)[0]}`;
}

/** The shop of a ticket; null when it is not ours or older than a day. */
export function shopOfTicket(ctx: SystemCtx, provider: string, ticket: string): string | null {
  const [, shop = '', until = '', given = ''] = TICKET.exec(ticket) ?? [];
  if (!isSigned(ctx.vars.SEALING_KEYS, PURPOSE, `${provider} ${shop} ${until}`, given)) return null;
  return Number.parseInt(until, 36) > ctx.now ? shop : null;
}
