// Plans of ads: what waits for the reader first, then all of them.
import type { Child } from 'hono/jsx';
import { campaignOperations } from '../../../domains/ads/campaigns/operations.ts';
import type { AdsOperation } from '../../../domains/ads/plan-execution/ads-operation.ts';
import { ENDED_STATES } from '../../../domains/ads/plan-execution/operation-state.ts';
import type { AdsPlanSummary } from '../../../domains/ads/plans/ads-plan.ts';
import { planOperations } from '../../../domains/ads/plans/operations.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { InputAt } from '../../../run.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { type Filter, Filters } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { type Outcome, placePage } from '../../page.ts';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName, requireAccount } from '../campaigns/campaign-parts.tsx';
import { ofClients } from '../places/of-clients.tsx';
import { endsIn, makerName, PlanState, ProgressState, planTitle, platformNames } from './plan-words.tsx';

export const plansPage = placePage({
  path: '/plans',
  show: async (at) => {
    requireAccount(at);
    return at.place.type === 'partner'
      ? await ofClients(at, { title: 'Plans', path: '/plans', none: 'Plans change the ads of a client.' })
      : await ofBrand(at);
  },
});

type PlanQuery = NonNullable<InputAt<'GET /ads/plans'>['query']>;

const STATUSES: readonly { value: string; label: string; query: PlanQuery }[] = [
  {
    value: 'pending',
    label: 'Pending approval',
    query: { approvalState: 'pending_approval', executionState: 'planned' },
  },
  { value: 'ready', label: 'Ready to execute', query: { executionState: 'ready' } },
  { value: 'executing', label: 'In progress', query: { executionState: 'executing' } },
  { value: 'completed', label: 'Executed', query: { executionState: 'completed' } },
  { value: 'rejected', label: 'Rejected', query: { approvalState: 'rejected' } },
  { value: 'expired', label: 'Expired', query: { approvalState: 'expired' } },
  { value: 'superseded', label: 'Replaced', query: { approvalState: 'superseded' } },
];

const FILTERS: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: [{ value: '', label: 'All' }, ...STATUSES.map(({ value, label }) => ({ value, label }))],
  },
];

async function ofBrand(at: PlaceVisit): Promise<Outcome> {
  const { status, campaign, cursor } = at.given('status', 'campaign', 'cursor');
  const isWhole = status === undefined && campaign === undefined && cursor === undefined;
  // The API refuses a status that is not in the list.
  const state = STATUSES.find(({ value }) => value === status)?.query ?? { approvalState: status };
  const [plans, waiting] = await Promise.all([
    at.run('GET /ads/plans', { query: { ...state, campaignId: campaign, cursor } }),
    isWhole && writesAsBrand(at.place) ? readWaiting(at) : NOTHING,
  ]);
  const completed = plans.items.filter(({ executionState }) => executionState === 'completed');
  const [names, outcomes] = await Promise.all([
    campaignNames(at, [...plans.items, ...waiting.plans, ...waiting.failed]),
    at.run(planOperations.listPlanOutcomes, { body: { plans: completed.map(({ id }) => id) } }),
  ]);
  const rows = waitingRows(at, waiting, names);
  return {
    title: 'Plans',
    body: (
      <>
        <PageHead title="Plans">
          Changes to ads that are made once {at.place.own ? 'you approve' : `${at.place.name} approves`} them.
        </PageHead>
        {rows.length > 0 && (
          <Card flush title="Needs attention">
            <Table label="Needs attention" columns={WAITING} rows={rows} />
          </Card>
        )}
        <Filters filters={FILTERS} kept={['campaign']} />
        <Card flush {...(rows.length > 0 && { title: 'All plans' })}>
          {plans.items.length === 0 ? (
            <NoPlans at={at} filtered={!isWhole} />
          ) : (
            <Table label="Plans" columns={columnsFor(at, names, outcomes)} rows={plans.items} />
          )}
        </Card>
        <Pager next={plans.nextCursor} />
      </>
    ),
  };
}

type CampaignNames = Record<string, { name: string }>;

async function campaignNames(
  at: PlaceVisit,
  records: readonly { campaignId: string | null }[],
): Promise<CampaignNames> {
  const campaigns = [...new Set(records.flatMap(({ campaignId }) => campaignId ?? []))];
  return await at.run(campaignOperations.listCampaignNames, { body: { campaigns } });
}

interface Waiting {
  plans: AdsPlanSummary[];
  failed: AdsOperation[];
}

const NOTHING: Waiting = { plans: [], failed: [] };

/** The most of each state that are shown as waiting; the filter lists all. */
const MOST_WAITING = '10';

