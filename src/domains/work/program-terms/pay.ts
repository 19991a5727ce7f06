// A program's pay, as numbered rules. A rule keeps its number for the program's life, so that an earning can
// name its rule; every change of the pay is a new version.
import * as z from 'zod';
import { checkAmount, checkCurrency, GREATEST_OF_ALL, MORE_THAN_ALL } from '../../../kit/currencies.ts';
import { invalidField } from '../../../kit/error.ts';
import { namePart } from '../../../resource/example.ts';
import { Currency, currencyCode, id } from '../../../resource/fields.ts';

const MAX_RULES = 20;

/** The currency's own limits are checked once the currency is known. */
const Amount = z.int().min(1).max(GREATEST_OF_ALL, MORE_THAN_ALL).describe('Cents.');
const Views = z.int().min(1).max(1_000_000_000_000).describe('How many views it takes.');
const Percent = z.number().min(0.01).max(100).multipleOf(0.01).describe('Percent: 1.5 means 1.5%.');

const number = z
  .int()
  .min(1)
  .max(1_000_000)
  .optional()
  .describe('Names the rule that this one changes; leave it out for a new one.');

/** What a rule of each type pays. */
const PAYS = {
  per_video: 'An amount for each approved video.',
  per_thousand_views: 'An amount for a thousand views of the post.',
  view_milestone: 'An amount once the post has had so many views.',
  ad_spend_share: 'A part of what ads with the video spend.',
  revenue_share: 'A part of what the sales are worth that the video brought.',
  per_conversion: 'An amount for each conversion that the video brought.',
} as const;

/** The type that distinguishes the rule from the others. */
const ofType = <T extends keyof typeof PAYS>(type: T) => z.literal(type).describe(PAYS[type]);
const MIN_VIEWS =
  'Fewer views than this pay nothing; from then on all of them count. Null: from the first on.';
const MAX_AMOUNT = 'The most that the views of one video pay, in cents; null for no such limit.';
const CONVERSION = 'Which conversion counts; it must be confirmed to pay.';

export const PayRuleInput = z.discriminatedUnion('type', [
  z.object({ type: ofType('per_video'), number, amount: Amount }),
  z.object({
    type: ofType('per_thousand_views'),
    number,
    amount: Amount,
    minViews: z.int().min(0).max(1_000_000_000_000).nullable().optional().describe(MIN_VIEWS),
    maxAmount: Amount.nullable().optional().describe(MAX_AMOUNT),
  }),
  z.object({ type: ofType('view_milestone'), number, views: Views, amount: Amount }),
  z.object({ type: ofType('ad_spend_share'), number, percent: Percent }),
  z.object({
    type: ofType('revenue_share'),
    number,
    percent: Percent,
    conversion: id('conversion').describe(CONVERSION),
  }),
  z.object({
    type: ofType('per_conversion'),
    number,
    amount: Amount,
    conversion: id('conversion').describe(CONVERSION),
  }),
]);
namePart(PayRuleInput, 'PayRuleInput');

export type PayRuleInput = z.output<typeof PayRuleInput>;

const ruleNumber = z.int().describe("The rule's own number; it never changes and is never given again.");

export const PayRule = z
  .discriminatedUnion('type', [
    z.object({ number: ruleNumber, type: ofType('per_video'), amount: z.int().describe('Cents.') }),
    z.object({
      number: ruleNumber,
      type: ofType('per_thousand_views'),
      amount: z.int().describe('Cents.'),
      minViews: z.int().nullable().describe(MIN_VIEWS),
      maxAmount: z.int().nullable().describe(MAX_AMOUNT),
    }),
    z.object({
      number: ruleNumber,
      type: ofType('view_milestone'),
      views: z.int().describe('How many views it takes.'),
      amount: z.int().describe('Cents.'),
    }),
    z.object({
      number: ruleNumber,
      type: ofType('ad_spend_share'),
      percent: z.number().describe('1.5 means 1.5%.'),
    }),
    z.object({
      number: ruleNumber,
      type: ofType('revenue_share'),
      percent: z.number().describe('1.5 means 1.5%.'),
      conversion: z.string().describe(CONVERSION),
    }),
    z.object({
      number: ruleNumber,
      type: ofType('per_conversion'),
      amount: z.int().describe('Cents.'),
      conversion: z.string().describe(CONVERSION),
    }),
  ])
  .meta({ id: 'PayRule' });

