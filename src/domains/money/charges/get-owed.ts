import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { sumOwed } from './store.ts';

export interface Owed {
  currency: string;
  /** Cents, with the fee of the service. */
  amount: number;
}

/** What the acting account owes and has not paid yet, by currency: what waits for a charge, and charges under way. */
export async function getOwed(ctx: Ctx): Promise<Owed[]> {
  return await sumOwed(ctx, actingAccount(ctx.actor).id);
}
