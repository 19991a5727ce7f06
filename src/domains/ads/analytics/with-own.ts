// Puts what accounts counted themselves beside what platforms report.
import type { ResultGroup, ResultRow, ResultsAsked } from '../ad-sync/interface.ts';
import type { Numbers, Own, Reconciliation } from './analytics.ts';
import { NO_PURCHASES, NOTHING_OWN, type OwnRow, placeOf } from './own-results.ts';
import { reconcile } from './reconcile.ts';

/** A row of an answer, with its currency. */
export type PaidRow = { currency: string; date: string } & Partial<Record<ResultGroup, string | null>> &
  Numbers & { own: Own | null; reconciliation?: Reconciliation | null };

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
  { group, split, source }: ResultsAsked,
  rows: readonly ResultRow[],
  own: Map<string, OwnRow>,
): PaidRow[] {
  return rows.map(({ viewPurchases = 0, otherWindowPurchases = 0, launchedHere, ...row }) => {
    if (source === 'external' || launchedHere === 0)
      return { ...row, own: null, ...(split ? { reconciliation: null } : {}) };
    const place = own.size === 0 ? null : placeOf(row, group);
    const mine = place === null ? undefined : own.get(place);
    if (place !== null) own.delete(place);
    if (!split) return { ...row, own: ownOf(mine) };
    const there = { purchases: row.purchases, viewPurchases, otherWindowPurchases };
    return { ...row, own: ownOf(mine), reconciliation: reconcile(there, mine ?? NO_PURCHASES) };
  });
}

/** The rows of what was counted where no platform reports anything: all that `withOwn` left. */
export function ownAlone({ group, split }: ResultsAsked, own: Map<string, OwnRow>): PaidRow[] {
  return [...own.values()].map((mine) => ({
    currency: mine.currency,
    date: mine.date,
    ...Object.fromEntries(group.map((name) => [name, mine[name] ?? null])),
    ...NOTHING,
    own: ownOf(mine),
    ...(split ? { reconciliation: reconcile(NONE_THERE, mine) } : {}),
  }));
}

const NONE_THERE = { purchases: 0, viewPurchases: 0, otherWindowPurchases: 0 };

function ownOf(mine: OwnRow | undefined): Own {
  if (mine === undefined) return NOTHING_OWN;
  const { conversions, value, unconfirmed, returned } = mine;
  return { conversions, value, unconfirmed, returned };
}

/** Orders rows as the platforms' alone are read: by currency, day and group, what has no key first. */
export function inOrder(group: readonly ResultGroup[], rows: PaidRow[]): PaidRow[] {
  const keys = (row: PaidRow) => [row.currency, row.date, ...group.map((name) => row[name] ?? '')];
  const known = rows.map((row) => [keys(row), row] as const);
  known.sort(([a], [b]) => {
    const at = a.findIndex((key, index) => key !== b[index]);
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
  });
  return known.map(([, row]) => row);
}
