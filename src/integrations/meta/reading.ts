// Reads what Meta reports and offers: results by ad and day, interests, audiences.
import * as z from 'zod';
import type { AdSession } from '../ads/platform.ts';
import type { AdDay, AdEvent } from '../ads/steps.ts';
import { fromDecimal } from '../provider/decimal.ts';
import type { ListPage } from '../provider/read-list.ts';
import { AccountId, Id, inPath, pageOf } from './client.ts';
import { META } from './outcome.ts';
import { RESULTS } from './words.ts';

const Count = z.string().regex(/^\d{1,15}$/);
/** What each window counts is left out where it is nothing. */
const Action = z.object({
  action_type: z.string(),
  value: z.string(),
  '7d_click': z.string().optional(),
  '1d_view': z.string().optional(),
});
const Actions = z.array(Action).optional();
const WINDOWS = ['default', '7d_click', '1d_view'];
const Row = z.object({
  date_start: z.iso.date(),
  date_stop: z.iso.date(),
  account_currency: z.string().regex(/^[A-Z]{3}$/),
  campaign_id: Id,
  adset_id: Id,
  ad_id: Id,
  spend: z.string(),
  impressions: Count,
  clicks: Count,
  actions: Actions,
  action_values: Actions,
});

const FIELDS = Object.keys(Row.shape)
  .filter((name) => !name.startsWith('date_'))
  .join(',');
const A_PAGE = 500;

export async function days(
  session: AdSession,
  { since, until, next }: { since: string; until: string; next: string | null },
): Promise<ListPage<AdDay>> {
  const account = inPath(session.selection.adAccountId, 'adAccountId', AccountId);
  const asked = {
    level: 'ad',
    time_increment: 1,
    time_range: { since, until },
    fields: FIELDS,
    action_attribution_windows: WINDOWS,
  };
  const page = await pageOf(session, `${account}/insights`, { ...asked, limit: A_PAGE, after: next }, Row);
  return { items: page.items.map((row) => dayOf(row, session.currency)), next: page.next };
}

function dayOf(row: z.output<typeof Row>, currency: string): AdDay {
  // Amounts in an unexpected currency would be counted wrong.
  if (row.account_currency.toLowerCase() !== currency || row.date_start !== row.date_stop)
    throw META.error('unreadable');
  const conversions: Partial<Record<AdEvent, number>> = {};
  const counted = row.actions ?? [];
  for (const event of Object.keys(RESULTS) as AdEvent[]) {
    const count = sumOf(countedOnce(counted, event).map(({ value }) => value));
    if (count !== null) conversions[event] = count;
  }
  const bought = countedOnce(row.action_values ?? [], 'purchase');
  return {
    day: row.date_start,
    campaign: row.campaign_id,
    adSet: row.adset_id,
    ad: row.ad_id,
    spend: moneyOf(row.spend, currency),
    impressions: Number(row.impressions),
    clicks: Number(row.clicks),
    conversions,
    revenue: bought.reduce((sum, { value }) => sum + moneyOf(value, currency), 0),
    ...windowsOf(countedOnce(counted, 'purchase')),
  };
}

type Action = z.output<typeof Action>;

/** The sum of counts; null if none of them is a count. */
function sumOf(values: readonly (string | undefined)[]): number | null {
  const counts = values.map(Number).filter((count) => Number.isFinite(count) && count >= 0);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + Math.round(count), 0);
}

/**
 * How a row's purchases split by window. An ad set may count by other windows than those that are asked for, and then
 * `1d_view` has purchases that are not among its own: what views brought is never more than clicks leave over.
 */
function windowsOf(bought: readonly Action[]): Pick<AdDay, 'viewPurchases' | 'otherWindowPurchases'> {
  const all = sumOf(bought.map(({ value }) => value)) ?? 0;
  const clicked = sumOf(bought.map((one) => one['7d_click'])) ?? 0;
  const viewed = sumOf(bought.map((one) => one['1d_view'])) ?? 0;
  const viewPurchases = Math.min(viewed, Math.max(0, all - clicked));
  return { viewPurchases, otherWindowPurchases: all - clicked - viewPurchases };
}

/** A row's counts of an event: the total, or the parts if the row has no total. */
function countedOnce(actions: readonly Action[], event: AdEvent): Action[] {
  const { whole, parts } = RESULTS[event];
  const all = actions.filter(({ action_type: type }) => type === whole);
  return all.length > 0 ? all.slice(0, 1) : actions.filter(({ action_type: type }) => parts.includes(type));
}

function moneyOf(text: string, currency: string): number {
  const amount = fromDecimal(text, currency);
  if (amount === null) throw META.error('unreadable');
  return amount;
}

const Interest = z.object({ id: Id, name: z.string().max(500) });

export async function interests(session: AdSession, q: string, next: string | null) {
  const page = await pageOf(session, 'search', { type: 'adinterest', q, limit: 25, after: next }, Interest);
  return { items: page.items.map(({ id, name }) => ({ id, name })), next: page.next };
}

const READY = 200;
const Audience = z.object({
  id: Id,
  name: z.string().max(500),
  delivery_status: z.object({ code: z.number() }).optional(),
});

export async function audiences(session: AdSession, next: string | null) {
  const account = inPath(session.selection.adAccountId, 'adAccountId', AccountId);
  const fields = 'id,name,delivery_status';
  const page = await pageOf(
    session,
    `${account}/customaudiences`,
    { fields, limit: 25, after: next },
    Audience,
  );
  const items = page.items.map(({ id, name, delivery_status: status }) => ({
    id,
    name,
    ready: status?.code === READY,
  }));
  return { items, next: page.next };
}