export type PayRule = z.output<typeof PayRule>;

const CADENCES = ['on_approval', 'weekly', 'monthly'] as const;

const HOLD_DAYS =
  'Days after the charge until an earning is available. What sales of your own conversions earn waits before it is counted instead: until the UTC day ends that is so many days after the sale, so that what comes back until then earns nothing.';

const VIEW_DAYS =
  'For how many days after its publication the views of a post count, to the end of the UTC day.';
const DEFAULT_VIEW_DAYS = 30;

export const PaySchedule = z.object({
  cadence: z
    .enum(CADENCES)
    .describe(
      'When what was earned becomes a payment. `on_approval`: an approval at once, all else the day after. `weekly`: on Mondays; `monthly`: on the 1st (UTC).',
    ),
  holdDays: z.int().describe(HOLD_DAYS),
});

export const Pay = z
  .object({
    version: z
      .int()
      .describe('Counts the changes of the pay. Work is paid by the one in force when it was sent in.'),
    rules: z.array(PayRule).describe('They add up. Without any, only payments made by hand pay.'),
    cap: z
      .int()
      .nullable()
      .describe('The most one creator earns in the program, in cents; null for no such limit.'),
    currency: currencyCode,
    schedule: PaySchedule.describe('When it is paid.'),
    approval: z.enum(['automatic', 'manual']).describe('Whether a payment waits for a person.'),
    viewDays: z.int().describe(VIEW_DAYS),
  })
  .meta({ id: 'ProgramPay' });

/** Pay as it is stored; its version is a column of its own. */
export type Pay = Omit<z.output<typeof Pay>, 'version'>;

const Rules = z
  .array(PayRuleInput)
  .max(MAX_RULES)
  .describe('They take the place of all that were there. A rule that stays the same keeps its number.');
const ScheduleInput = z.object({
  cadence: z
    .enum(CADENCES)
    .optional()
    .describe('When what was earned becomes a payment; on_approval unless given.'),
  holdDays: z.int().min(0).max(90).optional().describe(`${HOLD_DAYS} 0 unless given.`),
});
namePart(ScheduleInput, 'PayScheduleInput');

export const PayInput = z.object({
  rules: Rules.optional(),
  cap: Amount.nullable()
    .optional()
    .describe('The most one creator earns in the program, in cents; null for no such limit.'),
  currency: Currency.optional().describe(
    'What all amounts are in: usd unless given, and fixed once the program has been live.',
  ),
  schedule: ScheduleInput.optional().describe('When it is paid. What is left out stays.'),
  approval: z
    .enum(['automatic', 'manual'])
    .optional()
    .describe('Whether a payment waits for a person; manual unless given.'),
  viewDays: z.int().min(1).max(90).optional().describe(`${VIEW_DAYS} ${DEFAULT_VIEW_DAYS} unless given.`),
});
namePart(PayInput, 'ProgramPayInput');

/** One creator's own pay: each given part replaces the program's. */
export const PayOverrideInput = z.object({
  rules: Rules.optional(),
  cap: Amount.nullable()
    .optional()
    .describe('The most that this creator earns in the program, in cents; null for no such limit.'),
  schedule: ScheduleInput.optional().describe(
    'When this creator is paid. What is left out is as in the program.',
  ),
});

export interface PayOverride {
  rules?: PayRule[];
  cap?: number | null;
  schedule?: Partial<Pay['schedule']>;
}

export const NO_PAY: Pay = {
  rules: [],
  cap: null,
  currency: 'usd',
  schedule: { cadence: 'on_approval', holdDays: 0 },
  approval: 'manual',
  viewDays: DEFAULT_VIEW_DAYS,
};

/**
 * The pay after a change, and the number for the next new rule. Parts that the input leaves out stay the
 * same.
 */
export function changePay(
  before: Pay,
  input: z.output<typeof PayInput>,
  nextRule: number,
): { pay: Pay; nextRule: number } {
  const numbered = input.rules
    ? numberRules(input.rules, before.rules, nextRule)
    : { rules: before.rules, nextRule };
  return {
    pay: {
      rules: numbered.rules,
      cap: input.cap === undefined ? before.cap : input.cap,
      currency: input.currency ?? before.currency,
      schedule: { ...before.schedule, ...givenSchedule(input.schedule) },
      approval: input.approval ?? before.approval,
      viewDays: input.viewDays ?? before.viewDays,
    },
    nextRule: numbered.nextRule,
  };
}

