// The numbers of the analytics page, as Ads Manager and the platforms call them.
import type { MODES, Numbers, OrganicNumbers } from '../../../domains/ads/analytics/analytics.ts';

export type Mode = (typeof MODES)[number];

export interface Metric {
  name: keyof Numbers | keyof OrganicNumbers;
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
