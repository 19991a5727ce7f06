// A retainer's pay: an amount for each period, and more for each submission approved in it.
import * as z from 'zod';
import {
  checkAmount,
  checkCurrency,
  GREATEST_OF_ALL,
  MORE_THAN_ALL,
  money,
} from '../../../kit/currencies.ts';
import { invalidField } from '../../../kit/error.ts';
import { numberRules, PayRule, PayRuleInput } from '../program-terms/pay.ts';

const CADENCES = ['weekly', 'monthly'] as const;
export type Cadence = (typeof CADENCES)[number];

/** The currency's own limits are checked once the currency is known. */
const Amount = z.int().min(1).max(GREATEST_OF_ALL, MORE_THAN_ALL).describe('Cents.');

export const RetainerPay = z
  .object({
    rules: z.array(PayRule).describe('What work approved in the period adds.'),
    base: z.int().describe('Cents for each period.'),
    cap: z.int().nullable().describe('The most that one period pays, in cents; null for no such limit.'),
    schedule: z
      .object({
        cadence: z.enum(CADENCES).describe('How long a period is, counted from startsAt.'),
        holdDays: z.int().describe('Days after the charge until an earning is available.'),
      })
      .describe('When a period is paid: at its end.'),
    approval: z.enum(['automatic', 'manual']).describe('Whether a payment waits for a person.'),
    summary: z.string().describe('The pay in one sentence.'),
  })
  .meta({ id: 'RetainerPay' });

export const RetainerPayInput = z.object({
  base: Amount.describe('Cents for each period.'),
  rules: z.array(PayRuleInput).max(20).optional().describe('Only per_video.'),
  cap: Amount.nullable()
    .optional()
    .describe('The most that one period pays, in cents, and no less than base; null for no such limit.'),
  schedule: z
    .object({
      cadence: z.enum(CADENCES).optional().describe('How long a period is.'),
      holdDays: z
        .int()
        .min(0)
        .max(90)
        .optional()
        .describe('Days after the charge until an earning is available.'),
    })
    .optional()
    .describe('monthly without a hold unless given.'),
  approval: z.enum(['automatic', 'manual']).optional().describe('automatic unless given.'),
});

/** Pay as it is stored; the summary is made from it. */
export type StoredPay = Omit<z.output<typeof RetainerPay>, 'summary'>;

/**
 * The offered pay. Throws validation_failed for a rule that a retainer cannot use: only approved submissions
 * belong to a retainer, while views, spend and conversions are counted for programs.
 */
export function payOf(input: z.output<typeof RetainerPayInput>): StoredPay {
  const { base, cap = null } = input;
  input.rules?.forEach((rule, index) => {
    if (rule.type !== 'per_video')
      throw invalidField(
        `/pay/rules/${index}/type`,
        'A retainer pays by per_video only.',
        'unsupported_rule',
      );
  });
  if (cap !== null && cap < base)
    throw invalidField('/pay/cap', 'The cap is less than the base.', 'cap_below_base');
  return {
    rules: numberRules(input.rules ?? [], [], 1).rules,
    base,
    cap,
    schedule: { cadence: input.schedule?.cadence ?? 'monthly', holdDays: input.schedule?.holdDays ?? 0 },
    approval: input.approval ?? 'automatic',
  };
}

/**
 * Throws validation_failed for pay whose period could not be charged for in one payment. Without a cap,
 * submissions that would exceed the payment are paid with the next period. @param feeBps the service fee on
 * top.
 */
export function checkChargeable(pay: StoredPay, currency: string, feeBps: number): void {
  checkCurrency(currency, '/currency');
  checkAmount(pay.base, currency, feeBps, '/pay/base');
  if (pay.cap !== null) checkAmount(pay.cap, currency, feeBps, '/pay/cap');
  checkAmount(pay.base + perVideo(pay), currency, feeBps, '/pay/rules');
}

/** What one approved submission adds, in cents. */
export function perVideo(pay: StoredPay): number {
  return pay.rules.reduce((sum, rule) => sum + (rule.type === 'per_video' ? rule.amount : 0), 0);
}

/**
 * The pay of each of `count` submissions, in cents, when `spent` of the period's cap is used already: in full
 * up to the cap, then what is left of it, then nothing.
 */
export function shares(pay: StoredPay, spent: number, count: number): number[] {
  const each = perVideo(pay);
  let left = pay.cap === null ? Number.POSITIVE_INFINITY : Math.max(0, pay.cap - spent);
  return Array.from({ length: count }, () => {
    const share = Math.min(each, left);
    left -= share;
    return share;
  });
}

/** The pay in one sentence, for people. */
export function summaryOf(pay: StoredPay, currency: string): string {
  const text = (cents: number) => money(cents, currency);
  const period = pay.schedule.cadence === 'weekly' ? 'week' : 'month';
  const parts = [`${text(pay.base)} a ${period}`];
  const each = perVideo(pay);
  if (each > 0) parts.push(`plus ${text(each)} for each approved video`);
  if (pay.cap !== null && each > 0) parts.push(`at most ${text(pay.cap)} a ${period}`);
  return `${parts.join(', ')}.`;
}
