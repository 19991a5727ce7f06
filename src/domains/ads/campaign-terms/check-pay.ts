// Checks a campaign's creator pay by itself.
import type * as z from 'zod';
import { invalidField } from '../../../kit/error.ts';
import type { CampaignPay, CampaignTerms, CreatorPay } from './terms.ts';

export interface BrokenPay {
  field: 'leadAmount' | 'model' | 'creatorShare' | 'revenueEvent' | 'cap';
  code: string;
  message: string;
  fix: string;
}

/** Whether the campaign's pay replaces the pay of its creators' programs. */
export const paysItself = ({ creatorShare, leadAmount }: z.output<typeof CreatorPay>): boolean =>
  creatorShare != null || leadAmount != null;

const BOTH: BrokenPay = {
  field: 'leadAmount',
  code: 'not_both',
  message: 'Creator pay has both a share and an amount per lead.',
  fix: 'Remove one of them.',
};

const isBoth = ({ creatorShare, leadAmount }: z.output<typeof CreatorPay>) =>
  creatorShare != null && leadAmount != null;

/** Checks a part that may be completed elsewhere. Throws validation_failed. @param path where it is in the body. */
export function checkPay(pay: z.output<typeof CreatorPay>, path: string): void {
  if (isBoth(pay)) throw invalidField(`${path}/${BOTH.field}`, BOTH.message, BOTH.code);
}

/** The creator pay of a campaign that sets none. */
export const UNSAID_PAY = {
  model: 'ad_spend',
  creatorShare: null,
  leadAmount: null,
  cap: null,
  revenueEvent: null,
  attribution: { source: 'platform', conversion: null },
} as const satisfies CampaignPay;

/**
 * Checks creator pay that campaigns start with, and refuses what would make every such campaign fail. A missing amount
 * passes, since the campaign can set it. Throws validation_failed.
 */
export function checkBeginning(pay: z.output<typeof CreatorPay>, path: string): void {
  checkPay(pay, path);
  const { attribution: _, ...given } = pay;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const broken = brokenPay({ ...UNSAID_PAY, ...said }).find(({ code }) => code !== 'required');
  if (broken) throw invalidField(`${path}/${broken.field}`, `${broken.message} ${broken.fix}`, broken.code);
}

/** Every problem of a campaign's creator pay. */
export function brokenPay(pay: CampaignPay): BrokenPay[] {
  const { model, creatorShare, leadAmount, revenueEvent, cap } = pay;
  const broken: BrokenPay[] = [];
  const say = (field: BrokenPay['field'], code: string, message: string, fix: string) =>
    broken.push({ field, code, message, fix });
  if (isBoth(pay)) broken.push(BOTH);
  else if (model === 'lead' && leadAmount === null)
    say('leadAmount', 'required', 'Creator pay per lead requires an amount.', 'Set the amount per lead.');
  else if (model !== 'lead' && leadAmount !== null)
    say('model', 'not_taken', 'Only the model lead has an amount per lead.', 'Set the model to lead.');
  if (model === 'lead' && creatorShare !== null && leadAmount === null)
    say('creatorShare', 'not_taken', 'Creator pay per lead has an amount, not a share.', 'Remove the share.');
  if (model === 'attributed_revenue' && creatorShare === null)
    say('creatorShare', 'required', 'Creator pay by revenue requires a share.', 'Set the share.');
  if (creatorShare === 0)
    say(
      'creatorShare',
      'too_small',
      'A share of 0 pays creators nothing.',
      "Remove it: the programs' pay rules then apply.",
    );
  if (revenueEvent !== null && model !== 'attributed_revenue')
    say('revenueEvent', 'not_taken', 'Only creator pay by revenue has a revenue event.', 'Remove it.');
  if (cap !== null && !paysItself(pay))
    say(
      'cap',
      'not_taken',
      "A cap requires a share or an amount per lead: the programs' pay rules have caps of their own.",
      'Remove it, or set a share or an amount.',
    );
  return broken;
}

type Counting = Pick<CampaignTerms, 'creatorPay' | 'optimizationEvent'>;

/**
 * The event that is paid for: a purchase or a lead, unless the terms name another. Null where only the conversion
 * decides.
 */
export function eventOf({ creatorPay, optimizationEvent }: Counting): string | null {
  const { model, revenueEvent, attribution } = creatorPay;
  if (model === 'ad_spend') return null;
  if (revenueEvent !== null) return revenueEvent;
  if (attribution.conversion !== null) return null;
  if (model === 'attributed_revenue') return 'purchase';
  return optimizationEvent === 'contact' ? 'contact' : 'lead';
}

/**
 * The problem with a conversion that is paid for; null if there is none. @param counted the event that the conversion
 * counts.
 */
export function brokenConversion(
  terms: Counting,
  counted: string | undefined,
): Pick<BrokenPay, 'code' | 'message' | 'fix'> | null {
  const { model, attribution } = terms.creatorPay;
  if (model === 'ad_spend' || attribution.conversion === null) return null;
  if (attribution.source === 'platform')
    return {
      code: 'not_taken',
      message: 'The platform cannot use a conversion of this account.',
      fix: 'Remove it, or set the attribution source to service.',
    };
  const event = eventOf(terms);
  if (event === null || counted === undefined || counted === event) return null;
  const message = `The conversion counts the event ${counted}, but creators are paid for ${event}.`;
  return { code: 'other_event', message, fix: 'Choose a conversion of that event.' };
}
