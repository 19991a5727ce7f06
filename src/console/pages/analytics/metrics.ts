// The numbers of the analytics page, as Ads Manager and the platforms call them.
import {
  type MODES,
  type Numbers,
  type OrganicNumbers,
  type Own,
  type Reconciliation,
  valueAt,
} from '../../../domains/ads/analytics/analytics.ts';

export type Mode = (typeof MODES)[number];

export interface Metric {
  name: keyof Numbers | keyof OrganicNumbers | `own.${keyof Own}`;
  label: string;
  isMoney?: boolean;
}

/** The first one is charted unless the address names another. */
export const METRICS: Readonly<Record<Mode, readonly Metric[]>> = {
  paid: [
    { name: 'spend', label: 'Amount spent', isMoney: true },
    { name: 'impressions', label: 'Impressions' },
    { name: 'clicks', label: 'Clicks' },
    { name: 'purchases', label: 'Purchases' },
    { name: 'revenue', label: 'Revenue', isMoney: true },
    { name: 'own.conversions', label: 'Own conversions' },
    { name: 'own.value', label: 'Own value', isMoney: true },
    { name: 'installs', label: 'Installs' },
  ],
  organic: [
    { name: 'views', label: 'Views' },
    { name: 'likes', label: 'Likes' },
    { name: 'comments', label: 'Comments' },
    { name: 'shares', label: 'Shares' },
    { name: 'saves', label: 'Saves' },
  ],
};

/** The value of a row or of totals. */
export function numberOf(row: object, { name }: Metric): number {
  const value = valueAt(row, name);
  return typeof value === 'number' ? value : 0;
}

/** From an account's own purchases to the platform's. */
export const PARTS: readonly (readonly [name: keyof Reconciliation, label: string])[] = [
  ['ours', 'Own, confirmed'],
  ['unconfirmed', 'Own, browser only'],
  ['view_through', 'After a view'],
  ['other_window', 'Other window'],
  ['other_day', 'Other day'],
  ['unexplained', 'Unexplained'],
  ['platform', 'Platform'],
];
