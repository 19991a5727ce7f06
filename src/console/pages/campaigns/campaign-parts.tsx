// Shared parts of the pages about campaigns.

import { type Connection, PROVIDER_NAMES } from '../../../domains/accounts/connections/connection.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import type { CampaignStatus } from '../../../domains/ads/campaign-record/campaign-row.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { notFound } from '../../../kit/error.ts';
import { Badge, type BadgeTone } from '../../components/card.tsx';
import { money, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { type WholeList, wholeList } from '../whole-list.ts';

const STATES: Record<CampaignStatus, { tone: BadgeTone; name: string }> = {
  draft: { tone: 'danger', name: 'Not set up' },
  processing: { tone: 'info', name: 'Processing' },
  in_review: { tone: 'warning', name: 'In review' },
  live: { tone: 'success', name: 'Live' },
  paused: { tone: 'neutral', name: 'Paused' },
  needs_attention: { tone: 'danger', name: 'Needs attention' },
  archived: { tone: 'neutral', name: 'Archived' },
};

export const campaignStateName = (status: CampaignStatus) => STATES[status].name;

export function CampaignState({ status }: { status: CampaignStatus }) {
  const { tone, name } = STATES[status];
  return <Badge tone={tone}>{name}</Badge>;
}

/** A campaign's status on one of its platforms. */
export function PlatformState({ on: { platform, status } }: { on: Campaign['platforms'][number] }) {
  const { tone, name } = STATES[status];
  return (
    <Badge tone={tone}>
      {adPlatformName(platform)}: {name}
    </Badge>
  );
}

export const adPlatformName = (code: string): string =>
  (PROVIDER_NAMES as Record<string, string>)[code] ?? words(code);

/** Websites say "Website URL"; destinations in a store or an app have a different label. */
export const destinationLabel = (type: string): string =>
  type === 'website' ? 'Website URL' : 'Destination URL';

/** The budget, in words. */
export function budgetWords({
  budget: { daily, billingLimit },
  currency,
}: Pick<Campaign, 'budget' | 'currency'>) {
  const limit = billingLimit === null ? null : money(billingLimit, currency);
  if (daily === null) return limit === null ? 'None' : `${limit} lifetime`;
  return `${money(daily, currency)}/day${limit === null ? '' : `, up to ${limit}`}`;
}

/** The connections that campaigns can run through. */
export async function adConnections(at: PlaceVisit): Promise<WholeList<Connection>> {
  const { items, more } = await wholeList(at, 'GET /v1/connections');
  const ofAds = items.filter(({ provider }) => (AD_PLATFORMS as readonly string[]).includes(provider));
  return { items: ofAds, more };
}

/** Creators have no campaigns: their pages are missing. Throws not_found. */
export function requireAccount({ place }: PlaceVisit): void {
  if (place.type === 'creator') throw notFound('page');
}
