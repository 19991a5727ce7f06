// Records of all kinds as lines of one queue.
import {
  REVIEW_KINDS,
  type ReviewItem,
  type ReviewKind,
  type ReviewQueue,
} from '../../../domains/operations/staff/review-queue.ts';
import { words } from '../../format.tsx';

export const KIND_NAMES: Record<ReviewKind, string> = {
  'support-threads': 'Support request',
  'message-reports': 'Reported message',
  payments: 'Disputed payment',
  charges: 'Charge in review',
  refunds: 'Refund',
  chargebacks: 'Chargeback',
  'ledger-instructions': 'Blocked instruction of a ledger',
  corrections: 'Correction',
  differences: 'Difference between books',
  'processor-events': 'Event of the processor',
  'dead-letters': 'Dead letter',
};

/** The label of a record, which depends on whether it waits for a person. */
export const recordName = (kind: ReviewKind, waits: boolean): string =>
  (waits ? undefined : { payments: 'Payment', charges: 'Charge' }[kind as string]) ?? KIND_NAMES[kind];

export interface ReviewLine {
  kind: ReviewKind;
  id: string;
  since: string;
  /** The account or creator that it belongs to. */
  account: string | null;
  /** The creator that a payment is for. */
  creator: string | null;
  amount: number | null;
  currency: string | null;
  /** The matter in one line. */
  says: string;
}

/** The queue's key for each kind. */
const KEYS: Record<ReviewKind, keyof ReviewQueue> = {
  'support-threads': 'supportThreads',
  'message-reports': 'messageReports',
  payments: 'payments',
  charges: 'charges',
  refunds: 'refunds',
  chargebacks: 'chargebacks',
  'ledger-instructions': 'ledgerInstructions',
  corrections: 'corrections',
  differences: 'differences',
  'processor-events': 'processorEvents',
  'dead-letters': 'deadLetters',
};

export const countOf = (queue: ReviewQueue, kind: ReviewKind) => queue[KEYS[kind]].count;

/** The queue, oldest first. */
export function linesOf(queue: ReviewQueue, only: ReviewKind | undefined): ReviewLine[] {
  const kinds = REVIEW_KINDS.filter((kind) => only === undefined || kind === only);
  return kinds
    .flatMap((kind) => queue[KEYS[kind]].oldest.map((record) => lineOf(kind, record)))
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since));
}

/** The states of a support thread, seen from the staff's side. */
export const SUPPORT_STATES: Readonly<Record<string, string>> = {
  waiting_on_lucra: 'Waiting for an answer',
  waiting_on_customer: 'Waiting for the customer',
  resolved: 'Resolved',
};

type Fact = string | null | undefined;

/** A record of any kind as a line. */
export function lineOf(kind: ReviewKind, record: ReviewItem['record']): ReviewLine {
  const text = (name: string) => (record[name] ?? null) as string | null;
  const [since] = [
    record.waitingSince,
    record.disputedAt,
    record.foundAt,
    record.receivedAt,
    record.createdAt,
  ].filter(Boolean);
  return {
    kind,
    id: text('id')!,
    since: since as string,
    account: holderIn(kind, record),
    creator: kind === 'support-threads' ? null : text('creator'),
    amount: typeof record.amount === 'number' ? record.amount : null,
    currency: text('currency'),
    says: says(kind, record, text) || '',
  };
}

function holderIn(kind: ReviewKind, record: ReviewItem['record']): string | null {
  // The processor's ID of an account is not one of our IDs.
  if (kind === 'processor-events') return null;
  const found = record.account ?? record.holder ?? record.subject ?? record.sender ?? record.creator;
  return typeof found === 'string' && /^(acct|crtr)_/.test(found) ? found : null;
}

function says(kind: ReviewKind, record: ReviewItem['record'], text: (name: string) => Fact): Fact {
  switch (kind) {
    case 'support-threads':
      return SUPPORT_STATES[text('status')!];
    case 'message-reports':
      return `${words(text('reason')!)}${record.note ? `: ${text('note')}` : ''}`;
    case 'payments':
      return (record.dispute as { reason: string } | null)?.reason;
    case 'refunds':
      return text('message') ?? words(text('status')!);
    case 'chargebacks':
      return `${words(text('status')!)}${record.message ? `: ${text('message')}` : ''}`;
    case 'ledger-instructions':
      return text('blocked');
    case 'corrections':
      return `${words(text('kind')!)}, asked for by ${text('proposedBy')}`;
    case 'differences':
      return `${words(text('kind')!)}, ${text('subject')}`;
    case 'processor-events':
      return `${text('type')}: ${text('error')}`;
    case 'dead-letters':
      return `${text('queue')}: ${text('reason') ?? 'no reason'}`;
    case 'charges':
      return text('message');
  }
}

/** The page of a record. */
export const pageOf = (kind: ReviewKind, id: string) =>
  `/staff/review-queue/${kind}/${encodeURIComponent(id)}`;
