// Lists what a person can select: businesses, ad accounts, pages and the pages' Instagram accounts.
import * as z from 'zod';
import { type AdSession, type Selection, type SetupOptions, setupOption } from '../ads/platform.ts';
import { AccountId, allOf, graph, Id, inPath } from './client.ts';
import { fromMeta } from './units.ts';

const name = z.string().max(500);
const Account = z.object({
  id: AccountId,
  name: name.optional(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  timezone_name: z.string().max(100),
  account_status: z.number().int(),
  business: z.object({ id: Id }).optional(),
});
const Business = z.object({ id: Id, name });
const Page = z.object({ id: Id, name });
const Profile = z.object({ id: Id, username: name });

/** Active, or in its grace period. */
export const isOpen = (status: number) => status === 1 || status === 9;

export async function setup(session: AdSession, chosen: Selection): Promise<SetupOptions> {
  const fields = 'id,name,currency,timezone_name,account_status,business{id}';
  const [businesses, accounts] = await Promise.all([
    allOf(session, 'me/businesses', { fields: 'id,name' }, Business),
    allOf(session, 'me/adaccounts', { fields }, Account),
  ]);
  // If the selected ID is not one of the person's own, nothing depends on it, and the platform is not asked about it.
  const account = accounts.find(({ id }) => id === chosen.adAccountId)?.id;
  const [pages, profiles] = await Promise.all([
    allOf(session, account ? `${account}/promote_pages` : 'me/accounts', { fields: 'id,name' }, Page),
    account ? allOf(session, `${account}/instagram_accounts`, { fields: 'id,username' }, Profile) : [],
  ]);
  return {
    businessId: businesses.map((one) => setupOption(one.id, one.name)),
    adAccountId: accounts
      .filter((one) => chosen.businessId === undefined || one.business?.id === chosen.businessId)
      .map((one) =>
        setupOption(one.id, one.name ?? one.id, {
          parentId: one.business?.id ?? null,
          currency: one.currency.toLowerCase(),
          timezone: one.timezone_name,
          status: isOpen(one.account_status) ? 'active' : 'disabled',
        }),
      ),
    pageId: pages.map((one) => setupOption(one.id, one.name)),
    profileId: profiles.map((one) => setupOption(one.id, one.username)),
  };
}

const Floor = z.object({ min_daily_budget: z.number().int().nonnegative() });

export async function budgetFloor(session: AdSession): Promise<number> {
  const account = inPath(session.selection.adAccountId, 'adAccountId', AccountId);
  const { min_daily_budget: least } = await graph(
    session,
    'GET',
    account,
    { fields: 'min_daily_budget' },
    Floor,
  );
  return fromMeta(least, session.currency);
}
