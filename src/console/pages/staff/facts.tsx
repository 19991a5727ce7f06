// The fields of a record in the review queue in words, and what a staff action changed.
import type { Child } from 'hono/jsx';
import type { Transfer } from '../../../domains/money/ledger/transfer.ts';
import type { Instruction } from '../../../domains/money/ledger-instructions/instruction.ts';
import type { ReviewItem, ReviewKind } from '../../../domains/operations/staff/review-queue.ts';
import type { StaffAction } from '../../../domains/operations/staff/staff-action.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';
import { Code } from '../../components/code.tsx';
import { count, day, money, Time, words } from '../../format.tsx';
import { Id, looksLikeId, type NamesById } from './ids.tsx';

type Kept = ReviewItem['record'];
type Fact = readonly [label: string, value: Child];

/** deliveredAt gives "Delivered at". */
function labelOf(name: string): string {
  if (name === 'id') return 'ID';
  return words(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

/** Labels of each kind's fields, in the order in which people look for them. */
const FIELDS: Record<ReviewKind, Readonly<Record<string, string>>> = {
  'support-threads': {
    account: 'Account',
    creator: 'Creator',
    waitingSince: 'Waiting since',
    resolvedAt: 'Resolved',
    createdAt: 'Opened',
    id: 'Thread',
  },
  'message-reports': {
    reason: 'Reported as',
    note: 'Note of the reporter',
    sender: 'Sender',
    reporter: 'Reporter',
    status: 'Status',
    decision: 'Decision',
    decidedBy: 'Decided by',
    decidedAt: 'Decided',
    createdAt: 'Reported',
    message: 'Message',
    thread: 'Thread',
    id: 'Report',
  },
  payments: {
    amount: 'Amount',
    net: 'Creator earns',
    'fees.service': 'Service fee',
    'fees.partner': 'Partner’s share',
    status: 'Status',
    account: 'Brand',
    creator: 'Creator',
    program: 'Program',
    submission: 'Submission',
    retainer: 'Retainer',
    source: 'Paid for',
    note: 'Note of the brand',
    'dispute.reason': 'Reason of the dispute',
    'dispute.openedAt': 'Disputed',
    'dispute.resolvedAt': 'Dispute resolved',
    'dispute.outcome': 'Outcome of the dispute',
    charge: 'Charge',
    failureMessage: 'Why it failed',
    payoutProblem: 'Payout problem',
    createdAt: 'Created',
    approvedAt: 'Approved',
    succeededAt: 'Charged',
    id: 'Payment',
  },
  charges: {
    amount: 'Amount',
    status: 'Status',
    account: 'Brand',
    day: 'Day (UTC)',
    attempt: 'Attempt',
    message: 'What went wrong',
    processorPayment: 'At the processor',
    createdAt: 'Created',
    succeededAt: 'Charged',
    id: 'Charge',
  },
  refunds: {
    amount: 'Amount',
    status: 'Status',
    account: 'Brand',
    payment: 'Payment',
    charge: 'Charge',
    attempt: 'Attempt',
    message: 'What went wrong',
    processorRefund: 'At the processor',
    createdAt: 'Created',
    decidedAt: 'Decided',
    id: 'Refund',
  },
  chargebacks: {
    amount: 'Disputed amount',
    taken: 'Taken by the bank',
    fee: 'Fee for the service',
    status: 'Status',
    account: 'Brand',
    charge: 'Charge',
    message: 'What the bank says',
    processorPayment: 'Payment at the processor',
    createdAt: 'Opened',
    id: 'Dispute at the processor',
  },
  'ledger-instructions': {
    blocked: 'Blocked because',
    id: 'Subject',
    n: 'Step',
    dueAt: 'Next attempt',
    createdAt: 'Planned',
  },
  corrections: {
    amount: 'Amount',
    kind: 'Kind',
    holder: 'Holder',
    balance: 'Balance',
    reason: 'Reason',
    proposedBy: 'Proposed by',
    approvedBy: 'Approved by',
    createdAt: 'Proposed',
    approvedAt: 'Approved',
    endsAt: 'Can be approved until',
    id: 'Correction',
  },
  differences: {
    kind: 'Kind',
    subject: 'What differs',
    foundAt: 'Found',
    seenAt: 'Last seen',
    closedAt: 'Closed',
    id: 'Difference',
  },
  'processor-events': {
    type: 'Type',
    error: 'What went wrong',
    object: 'Subject',
    account: 'Connected account at the processor',
    status: 'Status',
    attempts: 'Attempts',
    receivedAt: 'Received',
    id: 'Event at the processor',
  },
  'dead-letters': {
    queue: 'Queue',
    reason: 'What went wrong',
    attempts: 'Attempts',
    createdAt: 'Given up',
    id: 'Message',
  },
};

/** The record's fields that have a value, with their labels. */
export function factsOf(kind: ReviewKind, record: Kept, names: NamesById): Fact[] {
  return Object.entries(FIELDS[kind])
    .map(([path, label]) => [label, path, valueAt(record, path)] as const)
    .filter(([, , value]) => value !== null && value !== undefined && value !== '')
    .map(([label, path, value]) => [label, shown(path.split('.').at(-1)!, value, currencyOf(record), names)]);
}

/** The difference that the comparison of the books found, or what an instruction of the ledgers would do. */
export function detailsOf(kind: ReviewKind, record: Kept, names: NamesById): Fact[] {
  if (kind === 'differences') return flat(record.details, [], currencyOf(record), names);
  return kind === 'ledger-instructions' ? instructionFacts(record.instruction as Instruction, names) : [];
}

function instructionFacts(instruction: Instruction, names: NamesById): Fact[] {
  if (instruction.kind === 'transfer') {
    const otherwise = instruction.orElse ? transferFacts(instruction.orElse, names) : [];
    return [
      ...transferFacts(instruction.transfer, names),
      ...otherwise.map(([label, value]) => [`If refused: ${label.toLowerCase()}`, value] as const),
    ];
  }
  const { lines = [], earnings = [], key } = instruction.posting;
  return [
    ['Ledger', <Id id={instruction.holder} names={names} />],
    ...lines.map(({ bucket, amount, currency }) => [words(bucket), money(amount, currency)] as const),
    ...(earnings.length > 0 ? [['Earnings changed', count(earnings.length)] as const] : []),
    ['Key', <Code>{key}</Code>],
  ];
}

const transferFacts = (
  { id, amount, currency, source, destination }: Transfer,
  names: NamesById,
): readonly Fact[] => [
  ['Amount', money(amount, currency)],
  ['From', <Id id={source.holder} names={names} />],
  ['To', <Id id={destination.holder} names={names} />],
  ['Transfer', <Code>{id}</Code>],
];

const valueAt = (record: Kept, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Kept | null | undefined)?.[key], record);

/** The currency of an object with amounts; some objects imply it without naming one. */
function currencyOf(record: Kept): string | null {
  const said = [record.currency, record.subject].find(
    (one) => typeof one === 'string' && CURRENCIES.has(one),
  );
  return (said as string | undefined) ?? null;
}

function flat(value: unknown, path: readonly string[], currency: string | null, names: NamesById): Fact[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') {
    const name = path.at(-1) ?? '';
    const label = path
      .map((part) => (CURRENCIES.has(part) ? part.toUpperCase() : labelOf(part).toLowerCase()))
      .join(', ');
    return [[label.charAt(0).toUpperCase() + label.slice(1), shown(name, value, currency, names)]];
  }
  const within = currencyOf(value as Kept) ?? currency;
  return Object.entries(value).flatMap(([key, one]) =>
    flat(
      one,
      Array.isArray(value) ? [...path, String(Number(key) + 1)] : [...path, key],
      CURRENCIES.has(key) ? key : within,
      names,
    ),
  );
}

