// A brand's campaigns. A partner's page lists its clients, whose campaigns it runs.

import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { CAMPAIGN_STATUSES } from '../../../domains/ads/campaign-record/campaign-row.ts';
import { campaignOperations } from '../../../domains/ads/campaigns/operations.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { ButtonLink, Buttons } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { whyNot, writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { listPage, type None, OLDEST_FIRST } from '../lists/list-page.tsx';
import { part } from '../part.tsx';
import { ofClients } from '../places/of-clients.tsx';
import { newestOnly, type WholeList } from '../whole-list.ts';
import {
  adConnections,
  adPlatformName,
  budgetWords,
  CampaignState,
  campaignStateName,
  PlatformState,
  requireAccount,
} from './campaign-parts.tsx';
import { WHO_CREATES_CAMPAIGNS } from './new-campaign.tsx';

export const campaignsPage = listPage<Campaign, WholeList<Connection>>({
  path: '/campaigns',
  title: 'Campaigns',
  instead: (at) => {
    requireAccount(at);
    return at.place.type === 'partner'
      ? ofClients(at, {
          title: 'Campaigns',
          path: '/campaigns',
          none: 'Campaigns run for a client, in its ad account.',
        })
      : null;
  },
  about: () => 'Paid ads with your creators’ videos.',
  shared: adConnections,
  action: async (at, accounts) => {
    const connections = await part(at, accounts);
    return (
      <Buttons>
        <ButtonLink look="secondary" href={at.to('/campaigns/resources')}>
          Ad resources
        </ButtonLink>
        <ButtonLink look="secondary" href={at.to('/campaigns/templates')}>
          Templates
        </ButtonLink>
        {connections && isConnected(connections) && (
          <ButtonLink href={at.to('/campaigns/new')} icon="plus" refused={whyNot(WHO_CREATES_CAMPAIGNS)(at)}>
            Create campaign
          </ButtonLink>
        )}
      </Buttons>
    );
  },
  filters: () => [
    { kind: 'text', name: 'q', label: 'Name', placeholder: 'How it begins' },
    filterBy('status', 'Status', 'All except archived', CAMPAIGN_STATUSES, campaignStateName),
    filterBy('platform', 'Platform', 'All platforms', AD_PLATFORMS, adPlatformName),
  ],
  filtersToRead: {
    names: ['connection'],
    read: async (_, accounts) => {
      const { items, more } = await accounts;
      return [
        {
          name: 'connection',
          label: more ? `Ad account (${newestOnly({ more })})` : 'Ad account',
          options: [
            { value: '', label: 'All ad accounts' },
            ...items.map(({ id, name, provider }) => ({
              value: id,
              label: name ? `${name} (${adPlatformName(provider)})` : adPlatformName(provider),
            })),
          ],
        },
      ];
    },
  },
  sorts: [OLDEST_FIRST],
  read: (at, query) => at.run('GET /v1/campaigns', { query }),
  exported: 'campaigns',
  shown: async (at, rows) => {
    const body = { campaigns: rows.map(({ id }) => id) };
    const spend = await part(at, at.run(campaignOperations.getCampaignSpend, { body }));
    return { columns: columnsFor(at, spend), nameOf: ({ name }) => name };
  },
  none: async (at, accounts) => noCampaigns(at, await part(at, accounts)),
});

const isConnected = ({ items }: WholeList<Connection>) => items.some(({ status }) => status === 'active');

/** @param connections null when they could not be read. */
function noCampaigns(at: PlaceVisit, connections: WholeList<Connection> | null): None {
  const changes = writesAsBrand(at.place);
  if (connections === null || isConnected(connections))
    return {
      icon: 'megaphone',
      text: 'Campaigns that use your creators’ approved videos appear here.',
      next: changes && { path: '/campaigns/new', label: 'Create campaign' },
    };
  const isBegun = connections.items.length > 0;
  return {
    title: 'No ad account connected',
    icon: 'megaphone',
    text: isBegun
      ? 'Finish the setup of your connection to create campaigns.'
      : 'Campaigns run in the ad accounts that this brand connects: Meta, TikTok, Google or Snapchat.',
    next: changes && { path: '/connections', label: isBegun ? 'Finish setup' : 'Connect ad account' },
  };
}

/** @param spend null when it could not be read. */
function columnsFor(at: PlaceVisit, spend: Record<string, number> | null): Column<Campaign>[] {
  return [
    {
      label: 'Campaign',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/campaigns/${one.id}`)} title={one.name}>
          {words(one.objective)}, from <Time at={one.schedule.startDate} />
        </TwoLines>
      ),
    },
    {
      label: 'Status',
      first: true,
      cell: (one) => <TwoLines title={<CampaignState status={one.status} />}>{waitsFor(one)}</TwoLines>,
    },
    {
      label: 'Platforms',
      cell: ({ platforms }) => (
        <span class="badges">
          {platforms.map((on) => (
            <PlatformState on={on} />
          ))}
        </span>
      ),
    },
    { label: 'Budget', cell: budgetWords },
    {
      label: 'Amount spent',
      numeric: true,
      cell: ({ id, currency }) => (spend === null ? 'Not loaded' : money(spend[id] ?? 0, currency)),
    },
  ];
}

/** What the campaign is waiting for; null for nothing. */
function waitsFor({ pendingChange, partnerApproval, scheduledLaunchAt }: Campaign) {
  if (partnerApproval?.status === 'pending' || pendingChange?.status === 'awaiting_approval')
    return 'Pending approval';
  if (pendingChange) return `${words(pendingChange.action)} in progress`;
  return scheduledLaunchAt === null ? null : (
    <>
      Launches <Time at={scheduledLaunchAt} exact />
    </>
  );
}
