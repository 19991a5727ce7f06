// What the brand has at its ad platforms, and what somebody has changed there.
import { campaignOperations } from '../../../domains/ads/campaigns/operations.ts';
import { type AdsResource, SYNC_STATES } from '../../../domains/ads/resources/ads-resource.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { type Filter, Filters, filterBy } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { ofClients } from '../places/of-clients.tsx';
import { adPlatformName, requireAccount } from './campaign-parts.tsx';
import { Differences, HOW_IT_ENDS, resourceKindName, SyncBadge, syncStateName } from './resource-words.tsx';

const PATH = '/campaigns/resources';

const FILTERS: readonly Filter[] = [
  filterBy('state', 'State', 'All', SYNC_STATES, syncStateName),
  filterBy('platform', 'Platform', 'All platforms', AD_PLATFORMS, adPlatformName),
];

export const resourcesPage = placePage({
  path: PATH,
  show: async (at) => {
    requireAccount(at);
    if (at.place.type === 'partner')
      return await ofClients(at, {
        title: 'Ad resources',
        path: PATH,
        none: 'Ads are at the platforms for a client.',
      });
    const { state, ...given } = at.given('state', 'platform', 'cursor');
    const { items, nextCursor } = await at.run('GET /ads/resources', {
      query: { ...given, syncState: state },
    });
    const campaigns = [...new Set(items.flatMap(({ campaignId }) => campaignId ?? []))];
    const named = await at.run(campaignOperations.listCampaignNames, { body: { campaigns } });
    const filtered = state !== undefined || given.platform !== undefined;
    return {
      title: 'Ad resources',
      body: (
        <>
          <PageHead title="Ad resources" back={{ href: at.to('/campaigns'), label: 'Campaigns' }}>
            What you have on the ad platforms, and whether it is as it was set here.
          </PageHead>
          <Filters filters={FILTERS} />
          {state === 'drifted' && items.length > 0 && <p class="quiet">{HOW_IT_ENDS}</p>}
          <Card flush>
            {items.length === 0 ? (
              <NoResources at={at} drifted={state === 'drifted'} filtered={filtered} />
            ) : (
              <Table label="Ad resources" columns={columnsFor(at, named)} rows={items} />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

function columnsFor(
  at: PlaceVisit,
  named: Record<string, { name: string; currency: string }>,
): Column<AdsResource>[] {
  return [
    {
      label: 'Name',
      main: true,
      cell: ({ name, resourceKind, platform, campaignId }) => {
        const campaign = named[campaignId ?? ''];
        const kind = resourceKindName(resourceKind);
        return (
          <TwoLines title={name ?? kind} {...(campaign && { href: at.to(`/campaigns/${campaignId}`) })}>
            {[
              name === null ? null : kind,
              adPlatformName(platform),
              campaign?.name === name ? null : campaign?.name,
            ]
              .filter(Boolean)
              .join(', ')}
          </TwoLines>
        );
      },
    },
    { label: 'State', cell: ({ syncState }) => <SyncBadge state={syncState} /> },
    {
      label: 'Differences',
      cell: (one) => <Differences resource={one} currency={named[one.campaignId ?? '']?.currency} />,
    },
    { label: 'Last read', cell: ({ readAt }) => (readAt === null ? '—' : <Time at={readAt} exact />) },
  ];
}

function NoResources({ at, drifted, filtered }: { at: PlaceVisit; drifted: boolean; filtered: boolean }) {
  if (drifted)
    return (
      <NoneMatch title="No differences" icon="check" all={at.url.pathname}>
        What is on the platforms is as it was set here.
      </NoneMatch>
    );
  if (filtered)
    return (
      <NoneMatch title="No results" icon="list" all={at.url.pathname}>
        Nothing on ad platforms matches these filters.
      </NoneMatch>
    );
  return (
    <EmptyState
      title="Nothing on ad platforms yet"
      icon="list"
      action={<ButtonLink href={at.to('/campaigns')}>View campaigns</ButtonLink>}
    >
      Ad accounts, campaigns, ad sets and ads appear here once they are on a platform.
    </EmptyState>
  );
}
