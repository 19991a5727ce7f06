// Lists what a person can select: organizations, their ad accounts, and their public profiles.
import * as z from 'zod';
import { fromDollars } from '../ads/dollars.ts';
import { type AdSession, type Selection, type SetupOptions, setupOption } from '../ads/platform.ts';
import { allOf, business, entities, Id, inPath, snap } from './client.ts';

const name = z.string().max(500);
const Account = z.object({
  id: Id,
  name: name.optional(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  timezone: z.string().max(100),
  status: z.string().max(64),
});
const Organization = z.object({ id: Id, name, ad_accounts: z.array(Account).default([]) });
const Profile = z.object({ id: Id, display_name: name });

/** The public profiles' endpoint has a smaller page limit. */
const A_PAGE_OF_PROFILES = 50;

const Organizations = entities('organizations', 'organization', Organization);
const Profiles = entities('public_profiles', 'public_profile', Profile);
export const Accounts = entities('adaccounts', 'adaccount', Account);

export async function setup(session: AdSession, chosen: Selection): Promise<SetupOptions> {
  const organizations = await allOf((params) =>
    snap(session, 'GET', 'me/organizations', Organizations, {
      params: { ...params, with_ad_accounts: true },
    }),
  );
  const picked = organizations.filter(
    ({ id }) => chosen.organizationId === undefined || id === chosen.organizationId,
  );
  // If the selected ID is not one of the person's own, nothing depends on it, and the platform is not asked about it.
  const owner = picked.length === 1 ? picked[0]! : null;
  const profiles =
    owner === null
      ? []
      : await allOf((params) =>
          business(session, `organizations/${owner.id}/public_profiles`, Profiles, {
            params: { ...params, limit: A_PAGE_OF_PROFILES },
          }),
        );
  return {
    organizationId: organizations.map((one) => setupOption(one.id, one.name)),
    adAccountId: picked.flatMap((organization) =>
      organization.ad_accounts.map((one) =>
        setupOption(one.id, one.name ?? one.id, {
          parentId: organization.id,
          currency: one.currency.toLowerCase(),
          timezone: one.timezone,
          status: one.status === 'ACTIVE' ? 'active' : 'disabled',
        }),
      ),
    ),
    profileId: profiles.map((one) => setupOption(one.id, one.display_name, { parentId: owner!.id })),
  };
}

/** The minimum daily budget of an ad squad, in dollars or the equivalent. */
const LEAST = 5;

export const budgetFloor = async ({ currency }: AdSession): Promise<number | null> =>
  fromDollars(LEAST, currency);

export const accountOf = (session: AdSession) => inPath(session.selection.adAccountId, 'adAccountId');
