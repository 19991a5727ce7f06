import type { Ctx } from '../../../context.ts';
import { requireOwnConnection } from './connection-store.ts';

export interface AdAccount {
  /** The account's currency: ISO 4217, lower case. */
  currency: string;
  /** The account's time zone, in which its days begin: an IANA name. */
  timezone: string;
}

/** The ad account selected for a connection, with the currency and time zone that campaigns use there. */
export async function getAdAccount(ctx: Ctx, connection: string): Promise<AdAccount> {
  const { currency, timezone } = await requireOwnConnection(ctx, connection);
  return { currency: currency ?? 'usd', timezone: timezone ?? 'UTC' };
}
