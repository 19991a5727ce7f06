// A counted conversion as both sides of a submission see it: nothing in it leads to the customer.
import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { currencyCode, id } from '../../../resource/fields.ts';
import type { CreditedConversion } from '../../measurement/conversions/list-credited-conversions.ts';
import { BARRED } from '../../measurement/conversions/recorded-conversion.ts';
import { SALE_WAITS, type SaleWait, saleWaitOf } from '../../measurement/conversions/sale-wait.ts';
import { decider } from '../../measurement/pixel-events/pixel-event.ts';
import { type SubmissionRow, wasApproved } from '../../work/submissions/submission.ts';
import type { SalePaid } from '../accruals/find-sale-pay.ts';

const WAITS_FOR = [...SALE_WAITS, 'approval', 'counting'] as const;
const UNPAID = ['not_approved', 'retainer', 'counted_before', 'no_rule'] as const;

export const SubmissionConversion = z
  .object({
    conversion: id('conversion').describe('What it counted for.'),
    pixelEvent: id('pixelEvent').describe('The event that was counted.'),
    pixel: id('pixel').describe("The event's pixel."),
    occurredAt: z.string().describe('When it happened. RFC 3339, UTC.'),
    status: z
      .enum(['waiting', 'final', 'earns_nothing'])
      .describe(
        '`waiting`: it can still change, see waitsFor. `final`: what is reported later changes nothing.',
      ),
    waitsFor: z
      .enum(WAITS_FOR)
      .nullable()
      .describe(
        "`confirmation` by server or shop; `maturity`: holdDays after the day of the sale, as what comes back until then earns nothing; `code_answer`: its code was flagged; `shop_reading`: the shop's order has to be read once more; `approval` of the submission; `counting`: its pay is calculated within minutes. Null for what does not wait.",
      ),
    waitsUntil: z
      .string()
      .nullable()
      .describe('Until when, at the longest. Null where nobody knows, or it does not wait.'),
    earnsNothing: z
      .enum(BARRED)
      .nullable()
      .describe(
        '`returned`: nothing is left, or less than the conversion asks for. `self_purchase`: the customer has the email address or phone number of the creator. `code_stopped`: the account stopped the code that credits it. Null where it can earn.',
      ),
    value: z.int().nullable().describe('Cents: what it was sold for; null where nobody says so.'),
    currency: currencyCode.nullable().describe("The value's: ISO 4217, in lower case."),
    returned: z.int().describe('Cents of it that came back before it matured: they earn nothing.'),
    returnedLate: z.int().describe('Cents that came back afterwards: they take nothing back.'),
    valueBy: decider.nullable().describe('Whose report decided the value; null where none did.'),
    creditBy: decider.nullable().describe('Whose report decided the credit.'),
    confirmedBy: decider.nullable().describe('Whose report confirmed it; null while browsers alone say so.'),
    unpaid: z
      .enum(UNPAID)
      .nullable()
      .describe(
        'Why one that is final earned nothing. `not_approved`: the submission was not approved when it happened. `retainer`: a retainer pays for the submission. `counted_before`: the same sale has earned for this conversion already. `no_rule` pays for it. Null for all others.',
      ),
    earned: z
      .object({
        amount: z.int().describe("Cents that the rules came to for it, before a partner's share."),
        currency: currencyCode,
        status: z
          .enum(['due', 'paid', 'cut'])
          .describe('`due`: in no payment yet. `paid`: in a payment. `cut`: a limit left nothing of it.'),
        payment: id('payment').nullable().describe('The payment that it is part of.'),
        earning: id('earning')
          .nullable()
          .describe("The creator's earning, which explains it. Null in no payment yet, and to the account."),
      })
      .nullable()
      .describe('What it earned. Null before it is final, and where nothing pays for it: see unpaid.'),
  })
  .meta({ id: 'SubmissionConversion' });
export type SubmissionConversion = z.output<typeof SubmissionConversion>;
recordExample(SubmissionConversion, {
  conversion: 'conv_01k2d9q3v7h5m8r4t6w0x1y2z3',
  pixelEvent: 'pev_01k2d9q3v7h5m8r4t6w0x1y2z3',
  pixel: 'pxl_01k2d9q3v7h5m8r4t6w0x1y2z3',
  occurredAt: '2026-08-10T09:30:00.000Z',
  status: 'waiting',
  waitsFor: 'maturity',
  waitsUntil: '2026-08-25T00:00:00.000Z',
  earnsNothing: null,
  value: 8_400,
  currency: 'usd',
  returned: 4_200,
  returnedLate: 0,
  valueBy: 'shop',
  creditBy: 'shop',
  confirmedBy: 'shop',
  unpaid: null,
  earned: null,
});

interface Reader {
  row: SubmissionRow;
  now: number;
  /** The currency of the submission's pay. */
  currency: string;
  isCreator: boolean;
}

/** The earning is the creator's alone: its account cannot read it. */
export function presentSubmissionConversion(
  hit: CreditedConversion,
  { state, earned }: SalePaid,
  { row, now, currency, isCreator }: Reader,
): SubmissionConversion {
  const waits = waitOf(hit, state, now);
  const status = hit.barred !== null ? 'earns_nothing' : waits === null ? 'final' : 'waiting';
  return {
    conversion: hit.conversionId,
    pixelEvent: hit.groupId,
    pixel: hit.pixelId,
    occurredAt: iso(hit.occurredAt),
    status,
    waitsFor: waits?.for ?? null,
    waitsUntil: isoOrNull(waits?.until ?? null),
    earnsNothing: hit.barred,
    value: hit.valueCents,
    currency: hit.currency,
    returned: hit.returnedCents,
    returnedLate: hit.returnedLateCents,
    valueBy: hit.valueBy,
    creditBy: hit.credit.by ?? null,
    confirmedBy: hit.confirmedBy,
    unpaid: status === 'final' && earned === null ? whyUnpaid(hit, row) : null,
    earned: earned && {
      amount: earned.amount,
      currency,
      status: earned.state === 'open' ? 'due' : earned.state,
      payment: earned.payment,
      earning: isCreator ? earned.earning : null,
    },
  };
}

function waitOf(
  hit: CreditedConversion,
  state: SalePaid['state'],
  now: number,
): SaleWait<(typeof WAITS_FOR)[number]> | null {
  if (hit.barred !== null) return null;
  if (state === 'waiting') return { for: 'approval', until: null };
  const wait = saleWaitOf(hit, hit.heldUntil, now);
  if (wait !== null) return wait;
  return state === 'done' || hit.harvest === IN_VAIN ? null : { for: 'counting', until: null };
}

/** A row that matured after another one of the same sale was taken for the same conversion. */
const IN_VAIN = 3;

function whyUnpaid(hit: CreditedConversion, row: SubmissionRow): (typeof UNPAID)[number] {
  if (hit.harvest === IN_VAIN) return 'counted_before';
  if (row.retainerId !== null) return 'retainer';
  return wasApproved(row, hit.occurredAt) ? 'no_rule' : 'not_approved';
}
