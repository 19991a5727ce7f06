// A brand's campaigns. A partner's page lists its clients, whose campaigns it runs.

import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { CAMPAIGN_STATUSES } from '../../../domains/ads/campaign-record/campaign-row.ts';
import { campaignOperations } from '../../../domains/ads/campaigns/operations.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { type Filter, Filters, filterBy } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { money, Time, words } from '../../format.tsx';
import { type Outcome, placePage } from '../../page.ts';
import { whyNot, writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { ofClients } from '../places/of-clients.tsx';
import { newestOnly } from '../whole-list.ts';
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

export const campaignsPage = placePage({
  path: '/campaigns',
  show: async (at) => {
    requireAccount(at);
    return at.place.type === 'partner'
      ? await ofClients(at, {
          title: 'Campaigns',
          path: '/campaigns',
          none: 'Campaigns run for a client, in its ad account.',
        })
      : await ofBrand(at);
  },
});

async function ofBrand(at: PlaceVisit): Promise<Outcome> {
  const query = { ...at.given('q', 'status', 'platform', 'connection', 'cursor') };
  const [found, connections] = await Promise.all([readCampaigns(at, query), adConnections(at)]);
  const { campaigns, spend } = found;
  const isConnected = connections.items.some(({ status }) => status === 'active');
  return {
    title: 'Campaigns',
    body: (
      <>
        <PageHead
          title="Campaigns"
          action={
            <Buttons>
              <ButtonLink look="secondary" href={at.to('/campaigns/resources')}>
                Ad resources
              </ButtonLink>
              <ButtonLink look="secondary" href={at.to('/campaigns/templates')}>
                Templates
              </ButtonLink>
              {isConnected && (
                <ButtonLink
                  href={at.to('/campaigns/new')}
                  icon="plus"
                  refused={whyNot(WHO_CREATES_CAMPAIGNS)(at)}
                >
                  Create campaign
                </ButtonLink>
              )}
            </Buttons>
          }
        >
          Paid ads with your creators’ videos.
        </PageHead>
        <Filters filters={filtersFor(connections.items)} />
        {connections.more && <p class="quiet">Ad accounts: {newestOnly(connections)}</p>}
        <Card flush>
          {campaigns.items.length === 0 ? (
            <NoCampaigns at={at} filtered={Object.keys(query).length > 0} connections={connections.items} />
          ) : (
            <Table label="Campaigns" columns={columnsFor(at, spend)} rows={campaigns.items} />
          )}
        </Card>
        <Pager next={campaigns.nextCursor} />
      </>
    ),
  };
}

async function readCampaigns(
  at: PlaceVisit,
  query: Record<string, string>,
): Promise<{ campaigns: ListPage<Campaign>; spend: Record<string, number> }> {
  const campaigns = await at.run('GET /v1/campaigns', { query });
  const body = { campaigns: campaigns.items.map(({ id }) => id) };
  return { campaigns, spend: await at.run(campaignOperations.getCampaignSpend, { body }) };
}

function filtersFor(connections: readonly Connection[]): Filter[] {
  return [
    { kind: 'text', name: 'q', label: 'Name', placeholder: 'How it begins' },
    filterBy('status', 'Status', 'All except archived', CAMPAIGN_STATUSES, campaignStateName),
    filterBy('platform', 'Platform', 'All platforms', AD_PLATFORMS, adPlatformName),
    {
      name: 'connection',
      label: 'Ad account',
      options: [
        { value: '', label: 'All ad accounts' },
        ...connections.map(({ id, name, provider }) => ({
          value: id,
          label: name ? `${name} (${adPlatformName(provider)})` : adPlatformName(provider),
        })),
      ],
    },
  ];
}

function NoCampaigns({
  at,
  filtered,
  connections,
}: {
  at: PlaceVisit;
  filtered: boolean;
  connections: readonly Connection[];
}) {
  if (filtered)
    return (
      <EmptyState title="No results" icon="megaphone">
        Change or clear the filters.
      </EmptyState>
    );
  const changes = writesAsBrand(at.place);
  if (!connections.some(({ status }) => status === 'active'))
    return (
      <EmptyState
        title="No ad account connected"
        icon="megaphone"
        action={
          changes && (
            <ButtonLink href={at.to('/connections')}>
              {connections.length > 0 ? 'Finish setup' : 'Connect ad account'}
            </ButtonLink>
          )
        }
      >
        {connections.length > 0
          ? 'Finish the setup of your connection to create campaigns.'
          : 'Campaigns run in the ad accounts that this brand connects: Meta, TikTok, Google or Snapchat.'}
      </EmptyState>
    );
  return (
    <EmptyState
      title="No campaigns yet"
      icon="megaphone"
      action={changes && <ButtonLink href={at.to('/campaigns/new')}>Create campaign</ButtonLink>}
    >
      Campaigns that use your creators’ approved videos appear here.
    </EmptyState>
  );
}

function columnsFor(at: PlaceVisit, spend: Record<string, number>): Column<Campaign>[] {
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
    { label: 'Amount spent', numeric: true, cell: ({ id, currency }) => money(spend[id] ?? 0, currency) },
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
