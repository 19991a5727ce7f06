// A brand's approval of what its partner created or changed. The brand's owners and admins answer; everyone
// sees the state.

import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import type { CampaignUpdateInput } from '../../../domains/ads/campaign-record/campaign-input.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Choices } from '../../components/choices.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Form, Seen } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { budgetWords } from './campaign-parts.tsx';
import { daysWords, SeenTerms, settingFact } from './terms.tsx';

export function Approval({ campaign, answers }: { campaign: Campaign; answers: boolean }) {
  const { partnerApproval, version, name } = campaign;
  if (!partnerApproval || campaign.status === 'archived') return null;
  const { status, note, requestedAt } = partnerApproval;
  if (answers)
    return (
      <Card title="Pending approval">
        <p>
          Your partner requested the launch {requestedAt && <Time at={requestedAt} exact />}. Budget:{' '}
          {budgetWords(campaign)}. Nothing runs until you approve.
        </p>
        <Form action="answer" has={['status', 'note']} seen={version}>
          <SeenTerms campaign={campaign} />
          <Choices
            name="status"
            label="Your decision"
            required
            chosen={['approved']}
            options={[
              {
                value: 'approved',
                label: 'Approve',
                hint: `${name} is launched now, or at its scheduled time.`,
              },
              {
                value: 'changes_requested',
                label: 'Request changes',
                hint: 'Describe the changes below.',
              },
              { value: 'rejected', label: 'Reject' },
            ]}
          />
          <TextArea name="note" label="Note to your partner" rows={3} maxlength={2000} />
          <Button>Submit decision</Button>
        </Form>
      </Card>
    );
  const said = STANDS[status];
  if (!said) return null;
  return (
    <Notice tone={said.tone} title={said.title}>
      {note ?? said.text}
    </Notice>
  );
}

const STANDS: Partial<
  Record<
    NonNullable<Campaign['partnerApproval']>['status'],
    { tone: 'info' | 'warning'; title: string; text: string }
  >
> = {
  draft: {
    tone: 'info',
    title: 'Approval not requested yet',
    text: 'The partner requests the launch, then an owner or admin of the brand approves it.',
  },
  pending: {
    tone: 'info',
    title: 'Pending approval',
    text: 'An owner or admin of the brand approves it on this page.',
  },
  changes_requested: {
    tone: 'warning',
    title: 'Changes requested by the brand',
    text: 'Edit the campaign, then request the launch again.',
  },
  rejected: {
    tone: 'warning',
    title: 'Rejected by the brand',
    text: 'Edit the campaign, then request the launch again.',
  },
};

/** A change by the partner that could spend more. */
export function Awaited({
  campaign,
  change,
  answers,
}: {
  campaign: Campaign;
  change: CampaignUpdateInput | null;
  answers: boolean;
}) {
  const { pendingChange, version, name } = campaign;
  if (pendingChange?.status !== 'awaiting_approval') return null;
  const facts = change ? changeFacts(campaign, change) : [];
  if (!answers)
    return (
      <Notice title="Change pending approval">
        {change ? <Facts facts={facts} /> : 'The partner requested to resume it.'}
      </Notice>
    );
  return (
    <Card title={change ? 'Change pending approval' : 'Resume pending approval'}>
      {change ? (
        <Facts facts={facts} />
      ) : (
        <p>
          {name} is paused. Budget once you approve: {budgetWords(campaign)}.
        </p>
      )}
      <Form action="decide" has={['pendingChange']} seen={version}>
        <Seen name="Pending change" now={facts.map((fact) => fact.join(': ')).join('; ') || 'None'} />
        <Seen name="Budget" now={budgetWords(campaign)} />
        <Choices
          name="pendingChange"
          label="Your decision"
          required
          chosen={['approved']}
          options={[
            { value: 'approved', label: 'Approve', hint: 'The change is made on the platforms now.' },
            { value: 'rejected', label: 'Reject', hint: 'The campaign stays as it is.' },
          ]}
        />
        <Button>Submit decision</Button>
      </Form>
    </Card>
  );
}

/** What the pending change would change. */
function changeFacts(campaign: Campaign, change: CampaignUpdateInput): [string, string][] {
  const { version: _, budget, schedule, ...rest } = change;
  const given = <T extends object>(part: T) =>
    Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
  const facts: [string, string][] = [];
  if (budget) {
    const after = budgetWords({ ...campaign, budget: { ...campaign.budget, ...given(budget) } });
    facts.push(['Budget', `${after} (now ${budgetWords(campaign)})`]);
  }
  if (schedule) {
    const after = daysWords({ ...campaign.schedule, ...given(schedule) });
    facts.push(['Schedule', `${after} (now ${daysWords(campaign.schedule)})`]);
  }
  return [...facts, ...Object.entries(given(rest)).map(([name, value]) => settingFact(`/${name}`, value))];
}
