// The ads of a campaign, each with its ad set, its review and its results.
import type { Ad, AdSet } from '../../../domains/ads/ad-records/ad-record.ts';
import type { CampaignResults } from '../../../domains/ads/ad-sync/get-campaign-results.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { AD_STATUSES } from '../../../domains/ads/campaign-record/campaign-row.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { Button } from '../../components/button.tsx';
import { Badge, type BadgeTone, Card } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { count, money, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { newestOnly, wholeList } from '../whole-list.ts';
import { adPlatformName } from './campaign-parts.tsx';
import { CopyPart, canBeCopied } from './copy-part.tsx';

/** The most that one list page holds; the rest is on the next page. */
const A_PAGE = '100';
/** Each caption costs a read; further ads are shown by their own names only. */
const MOST_CAPTIONS = 25;

export interface CampaignAds {
  ads: ListPage<Ad>;
  adSets: ReadonlyMap<string, AdSet>;
  /** Whether there are ad sets beyond these. */
  moreAdSets: boolean;
  captions: ReadonlyMap<string, string>;
}

export async function readAds(at: PlaceVisit, campaign: string): Promise<CampaignAds> {
  const ofAds = at.run('GET /v1/ads', {
    query: {
      campaign,
      limit: A_PAGE,
      status: AD_STATUSES.join(','),
      cursor: at.query('cursor'),
    },
  });
  const [ads, adSets, captions] = await Promise.all([
    ofAds,
    wholeList(at, 'GET /v1/ad-sets', { campaign }),
    ofAds.then(({ items }) => captionsOf(at, items)),
  ]);
  const byId = new Map(adSets.items.map((one) => [one.id, one]));
  return { ads, adSets: byId, moreAdSets: adSets.more, captions };
}

async function captionsOf(at: PlaceVisit, ads: readonly Ad[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ads.flatMap(({ creative }) => creative ?? []))].slice(0, MOST_CAPTIONS);
  const found = await Promise.allSettled(
    wanted.map((id) => at.run('GET /v1/submissions/:id', { params: { id } })),
  );
  return new Map(
    found.flatMap((one) =>
      one.status === 'fulfilled' && one.value.caption ? [[one.value.id, one.value.caption]] : [],
    ),
  );
}

export function Ads({
  campaign,
  results,
  ads: { ads, adSets, captions },
  changes,
  copies,
}: {
  campaign: Campaign;
  results: CampaignResults;
  ads: CampaignAds;
  /** Whether the person may pause and resume them. */
  changes: boolean;
  /** Whether the person may copy them. */
  copies: boolean;
}) {
  // Archived ads stay listed while they have results.
  const shown = ads.items.filter(
    ({ id, status }) => campaign.status === 'archived' || !isOver(status) || results.ads[id],
  );
  const setName = ({ adSet, platform }: Ad) => {
    const name = adSets.get(adSet)?.name ?? campaign.adSets.find(({ id }) => id === adSet)?.name;
    return name ? `${adPlatformName(platform)}, ${name}` : adPlatformName(platform);
  };
  const columns: Column<Ad>[] = [
    {
      label: 'Ad',
      main: true,
      cell: (one) => (
        <TwoLines title={captions.get(one.creative ?? '') ?? one.name}>
          {setName(one)}
          {captions.has(one.creative ?? '') && `, ${one.name}`}
        </TwoLines>
      ),
    },
    { label: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{words(status)}</Badge> },
    { label: 'Review', cell: Review },
    { label: 'Impressions', numeric: true, cell: ({ id }) => count(results.ads[id]?.impressions ?? 0) },
    { label: 'Clicks', numeric: true, cell: ({ id }) => count(results.ads[id]?.clicks ?? 0) },
    {
      label: 'Amount spent',
      numeric: true,
      cell: ({ id }) => money(results.ads[id]?.spend ?? 0, campaign.currency),
    },
    ...(changes ? [partActions<Ad>(copies ? [...adSets.values()] : null)] : []),
  ];
  return (
    <Card flush title="Ads">
      {shown.length === 0 ? (
        <EmptyState title="No ads" icon="play">
          Ads appear here once the campaign is set up.
        </EmptyState>
      ) : (
        <Table label="Ads" rows={shown} columns={columns} />
      )}
      <Pager next={ads.nextCursor} />
    </Card>
  );
}

