import * as z from 'zod';
import { toPercent } from '../../../kit/money.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, currencyCode, id, ownId, text, Version } from '../../../resource/fields.ts';
import type { creatorCodes } from './table.ts';
import { ANSWERS, STATUSES } from './transitions.ts';

export type CodeRow = typeof creatorCodes.$inferSelect;

export const CODE_KINDS = ['creator', 'discount'] as const;

/** Codes are one whatever their case. */
export const keyOf = (code: string): string => code.trim().toLowerCase();

const ShopProblem = z.object({
  reason: z.string().describe('A word for programs, such as `code_exists`.'),
  message: z.string().describe('What is wrong.'),
  fix: z.string().describe('What to do about it.'),
});
export type ShopProblem = z.output<typeof ShopProblem>;

const Evidence = z.object({
  code: z
    .enum(['few_landings', 'coupon_sites', 'sudden_rise'])
    .describe('Which of the three signs of a leak this is.'),
  text: z.string().describe('The same as a sentence.'),
});
export type Evidence = z.output<typeof Evidence>;

/** How many views there were in all at a moment (milliseconds). */
export interface Views {
  at: number;
  views: number;
}

const percent = z
  .number()
  .nullable()
  .describe('1.5 means 1.5%. Null where an amount is taken off, or nothing.');
const amount = z
  .int()
  .nullable()
  .describe('Cents of `currency`. Null where a share is taken off, or nothing.');
const currency = currencyCode
  .nullable()
  .describe('ISO 4217, in lower case. Of the amounts; null without any.');

const AtShop = z.object({
  status: z
    .enum(['pending', 'active', 'paused', 'deleted', 'failed'])
    .describe(
      '`pending`: not made there yet. `active`, `paused`, `deleted`: what the shop said last, whoever changed it. `failed`: not made, `problem` says why.',
    ),
  problem: ShopProblem.nullable().describe(
    'Why the shop was not asked, or refused; null where all went well.',
  ),
  code: z.string().nullable().describe('As the shop writes it; null until it was read there.'),
  percent,
  amount,
  uses: z
    .int()
    .nullable()
    .describe('How often it was used, as the shop counts; null until it was read there.'),
  readAt: z.string().nullable().describe('When it was last read there. It is read every hour.'),
});

const Flag = z.object({
  flaggedAt: z.string().describe('Sales that the code credits since then wait for the answer.'),
  answerBy: z.string().describe('Without an answer by then it is `keep`.'),
  answer: z.enum(ANSWERS).nullable().describe('Null while it is not answered.'),
  answeredAt: z.string().nullable().describe('Null while it is not answered.'),
  note: z.string().nullable().describe("The account's own note; null without one, and for the creator."),
});

