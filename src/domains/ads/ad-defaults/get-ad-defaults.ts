import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { type AdDefaults, presentDefaults } from './ad-defaults.ts';
import { findDefaults } from './store.ts';

/** Every account has defaults, if only empty ones. */
export async function getAdDefaults(ctx: Ctx): Promise<AdDefaults> {
  const { id } = actingAccount(ctx.actor);
  return presentDefaults(id, await findDefaults(ctx, id));
}
