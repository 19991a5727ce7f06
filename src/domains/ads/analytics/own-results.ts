// What accounts counted themselves of the sales that their ads brought.
import type { Ctx } from '../../../context.ts';
import { clickDaysOf } from '../../../integrations/ad-platforms.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import {
  type AdSales,
  type AdSalesKey,
  listAdSales,
  listConversionsOf,
} from '../../measurement/conversions/interface.ts';
import {
  type CampaignWithSales,
  listCampaignsWithSales,
  listSubmissionsShown,
  type ResultGroup,
  type ResultsAsked,
} from '../ad-sync/interface.ts';
import type { Own } from './analytics.ts';
import type { OwnPurchases } from './reconcile.ts';

/** What was counted for one row. */
export type OwnRow = { currency: string; date: string } & Partial<Record<ResultGroup, string | null>> &
  Own &
  OwnPurchases;

const AT_ONCE = 4;

/** A name for what lies under one key of rows: its currency, day and group. */
export const placeOf = (
  row: { currency: string; date: string } & Partial<Record<ResultGroup, string | null>>,
  group: readonly ResultGroup[],
): string => JSON.stringify([row.currency, row.date, ...group.map((name) => row[name] ?? null)]);

/**
 * What accounts counted themselves, by the places of rows. An event counts once, in the currency of its campaign's ad
 * account; its value stands under the currency it was sold in.
 * @param limit of the rows that are read; at most `limit` are answered if there are fewer.
 */
export async function ownResults(
  ctx: Ctx,
  asked: ResultsAsked,
  { compared, limit }: { compared: boolean; limit: number },
): Promise<Map<string, OwnRow>> {
  const found = new Map<string, OwnRow>();
  if (asked.source === 'external') return found;
  const campaigns = await listCampaignsWithSales(ctx, asked);
  if (campaigns.length === 0) return found;
  const { group, program } = asked;
  const [shown, purchases] = await Promise.all([
    group.includes('ad') || program !== undefined
      ? listSubmissionsShown(
          ctx,
          campaigns.map(({ id }) => id),
          program,
        )
      : [],
    compared ? listConversionsOf(ctx, [...new Set(campaigns.map((one) => one.accountId))], 'purchase') : null,
  ]);
  const only = new Map(
    shown.flatMap((one) => (one.ads === 1 ? [[`${one.campaign} ${one.submission}`, one]] : [])),
  );
  const submissions = program === undefined ? undefined : [...new Set(shown.map((one) => one.submission))];
  const { from, to, submission } = asked;
  const creator = 'creator' in asked.of ? asked.of.creator : asked.creator;
  const alike = Map.groupBy(campaigns, ({ shard, timezone }) => `${shard} ${timezone}`);
  await inParallel([...alike.values()], AT_ONCE, async (some) => {
    const [{ shard, timezone }] = some as [CampaignWithSales];
    const narrowed = { timezone, from, to, creator, submission, submissions };
    const credited = some.map((one) => ({
      ...one,
      platform: one.several ? null : one.platform,
      clickDays: clickDaysOf(one.platform),
    }));
    const by = keysFor(group);
    for (const sales of await listAdSales(ctx, shard, { ...narrowed, campaigns: credited, by, purchases }, limit)) {
      const ad = only.get(`${sales.campaign} ${sales.submission}`);
      // A submission that several ads of a campaign show says nothing about the ad.
      const place = { ...sales, ad: ad?.ad ?? null, platform: ad?.platform ?? sales.platform ?? null };
      add(found, group, place);
    }
  });
  return found;
}

/** What sales are split by for a group of rows. The ad follows from campaign and submission. */
function keysFor(group: readonly ResultGroup[]): AdSalesKey[] {
  const keys = group.flatMap((name): AdSalesKey[] => (name === 'ad' ? ['campaign', 'submission'] : [name]));
  return [...new Set(keys)];
}

type Placed = AdSales & { ad: string | null };

function add(found: Map<string, OwnRow>, group: readonly ResultGroup[], sales: Placed): void {
  const { soldIn, currency, value, returned } = sales;
  const elsewhere = soldIn !== null && soldIn !== currency;
  const row = rowAt(found, group, sales, currency);
  row.conversions += sales.conversions;
  row.unconfirmed += sales.unconfirmed;
  row.confirmedPurchases += sales.confirmedPurchases;
  row.unconfirmedPurchases += sales.unconfirmedPurchases;
  row.longAgo += sales.longAgo;
  row.movedHere += sales.movedHere;
  const worth = elsewhere ? rowAt(found, group, sales, soldIn) : row;
  worth.value += value;
  worth.returned += returned;
}

function rowAt(
  found: Map<string, OwnRow>,
  group: readonly ResultGroup[],
  sales: Placed,
  currency: string,
): OwnRow {
  const { date } = sales;
  const keys = Object.fromEntries(group.map((name) => [name, sales[name] ?? null]));
  const place = placeOf({ currency, date, ...keys }, group);
  const known = found.get(place);
  if (known) return known;
  const row = { currency, date, ...keys, ...NOTHING_OWN, ...NO_PURCHASES };
  found.set(place, row);
  return row;
}

export const NOTHING_OWN: Own = { conversions: 0, value: 0, unconfirmed: 0, returned: 0 };
export const NO_PURCHASES: OwnPurchases = {
  confirmedPurchases: 0,
  unconfirmedPurchases: 0,
  longAgo: 0,
  movedHere: 0,
};
