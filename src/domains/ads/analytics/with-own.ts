// Puts what accounts counted themselves beside what platforms report.
import type { ResultGroup, ResultRow, ResultsAsked } from '../ad-sync/interface.ts';
import type { Numbers, Own, Row } from './analytics.ts';
import { NO_PURCHASES, NOTHING_OWN, type OwnRow, placeOf } from './own-results.ts';
import { reconcile } from './reconcile.ts';

/** A row of an answer, with the currency of its amounts. */
export interface PaidRow {
  currency: string;
  row: Row;
}

export const NOTHING: Numbers = {
  spend: 0,
  impressions: 0,
  clicks: 0,
  installs: 0,
  purchases: 0,
  revenue: 0,
};

/** Adds to rows what was counted for them, and takes that out of `own`. */
export function withOwn(
  asked: ResultsAsked,
  found: readonly ResultRow[],
  own: Map<string, OwnRow>,
): PaidRow[] {
  return found.map((one) => {
    if (asked.source === 'external' || one.launchedHere === 0) return paidRow(asked, one, null);
    if (own.size === 0) return paidRow(asked, one, NOTHING_HERE);
    const place = placeOf(one, asked.group);
    const mine = own.get(place);
    own.delete(place);
    return paidRow(asked, one, mine ?? NOTHING_HERE);
  });
}

/** The rows of what was counted where no platform reports anything: all that `withOwn` left. */
export function ownAlone(asked: ResultsAsked, own: Map<string, OwnRow>): PaidRow[] {
  return [...own.values()].map((mine) => paidRow(asked, { ...mine, ...NOTHING }, mine));
}

const NOTHING_HERE = { ...NOTHING_OWN, ...NO_PURCHASES };

/** An answer has thousands of these: each is made at once, so that all have the same form. */
function paidRow(
  { group, split }: ResultsAsked,
  found: ResultRow,
  mine: typeof NOTHING_HERE | null,
): PaidRow {
  const { currency, date, spend, impressions, clicks, installs, purchases, revenue } = found;
  const keys: Partial<Record<ResultGroup, string | null>> & { date: string } = { date };
  for (const name of group) keys[name] = found[name] ?? null;
  const row = keys as Row;
  row.spend = spend;
  row.impressions = impressions;
  row.clicks = clicks;
  row.installs = installs;
  row.purchases = purchases;
  row.revenue = revenue;
  row.own = mine === null ? null : mine === NOTHING_HERE ? NOTHING_OWN : ownOf(mine);
  if (!split) return { currency, row };
  const { viewPurchases = 0, otherWindowPurchases = 0 } = found;
  row.reconciliation =
    mine === null ? null : reconcile({ purchases, viewPurchases, otherWindowPurchases }, mine);
  return { currency, row };
}

const ownOf = ({ conversions, value, unconfirmed, returned }: Own): Own => ({
  conversions,
  value,
  unconfirmed,
  returned,
});

/** Orders rows as the platforms' alone are read: by currency, day and group, what has no key first. */
export function inOrder(group: readonly ResultGroup[], rows: PaidRow[]): PaidRow[] {
  const keyed = rows.map((one) => {
    const keys = group.map((name) => one.row[name] ?? '');
    return { one, keys: [one.currency, one.row.date, ...keys] };
  });
  keyed.sort((a, b) => {
    const at = a.keys.findIndex((key, index) => key !== b.keys[index]);
    return at < 0 ? 0 : a.keys[at]! < b.keys[at]! ? -1 : 1;
  });
  return keyed.map(({ one }) => one);
}
