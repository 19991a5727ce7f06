// One plan: what it changes, the answer of the brand, and what became of it on each platform.

import type { AdsPlan } from '../../../domains/ads/plans/ads-plan.ts';
import type { NamedStep } from '../../../domains/ads/plans/get-named-steps.ts';
import type { PlannedChanges } from '../../../domains/ads/plans/get-planned-changes.ts';
import { planOperations } from '../../../domains/ads/plans/operations.ts';
import { AppError } from '../../../kit/error.ts';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { saidTogether } from '../../said-together.ts';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName, requireAccount } from '../campaigns/campaign-parts.tsx';
import { Changes, changesOf, stepTitle } from './changes.tsx';
import { Decision } from './decision.tsx';
import { makerName, PlanState, ProgressState, planTitle, platformNames } from './plan-words.tsx';
import { isUnderWay, Progress, progressMark } from './progress.tsx';

const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.plan ?? '' } });

export const planPage = placePage({
  path: '/plans/:plan',
  show: async (at) => {
    requireAccount(at);
    const { params } = paramsOf(at);
    const isPart = at.query('part') !== undefined;
    const [plan, planned, steps, { items: operations }] = await Promise.all([
      at.run('GET /ads/plans/:id', { params }),
      isPart ? null : at.run(planOperations.getPlannedChanges, { params }),
      isPart ? at.run(planOperations.getNamedSteps, { params }) : [],
      at.run('GET /ads/operations', { query: { planId: params.id } }),
    ]);
    const live = (
      <div
        id="progress"
        class="live"
        data-mark={progressMark(operations)}
        data-goes-on={isUnderWay(operations) ? '' : undefined}
      >
        <p class="badges">
          {plan.executionState === 'completed' ? (
            operations.map(({ platform, state }) => (
              <ProgressState state={state} on={adPlatformName(platform)} />
            ))
          ) : (
            <PlanState plan={plan} />
          )}
        </p>
        {operations.length > 0 && (
          <Progress
            at={at}
            operations={operations.toReversed()}
            titles={titlesOf(plan, planned?.steps ?? steps)}
          />
        )}
      </div>
    );
    if (planned === null) return { title: planTitle(plan, undefined), body: live, part: true };
    const title = planTitle(plan, planned.campaign?.name);
    const changes = changesOf(plan, planned);
    return {
      title,
      islands: isUnderWay(operations) ? ['progress'] : [],
      body: (
        <>
          <PageHead title={title} back={{ href: at.to('/plans'), label: 'Plans' }} />
          {live}
          <Decision at={at} plan={plan} planned={planned} changes={changes} />
          <Changes changes={changes} />
          <About at={at} plan={plan} planned={planned} />
        </>
      ),
    };
  },
  actions: {
    approve: async (at, form) => {
      await at.run('PUT /ads/plans/:id/approval', { ...paramsOf(at), body: seenIn(form) });
      return at.go(at.url.pathname, 'Plan approved.');
    },
    reject: async (at, form) => {
      const body = { ...seenIn(form), note: form.optional('note') ?? undefined };
      await at.run('PUT /ads/plans/:id/rejection', { ...paramsOf(at), body });
      return at.go(at.url.pathname, 'Plan rejected.');
    },
    execute: async (at, form) => {
      await inWords(at.run('POST /ads/plans/:id/executions', { ...paramsOf(at), body: seenIn(form) }));
      return at.go(at.url.pathname, 'The changes are being made.');
    },
    cancel: async (at) => {
      await at.run('POST /ads/plans/:id/cancellations', paramsOf(at));
      return at.go(at.url.pathname, 'Plan canceled.');
    },
    repair: async (at, form) => {
      const { repair } = await at.run('GET /ads/operations/:id', { params: { id: form.text('_id') } });
      if (repair === null) throw new AppError('conflict', 'Nothing is left to repair.');
      const made = await inWords(at.run('POST /ads/plans', { body: repair }));
      const plan = made.executionState === 'cancelled' ? await repairAgain(at, repair) : made;
      return at.go(at.to(`/plans/${plan.id}`), 'Repair planned.');
    },
  },
});

/** A repair whose plan was rejected, canceled or has expired is planned under another name. */
const repairAgain = (at: PlaceVisit, repair: { clientRequestId: string }) =>
  inWords(
    at.run('POST /ads/plans', {
      body: { ...repair, clientRequestId: `${repair.clientRequestId}, ${at.once ?? at.showing}` },
    }),
  );

/** The plan as it was shown. */
const seenIn = (form: FormInput) => ({ revision: form.version, semanticHash: form.text('semanticHash') });

/** A plan's problems have places in a body that nobody typed here: the form shows them as sentences. */
async function inWords<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError) || !Array.isArray(error.details)) throw error;
    const problems = error.details as { message: string; fix?: string }[];
    const said = saidTogether(problems.map(({ message, fix = '' }) => ({ message, fix })));
    throw new AppError('conflict', `${error.message} ${said}`);
  }
}

const titlesOf = ({ steps }: AdsPlan, named: readonly NamedStep[]): ReadonlyMap<string, string> => {
  const known = new Map(named.map((one) => [one.id, one]));
  return new Map(steps.map((step) => [step.id, stepTitle(step, known.get(step.id)!)]));
};

function About({ at, plan, planned }: { at: PlaceVisit; plan: AdsPlan; planned: PlannedChanges }) {
  const { campaign, maker } = planned;
  return (
    <Card title="About this plan">
      <Facts
        facts={[
          ...(campaign
            ? [['Campaign', <a href={at.to(`/campaigns/${campaign.id}`)}>{campaign.name}</a>] as const]
            : []),
          ['Platforms', platformNames(plan.platforms)],
          ['Requested by', maker ?? makerName(at, plan.makerId)],
          ['Requested', <Time at={plan.createdAt} exact />],
          ...(plan.executedAt === null ? [] : [['Executed', <Time at={plan.executedAt} exact />] as const]),
          ...(plan.sourceOperationId === undefined
            ? []
            : [['Repairs', 'What an earlier plan did not finish'] as const]),
          ['ID', <Code>{plan.id}</Code>],
        ]}
      />
    </Card>
  );
}