/**
 * Gives each rule its number: the one that it names, or else that of an equal existing rule, or else a new
 * one. Throws validation_failed for a number that no rule of this type has, or that is named twice.
 */
export function numberRules(
  input: PayRuleInput[],
  known: readonly PayRule[],
  nextRule: number,
): { rules: PayRule[]; nextRule: number } {
  let next = nextRule;
  const taken = new Set<number>();
  input.forEach((rule, index) => {
    if (rule.number === undefined) return;
    const old = known.find((candidate) => candidate.number === rule.number);
    const path = `/pay/rules/${index}/number`;
    if (!old) throw invalidField(path, 'No rule has this number.', 'unknown_rule');
    if (old.type !== rule.type)
      throw invalidField(path, `Rule ${rule.number} is of the type ${old.type}.`, 'rule_type');
    if (taken.has(rule.number)) throw invalidField(path, 'The number is used twice.', 'duplicate_rule');
    taken.add(rule.number);
  });
  const rules = input.map((rule) => {
    if (rule.number !== undefined) return withNumber(rule, rule.number);
    const same = known.find((old) => !taken.has(old.number) && sameRule(old, withNumber(rule, old.number)));
    const given = same?.number ?? next++;
    taken.add(given);
    return withNumber(rule, given);
  });
  return { rules, nextRule: next };
}

function withNumber(rule: PayRuleInput, given: number): PayRule {
  if (rule.type !== 'per_thousand_views') return { ...rule, number: given };
  return { ...rule, number: given, minViews: rule.minViews ?? null, maxAmount: rule.maxAmount ?? null };
}

function sameRule(a: PayRule, b: PayRule): boolean {
  const keys = Object.keys(a) as (keyof PayRule)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** The program's pay with one creator's own pay applied. */
export function mergePay(pay: Pay, override: PayOverride | null): Pay {
  if (!override) return pay;
  return {
    ...pay,
    rules: override.rules ?? pay.rules,
    cap: override.cap === undefined ? pay.cap : override.cap,
    schedule: { ...pay.schedule, ...override.schedule },
  };
}

/**
 * Throws validation_failed for pay that a card could not be charged for: because of its currency, or because
 * one rule's amount, or the sum of what all rules pay for an approval, exceeds one payment. Totals may exceed
 * it, because they become several payments. @param feeBps the service fee on top.
 */
export function checkChargeable(pay: Pick<Pay, 'rules' | 'currency'>, feeBps: number): void {
  checkCurrency(pay.currency, '/pay/currency');
  const check = (amount: number, path: string) => checkAmount(amount, pay.currency, feeBps, path);
  pay.rules.forEach((rule, index) => {
    if ('amount' in rule) check(rule.amount, `/pay/rules/${index}/amount`);
    if ('maxAmount' in rule && rule.maxAmount !== null)
      check(rule.maxAmount, `/pay/rules/${index}/maxAmount`);
  });
  check(
    pay.rules.reduce((sum, rule) => sum + (rule.type === 'per_video' ? rule.amount : 0), 0),
    '/pay/rules',
  );
}

/** The conversions that rules pay for, without repeats. */
export function conversionsOf(rules: readonly PayRule[]): string[] {
  return [...new Set(rules.flatMap((rule) => ('conversion' in rule ? [rule.conversion] : [])))];
}

/** Whether two pays are equal, so that an edit without effect makes no new version. */
export function samePay(a: Pay, b: Pay): boolean {
  return (
    a.cap === b.cap &&
    a.currency === b.currency &&
    a.approval === b.approval &&
    a.viewDays === b.viewDays &&
    a.schedule.cadence === b.schedule.cadence &&
    a.schedule.holdDays === b.schedule.holdDays &&
    a.rules.length === b.rules.length &&
    a.rules.every((rule, index) => sameRule(rule, b.rules[index]!))
  );
}

export function givenSchedule(
  schedule: z.output<typeof ScheduleInput> | undefined,
): Partial<Pay['schedule']> {
  const out: Partial<Pay['schedule']> = {};
  if (schedule?.cadence !== undefined) out.cadence = schedule.cadence;
  if (schedule?.holdDays !== undefined) out.holdDays = schedule.holdDays;
  return out;
}
