// A campaign's plans with what became of them, and what somebody has changed at its platforms.
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import type { AdsOperation } from '../../../domains/ads/plan-execution/ads-operation.ts';
import { planOutcome } from '../../../domains/ads/plan-execution/operation-state.ts';
import type { AdsPlanSummary } from '../../../domains/ads/plans/ads-plan.ts';
import type { AdsResource } from '../../../domains/ads/resources/ads-resource.ts';
import { resourceIdOf } from '../../../domains/ads/resources/resource-id.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { Card } from '../../components/card.tsx';
import { type Column, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { endsIn, makerName, PlanState, ProgressState, planTitle } from '../plans/plan-words.tsx';
import { adPlatformName } from './campaign-parts.tsx';
import { Differences, HOW_IT_ENDS, resourceKindName } from './resource-words.tsx';

/** The newest plans that a campaign shows; the list of plans has all of them. */
const MOST_PLANS = 5;
/** A plan has an operation on each of its platforms. */
const MOST_OPERATIONS = 20;

export interface CampaignPlans {
  plans: ListPage<AdsPlanSummary>;
  operations: readonly AdsOperation[];
  drifted: ListPage<AdsResource>;
}

export async function readPlans(at: PlaceVisit, campaignId: string): Promise<CampaignPlans> {
  const [plans, operations, drifted] = await Promise.all([
    at.run('GET /ads/plans', { query: { campaignId, limit: String(MOST_PLANS) } }),
    at.run('GET /ads/operations', { query: { campaignId, limit: String(MOST_OPERATIONS) } }),
    at.run('GET /ads/resources', { query: { campaignId, syncState: 'drifted' } }),
  ]);
  return { plans, operations: operations.items, drifted };
}

export function Plans({
  at,
  campaign,
  read: { plans, operations },
}: {
  at: PlaceVisit;
  campaign: Campaign;
  read: CampaignPlans;
}) {
  if (plans.items.length === 0) return null;
  const columns: Column<AdsPlanSummary>[] = [
    {
      label: 'Plan',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/plans/${one.id}`)} title={planTitle(one, campaign.name)}>
          By {makerName(at, one.makerId)}, <Time at={one.createdAt} exact />
        </TwoLines>
      ),
    },
    {
      label: 'Status',
      cell: (one) => (
        <TwoLines
          title={
            <PlanState
              plan={one}
              outcome={planOutcome(
                operations.filter(({ planId }) => planId === one.id).map(({ state }) => state),
              )}
            />
          }
        >
          {endsIn(at, one)}
        </TwoLines>
      ),
    },
    {
      label: 'Progress',
      cell: ({ id }) => {
        const own = operations.filter(({ planId }) => planId === id);
        if (own.length === 0) return <span class="quiet">—</span>;
        return (
          <span class="badges">
            {own.map(({ platform, state }) => (
              <ProgressState state={state} on={adPlatformName(platform)} />
            ))}
          </span>
        );
      },
    },
  ];
  return (
    <Card
      flush
      title="Plans"
      action={plans.nextCursor && <a href={at.to(`/plans?campaign=${campaign.id}`)}>View all</a>}
    >
      <Table label="Plans" columns={columns} rows={plans.items} />
    </Card>
  );
}

/** Nothing where the platforms have what was set here. */
export function Drifted({
  at,
  campaign,
  read: { drifted },
}: {
  at: PlaceVisit;
  campaign: Campaign;
  read: CampaignPlans;
}) {
  if (drifted.items.length === 0) return null;
  // Ads of several ad sets often have the same name.
  const sets = new Map<string | null, string>(campaign.adSets.map((one) => [resourceIdOf(one.id), one.name]));
  const columns: Column<AdsResource>[] = [
    {
      label: 'What',
      main: true,
      cell: ({ name, resourceKind, platform, parentResourceId }) => {
        const adSet = sets.get(parentResourceId);
        const about = [resourceKindName(resourceKind), adPlatformName(platform), adSet].filter(Boolean);
        return <TwoLines title={name ?? resourceKindName(resourceKind)}>{about.join(', ')}</TwoLines>;
      },
    },
    {
      label: 'Differences',
      cell: (one) => <Differences resource={one} currency={campaign.currency} />,
    },
  ];
  return (
    <Card
      flush
      title="Changed on the platform"
      action={drifted.nextCursor && <a href={at.to('/campaigns/resources?state=drifted')}>View all</a>}
    >
      <Table label="Changed on the platform" columns={columns} rows={drifted.items} />
      <p class="card-foot quiet">{HOW_IT_ENDS}</p>
    </Card>
  );
}
