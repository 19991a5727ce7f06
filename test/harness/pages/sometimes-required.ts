// Fields of forms that are required with some choices alone.
import { EDIT_CAMPAIGN, type Given, POST, SUBMIT } from './fill-in.ts';

export const NEW_CAMPAIGN = '/app/:place/campaigns/new create';

const FINANCE = { 'settings.specialAdCategories': 'FINANCIAL_PRODUCTS_SERVICES', 'audience.ageMin': '18' };
const BOTH = { 'settings.australiaBeneficiary': '1', 'settings.australiaPayer': '1' };
const SINGAPORE = { needed: { 'audience.countries': 'SG' }, not: { 'audience.countries': 'US' } };
const AUSTRALIA = {
  needed: { 'audience.countries': 'AU', ...FINANCE, ...BOTH },
  not: { 'audience.countries': 'AU' },
};
const ONE_BUDGET = { needed: { 'budget.daily': '' }, not: { 'budget.daily': '90.00' } };
const byModel = (model: string) => ({
  needed: { 'creatorPay.model': model },
  not: { 'creatorPay.model': 'programs' },
});

/** The fields of a row of a program's form, of which each kind of rule needs some. */
function ruleFields(form: string): Record<string, { needed: Given; not: Given }> {
  const typed = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`pay.rules.0.${name}`, value]));
  const share = typed({ type: 'ad_spend_share', percent: '10' });
  const amount = typed({ type: 'per_video', amount: '5.00' });
  return {
    [`${form}, pay.rules.0.amount`]: { needed: amount, not: share },
    [`${form}, pay.rules.0.percent`]: { needed: share, not: amount },
    [`${form}, pay.rules.0.views`]: {
      needed: typed({ type: 'view_milestone', amount: '5.00', views: '1000' }),
      not: amount,
    },
    [`${form}, pay.rules.0.conversion`]: {
      needed: typed({ type: 'per_conversion', amount: '5.00' }),
      not: amount,
    },
  };
}

/**
 * Fields that other choices make required, as their labels say: values with which they are required, and
 * values with which they are not.
 */
export const SOMETIMES: Readonly<Record<string, { needed: Given; not: Given }>> = {
  ...ruleFields('/app/:place/programs/new create'),
  ...ruleFields('/app/:place/programs/:program/edit save'),
  [`${SUBMIT}, file`]: { needed: { url: '' }, not: { url: POST } },
  '/sign-up join, company': { needed: { profile: 'partner' }, not: { profile: 'creator' } },
  [`${NEW_CAMPAIGN}, budget.billingLimit`]: ONE_BUDGET,
  [`${NEW_CAMPAIGN}, settings.singaporeBeneficiary`]: SINGAPORE,
  [`${NEW_CAMPAIGN}, settings.singaporePayer`]: SINGAPORE,
  [`${NEW_CAMPAIGN}, settings.australiaBeneficiary`]: AUSTRALIA,
  [`${NEW_CAMPAIGN}, settings.australiaPayer`]: AUSTRALIA,
  [`${NEW_CAMPAIGN}, creatorPay.creatorShare`]: byModel('ad_spend'),
  [`${NEW_CAMPAIGN}, creatorPay.leadAmount`]: byModel('lead'),
  [`${NEW_CAMPAIGN}, scheduledLaunchAt`]: { needed: { start: 'planned' }, not: { start: 'paused' } },
  [`${EDIT_CAMPAIGN}, budget.billingLimit`]: ONE_BUDGET,
};
