// What accounts counted themselves of the sales that their ads brought.
import type { Ctx } from '../../../context.ts';
import { clickDaysOf } from '../../../integrations/ad-platforms.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import {
  type AdSales,
  type AdSalesKey,
  type CreditedCampaign,
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
/** Several sums make a row: by the currency that was sold in, and of what was clicked on another day. */
const SUMS_A_ROW = 4;

/** A name for what lies under one key of rows: its currency, day and group. */
export const placeOf = (
  row: { currency: string; date: string } & Partial<Record<ResultGroup, string | null>>,
  group: readonly ResultGroup[],
): string => JSON.stringify([row.currency, row.date, ...group.map((name) => row[name] ?? null)]);

/** Reads what was counted in some of the days that were asked for; null if that is more than fits into memory. */
export type ReadOwn = (days: Pick<ResultsAsked, 'from' | 'to'>) => Promise<Map<string, OwnRow> | null>;

/**
 * What accounts counted themselves, by the places of rows. An event counts once, in the currency of its campaign's ad
 * account; its value stands under the currency it was sold in.
 */
export async function ownResults(ctx: Ctx, asked: ResultsAsked, mostRows: number): Promise<ReadOwn> {
  const mostSums = SUMS_A_ROW * mostRows;
  const campaigns = asked.source === 'external' ? [] : await listCampaignsWithSales(ctx, asked);
  if (campaigns.length === 0) return async () => new Map();
  const { group, program, submission, split } = asked;
  const ids = campaigns.map(({ id }) => id);
  const accounts = [...new Set(campaigns.map(({ accountId }) => accountId))];
  const [shown, purchases] = await Promise.all([
    group.includes('ad') || program !== undefined ? listSubmissionsShown(ctx, ids, program) : [],
    split ? listConversionsOf(ctx, accounts, 'purchase') : null,
  ]);
  const only = new Map(
    shown.flatMap((one) => (one.ads === 1 ? [[`${one.campaign} ${one.submission}`, one]] : [])),
  );
  const narrowed = {
    by: keysFor(group),
    purchases,
    submission,
    submissions: program === undefined ? undefined : [...new Set(shown.map((one) => one.submission))],
    creator: 'creator' in asked.of ? asked.of.creator : asked.creator,
  };
  const alike = [...Map.groupBy(campaigns, ({ shard, timezone }) => `${shard} ${timezone}`).values()];
  return async ({ from, to }) => {
    const found = new Map<string, OwnRow>();
    let isWhole = true;
    const read = async (some: CampaignWithSales[]) => {
      if (!isWhole) return;
      const { shard, timezone } = some[0]!;
      const all = { ...narrowed, campaigns: some.map(credited), timezone, from, to };
      const rows = await listAdSales(ctx, shard, all, mostSums + 1);
      if (rows.length > mostSums) isWhole = false;
      if (!isWhole) return;
      for (const sales of rows) {
        // A submission that several ads of a campaign show says nothing about the ad.
        const ad = only.get(`${sales.campaign} ${sales.submission}`);
        add(found, group, { ...sales, ad: ad?.ad ?? null, platform: ad?.platform ?? sales.platform ?? null });
      }
    };
    // Without one of them the sums would be wrong, and nobody could tell.
    await inParallel(alike, AT_ONCE, read, (_, error) => {
      throw error;
    });
    return isWhole ? found : null;
  };
}

const credited = ({ id, accountId, currency, platform, several }: CampaignWithSales): CreditedCampaign => ({
  id,
  accountId,
  currency,
  platform: several ? null : platform,
  clickDays: clickDaysOf(platform),
});

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
