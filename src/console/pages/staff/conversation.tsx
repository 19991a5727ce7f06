// The messages of a support thread, or those around a reported one. They open with a reason, which is recorded.
import type { ReportedMessages } from '../../../domains/messaging/moderation/list-reported-messages.ts';
import type { SupportMessages } from '../../../domains/messaging/moderation/list-support-messages.ts';
import type { ReviewKind } from '../../../domains/operations/staff/review-queue.ts';
import { AppError } from '../../../kit/error.ts';
import { isId } from '../../../kit/ids.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Badge, Card } from '../../components/card.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Form, Seen } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import type { StaffVisit } from '../../visit.ts';
import { pageOf } from './review-lines.ts';
import { Transcript } from './transcript.tsx';

export type ConversationKind = Extract<ReviewKind, 'support-threads' | 'message-reports'>;

export const isConversation = (kind: ReviewKind): kind is ConversationKind =>
  kind === 'support-threads' || kind === 'message-reports';

/** What the visitor may read of a conversation; null until the reason is recorded. */
export type Conversation = { support: SupportMessages } | { reported: ReportedMessages } | null;

/** Also null for a record without a conversation. */
export async function findConversation(at: StaffVisit, kind: ReviewKind, id: string): Promise<Conversation> {
  if (!isConversation(kind)) return null;
  const params = { id };
  try {
    if (kind === 'message-reports')
      return { reported: await at.run('GET /internal/v1/message-reports/:id/messages', { params }) };
    const query = { limit: '50', ...at.given('before') };
    return { support: await at.run('GET /internal/v1/support-threads/:id/messages', { params, query }) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'permission_denied') return null;
    throw error;
  }
}

export function ConversationCard({ kind, found }: { kind: ConversationKind; found: Conversation }) {
  if (!found) return <Closed kind={kind} />;
  return 'support' in found ? <Support found={found.support} /> : <Reported found={found.reported} />;
}

function Closed({ kind }: { kind: ConversationKind }) {
  const support = kind === 'support-threads';
  return (
    <Card title={support ? 'Conversation' : 'Reported message'}>
      <p class="quiet">
        Messages are private. Enter why you read {support ? 'them' : 'this one and those around it'}: the
        audit log keeps the reason with your name, and the messages open for an hour.
      </p>
      <Form action="open" has={['reason']}>
        <TextArea
          name="reason"
          label="Why"
          rows={2}
          maxlength={2000}
          value={support ? 'Answering the request' : null}
          required
        />
        <Button>{support ? 'Open conversation' : 'Open message'}</Button>
      </Form>
    </Card>
  );
}

function Support({ found: { thread, messages, older, pending } }: { found: SupportMessages }) {
  const [newest] = messages;
  return (
    <Card title="Conversation" action={thread.status === 'resolved' && <Badge>Resolved</Badge>}>
      {older !== null && (
        <p>
          <ButtonLink look="secondary" small href={`?before=${older}`}>
            Older messages
          </ButtonLink>
        </p>
      )}
      {messages.length === 0 ? (
        <EmptyState title="No messages yet">What the customer writes appears here.</EmptyState>
      ) : (
        <Transcript label="Conversation" messages={messages.toReversed()} />
      )}
      {pending.map(({ body, staff, createdAt }) => (
        <Notice title={`Sending the answer of ${staff}`}>
          <p class="said-text">{body}</p>
          <p class="quiet">
            <Time at={createdAt} exact />
          </p>
        </Notice>
      ))}
      <AnswerForm newest={newest} />
    </Card>
  );
}

/** An answer belongs to the newest message that its author saw. */
function AnswerForm({ newest }: { newest: SupportMessages['messages'][number] | undefined }) {
  return (
    <Form action="answer" seen={newest?.id ?? NOTHING} has={['body']}>
      {newest && <Seen name="Newest message" now={`${newest.sender.name}: ${newest.body.slice(0, 80)}`} />}
      <TextArea
        name="body"
        label="Answer"
        hint="Sent in the name of the service. Your name stays in the audit log."
        rows={5}
        maxlength={10_000}
        required
      />
      <Button>Send answer</Button>
    </Form>
  );
}

/** Seen of a thread in which nothing was written yet. */
const NOTHING = 'nothing';

function Reported({ found: { report, messages, now } }: { found: ReportedMessages }) {
  const then = messages.find(({ id }) => id === report.message);
  return (
    <Card title="Reported message">
      <p class="quiet">
        As it was on <Time at={report.createdAt} exact />, with up to 10 messages on either side.
      </p>
      <Transcript label="Reported message" messages={messages} marked={report.message} />
      {now && now.deletedAt !== null && then?.deletedAt === null && (
        <Notice title="Deleted since">
          The message was deleted on <Time at={now.deletedAt} exact />.
        </Notice>
      )}
      {now && now.deletedAt === null && now.body !== then?.body && (
        <Notice title="Edited since">
          <p class="said-text">{now.body}</p>
        </Notice>
      )}
      <p>
        <ButtonLink look="secondary" small href={senderPage(report.sender)}>
          Sender’s messaging
        </ButtonLink>
      </p>
    </Card>
  );
}

export const senderPage = (side: string) => `/staff/senders/${encodeURIComponent(side)}`;

/** Records why the visitor reads a conversation. */
export async function openConversation(at: StaffVisit, kind: ReviewKind, id: string, form: FormInput) {
  await at.run('POST /internal/v1/readings', { body: { subject: id, reason: form.text('reason') } });
  return at.go(pageOf(kind, id));
}

export async function answerConversation(at: StaffVisit, kind: ReviewKind, id: string, form: FormInput) {
  const lastRead = form.seen === NOTHING ? null : form.seen;
  if (lastRead !== null && !isId(lastRead, ['message']))
    throw new AppError('version_conflict', 'Read the conversation again before you answer.');
  const body = { body: form.text('body'), lastRead };
  await at.run('POST /internal/v1/support-threads/:id/answers', { params: { id }, body });
  return at.go(pageOf(kind, id), 'Answer sent.');
}
