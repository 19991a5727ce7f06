// What a brand says to what its partner made or changed. Its own owners and admins answer; everybody sees how it stands.

import type { CampaignUpdateInput } from '../../../domains/ads/campaigns/campaign-input.ts';
import type { Campaign } from '../../../domains/ads/campaigns/campaign-record.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Choices } from '../../components/choices.tsx';
import { Form, Seen, TextArea } from '../../components/form.tsx';
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
      <Card title="Your partner wants to launch this">
        <p>
          Asked {requestedAt && <Time at={requestedAt} exact />}. It may spend {budgetWords(campaign)}. With
          your yes it runs; until then it does not.
        </p>
        <Form action="answer" has={['status', 'note']} seen={version}>
          <SeenTerms campaign={campaign} />
          <Choices
            name="status"
            label="Your answer"
            required
            chosen={['approved']}
            options={[
              {
                value: 'approved',
                label: 'Yes',
                hint: `${name} is launched, or at the time that it is planned for.`,
              },
              {
                value: 'changes_requested',
                label: 'Not like this',
                hint: 'Say below what is to be changed.',
              },
              { value: 'rejected', label: 'No' },
            ]}
          />
          <TextArea name="note" label="Note to your partner" rows={3} maxlength={2000} />
          <Button>Send the answer</Button>
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
    title: 'The brand has not been asked yet',
    text: 'It runs once its partner asks for the launch and an owner or admin of the brand says yes.',
  },
  pending: {
    tone: 'info',
    title: "It waits for the brand's yes",
    text: 'An owner or admin of the brand answers on this page.',
  },
  changes_requested: { tone: 'warning', title: 'The brand wants changes', text: 'Edit it, and ask again.' },
  rejected: { tone: 'warning', title: 'The brand said no', text: 'Edit it, and ask again.' },
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
      <Notice title="A change waits for the brand's yes">
        {change ? <Facts facts={facts} /> : 'It is to be turned on again.'}
      </Notice>
    );
  return (
    <Card title={change ? 'Your partner wants to change this' : 'Your partner wants it to run again'}>
      {change ? (
        <Facts facts={facts} />
      ) : (
        <p>
          {name} is paused. With your yes it may spend {budgetWords(campaign)}.
        </p>
      )}
      <Form action="decide" has={['pendingChange']} seen={version}>
        <Seen name="The change" now={facts.map((fact) => fact.join(': ')).join('; ') || 'None'} />
        <Seen name="Budget" now={budgetWords(campaign)} />
        <Choices
          name="pendingChange"
          label="Your answer"
          required
          chosen={['approved']}
          options={[
            { value: 'approved', label: 'Yes', hint: 'It is done at the platforms at once.' },
            { value: 'rejected', label: 'No', hint: 'Everything stays as it is.' },
          ]}
        />
        <Button>Send the answer</Button>
      </Form>
    </Card>
  );
}

/** What would be another than now. */
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
    facts.push(['Runs', `${after} (now ${daysWords(campaign.schedule)})`]);
  }
  return [...facts, ...Object.entries(given(rest)).map(([name, value]) => settingFact(name, value))];
}
