// One payment: where it stands, what it is made of, and what the payer can decide about it.
import { paymentOperations } from '../../../domains/money/payments/operations.ts';
import type { Payment, PaymentDecision } from '../../../domains/money/payments/payment.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice, type Tone } from '../../components/notice.tsx';
import { money, Time, words } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import { brandNames, type Names, namesFor } from '../places/names.ts';
import { State } from '../places/states.tsx';

const mayNot = whyNot('Owners and admins decide about payments.');

const paramsOf = (at: PlaceVisit) => ({ id: at.params.payment ?? '' });

async function decide(at: PlaceVisit, form: FormInput, decision: PaymentDecision, said: string) {
  await at.run('PATCH /v1/payments/:id', {
    params: paramsOf(at),
    body: { decision, reason: form.orNull('reason'), version: form.version },
  });
  return at.go(at.url.pathname, said);
}

export const paymentPage = placePage({
  path: '/payments/:payment',
  show: async (at) => {
    const isCreator = at.place.type === 'creator';
    const [one, brandOf, { decisions }] = await Promise.all([
      at.run('GET /v1/payments/:id', { params: paramsOf(at) }),
      brandNames(at),
      isCreator ? { decisions: [] } : at.run(paymentOperations.getPaymentChoices, { params: paramsOf(at) }),
    ]);
    const names = await namesFor(at, [one]);
    const title = isCreator
      ? `${money(one.net, one.currency)} from ${brandOf(one.account)}`
      : `${money(one.amount, one.currency)} to ${names.creator(one.creator)}`;
    return {
      title,
      body: (
        <>
          <PageHead title={title} back={{ href: at.to('/payments'), label: 'Payments' }} />
          <Standing one={one} isCreator={isCreator} />
          {decisions.length > 0 && <Decisions one={one} decisions={decisions} refused={mayNot(at)} />}
          <Card>
            <Facts facts={factsOf(at, one, names, isCreator)} />
          </Card>
          {one.dispute && <Dispute dispute={one.dispute} />}
        </>
      ),
    };
  },
  actions: {
    approve: (at, form) => decide(at, form, 'approve', 'Approved.'),
    reject: (at, form) => decide(at, form, 'reject', 'Rejected.'),
    dispute: (at, form) => decide(at, form, 'dispute', 'Disputed.'),
    resolve: (at, form) => decide(at, form, 'resolve', 'The dispute is withdrawn.'),
    cancel: (at, form) => decide(at, form, 'cancel', 'Cancelled.'),
  },
});

function factsOf(at: PlaceVisit, one: Payment, names: Names, isCreator: boolean) {
  const { fees, currency } = one;
  const shown = (minor: number) => money(minor, currency);
  const link = (path: string, label: string) => <a href={at.to(path)}>{label}</a>;
  return [
    ['Status', <State status={one.status} />],
    ...(isCreator ? [] : [['Creator', <CreatorLink at={at} id={one.creator} names={names} />] as const]),
    ['Paid for', words(one.source)],
    ['Program', one.program === null ? null : link(`/programs/${one.program}`, names.program(one.program))],
    ...(one.submission === null
      ? []
      : [['Submission', link(`/submissions/${one.submission}`, 'View submission')] as const]),
    ...(one.retainer === null
      ? []
      : [['Retainer', link(`/retainers/${one.retainer}`, 'View retainer')] as const]),
    ...(one.note === null ? [] : [['Note', one.note] as const]),
    ['Amount', shown(one.amount)],
    ...(fees.partner === 0 ? [] : [['Agency’s share', shown(fees.partner)] as const]),
    [isCreator ? 'You earn' : 'Creator earns', shown(one.net)],
    ...(fees.service === null
      ? []
      : ([
          ['Service fee', shown(fees.service)],
          ['Total charged', shown(one.amount + fees.service)],
        ] as const)),
    ...(one.charge === null ? [] : [['Charge', link(`/charges/${one.charge}`, 'View charge')] as const]),
    ['Created', <Time at={one.createdAt} exact />],
    ...(one.approvedAt ? [['Approved', <Time at={one.approvedAt} exact />] as const] : []),
    ...(one.succeededAt ? [['Charged', <Time at={one.succeededAt} exact />] as const] : []),
    ['ID', <Code>{one.id}</Code>],
  ] as const;
}

/** Where the payment stands, and what happens next. */
function Standing({ one, isCreator }: { one: Payment; isCreator: boolean }) {
  const [tone, text] = standing(one, isCreator);
  return (
    <>
      <Notice tone={tone}>{text}</Notice>
      {one.payoutProblem && <Notice tone="warning">{one.payoutProblem}</Notice>}
    </>
  );
}