/** Numbers that are never money. */
const COUNTED: ReadonlySet<string> = new Set(['n', 'known', 'attempt', 'attempts', 'limit']);

function shown(name: string, value: unknown, currency: string | null, names: NamesById): Child {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    if (isMoment(name)) return <Time at={value} exact />;
    return currency === null || COUNTED.has(name) ? count(value) : money(value, currency);
  }
  const text = String(value);
  if (isMoment(name)) return <Time at={text} exact />;
  if (name === 'day') return day(text);
  if (WORDS.has(name)) return words(text);
  if (name === 'currency') return text.toUpperCase();
  return names.has(text) || looksLikeId(text) ? <Id id={text} names={names} /> : text;
}

const isMoment = (name: string): boolean => name.endsWith('At') || name.endsWith('Since');

/** Fields with an enum value of the API. */
const WORDS: ReadonlySet<string> = new Set(['status', 'kind', 'source', 'balance', 'outcome']);

/** What an action changed: `status: disputed, now refunded`. */
export function changesOf({ before, after }: Pick<StaffAction, 'before' | 'after'>): string[] {
  return Object.keys(after)
    .filter((name) => name !== 'updatedAt' && name !== 'version' && !isObject(after[name]))
    .filter((name) => name in before && before[name] !== after[name])
    .map((name) => `${labelOf(name)}: ${said(before[name])} → ${said(after[name])}`);
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const said = (value: unknown) => (value === null || value === undefined ? 'nothing' : String(value));
