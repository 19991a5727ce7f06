import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { type AdDefaults, presentDefaults } from './ad-defaults.ts';
import { findDefaults } from './store.ts';

/** An account always has some. */
export async function getAdDefaults(ctx: Ctx): Promise<AdDefaults> {
  const { id } = actingAccount(ctx.actor);
  return presentDefaults(id, await findDefaults(ctx, id));
}