export const CreatorCode = z
  .object({
    id: ownId('creatorCode'),
    account: id('account').describe('Whose code it is.'),
    creator: id('creator').describe('Whom it credits. It is never given to another creator.'),
    program: id('program').describe('The program by which its sales are paid.'),
    code: z.string().describe('As the account wrote it. Upper and lower case are one.'),
    kind: z
      .enum(CODE_KINDS)
      .describe('`creator`: a word that names the creator. `discount`: one that takes something off.'),
    percent,
    amount,
    currency,
    connection: id('connection').nullable().describe('The shop that takes it; null for no connected shop.'),
    shop: AtShop.nullable().describe('How it is at the shop; null without a connected one.'),
    status: z
      .enum(STATUSES)
      .describe(
        '`flagged`: it looks as if it had leaked, and sales wait. `paused` and `archived`: the shop no longer takes it.',
      ),
    uses: z.int().describe('The orders that were recorded with it.'),
    flag: Flag.nullable().describe('The last flag; null when it was never flagged.'),
    evidence: z
      .array(Evidence)
      .nullable()
      .describe('Why it was flagged. For the account alone; null for the creator, and without a flag.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'CreatorCode' });
recordExample(CreatorCode, {
  id: 'code_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  code: 'NIA10',
  kind: 'discount',
  percent: 10,
  amount: null,
  currency: null,
  connection: 'conn_01k2d9q3v7h5m8r4t6w0x1y2z3',
  shop: {
    status: 'active',
    problem: null,
    code: 'NIA10',
    percent: 10,
    amount: null,
    uses: 12,
    readAt: '2026-08-12T09:00:00.000Z',
  },
  status: 'active',
  uses: 12,
  flag: null,
  evidence: null,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});
export type CreatorCode = z.output<typeof CreatorCode>;

const note = text(1000).nullable().optional();

export const CreatorCodeCreate = z.object({
  creator: id('creator').describe('A creator that the account agreed with.'),
  program: id('program').describe("One of the account's own programs."),
  code: z
    .string()
    .regex(/^[A-Za-z0-9_-]{3,40}$/, 'Must be 3 to 40 letters, digits, hyphens or underscores.')
    .describe('3 to 40 letters, digits, - and _. Upper and lower case are one.'),
  kind: z.enum(CODE_KINDS).describe('`discount` for one that a checkout takes.'),
  percent: z
    .number()
    .min(0.01)
    .max(100)
    .multipleOf(0.01)
    .optional()
    .describe('What the discount takes off. A code to be made in a shop has this or `amount`.'),
  amount: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe("What the discount takes off, in cents of the shop's currency."),
  connection: id('connection')
    .optional()
    .describe('The shop in which the discount is made. Without one the account makes it itself.'),
  existing: z
    .literal(true)
    .optional()
    .describe('Take over the discount that the shop already has under this code.'),
});
bodyExample(CreatorCodeCreate, 'CreatorCodeCreate', {
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  code: 'NIA10',
  kind: 'discount',
  percent: 10,
});

export const CreatorCodeUpdate = z.object({
  status: z
    .enum(['active', 'paused', 'archived'])
    .optional()
    .describe('The shop follows. What else is changed at the shop is changed there.'),
  existing: z
    .literal(true)
    .optional()
    .describe('After `code_exists`: take over the discount that the shop has under this code.'),
  retry: z.literal(true).optional().describe('After `failed`: try again to make it in the shop.'),
  answer: z
    .enum(ANSWERS)
    .optional()
    .describe(
      'To a flag. `keep`: what waited counts. `stop`: what it sold since the flag earns nothing, and it is paused.',
    ),
  note: note.describe('Why; for the account alone. Goes with an answer.'),
  version: Version.optional(),
});
bodyExample(CreatorCodeUpdate, 'CreatorCodeUpdate', { status: 'paused' });

const percentOf = (basisPoints: number | null) => (basisPoints === null ? null : toPercent(basisPoints));

/** @param forAccount whether the account reads it: evidence and notes are its own. */
export function presentCode(row: CodeRow, forAccount: boolean): CreatorCode {
  const { flaggedAt, answerBy, answer, answeredAt, shopStatus } = row;
  return {
    id: row.id,
    account: row.accountId,
    creator: row.creatorId,
    program: row.programId,
    code: row.code,
    kind: row.kind,
    percent: percentOf(row.percent),
    amount: row.amount,
    currency: row.currency,
    connection: row.connectionId,
    shop:
      shopStatus === null
        ? null
        : {
            status: shopStatus,
            problem: forAccount ? row.shopProblem : null,
            code: row.shopCode,
            percent: percentOf(row.shopPercent),
            amount: row.shopAmount,
            uses: row.shopUses,
            readAt: isoOrNull(row.shopReadAt),
          },
    status: row.status,
    uses: row.uses,
    flag:
      flaggedAt === null || answerBy === null
        ? null
        : {
            flaggedAt: iso(flaggedAt),
            answerBy: iso(answerBy),
            answer,
            answeredAt: isoOrNull(answeredAt),
            note: forAccount ? row.note : null,
          },
    evidence: forAccount ? row.evidence : null,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
