// What a reader can do about a plan that has not begun, and what others have to do.
import type { AdsPlan } from '../../../domains/ads/plans/ads-plan.ts';
import type { PlannedChanges } from '../../../domains/ads/plans/get-planned-changes.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Form, Hidden, Seen } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time, timeLeft } from '../../format.tsx';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { campaignStateName } from '../campaigns/campaign-parts.tsx';
import { type Change, factsInWords } from './changes.tsx';
import { isOpen, platformNames } from './plan-words.tsx';
import { Spend, spendWords } from './spend.tsx';

interface Props {
  at: PlaceVisit;
  plan: AdsPlan;
  planned: PlannedChanges;
  changes: readonly Change[];
}

/** The names of the page's actions that this reader can take now. */
export function offersFor(
  { place, actor }: PlaceVisit,
  plan: AdsPlan,
  planned: PlannedChanges,
): ReadonlySet<string> {
  if (!writesAsBrand(place) || !isOpen(plan)) return new Set();
  const isOwn = plan.makerId === actor.home?.id;
  const [decides, isReady] = [place.own, plan.executionState === 'ready'];
  return new Set([
    ...(decides && !isReady ? ['approve'] : []),
    ...(isReady && endedIn(planned).length === 0 ? ['execute'] : []),
    ...(decides && !isOwn ? ['reject'] : []),
    ...(isOwn ? ['cancel'] : []),
  ]);
}

/** The steps whose creator's permission has ended: a plan with such a one is not executed. */
const endedIn = ({ steps }: PlannedChanges) =>
  steps.filter(({ permission }) => permission !== null && permission.status !== 'granted');

export function Decision(props: Props) {
  const { at, plan, planned } = props;
  const offers = offersFor(at, plan, planned);
  if (!isOpen(plan)) return <Outcome at={at} plan={plan} planned={planned} />;
  const isReady = plan.executionState === 'ready';
  return (
    <>
      <Warnings plan={plan} planned={planned} />
      {offers.size > 0 ? (
        <Card title="Next step">
          <p>{isReady ? 'Executing it makes the changes on the platforms at once.' : waitsFor(at, plan)}</p>
          <Summary at={at} plan={plan} planned={planned} />
          <Buttons>
            {offers.has('approve') && (
              <Form action="approve" inline has={[]} seen={plan.revision}>
                <WhatWasSeen {...props} />
                <Button>Approve plan</Button>
              </Form>
            )}
            {offers.has('execute') && (
              <Form action="execute" inline has={[]} seen={plan.revision}>
                <WhatWasSeen {...props} />
                <Button>Execute plan</Button>
              </Form>
            )}
            {offers.has('reject') && (
              <Confirm
                action="reject"
                label="Reject"
                title="Reject this plan?"
                confirm="Reject plan"
                has={['note']}
                seen={plan.revision}
              >
                <WhatWasSeen {...props} />
                <p>Nothing is changed. The plan can’t be approved afterwards.</p>
                <TextArea name="note" label="Reason for your agency" rows={3} maxlength={2000} />
              </Confirm>
            )}
            {offers.has('cancel') && (
              <Confirm
                action="cancel"
                label="Cancel plan"
                title="Cancel this plan?"
                confirm="Cancel plan"
                keep="Keep plan"
                has={[]}
              >
                <p>Nothing is changed. The plan can’t be approved or executed afterwards.</p>
              </Confirm>
            )}
          </Buttons>
        </Card>
      ) : (
        <Card title="Next step">
          <p>{isReady ? 'The plan is approved. An owner or admin executes it.' : waitsFor(at, plan)}</p>
          <Summary at={at} plan={plan} planned={planned} />
        </Card>
      )}
    </>
  );
}

/** What somebody who decides needs to know before all else. */
function Summary({ at, plan, planned: { campaign, spend } }: Omit<Props, 'changes'>) {
  return (
    <Facts
      facts={[
        ...(campaign && spend
          ? [['Spend per day', <Spend spend={spend} currency={campaign.currency} />] as const]
          : []),
        [
          'Expires',
          <>
            <Time at={plan.expiresAt} exact />{' '}
            <span class="quiet">in {timeLeft(Date.parse(plan.expiresAt) - at.now)}</span>
          </>,
        ],
      ]}
    />
  );
}