/** The ad sets with their shares of the budget. Those of added platforms have equal shares. */
export function AdSets({
  campaign,
  ads: { adSets, moreAdSets },
  changes,
  copies,
}: {
  campaign: Campaign;
  ads: CampaignAds;
  changes: boolean;
  copies: boolean;
}) {
  const rows = [...adSets.values()].reverse();
  if (rows.length === 0) return null;
  const shares = new Map(campaign.adSets.map(({ id, budgetShare }) => [id, budgetShare]));
  const columns: Column<AdSet>[] = [
    {
      label: 'Ad set',
      main: true,
      cell: (one) => <TwoLines title={one.name}>{adPlatformName(one.platform)}</TwoLines>,
    },
    { label: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{words(status)}</Badge> },
    { label: 'Share', numeric: true, cell: ({ id }) => shareWords(shares.get(id)) },
    { label: 'Budget', numeric: true, cell: adSetBudget },
    ...(changes ? [partActions<AdSet>(copies ? rows : null)] : []),
  ];
  return (
    <Card flush title="Ad sets">
      <Table label="Ad sets" rows={rows} columns={columns} />
      {moreAdSets && <p class="card-foot quiet">{newestOnly({ more: true })}</p>}
    </Card>
  );
}

/**
 * Buttons that pause, resume and copy one ad or ad set.
 * @param adSets of the campaign, which copies of ads can go into; null if the person may not copy.
 */
const partActions = <T extends Ad | AdSet>(adSets: readonly AdSet[] | null): Column<T> => ({
  label: 'Actions',
  actions: true,
  cell: (one) => (
    <>
      <Turn part={one} />
      {adSets !== null && canBeCopied(one) && <CopyPart part={one} adSets={adSets} />}
    </>
  ),
});

function Turn({ part: { id, name, status, version } }: { part: Ad | AdSet }) {
  if (status === 'active')
    return (
      <Form action="pausePart" id={id} inline has={[]}>
        <Button look="secondary" small of={name}>
          Pause
        </Button>
      </Form>
    );
  if (status !== 'paused') return null;
  return (
    <Form action="runPart" id={id} inline has={[]} seen={version}>
      <Button look="secondary" small of={name}>
        Resume
      </Button>
    </Form>
  );
}

/** Pauses or resumes an ad or ad set. @param id of the ad or ad set. */
export async function turnPart(
  at: PlaceVisit,
  id: string,
  body: { status: 'paused' } | { status: 'active'; version: number },
): Promise<Ad | AdSet> {
  const route = id.startsWith('adset_') ? 'PATCH /v1/ad-sets/:id' : 'PATCH /v1/ads/:id';
  return await at.run(route, { params: { id }, body });
}

/** A copied ad set has its own budget beside the shares. */
const shareWords = (share: number | undefined) =>
  share === undefined ? '—' : share === 0 ? 'Own budget' : `${share}%`;

/** The budget on the platform; a dash when the campaign holds the budget. */
function adSetBudget({ budget, currency }: AdSet): string {
  if (budget?.daily != null) return `${money(budget.daily, currency)}/day`;
  return budget?.lifetime != null ? `${money(budget.lifetime, currency)} lifetime` : '—';
}

const isOver = (status: Ad['status']) => status === 'archived' || status === 'deleted';

const TONES: Record<Ad['status'], BadgeTone> = {
  draft: 'info',
  active: 'success',
  paused: 'neutral',
  archived: 'neutral',
  deleted: 'neutral',
  unknown: 'warning',
};

const REVIEWS: Record<NonNullable<Ad['review']>['status'], { tone: BadgeTone; name: string }> = {
  pending: { tone: 'warning', name: 'In review' },
  approved: { tone: 'success', name: 'Approved' },
  rejected: { tone: 'danger', name: 'Rejected' },
};

function Review({ review }: Ad) {
  if (!review) return <span class="quiet">—</span>;
  const { tone, name } = REVIEWS[review.status];
  return <TwoLines title={<Badge tone={tone}>{name}</Badge>}>{review.reasons.join('. ')}</TwoLines>;
}
