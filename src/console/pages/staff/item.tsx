// One record of the review queue: its facts, the possible decisions, and past actions.
import {
  isReviewKind,
  type ReviewItem,
  type ReviewKind,
} from '../../../domains/operations/staff/review-queue.ts';
import { notFound } from '../../../kit/error.ts';
import { Buttons } from '../../components/button.tsx';
import { Badge, Card, Facts, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Seen } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { money, words } from '../../format.tsx';
import { staffPage } from '../../page.ts';
import type { StaffVisit } from '../../visit.ts';
import { ActionTable } from './action-table.tsx';
import {
  answerConversation,
  ConversationCard,
  findConversation,
  isConversation,
  openConversation,
} from './conversation.tsx';
import { decisionsOf, writeOf } from './decisions.ts';
import { detailsOf, factsOf } from './facts.tsx';
import { Parties } from './parties.tsx';
import { lineOf, pageOf, recordName } from './review-lines.ts';
import { SubmissionCard } from './submission.tsx';

function subjectOf({ params }: StaffVisit) {
  const { kind, id = '' } = params;
  if (!isReviewKind(kind)) throw notFound('page');
  return { kind, id };
}

export const itemPage = staffPage({
  path: '/review-queue/:kind/:id',
  show: async (at) => {
    const { kind, id } = subjectOf(at);
    const [item, { items: actions, nextCursor }, conversation] = await Promise.all([
      at.run('GET /internal/v1/review-queue/:kind/:id', { params: { kind, id } }),
      at.run('GET /internal/v1/actions', { query: { subject: id, limit: '100' } }),
      findConversation(at, kind, id),
    ]);
    const { record, waits, parties, submissions, programs } = item;
    const line = lineOf(kind, record);
    const title = recordName(kind, waits);
    const names = new Map([...parties, ...programs].map((one) => [one.id, one.name]));
    const details = detailsOf(kind, record, names);
    return {
      title,
      body: (
        <>
          <PageHead title={title} back={{ href: '/staff', label: 'Queue' }}>
            {line.says}
          </PageHead>
          {isConversation(kind) && <ConversationCard kind={kind} found={conversation} />}
          <Card
            title="Decide"
            action={
              waits ? <Badge tone="warning">Waits</Badge> : actions.length > 0 && <Badge>Decided</Badge>
            }
          >
            <Decide at={at} item={item} decided={actions.length > 0} />
          </Card>
          {submissions.map((submission) => (
            <SubmissionCard submission={submission} />
          ))}
          <Parties parties={parties} />
          <Card title="Details">
            <Facts facts={factsOf(kind, record, names)} />
          </Card>
          {details.length > 0 && (
            <Card title={kind === 'differences' ? 'Figures of both sides' : 'Step details'}>
              <Facts facts={details} />
            </Card>
          )}
          <Card title="Actions" flush>
            {actions.length === 0 ? (
              <p class="card-foot quiet">No staff actions yet.</p>
            ) : (
              <ActionTable actions={actions} />
            )}
            {nextCursor && (
              <p class="card-foot quiet">
                <a href={`/staff/actions?subject=${encodeURIComponent(id)}`}>All actions</a>
              </p>
            )}
          </Card>
        </>
      ),
    };
  },
  actions: {
    open: async (at, form) => {
      const { kind, id } = subjectOf(at);
      return await openConversation(at, kind, id, form);
    },
    answer: async (at, form) => {
      const { kind, id } = subjectOf(at);
      return await answerConversation(at, kind, id, form);
    },
    decide: async (at, form) => {
      const { kind, id } = subjectOf(at);
      const { route, ...input } = writeOf(kind, id, form);
      await at.run(route, input);
      return at.go(kind === 'dead-letters' ? '/staff' : pageOf(kind, id), 'Decision saved under your name.');
    },
  },
});

/** The payment to decide about. The form points out what changed while the person was reading. */
function SeenPayment({ payment }: { payment: ReviewItem['record'] }) {
  const { amount, currency, status } = payment;
  return (
    <>
      <Seen name="Amount" now={money(amount as number, currency as string)} />
      <Seen name="Status" now={words(status as string)} />
    </>
  );
}

/** Kinds whose decision belongs to the version that was read. */
const VERSIONED: ReadonlySet<ReviewKind> = new Set(['payments', 'support-threads']);

function Decide({ at, item, decided }: { at: StaffVisit; item: ReviewItem; decided: boolean }) {
  const { kind, record, waits } = item;
  if (kind === 'corrections' && waits && record.proposedBy === at.staff)
    return (
      <Notice title="You asked for this">Another staff member has to approve it within seven days.</Notice>
    );
  const decisions = decisionsOf(item);
  if (decisions.length === 0)
    return (
      <p class="quiet">
        {waits
          ? 'The bank decides this one, by the evidence at the processor.'
          : decided
            ? 'There is nothing left to decide.'
            : 'There is nothing to decide.'}
      </p>
    );
  return (
    <Buttons>
      {decisions.map(({ outcome, label, title, consequence, confirm, look, payments }) => (
        <Confirm
          action="decide"
          id={outcome}
          label={label}
          title={title}
          confirm={confirm}
          look={look}
          {...(VERSIONED.has(kind) && { seen: record.version as number })}
          has={payments ? ['reason', 'payments'] : ['reason']}
        >
          {kind === 'payments' && <SeenPayment payment={record} />}
          <p>{consequence}</p>
          {payments && (
            <TextArea name="payments" label="Payments" hint="Payment IDs, one per line." rows={3} required />
          )}
          <TextArea
            name="reason"
            label="Why"
            hint="Kept with your name, for good."
            rows={3}
            maxlength={2000}
            required
          />
        </Confirm>
      ))}
    </Buttons>
  );
}
