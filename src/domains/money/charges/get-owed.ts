import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { sumOwed } from './store.ts';

export interface Owed {
  currency: string;
  /** Cents, including the service fee. */
  amount: number;
  /** What of it no charge has taken up: the next one collects it. */
  unbilled: number;
}

/** What the acting account owes, by currency: amounts that wait for a charge, and charges under way. */
export async function getOwed(ctx: Ctx): Promise<Owed[]> {
  return await sumOwed(ctx, actingAccount(ctx.actor).id);
}
