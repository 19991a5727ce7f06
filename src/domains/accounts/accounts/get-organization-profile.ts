import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { getAccount } from './get-account.ts';
import { type OrganizationProfile, presentProfile } from './organization-profile.ts';
import { findPictureImport } from './picture-import-store.ts';

export async function getOrganizationProfile(ctx: Ctx): Promise<OrganizationProfile> {
  const [account, on] = await Promise.all([
    getAccount(ctx),
    findPictureImport(ctx, actingAccount(ctx.actor).id),
  ]);
  return presentProfile(account, on);
}
