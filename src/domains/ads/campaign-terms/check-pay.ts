// What can be said against a campaign's pay by itself, whatever the campaign.
import type * as z from 'zod';
import { invalidField } from '../../../kit/error.ts';
import type { CampaignPay, CampaignTerms, CreatorPay } from './terms.ts';

export interface BrokenPay {
  field: 'leadAmount' | 'model' | 'creatorShare' | 'revenueEvent' | 'cap';
  code: string;
  message: string;
  fix: string;
}

/** Whether it takes the place of what the programs of its creators pay. */
export const paysItself = ({ creatorShare, leadAmount }: z.output<typeof CreatorPay>): boolean =>
  creatorShare != null || leadAmount != null;

const BOTH: BrokenPay = {
  field: 'leadAmount',
  code: 'not_both',
  message: 'Creator pay has both a share and an amount for leads.',
  fix: 'Leave one of them out.',
};

const isBoth = ({ creatorShare, leadAmount }: z.output<typeof CreatorPay>) =>
  creatorShare != null && leadAmount != null;

/** Of a part, which may be made whole elsewhere. Throws validation_failed. @param path where it stands in the body. */
export function checkPay(pay: z.output<typeof CreatorPay>, path: string): void {
  if (isBoth(pay)) throw invalidField(`${path}/${BOTH.field}`, BOTH.message, BOTH.code);
}

/** What is left out of a campaign's pay. */
export const UNSAID_PAY = {
  ...{ model: 'ad_spend', creatorShare: null, leadAmount: null, cap: null, revenueEvent: null },
  attribution: { source: 'platform', conversion: null },
} as const satisfies CampaignPay;

/**
 * Of a part that campaigns begin with: what every campaign is refused for that changes nothing of it. What only lacks an
 * amount waits for the campaign's. Throws validation_failed.
 */
export function checkBeginning(pay: z.output<typeof CreatorPay>, path: string): void {
  checkPay(pay, path);
  const { attribution: _, ...given } = pay;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const broken = brokenPay({ ...UNSAID_PAY, ...said }).find(({ code }) => code !== 'required');
  if (broken) throw invalidField(`${path}/${broken.field}`, `${broken.message} ${broken.fix}`, broken.code);
}

/** Of a whole one, everything. */
export function brokenPay(pay: CampaignPay): BrokenPay[] {
  const { model, creatorShare, leadAmount, revenueEvent, cap } = pay;
  const broken: BrokenPay[] = [];
  const say = (field: BrokenPay['field'], code: string, message: string, fix: string) =>
    broken.push({ field, code, message, fix });
  if (isBoth(pay)) broken.push(BOTH);
  else if (model === 'lead' && leadAmount === null)
    say('leadAmount', 'required', 'Creator pay for leads needs an amount.', 'Set the amount for a lead.');
  else if (model !== 'lead' && leadAmount !== null)
    say('model', 'not_taken', 'Only the model lead pays an amount for leads.', 'Choose the model lead.');
  if (model === 'lead' && creatorShare !== null && leadAmount === null)
    say(
      'creatorShare',
      'not_taken',
      'Creator pay for leads has an amount, not a share.',
      'Leave the share out.',
    );
  if (model === 'attributed_revenue' && creatorShare === null)
    say('creatorShare', 'required', 'Creator pay by revenue needs a share.', 'Set the share.');
  if (creatorShare === 0)
    say(
      'creatorShare',
      'too_small',
      'A share of 0 pays creators nothing.',
      "Leave it out: then the programs' rules pay.",
    );
  if (revenueEvent !== null && model !== 'attributed_revenue')
    say('revenueEvent', 'not_taken', 'Only pay by attributed revenue has a revenue event.', 'Leave it out.');
  if (cap !== null && !paysItself(pay))
    say(
      'cap',
      'not_taken',
      "A cap needs creator pay of the campaign: the programs' rules have their own.",
      'Leave it out, or set a share or an amount.',
    );
  return broken;
}

type Counting = Pick<CampaignTerms, 'creatorPay' | 'optimizationEvent'>;

/** What counts: a purchase or a lead, unless the terms say otherwise. Null where the conversion alone says it. */
export function eventOf({ creatorPay, optimizationEvent }: Counting): string | null {
  const { model, revenueEvent, attribution } = creatorPay;
  if (model === 'ad_spend') return null;
  if (revenueEvent !== null) return revenueEvent;
  if (attribution.conversion !== null) return null;
  if (model === 'attributed_revenue') return 'purchase';
  return optimizationEvent === 'contact' ? 'contact' : 'lead';
}

/** Of a conversion that is to count, whatever the platform; null for none. @param counted the event that it counts. */
export function brokenConversion(
  terms: Counting,
  counted: string | undefined,
): Pick<BrokenPay, 'code' | 'message' | 'fix'> | null {
  const { model, attribution } = terms.creatorPay;
  if (model === 'ad_spend' || attribution.conversion === null) return null;
  if (attribution.source === 'platform')
    return {
      code: 'not_taken',
      message: "A platform can't count by a conversion of this account.",
      fix: 'Leave it out, or let the service count.',
    };
  const event = eventOf(terms);
  if (event === null || counted === undefined || counted === event) return null;
  const message = `The conversion counts ${counted}, but creators are paid for ${event}.`;
  return { code: 'other_event', message, fix: 'Choose a conversion that counts it.' };
}
