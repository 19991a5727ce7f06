// Lists what a person can select: their own ad accounts, or those of a manager account.
import * as z from 'zod';
import { AdError } from '../ads/error.ts';
import type { AdSession, Selection, SetupOption, SetupOptions } from '../ads/platform.ts';
import { answered, type GoogleCaller, Id, idIn, inAccount, search, send } from './client.ts';
import { errorIn, GOOGLE } from './outcome.ts';
import { fromMicros, toMicros } from './units.ts';

/** The most ad accounts that are read. Each takes a request, and an invocation may only send a limited number. */
export const MOST_ACCOUNTS = 200;

const Accessible = z.object({ resourceNames: z.array(z.string()).default([]) });
const account = {
  id: Id,
  descriptiveName: z.string().max(500).optional(),
  currencyCode: z.string().regex(/^[A-Z]{3}$/),
  timeZone: z.string().max(100),
  manager: z.boolean().default(false),
  status: z.string().max(64),
};
const Own = z.object({ customer: z.object(account) });
const Client = z.object({ customerClient: z.object(account) });

type Account = z.output<typeof Own>['customer'];
const FIELDS = ['id', 'descriptive_name', 'currency_code', 'time_zone', 'manager', 'status'];
const of = (resource: string) =>
  `SELECT ${FIELDS.map((name) => `${resource}.${name}`).join(', ')} FROM ${resource}`;

/** With a manager account selected its clients are listed, otherwise the accounts that the person has access to. */
export async function setup({ site, token }: AdSession, chosen: Selection): Promise<SetupOptions> {
  const caller: GoogleCaller = { site, token };
  const { resourceNames } = answered(await send(caller, 'customers:listAccessibleCustomers'), Accessible);
  if (resourceNames.length > MOST_ACCOUNTS) throw GOOGLE.error('too_long', { most: MOST_ACCOUNTS });
  const ids = resourceNames.map((name) => idIn(name));
  const found = await Promise.all(ids.map((id) => accountOf(caller, id)));
  const managers = found.filter(({ manager }) => manager);
  const manager = managers.find(({ id }) => id === chosen.businessId)?.id;
  const clients =
    manager === undefined
      ? found.filter((one) => !one.manager)
      : (await search({ ...caller, manager, customer: manager }, of('customer_client'), Client))
          .map(({ customerClient }) => customerClient)
          .filter((one) => !one.manager);
  return {
    businessId: managers.map((one) => ({ ...option(one, null), currency: null, timezone: null })),
    adAccountId: clients.map((one) => option(one, manager ?? null)),
  };
}

/** A cancelled account does not return its details. */
async function accountOf(caller: GoogleCaller, id: string): Promise<Account> {
  try {
    const [row] = await search({ ...caller, customer: id }, of('customer'), Own);
    if (row) return row.customer;
  } catch (error) {
    const closed = error instanceof AdError && (error.kind === 'permission' || error.kind === 'needs_human');
    if (!closed) throw error;
  }
  return { id, currencyCode: '', timeZone: '', manager: false, status: 'CANCELED' };
}

const option = (one: Account, parentId: string | null): SetupOption => ({
  id: one.id,
  name: one.descriptiveName || one.id,
  parentId,
  currency: one.currencyCode === '' ? null : one.currencyCode.toLowerCase(),
  timezone: one.timeZone === '' ? null : one.timeZone,
  status: one.status === 'ENABLED' ? 'active' : 'disabled',
});

/**
 * Google only reports the minimum budget when a request asks for less, so this validates a campaign without creating
 * it.
 */
export async function budgetFloor(session: AdSession): Promise<number> {
  const caller = inAccount(session);
  const of = `customers/${caller.customer}`;
  const least = toMicros(1, session.currency);
  const budget = { resourceName: `${of}/campaignBudgets/-1`, name: `Least ${crypto.randomUUID()}` };
  const campaign = {
    name: budget.name,
    status: 'PAUSED',
    advertisingChannelType: 'DEMAND_GEN',
    campaignBudget: budget.resourceName,
    containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    targetSpend: {},
  };
  const create = { ...budget, amountMicros: least, explicitlyShared: false, deliveryMethod: 'STANDARD' };
  const mutateOperations = [
    { campaignBudgetOperation: { create } },
    { campaignOperation: { create: campaign } },
  ];
  const answer = await send(caller, `${of}/googleAds:mutate`, { mutateOperations, validateOnly: true });
  const details = errorIn(answer.body)?.details?.budgetPerDayMinimumErrorDetails;
  if (details?.budgetPerDayMinimumMicros !== undefined)
    return fromMicros(details.budgetPerDayMinimumMicros, session.currency);
  answered(answer, z.object({}));
  return 1;
}
