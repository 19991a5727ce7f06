// What can be said against a campaign's pay by itself, whatever the campaign.
import type * as z from 'zod';
import { invalidField } from '../../../kit/error.ts';
import type { CampaignPay, CreatorPay } from './terms.ts';

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
  message: 'A share and an amount for leads exclude each other.',
  fix: 'Leave one out.',
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
    say('leadAmount', 'required', 'A lead is paid with an amount.', 'Say how much.');
  else if (model !== 'lead' && leadAmount !== null)
    say('model', 'not_taken', 'Only the model lead pays for leads.', 'Make the model lead.');
  if (model === 'lead' && creatorShare !== null && leadAmount === null)
    say('creatorShare', 'not_taken', 'A lead is paid with an amount.', 'Leave the share out.');
  if (model === 'attributed_revenue' && creatorShare === null)
    say('creatorShare', 'required', 'A share of the revenue is paid.', 'Say how much.');
  if (creatorShare === 0)
    say('creatorShare', 'too_small', 'It pays nobody anything.', "Leave it out: the programs' rules pay.");
  if (revenueEvent !== null && model !== 'attributed_revenue')
    say('revenueEvent', 'not_taken', 'Only attributed revenue has an event.', 'Leave it out.');
  if (cap !== null && !paysItself(pay))
    say('cap', 'not_taken', "The programs' rules have caps of their own.", 'Leave it out.');
  return broken;
}
