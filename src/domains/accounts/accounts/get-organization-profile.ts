import type { Ctx } from '../../../context.ts';
import { getAccount } from './get-account.ts';
import { type OrganizationProfile, presentProfile } from './organization-profile.ts';

export async function getOrganizationProfile(ctx: Ctx): Promise<OrganizationProfile> {
  return presentProfile(await getAccount(ctx));
}
