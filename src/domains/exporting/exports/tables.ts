// What each list looks like as a table: where it is read, and which fields of its records are columns.
import type { CsvCell } from '../../../kit/csv.ts';
import { decimalsOf } from '../../../kit/currencies.ts';
import type { ExportedList } from './lists.ts';

/** An amount in minor units, and the field with its currency. */
interface Amount {
  at: string;
  currency: string;
}

export type Column = string | Amount;

export interface ExportedTable {
  /** The route of the list. */
  route: `GET ${string}`;
  /** Fields of the records. A dot leads into a record. */
  columns: readonly Column[];
}

const amount = (at: string, currency = 'currency'): Amount => ({ at, currency });

const TIMES = ['createdAt', 'updatedAt'];

export const TABLES: Record<ExportedList, ExportedTable> = {
  agreements: {
    route: 'GET /v1/agreements',
    columns: [
      ...['id', 'title', 'description', 'status', 'applicability', 'latestVersion.version'],
      ...['latestVersion.fileName', 'acceptedCount', 'pendingCount', ...TIMES],
    ],
  },
  applications: {
    route: 'GET /v1/applications',
    columns: [
      ...['id', 'program', 'creator', 'status', 'invited', 'removed', 'payStatus', 'payVersion'],
      ...['acceptedAt', 'reviewedAt', 'agreementsRequired', 'partnerFee.percent', ...TIMES],
    ],
  },
  campaigns: {
    route: 'GET /v1/campaigns',
    columns: [
      ...['id', 'name', 'status', 'configuredStatus', 'platform', 'connection', 'objective', 'currency'],
      amount('budget.daily'),
      amount('budget.billingLimit'),
      ...['schedule.startDate', 'schedule.endDate', 'scheduledLaunchAt', 'optimizationEvent', 'identity'],
      ...['destination.type', 'destination.value', 'creatives', 'creatorPay.model', 'createdByPartner'],
      ...['partnerApproval.status', ...TIMES],
    ],
  },
  charges: {
    route: 'GET /v1/charges',
    columns: [
      ...['id', 'day', 'status', amount('amount'), 'currency', 'itemCount', 'card.brand', 'card.last4'],
      ...['attempts', 'failureMessage', 'nextAttemptAt', 'succeededAt', 'account', ...TIMES],
    ],
  },
  'creator-codes': {
    route: 'GET /v1/creator-codes',
    columns: [
      ...['id', 'code', 'kind', 'creator', 'program', 'account', 'status', 'uses', 'percent'],
      amount('amount'),
      ...['currency', 'connection', 'shop.status', 'shop.uses', 'flag.flaggedAt', ...TIMES],
    ],
  },
  creators: {
    route: 'GET /v1/creators',
    columns: [
      ...['id', 'name', 'handle', 'email', 'phone', 'status', 'relationship', 'managedBy', 'visibility'],
      ...[
        'location',
        'tags',
        'notes',
        'bio',
        'agreementsRequired',
        'programs',
        'tier',
        'stats.approvedVideos',
        'stats.pendingVideos',
      ],
      ...['stats.approvalRate', 'takeRate.percent', ...TIMES],
    ],
  },
  earnings: {
    route: 'GET /v1/earnings',
    columns: [
      ...['id', 'occurredAt', 'status', amount('amount'), amount('fee'), amount('net'), 'currency', 'source'],
      ...['account', 'program', 'submission', 'retainer', 'holdUntilAt'],
    ],
  },
  payments: {
    route: 'GET /v1/payments',
    columns: [
      ...['id', 'creator', 'status', amount('amount'), amount('fees.service'), amount('fees.partner')],
      ...[amount('net'), 'currency', 'source', 'program', 'submission', 'retainer', 'charge', 'note'],
      ...['failureMessage', 'payoutProblem', 'approvedAt', 'succeededAt', 'disputedAt', 'dispute.reason'],
      ...['dispute.outcome', 'account', ...TIMES],
    ],
  },
  payouts: {
    route: 'GET /v1/payouts',
    columns: [
      ...['id', 'creator', 'account', 'status', amount('amount'), amount('owedPaid'), 'currency', 'earnings'],
      ...['failureReason', 'failureMessage', 'paidAt', ...TIMES],
    ],
  },
  posts: {
    route: 'GET /v1/posts',
    columns: [
      ...['id', 'url', 'platform', 'status', 'creator', 'creatorName', 'handle', 'program', 'programName'],
      ...[
        'submission',
        'title',
        'publishedAt',
        'trackedUntil',
        'eligibleViews',
        amount('amount'),
        'currency',
      ],
      ...['needsConfirmation', 'confidence', 'reason', 'note', 'product', ...TIMES],
    ],
  },
  products: {
    route: 'GET /v1/products',
    columns: [
      ...[
        'id',
        'title',
        'status',
        amount('price'),
        'currency',
        'source',
        'url',
        'description',
        'variantCount',
      ],
      ...['sampleable', 'account', ...TIMES],
    ],
  },
  programs: {
    route: 'GET /v1/programs',
    columns: [
      ...[
        'id',
        'name',
        'type',
        'status',
        'visibility',
        'publicPage',
        'account',
        'brandName',
        'platforms',
        'pay.currency',
      ],
      ...[
        amount('pay.cap', 'pay.currency'),
        'pay.approval',
        'limits.creators',
        'limits.submissionsPerCreator',
      ],
      ...[
        amount('limits.budget', 'pay.currency'),
        'stats.creators',
        'stats.applications',
        'stats.submissions',
      ],
      ...[amount('stats.spend', 'pay.currency'), 'startsAt', 'endsAt', ...TIMES],
    ],
  },
  relationships: {
    route: 'GET /v1/relationships',
    columns: [
      ...['id', 'account', 'accountName', 'creator', 'status', 'relationship', 'accountAgreedAt'],
      ...['creatorAgreedAt', 'endedBy', ...TIMES],
    ],
  },
  retainers: {
    route: 'GET /v1/retainers',
    columns: [
      ...['id', 'creator', 'account', 'program', 'status', amount('pay.base'), amount('pay.cap'), 'currency'],
      ...['pay.summary', 'pay.approval', 'deliverables', 'notes', 'startsAt', 'currentPeriodStartAt'],
      ...['currentPeriodEndAt', 'canceledAt', ...TIMES],
    ],
  },
  samples: {
    route: 'GET /v1/samples',
    columns: [
      ...['id', 'creator', 'product', 'variant', 'program', 'status', 'offered', 'trackingUrl', 'note'],
      ...['order.name', 'approvedAt', 'shippedAt', 'deliveredAt', 'account', ...TIMES],
    ],
  },
  submissions: {
    route: 'GET /v1/submissions',
    columns: [
      ...[
        'id',
        'program',
        'creator',
        'status',
        'platform',
        'caption',
        'url',
        'tags',
        'duration',
        'submittedAt',
      ],
      ...['reviewedAt', 'note', amount('paid.amount', 'paid.currency'), 'paid.currency', 'paid.payment'],
      ...['application', 'retainer', 'product', 'post', 'account', ...TIMES],
    ],
  },
  transactions: {
    route: 'GET /v1/balance/transactions',
    columns: [
      ...[
        'id',
        'occurredAt',
        'type',
        'status',
        amount('amount'),
        amount('fee'),
        amount('net'),
        amount('balance'),
      ],
      ...[amount('owedPaid'), 'currency', 'description', 'memo', 'source', 'counterparty.type'],
      ...['counterparty.id', 'counterparty.name', 'program', 'campaign'],
    ],
  },
  withdrawals: {
    route: 'GET /v1/withdrawals',
    columns: [
      ...['id', 'status', amount('amount'), amount('fee'), amount('net'), 'currency', 'speed', 'arrivesAt'],
      ...[amount('delivered.amount', 'delivered.currency'), 'delivered.currency', 'failureMessage', ...TIMES],
    ],
  },
};

/** A column's name: the path of its field. */
export const nameOf = (column: Column): string => (typeof column === 'string' ? column : column.at);

/** The cells of a record. Several values in one field are separated by semicolons. */
export const cellsOf = (columns: readonly Column[], record: unknown): CsvCell[] =>
  columns.map((column) => {
    if (typeof column === 'string') return cellOf(valueAt(record, column));
    const minor = valueAt(record, column.at);
    const currency = valueAt(record, column.currency);
    if (typeof minor !== 'number' || typeof currency !== 'string') return null;
    return minor / 10 ** decimalsOf(currency);
  });

/** The value of a record's own field; undefined where there is none. */
export function valueAt(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function cellOf(value: unknown): CsvCell {
  if (Array.isArray(value)) return value.map(cellOf).join('; ');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
