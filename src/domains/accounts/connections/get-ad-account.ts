import type { Ctx } from '../../../context.ts';
import { requireOwnConnection } from './connection-store.ts';

export interface AdAccount {
  /** ISO 4217, lower case: what its money is in. */
  currency: string;
  /** IANA name: where its days begin. */
  timezone: string;
}

/** The ad account that was picked of a connection, as campaigns count in it. */
export async function getAdAccount(ctx: Ctx, connection: string): Promise<AdAccount> {
  const { currency, timezone } = await requireOwnConnection(ctx, connection);
  return { currency: currency ?? 'usd', timezone: timezone ?? 'UTC' };
}