/** How long what failed is shown as waiting. Then its page and the campaign's still offer the repair. */
const FAILED_SHOWN_MS = 7 * DAY_MS;

/** Plans that wait for an answer or for their execution, and what failed lately and can be repaired. */
async function readWaiting(at: PlaceVisit): Promise<Waiting> {
  const plansIn = (query: PlanQuery) =>
    at.run('GET /ads/plans', { query: { ...query, limit: MOST_WAITING } });
  const failures = ENDED_STATES.filter((state) => state !== 'succeeded' && state !== 'cancelled');
  const [unanswered, drafts, ready, ...ended] = await Promise.all([
    plansIn({ approvalState: 'pending_approval', executionState: 'planned' }),
    plansIn({ approvalState: 'draft', executionState: 'planned' }),
    plansIn({ executionState: 'ready' }),
    ...failures.map((state) => at.run('GET /ads/operations', { query: { state, limit: MOST_WAITING } })),
  ]);
  const all = [...unanswered.items, ...drafts.items, ...ready.items];
  return {
    plans: at.place.own ? all : all.filter(({ makerId }) => makerId !== at.place.id),
    failed: ended
      .flatMap(({ items }) => items)
      .filter(({ repair, endedAt }) => repair !== null && at.now - Date.parse(endedAt!) < FAILED_SHOWN_MS),
  };
}

interface WaitingRow {
  href: string;
  title: string;
  more: string;
  state: Child;
  next: string;
}

function waitingRows(at: PlaceVisit, { plans, failed }: Waiting, names: CampaignNames): WaitingRow[] {
  return [
    ...plans.map((plan) => ({
      href: at.to(`/plans/${plan.id}`),
      title: planTitle(plan, names[plan.campaignId ?? '']?.name),
      more: `By ${makerName(at, plan.makerId)}. ${endsIn(at, plan)}.`,
      state: <PlanState plan={plan} />,
      next: plan.executionState === 'ready' ? 'Execute' : at.place.own ? 'Review' : 'View',
    })),
    ...failed.map(({ planId, campaignId, platform, state, steps, repair }) => ({
      href: at.to(`/plans/${planId}`),
      title: planTitle({ ...repair!, campaignId }, names[campaignId ?? '']?.name),
      more: whyFailed(platform, steps),
      state: <ProgressState state={state} />,
      next: 'Repair',
    })),
  ];
}

/** The first error, which mostly names the platform already. */
function whyFailed(platform: string, steps: AdsOperation['steps']): string {
  const name = adPlatformName(platform);
  const message = steps.find(({ error }) => error !== null)?.error?.message ?? 'Not everything was done.';
  return message.includes(name) ? message : `${name}: ${message}`;
}

const WAITING: Column<WaitingRow>[] = [
  {
    label: 'Plan',
    main: true,
    cell: ({ href, title, more }) => (
      <TwoLines href={href} title={title}>
        {more}
      </TwoLines>
    ),
  },
  { label: 'Status', cell: ({ state }) => state },
  {
    label: 'Next step',
    actions: true,
    cell: ({ href, next, title }) => (
      <ButtonLink look="secondary" small href={href} of={title}>
        {next}
      </ButtonLink>
    ),
  },
];

function columnsFor(
  at: PlaceVisit,
  names: CampaignNames,
  outcomes: Record<string, AdsOperation['state']>,
): Column<AdsPlanSummary>[] {
  return [
    {
      label: 'Plan',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/plans/${one.id}`)} title={planTitle(one, names[one.campaignId ?? '']?.name)}>
          By {makerName(at, one.makerId)}
        </TwoLines>
      ),
    },
    {
      label: 'Status',
      cell: (one) => (
        <TwoLines title={<PlanState plan={one} outcome={outcomes[one.id]} />}>{endsIn(at, one)}</TwoLines>
      ),
    },
    { label: 'Platforms', cell: ({ platforms }) => platformNames(platforms) },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  ];
}

function NoPlans({ at, filtered }: { at: PlaceVisit; filtered: boolean }) {
  if (filtered)
    return (
      <NoneMatch title="No results" icon="checklist" all={at.url.pathname}>
        No plan matches these filters.
      </NoneMatch>
    );
  return (
    <EmptyState
      title="No plans yet"
      icon="checklist"
      action={
        <ButtonLink look="secondary" href={at.to('/campaigns')}>
          Go to campaigns
        </ButtonLink>
      }
    >
      Changes that {at.place.own ? 'your agency' : 'your team'} or software with your key plans for your ads
      appear here, to be approved.
    </EmptyState>
  );
}