function waitsFor({ place }: PlaceVisit, { approvalState }: AdsPlan): string {
  if (!place.own && approvalState === 'draft')
    return `When this was planned, ${place.name} had nobody who could approve it. It needs an owner or admin of its own.`;
  if (!place.own) return `${place.name} decides: its owners and admins approve or reject the plan.`;
  return writesAsBrand(place)
    ? 'Nothing is changed until you approve the plan and it is executed.'
    : 'An owner or admin approves or rejects it.';
}

/** What its person agrees to: the answer is for exactly this, and whatever changed is pointed out. */
function WhatWasSeen({ plan, planned, changes }: Props) {
  const { campaign, spend } = planned;
  return (
    <>
      <Hidden name="semanticHash" value={plan.semanticHash} />
      {spend && campaign && <Seen name="Spend per day" now={spendWords(spend, campaign.currency)} />}
      {campaign && <Seen name="Campaign status" now={campaignStateName(campaign.status)} />}
      {[...Map.groupBy(changes, seenName)].map(([name, same]) => {
        const facts = same.map(factsInWords).filter(Boolean);
        const permissions = same.flatMap(({ permission }) => permission?.status ?? []);
        return (
          <>
            {facts.length > 0 && <Seen name={name} now={facts.join('; ')} />}
            {permissions.length > 0 && <Seen name={`Permission for ${name}`} now={permissions.join(', ')} />}
          </>
        );
      })}
    </>
  );
}

const seenName = ({ title, platforms }: Change) =>
  `${title} (${platformNames(platforms)})`.replaceAll('=', ' ');

/** What a record that a plan was checked against is, by the prefix of its ID. */
const CHANGED: Record<string, string> = {
  adauth: 'A creator’s permission has changed',
  camp: 'The campaign has changed',
  conn: 'The ad account’s connection has changed',
};

/** Why an earlier approval no longer counts, and what is in the way of an execution. */
function Warnings({ plan, planned }: Pick<Props, 'plan' | 'planned'>) {
  const { changedRecord, executionState, updatedAt } = plan;
  const ended = endedIn(planned);
  const videos = [...new Set(ended.map(({ video }) => `“${video?.caption ?? 'Untitled'}”`))].join(', ');
  return (
    <>
      {changedRecord !== null && executionState === 'planned' && (
        <Notice
          tone="warning"
          title={`${CHANGED[changedRecord.split('_')[0]!] ?? 'A part of the campaign has changed'} since this was planned`}
        >
          It changed <Time at={updatedAt} exact />, so an earlier approval no longer counts. Review the plan
          again.
        </Notice>
      )}
      {ended.length > 0 && (
        <Notice tone="warning" title={`The creator’s permission has ended: ${videos}`}>
          The plan can’t be executed as it is. Ask the creator for permission again, or plan without the
          video.
        </Notice>
      )}
    </>
  );
}

const OVER: Partial<Record<AdsPlan['approvalState'], { title: string; text: string }>> = {
  rejected: { title: 'Rejected by the brand', text: 'Nothing was changed. A new plan can be made.' },
  expired: {
    title: 'Expired',
    text: 'It was not executed within 24 hours, so nothing was changed. Make a new plan.',
  },
  superseded: {
    title: 'Replaced by a newer plan',
    text: 'Nothing was changed.',
  },
};

function Outcome({ at, plan, planned: { successor } }: Omit<Props, 'changes'>) {
  const { approvalState, executionState, note } = plan;
  if (executionState !== 'cancelled') return null;
  const { title, text } = OVER[approvalState] ?? { title: 'Canceled', text: 'Nothing was changed.' };
  return (
    <Notice tone={approvalState === 'rejected' ? 'warning' : 'info'} title={title}>
      {note ?? text}
      {successor !== null && (
        <>
          {' '}
          <a href={at.to(`/plans/${successor}`)}>View the newer plan</a>
        </>
      )}
    </Notice>
  );
}