function standing(one: Payment, isCreator: boolean): [Tone, string] {
  const { status, failureMessage, dispute } = one;
  switch (status) {
    case 'pending_approval':
      return isCreator
        ? ['info', 'The brand has not approved it yet.']
        : ['warning', 'It waits for your approval. Once approved, the next daily charge collects it.'];
    case 'processing':
      return [
        'info',
        `Approved. The next daily charge of ${isCreator ? 'the brand’s' : 'your'} card collects it.`,
      ];
    case 'succeeded':
      return ['success', isCreator ? 'The brand was charged for it.' : 'Your card was charged for it.'];
    case 'disputed':
      if (dispute?.outcome === 'refund')
        return ['info', 'The dispute was decided for a refund. The money is on its way back to the card.'];
      return [
        'warning',
        isCreator
          ? 'In dispute. What you earn is on hold until our staff decide, or the brand withdraws it.'
          : 'In dispute. What the creator earns is on hold until our staff decide, or you withdraw it.',
      ];
    case 'refunded':
      return [
        'info',
        `Refunded to the card. ${isCreator ? 'You earn' : 'The creator earns'} nothing from it.`,
      ];
    case 'failed':
      return [
        'danger',
        failureMessage ??
          (isCreator
            ? 'The brand’s card could not be charged. It is charged again once the brand has added another card.'
            : 'Your card could not be charged. Replace it, and the new one is charged at once.'),
      ];
  }
}

const OUTCOMES = {
  withdrawn: 'Withdrawn by the brand',
  creator: 'Decided for the creator',
  refund: 'Decided for a refund',
} as const;

function Dispute({ dispute }: { dispute: NonNullable<Payment['dispute']> }) {
  return (
    <Card title="Dispute">
      <Facts
        facts={[
          ['Reason', dispute.reason],
          ['Opened', <Time at={dispute.openedAt} exact />],
          ['Ended', dispute.resolvedAt && <Time at={dispute.resolvedAt} exact />],
          ['Outcome', dispute.outcome === null ? 'Open' : OUTCOMES[dispute.outcome]],
        ]}
      />
    </Card>
  );
}

/** What is asked before a decision; approving needs no question. */
interface Question {
  decision: Exclude<PaymentDecision, 'approve'>;
  label: string;
  title: string;
  confirm: string;
  about: string;
  look?: 'secondary';
  keep?: string;
  reason?: 'required' | 'optional';
}

const NOT_PAID = 'Nothing is charged, and the creator is not paid.';

const questions = ({ succeededAt }: Payment, total: string): readonly Question[] => [
  {
    decision: 'reject',
    label: 'Reject',
    title: 'Reject this payment?',
    confirm: 'Reject payment',
    about: NOT_PAID,
    reason: 'required',
  },
  {
    decision: 'dispute',
    label: 'Dispute',
    title: 'Dispute this payment?',
    confirm: 'Open dispute',
    about:
      'What the creator earns is held back until our staff decide: for the creator, or for you. You can withdraw the dispute until then.',
    reason: 'required',
  },
  {
    decision: 'resolve',
    label: 'Withdraw dispute',
    title: 'Withdraw the dispute?',
    confirm: 'Withdraw dispute',
    about:
      succeededAt === null
        ? `The payment is approved, and ${total} is charged.`
        : 'The creator keeps what the payment pays.',
    look: 'secondary',
    keep: 'Keep it',
  },
  {
    decision: 'cancel',
    label: 'Cancel payment',
    title: 'Cancel this payment?',
    confirm: 'Cancel payment',
    about: NOT_PAID,
    keep: 'Keep it',
    reason: 'optional',
  },
];

function Decisions({
  one,
  decisions,
  refused,
}: {
  one: Payment;
  decisions: readonly PaymentDecision[];
  refused: string | null;
}) {
  const total = money(one.amount + (one.fees.service ?? 0), one.currency);
  if (refused !== null)
    return (
      <Card title="Your decision">
        <Buttons>
          {decisions.includes('approve') && <Button disabled>Approve</Button>}
          {questions(one, total)
            .filter(({ decision }) => decisions.includes(decision))
            .map(({ label }) => (
              <Button look="secondary" disabled>
                {label}
              </Button>
            ))}
        </Buttons>
        <p class="quiet">{refused}</p>
      </Card>
    );
  return (
    <Card title="Your decision">
      <Buttons>
        {decisions.includes('approve') && (
          <Form action="approve" seen={one.version}>
            <Button>{`Approve, charge ${total}`}</Button>
          </Form>
        )}
        {questions(one, total)
          .filter(({ decision }) => decisions.includes(decision))
          .map(({ decision, about, reason, ...asks }) => (
            <Confirm action={decision} seen={one.version} {...asks} {...(reason && { has: ['reason'] })}>
              <p>{about}</p>
              {reason && (
                <TextArea
                  name="reason"
                  label="Reason"
                  hint="The creator reads it."
                  rows={3}
                  maxlength={2000}
                  required={reason === 'required'}
                />
              )}
            </Confirm>
          ))}
      </Buttons>
    </Card>
  );
}
