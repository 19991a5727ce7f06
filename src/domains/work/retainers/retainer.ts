import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { Currency, createdAt, currencyCode, id, ownId, text, Version } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/list-page.ts';
import { OpenAgreement } from '../agreement-rules/agreement.ts';
import { RetainerPay, RetainerPayInput, type StoredPay, summaryOf } from './pay.ts';
import { OPEN_STATES, STATES, type State } from './transitions.ts';

export const RETAINER_STATUSES = STATES;

const own = {
  id: ownId('retainer'),
  pay: RetainerPay.describe('Fixed with the offer.'),
  currency: currencyCode,
  deliverables: z
    .string()
    .nullable()
    .describe('What the creator delivers in a period; null where nothing was said.'),
  notes: z
    .string()
    .nullable()
    .describe("The brand's words, which the creator reads as well; null without any."),
  currentPeriodEndAt: z
    .string()
    .nullable()
    .describe('When the period that runs ends, and is paid; null while none runs.'),
};

export const Retainer = z
  .object({
    ...own,
    creator: id('creator').describe('Who is paid.'),
    account: id('account').describe('The brand that offered it, and pays.'),
    program: id('program')
      .nullable()
      .describe('Only work sent in to this program is under it; null for all work for the account.'),
    status: z
      .enum(RETAINER_STATUSES)
      .describe(
        '`accepted` until it starts, `canceling` until the period that runs is over. `ended`: nobody cancelled it, but the two no longer work together.',
      ),
    startsAt: z.string().describe('When the first period begins; an offer accepted later begins then.'),
    currentPeriodStartAt: z
      .string()
      .nullable()
      .describe('When the period that runs began; null while none runs.'),
    canceledAt: z.string().nullable().describe('When the cancellation was asked for; null while nobody has.'),
    agreements: z
      .array(OpenAgreement)
      .describe('What a creator accepts with an offer; filled for the creator when one retainer is read.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Retainer' });
recordExample(Retainer, {
  id: 'ret_01k2d9q3v7h5m8r4t6w0x1y2z3',
  pay: {
    rules: [],
    base: 50_000,
    cap: null,
    schedule: { cadence: 'monthly', holdDays: 0 },
    approval: 'automatic',
    summary: '$500.00 a month.',
  },
  currency: 'usd',
  deliverables: 'Four videos a month.',
  notes: null,
  currentPeriodEndAt: '2026-09-10T09:30:00.000Z',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: null,
  status: 'active',
  startsAt: '2026-08-10T09:30:00.000Z',
  currentPeriodStartAt: '2026-08-10T09:30:00.000Z',
  canceledAt: null,
  agreements: [],
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Retainer = z.output<typeof Retainer>;

/** A retainer as a creator's record shows it. */
export const OpenRetainer = z
  .object({
    ...own,
    status: z
      .enum(OPEN_STATES)
      .describe('`accepted` until it starts, `canceling` until the period that runs is over.'),
  })
  .meta({ id: 'OpenRetainer' });

export type OpenRetainer = z.output<typeof OpenRetainer>;

const Words = text(5000).nullable();

export const RetainerCreate = z.object({
  creator: id('creator').describe('One on your roster, or who applied to you.'),
  program: id('program').nullable().optional().describe('Only work sent in to this program is under it.'),
  pay: RetainerPayInput.describe('What is offered; it can not be changed afterwards.'),
  currency: Currency.optional().describe('usd unless given.'),
  deliverables: Words.optional().describe('What the creator delivers in a period.'),
  notes: Words.optional().describe('Your words to the creator.'),
  startsAt: Timestamp.optional().describe('Now unless given; not in the past.'),
});
bodyExample(RetainerCreate, 'RetainerCreate', {
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  pay: { base: 50_000 },
});

export const RetainerUpdate = z.object({
  status: z
    .enum(['accepted', 'rejected', 'canceled'])
    .optional()
    .describe('One that is active runs to the end of its period when it is canceled.'),
  deliverables: Words.optional().describe('What the creator delivers in a period; null clears it.'),
  notes: Words.optional().describe('Your words to the creator; null clears them.'),
  version: Version.optional(),
});
bodyExample(RetainerUpdate, 'RetainerUpdate', { notes: 'Two videos a month.' });

export interface RetainerRow {
  id: string;
  accountId: string;
  creatorId: string;
  programId: string | null;
  status: State;
  pay: StoredPay;
  currency: string;
  deliverables: string | null;
  notes: string | null;
  startsAt: number;
  period: number;
  currentPeriodStartAt: number | null;
  currentPeriodEndAt: number | null;
  canceledAt: number | null;
  dueAt: number | null;
  lastPaid: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export function presentRetainer(row: RetainerRow, agreements: Retainer['agreements'] = []): Retainer {
  return {
    ...presentOwn(row),
    creator: row.creatorId,
    account: row.accountId,
    program: row.programId,
    status: row.status,
    startsAt: iso(row.startsAt),
    currentPeriodStartAt: isoOrNull(row.currentPeriodStartAt),
    canceledAt: isoOrNull(row.canceledAt),
    agreements,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

/** The columns that a creator's record needs. */
export type OpenRow = Pick<
  RetainerRow,
  'id' | 'pay' | 'currency' | 'deliverables' | 'notes' | 'currentPeriodEndAt'
> & { status: OpenRetainer['status'] };

export function presentOpen(row: OpenRow): OpenRetainer {
  return { ...presentOwn(row), status: row.status };
}

function presentOwn(row: Omit<OpenRow, 'status'>) {
  return {
    id: row.id,
    pay: { ...row.pay, summary: summaryOf(row.pay, row.currency) },
    currency: row.currency,
    deliverables: row.deliverables,
    notes: row.notes,
    currentPeriodEndAt: isoOrNull(row.currentPeriodEndAt),
  };
}
