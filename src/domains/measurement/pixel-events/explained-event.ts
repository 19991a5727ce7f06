// An event with the steps of its attribution and its conversions.
import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { widerExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';
import { BARRED, type RecordedConversion } from '../conversions/recorded-conversion.ts';
import { SALE_WAITS, type SaleWait, saleWaitOf } from '../conversions/sale-wait.ts';
import { CREDIT_RULES, type Credit, MISSES, type Miss } from '../credit-targets/credit.ts';
import type { StoredEvent } from '../event-rules/plan-types.ts';
import {
  Credited,
  credited,
  decider,
  PixelEvent,
  presentCredit,
  presentPixelEvent,
  rule,
  touchedAt,
} from './pixel-event.ts';

const Steps = z.array(
  z.object({
    rule,
    outcome: z
      .enum(['credited', 'missed', 'not_tried'])
      .describe('`not_tried`: a rule before it decided, or none was tried.'),
    reason: z.string().describe('Why, in words for people.'),
  }),
);
const windowDays = z.number().describe('How many days may lie between the landing and the event.');

export const ExplainedPixelEvent = PixelEvent.extend({
  mergedInto: id('pixelEvent')
    .nullable()
    .describe(
      'The event that stands for this one since both proved to be the same; null for one that stands for itself.',
    ),
  attribution: z
    .object({
      windowDays,
      steps: Steps.describe('What each rule found.'),
      lateTouches: z
        .array(
          z.object({
            submission: credited.submission,
            campaign: credited.campaign,
            touchedAt: z.string().describe('When that landing was.'),
            pixelEvent: z.string().describe('The event of that landing.'),
          }),
        )
        .describe('Earlier landings that became known too late: they change nothing any more.'),
    })
    .describe('How the credit of the event itself was found.'),
  conversions: z
    .array(
      z.object({
        conversion: id('conversion').describe('What it counted for.'),
        recordedAt: z.string().describe('When it was counted. RFC 3339, UTC.'),
        windowDays,
        rule: rule.nullable(),
        ...credited,
        touchedAt: touchedAt.nullable(),
        steps: Steps.describe("How this conversion's own window led to its credit."),
        value: z.int().nullable().describe('Cents: what it is worth; null where nobody says so.'),
        currency: z.string().nullable().describe("The value's: ISO 4217, in lower case."),
        returned: z.int().describe('Cents of it that came back before it matured: they earn nothing.'),
        returnedLate: z
          .int()
          .describe('Cents that came back once it had matured: they take nothing back of what was earned.'),
        earnsNothing: z
          .enum(BARRED)
          .nullable()
          .describe(
            '`returned`: nothing came of it in the end, or less than the conversion asks for. `self_purchase`: the customer has the email address or phone number of the credited creator. `code_stopped`: the account stopped the code that credits it. Null where it earns.',
          ),
        valueBy: decider.nullable().describe('Whose report says what it is worth; null where none does.'),
        creditBy: decider.nullable().describe('Whose report decided the credit; null without one.'),
        confirmedBy: decider
          .nullable()
          .describe('Whose report confirmed it; null while browsers alone say so.'),
        counts: z
          .boolean()
          .describe(
            'False once its conversion asks for more than what is known of it now, or another row stands for it.',
          ),
        payableAt: z
          .string()
          .nullable()
          .describe(
            'Since when it can earn: credited to a creator, and confirmed where it has to be. Null before.',
          ),
        maturesAt: z
          .string()
          .nullable()
          .describe(
            'When it is, or was, counted for pay as it is then. Until then its value and credit follow the reports. Null while it cannot earn, and for the minute until it is worked out.',
          ),
        waitsFor: z
          .enum(SALE_WAITS)
          .nullable()
          .describe(
            "Why it is not final yet. `confirmation` by server or shop; `maturity`: holdDays after the day of the sale; `code_answer`: its code was flagged; `shop_reading`: the shop's order has to be read once more. Null for what is final, earns nothing or is credited to nobody.",
          ),
        waitsUntil: z
          .string()
          .nullable()
          .describe('Until when, at the longest. Null where nobody knows, or it does not wait.'),
        heldUntil: z
          .string()
          .nullable()
          .describe(
            "Until when at the longest it waits for the account's answer to a flag of its code; null when it does not wait.",
          ),
        shopReadAt: z
          .string()
          .nullable()
          .describe("When the shop's order was last read; null for a sale that no shop reported."),
        shopReadDueAt: z
          .string()
          .nullable()
          .describe(
            "From when the shop's order has to be read once more before the sale matures, which waits for that at most 7 days. Null once it was read, and for a sale that no shop reported.",
          ),
        late: z.boolean().describe('Another row stands for this conversion: it is neither sent nor paid.'),
        lateCredit: Credited.nullable().describe(
          'Who would have been credited, had it been known within 24 hours. It is neither sent nor paid.',
        ),
      }),
    )
    .describe('What the event counted for. Each conversion has a credit of its own.'),
}).meta({ id: 'ExplainedPixelEvent' });
widerExample(ExplainedPixelEvent, PixelEvent, {
  mergedInto: null,
  attribution: {
    windowDays: 30,
    steps: [
      { rule: 'own_link', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'kept_landing', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'attribution_id', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'click_id', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'same_user', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'creator_code', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'discount_code', outcome: 'not_tried', reason: 'Attribution is under way.' },
    ],
    lateTouches: [],
  },
  conversions: [],
});

export type ExplainedPixelEvent = z.output<typeof ExplainedPixelEvent>;

export interface LateTouch {
  submission: string | null;
  campaign: string | null;
  at: number;
  eventId: string;
}

/** The event with the steps of its attribution, rule by rule. */
export function explainPixelEvent(
  event: StoredEvent,
  hits: RecordedConversion[],
  lateTouches: LateTouch[],
  mergedInto: string | null,
  heldUntil: (hit: RecordedConversion) => number | null,
  now: number,
): ExplainedPixelEvent {
  return {
    ...presentPixelEvent(event),
    mergedInto,
    attribution: {
      windowDays: event.credit?.windowDays ?? 30,
      steps: stepsOf(event.credit, notTried(event)),
      lateTouches: lateTouches.map((touch) => ({
        submission: touch.submission,
        campaign: touch.campaign,
        touchedAt: iso(touch.at),
        pixelEvent: touch.eventId,
      })),
    },
    conversions: hits.map((hit) => ({
      conversion: hit.conversionId,
      recordedAt: iso(hit.recordedAt),
      windowDays: hit.credit.windowDays,
      rule: hit.credit.rule,
      submission: hit.submissionId,
      campaign: hit.campaignId,
      creator: hit.creatorId,
      touchedAt: isoOrNull(hit.credit.touchedAt),
      steps: stepsOf(hit.credit, null),
      value: hit.valueCents,
      currency: hit.currency,
      returned: hit.returnedCents,
      returnedLate: hit.returnedLateCents,
      earnsNothing: hit.barred,
      valueBy: hit.valueBy,
      creditBy: hit.rule === null ? null : (hit.credit.by ?? null),
      confirmedBy: hit.confirmedBy,
      counts: !hit.late && !hit.dropped,
      payableAt: isoOrNull(hit.payableAt),
      maturesAt: isoOrNull(hit.maturesAt),
      ...presentWait(saleWaitOf(hit, heldUntil(hit), now)),
      heldUntil: isoOrNull(heldUntil(hit)),
      shopReadAt: isoOrNull(hit.readAt),
      shopReadDueAt: isoOrNull(hit.lookAt),
      late: hit.late,
      lateCredit: presentCredit(hit.credit.late),
    })),
  };
}

const presentWait = (wait: SaleWait | null) => ({
  waitsFor: wait?.for ?? null,
  waitsUntil: isoOrNull(wait?.until ?? null),
});

function notTried(event: StoredEvent): string | null {
  if (event.state === 'recorded') return 'Attribution is under way.';
  return event.body.bot ? 'A bot is not credited.' : null;
}

/** @param reason why no rule was tried at all. */
function stepsOf(credit: Credit | null, reason: string | null): z.output<typeof Steps> {
  return CREDIT_RULES.map((rule, index) => {
    if (reason !== null) return { rule, outcome: 'not_tried', reason };
    const miss = (credit?.trail[index] ?? (credit ? undefined : 'n')) as Miss | undefined;
    if (miss !== undefined) return { rule, outcome: 'missed', reason: MISSES[miss] };
    if (index === credit!.trail.length && credit!.rule) {
      return { rule, outcome: 'credited', reason: 'The last touch inside the window.' };
    }
    return { rule, outcome: 'not_tried', reason: 'An earlier rule credited the event.' };
  });
}
